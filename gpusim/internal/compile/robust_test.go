package compile_test

import (
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
)

// TestBrokenSource compiles kernels with exchanged names, numbers or operators and
// with missing tokens. The compiler must return diagnostics, or IR that verifies,
// and must not panic.
func TestBrokenSource(t *testing.T) {
	texts := [][]byte{}
	for _, pattern := range []string{"language_kernels_test.go", "language_types_test.go", "language_calls_test.go", "../source/testdata/refuse/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no files: %v", err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
	}
	rounds := 200
	if testing.Short() {
		rounds = 40
	}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range rounds {
		text := damage(r, texts[i%len(texts)])
		compileAll(t, text)
		if t.Failed() {
			t.Fatalf("round %d changed this:\n%s", i, changedLines(string(texts[i%len(texts)]), string(text)))
		}
	}
}

// TestHuge compiles arrays larger than any device's memory. The compiler must answer
// quickly.
func TestHuge(t *testing.T) {
	for body, want := range map[string]string{
		"var a [1 << 30]float32; a[n] = 1; x[0] = a[2*n]":                                               "LocalMemory",
		"s := gpu.Shared[[1 << 30][1 << 30][1 << 30]float32](); s[n][n][n] = 1":                         "ArrayLength",
		"for i := range n { var a [1 << 28]float32; a[i] = 1; x[i] = a[n] }":                            "LocalMemory",
		"a := [1 << 28]float32{}; b := a; b[n] = 1; x[0] = b[2*n] + a[1]":                               "LargeCopy",
		"a := gpu.Shared[[1 << 29]struct{ a, b [99]float32 }](); for i, v := range a { x[i] = v.a[n] }": "",
		"f := func() (v [1 << 28]float32) { return }; v := f(); x[0] = v[n]":                            "LargeCopy",
	} {
		list := mistakes(t, head+"func K(x []float32, n int) { "+body+" }\n")
		switch {
		case want == "" && len(list) > 0:
			t.Errorf("%s: got %v, want none", body, list)
		case want != "" && (len(list) == 0 || string(list[0].Code) != want):
			t.Errorf("%s: got %v, want %s", body, list, want)
		}
	}
}

// changedLines returns the lines of b that differ from the same line of a.
func changedLines(a, b string) (changed string) {
	old := strings.Split(a, "\n")
	for i, line := range strings.Split(b, "\n") {
		if i >= len(old) || old[i] != line {
			changed += line + "\n"
		}
	}
	return changed
}

// lexeme is a token and its position.
type lexeme struct {
	kind   token.Token // operators of one precedence are alike
	lo, hi int
}

func lexemes(text []byte) (all []lexeme) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return all
		}
		if lit == "" {
			lit = tok.String()
		}
		kind := tok
		if p := tok.Precedence(); p > 0 {
			kind = -token.Token(p)
		}
		if tok != token.SEMICOLON {
			all = append(all, lexeme{kind, int(pos) - 1, int(pos) - 1 + len(lit)})
		}
	}
}

// damage changes a few tokens of a text.
func damage(r *rand.Rand, text []byte) []byte {
	tokens := lexemes(text)
	a := r.Perm(len(tokens))[:1+r.IntN(8)]
	slices.Sort(a)
	out := append([]byte(nil), text...)
	for _, i := range slices.Backward(a) {
		old := tokens[i]
		with := tokens[r.IntN(len(tokens))]
		for range 100 {
			if with.kind == old.kind {
				break
			}
			with = tokens[r.IntN(len(tokens))]
		}
		replacement := text[with.lo:with.hi]
		if r.IntN(40) == 0 {
			replacement = nil
		}
		out = slices.Concat(out[:old.lo], replacement, out[old.hi:])
	}
	return out
}

// compileAll compiles every function of a text.
func compileAll(t *testing.T, text []byte) {
	defer func() {
		if x := recover(); x != nil {
			t.Errorf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	u, err := source.LoadText("k.go", text)
	if err != nil {
		return
	}
	for _, m := range plainFunction.FindAllSubmatch(text, -1) {
		name := string(m[1])
		k, err := compile.Kernel(u, name, compile.Options{})
		if err != nil {
			continue
		}
		if err := ir.Verify(k); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// plainFunction is the beginning of a function that is not generic.
var plainFunction = regexp.MustCompile(`(?m)^func (\w+)\(`)

// TestSameText compiles one kernel in several goroutines and Units and wants
// the same text from all.
func TestSameText(t *testing.T) {
	text, err := os.ReadFile("language_kernels_test.go")
	if err != nil {
		t.Fatal(err)
	}
	results := make([]map[string]string, 6)
	var wg sync.WaitGroup
	for i := range results {
		wg.Go(func() {
			u, err := source.LoadText("k.go", append(text[:len(text):len(text)], " \n\n\n"[:i/2+1]...))
			if err != nil {
				t.Error(err)
				return
			}
			results[i] = map[string]string{}
			for _, name := range u.Kernels() {
				k, err := compile.Kernel(u, name, compile.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				results[i][name] = ir.Printer{Positions: true}.Print(k)
			}
		})
	}
	wg.Wait()
	for i := range results {
		if d := cmp.Diff(results[0], results[i]); d != "" {
			t.Fatalf("compilation %d differs:\n%s", i, d)
		}
	}
}
