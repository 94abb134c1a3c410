package source_test

// This file lowers kernels that use other packages of their module.

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/source"
)

const moduleFolder = "testdata/module"

// TestOtherPackages: functions, methods, types, constants and generics of other packages
// work, and each instruction has its place in their files.
func TestOtherPackages(t *testing.T) {
	u, err := source.LoadFile(moduleFolder+"/k/k.go", source.Module)
	if err != nil {
		t.Fatal(err)
	}
	k, err := u.Lower("K", false)
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, f := range k.Frames[1:] {
		seen = append(seen, filepath.Base(f.Pos.File)+" "+strings.TrimSpace(u.Line(f.Pos)))
	}
	for _, want := range []string{
		"k.go p := v.Vec{X: x[i], Y: 1}", "vec.go func (v Vec) Dot(w Vec) float32 { return v.X*w.X + v.Y*w.Y }",
		"vec.go if a > b {", "inner.go func Twice[T Number](x T) T { return x * Two }",
	} {
		if !slices.Contains(seen, want) {
			t.Errorf("no instruction at %q; they are at %q", want, seen)
		}
	}
	if _, err := u.(*source.Go).Syntax("K"); err == nil || !strings.Contains(err.Error(), "package v is not the kernel's") {
		t.Errorf("as CUDA C: got %v, want a refusal", err)
	}
}

// TestOtherPackagesRefused: mistakes are told where they are, in the other package too.
func TestOtherPackagesRefused(t *testing.T) {
	for _, test := range []struct {
		scope  source.Scope
		kernel string
		want   []string
	}{
		{source.Module, "Bad", []string{
			"vec.go:", "fmt.Println belongs to the host", "k.go:15:19", "undefined: v.Lifd (did you mean Lift?)",
			"Coef is a variable of another package than the kernel's",
		}},
		{source.Module, "Secret", []string{"k.go:19:37", "lift"}},
		{source.Alone, "K", []string{"k.go:7:7", "v.Index is in another package: only the package of the kernel is compiled"}},
	} {
		u, err := source.LoadFile(moduleFolder+"/k/k.go", test.scope)
		if err != nil {
			t.Fatal(err)
		}
		_, err = u.Lower(test.kernel, false)
		var list diag.List
		if !errors.As(err, &list) {
			t.Fatalf("%s: got %v, want mistakes", test.kernel, err)
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got\n%v\nwant %q in it", test.kernel, err, want)
			}
		}
	}
}

// TestOtherPackagesChange: a Unit is read again when another package has changed.
func TestOtherPackagesChange(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(moduleFolder)); err != nil {
		t.Fatal(err)
	}
	compiles := func() error {
		u, err := source.LoadFile(filepath.Join(dir, "k", "k.go"), source.Module)
		if err == nil {
			_, err = u.Lower("K", false)
		}
		return err
	}
	if err := compiles(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "vec", "vec.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), "Index()", "Place()")), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := compiles(); err == nil || !strings.Contains(err.Error(), "undefined: v.Index") {
		t.Errorf("after a change: got %v, want v.Index undefined", err)
	}
}
