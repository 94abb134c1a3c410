package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var sources = flag.String("sources", "", "the `folder` of the repositories; without it TestPrograms is skipped")

// TestPrograms tries all programs whose sources are there.
func TestPrograms(t *testing.T) {
	if *sources == "" {
		t.Skip("the programs' sources are not here: go test ./gpusim/validation/programs -sources FOLDER")
	}
	self := filepath.Join(t.TempDir(), "programs")
	if out, err := exec.Command("go", "build", "-o", self, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tries := &trial{gpusim: self, sources: *sources, limit: 3 * time.Minute}
	for _, p := range programs() {
		t.Run(p.name(), func(t *testing.T) {
			if _, err := os.Stat(tries.folder(&p)); err != nil {
				t.Skip("its source is not here: ", err)
			}
			got := tries.try(t.Context(), &p)
			if wrong := p.differs(&got); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

// TestList: the list has enough programs, of several sources, and no program twice.
func TestList(t *testing.T) {
	seen, from, passing := map[string]bool{}, map[string]int{}, 0
	of := commits()
	for _, p := range programs() {
		from[p.repository]++
		if seen[p.name()] {
			t.Errorf("%s stands there twice", p.name())
		}
		seen[p.name()] = true
		if of[p.repository] == "" {
			t.Errorf("%s: no commit of its repository", p.name())
		}
		if p.result == passes {
			passing++
		}
		if p.output.MatchString("") {
			t.Errorf("%s: an empty output passes", p.name())
		}
	}
	if len(seen) < 60 || len(from) < 5 || passing*60 < 48*len(seen) {
		t.Errorf("%d programs of %d repositories, %d pass", len(seen), len(from), passing)
	}
}

// TestDiffers: an outcome is compared with the list.
func TestDiffers(t *testing.T) {
	p := program{output: regexp.MustCompile("PASS"), result: passes}
	for _, c := range []struct {
		result, out string
		err         error
		control     bool
		wrong       string // a part; "" for none
	}{
		{passes, "PASS", nil, false, ""},
		{passes, "PASS", nil, true, "no kernel"},
		{passes, "PASS, 1 FAILED", nil, false, "the list says"},
		{passes, "PASS", errors.New("exit status 1"), false, "the list says"},
		{"no textures", "no textures", errors.New("exit status 1"), false, ""},
		{"no textures", "no arrays", errors.New("exit status 1"), false, "does not say"},
		{"no textures", "PASS", nil, false, "the list says"},
	} {
		p.result = c.result
		got := p.differs(&outcome{passes: p.accepts(c.out, c.err), control: c.control, said: c.out})
		if (got == "") != (c.wrong == "") || !strings.Contains(got, c.wrong) {
			t.Errorf("%q, %v with %q in the list: %q, want %q", c.out, c.err, c.result, got, c.wrong)
		}
	}
}
