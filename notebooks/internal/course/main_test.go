package course

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFlags(t *testing.T) {
	for _, args := range [][]string{{"-check"}, {"--check"}, {"-check", "-out", "x", "07_coalescing.ipynb"}, {"-port", "9000", "-no-browser"}, {"-setup"}, {"-book", "x"}, {"-gettext", "07"}, {"-ip", "0.0.0.0", "-base-url", "/user/a/", "--", "--IdentityProvider.token=x"}} {
		if _, err := parseFlags(args, &bytes.Buffer{}); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	for text, args := range map[string][]string{
		"flag provided but not defined": {"-wrong"},
		"add -check before":             {"07_coalescing.ipynb"},
		"invalid value":                 {"-port", "x"},
		"-port 80000":                   {"-port", "80000"},
		"-port 0":                       {"-port", "0"},
		"so add -check":                 {"-out", "x"},
		"exclude each other":            {"-setup", "--", "--x"},
		"begins with /":                 {"-base-url", "user"},
		"stand alone":                   {"-book", "x", "-check"},
		"-book, -slides and -gettext":   {"-book", "x", "-gettext"},
		"to run single notebooks":       {"-book", "x", "07"},
	} {
		if _, err := parseFlags(args, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: got %v, want an error with %q", args, err, text)
		}
	}
}

// TestFlagsMayComeLast: `-check FILE -out DIR` is understood in any order.
func TestFlagsMayComeLast(t *testing.T) {
	for _, args := range [][]string{{"-check", "a", "b", "-out", "x"}, {"a", "-out", "x", "b", "-check"}} {
		got, err := parseFlags(args, &bytes.Buffer{})
		if err != nil || !got.check || got.out != "x" || !slices.Equal(got.files, []string{"a", "b"}) {
			t.Errorf("%v: got %+v, %v", args, got, err)
		}
	}
}

// TestNamesOfNotebooks: -check knows files, folders, names without their ending, and
// the numbers of chapters.
func TestNamesOfNotebooks(t *testing.T) {
	l := newLearner(t)
	t.Chdir(filepath.Join(l.root, "exercises"))
	all := []string{"notebooks/00_start.ipynb", "notebooks/07_coalescing.ipynb"}
	for _, c := range []struct {
		names, want []string
	}{
		{nil, all},
		{[]string{"../notebooks"}, all},
		{[]string{"07_coalescing.ipynb"}, all[1:]},
		{[]string{"07_coalescing"}, all[1:]},
		{[]string{"07", "../notebooks/07_coalescing.ipynb"}, all[1:]},
		{[]string{"../work/notebooks/00_start"}, []string{"work/notebooks/00_start.ipynb"}},
	} {
		got, err := findNotebooks(l.root, c.names)
		for i, file := range got {
			got[i], _ = filepath.Rel(l.root, file)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, %v, want %v", c.names, got, err, c.want)
		}
	}
	for name, text := range map[string]string{"99": "no notebook 99", "kernel.go": "is no notebook", ".": "holds no notebooks"} {
		if _, err := findNotebooks(l.root, []string{name}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: got %v, want an error with %q", name, err, text)
		}
	}
}

// TestOptionsReachJupyterLab: the address, the base path and what follows -- are the
// server's.
func TestOptionsReachJupyterLab(t *testing.T) {
	opt, err := parseFlags([]string{"-ip", "0.0.0.0", "-base-url", "/user/a/", "--", "--IdentityProvider.token=x", "-y"}, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	l := lab{ip: opt.ip, baseURL: opt.baseURL, arguments: opt.jupyter}
	for _, want := range []string{"--ServerApp.ip=0.0.0.0", "--ServerApp.base_url=/user/a/", "--IdentityProvider.token=x"} {
		if !slices.Contains(l.args(), want) {
			t.Errorf("got arguments %q, want %s", l.args(), want)
		}
	}
}
