package hostc

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// FuzzRun: whatever a program says, the interpreter comes to an end.
func FuzzRun(f *testing.F) {
	files, err := filepath.Glob("../propose/testdata/programs/*.cu")
	if err != nil || len(files) == 0 {
		f.Fatalf("no programs: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	defer func(n int) { playSteps = n }(playSteps)
	playSteps = 1 << 20 // so that an endless loop takes milliseconds
	f.Add([]byte("int main() { for (;;) { int *p = new int[1 << 30]; p[5] = *p; } }"))
	f.Add([]byte("struct A : A { int x; void f(); }; struct B : C {}; struct C : B {}; int main() { A a; a.g(); B b; b.h(); A *p = new A; p->k(); }"))
	f.Add([]byte("int f(int n) { return f(n + 1); } int main() { return f(0); }"))
	f.Fuzz(func(t *testing.T, text []byte) {
		src := lex.Preprocess("a.cu", text, func(string) ([]byte, error) { return nil, errors.New("no file") })
		if len(src.Errs) == 0 {
			Play(t.Context(), syntax.ParseHost(src.Tokens), &arch.Devices[0], nil, &hostOnly{})
			file := syntax.ParseHost(src.Tokens)
			m := newMachine(file, &arch.Devices[0], func(string) bool { return true }, func(*KernelCall) {})
			m.argc, m.limit = intValue(intType, 1), playSteps
			m.program(file)
		}
	})
}
