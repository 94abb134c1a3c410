//go:build unix

package selftest

// This file grades one right solution in many styles of Go.

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// strided is a kernel file with declarations and with what Saxpy does for each element i.
func strided(declarations, body string) string {
	return saxpyHead + declarations + "\n\n" + saxpyFunction + body + "\n\t}\n}\n"
}

const (
	saxpyHead     = "package coalescing\n\nimport \"gpucourse/gpusim/gpu\"\n\n"
	saxpyFunction = "func Saxpy(y, x []float32, a float32, n int) {\n\tfor i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {\n"
)

// idioms are legal Go. What refuses it, where something does, says so by name.
var idioms = []struct{ name, file, refused string }{
	{`plain`, strided(``, `if i < n { y[i] += a * x[i] }`), ``},
	{`generic`, strided(`func axpy[T float32|int32](y, x []T, a T, i int) { y[i] = a*x[i] + y[i] }`, `if i < n { axpy(y, x, a, i) }`), ``},
	{`generic constraint interface`, strided(`type number interface { ~float32 | ~int32 }
func fma[T number](a, x, y T) T { return a*x+y }`, `if i < n { y[i] = fma(a, x[i], y[i]) }`), ``},
	{`closure`, strided(``, `do := func(j int) { y[j] += a * x[j] }
if i < n { do(i) }`), ``},
	{`closure immediately`, strided(``, `func() { if i < n { y[i] += a*x[i] } }()`), ``},
	{`method value receiver`, strided(`type line struct { a float32 }
func (l line) at(x, y float32) float32 { return l.a*x + y }`, `if i < n { y[i] = line{a}.at(x[i], y[i]) }`), ``},
	{`method pointer receiver`, strided(`type acc struct { v float32 }
func (p *acc) add(x float32) { p.v += x }`, `if i < n { s := acc{y[i]}; s.add(a*x[i]); y[i] = s.v }`), ``},
	{`labelled loop`, strided(``, `outer:
for {
for k := 0; ; k++ {
if i >= n { break outer }
y[i] += a*x[i]
break outer
}
}`), ``},
	{`labelled continue`, strided(``, `next:
for j := i; j < i+1; j++ {
for range 2 { y[j] += a*x[j]; continue next }
}`), ``},
	{`goto`, strided(``, `if i >= n { goto end }
y[i] += a*x[i]
end:
`), `a kernel has no goto`},
	{`range int`, strided(``, `for range 1 { if i < n { y[i] += a*x[i] } }`), ``},
	{`range func`, strided(`func once(i int) func(func(int) bool) { return func(yield func(int) bool) { yield(i) } }`, `for j := range once(i) { if j < n { y[j] += a*x[j] } }`), `a kernel has no iterators`},
	{`range func seq`, `package coalescing

import (
"gpucourse/gpusim/gpu"
"iter"
)
func strided(from, to, by int) iter.Seq[int] { return func(yield func(int) bool) { for i := from; i < to; i += by { if !yield(i) { return } } } }

func Saxpy(y, x []float32, a float32, n int) {
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
for j := range strided(i, i+1, 1) { y[j] += a*x[j] }
}
}
`, `belongs to the host`},
	{`range func2`, strided(`func each(x []float32, i, n int) func(func(int, float32) bool) { return func(yield func(int, float32) bool) { if i < n { yield(i, x[i]) } } }`, `for j, v := range each(x, i, n) { y[j] += a*v }`), `a kernel has no iterators`},
	{`array of slices`, strided(``, `for _, s := range [][]float32{y} { if i < n { s[i] += a*x[i] } }`), `indexed with a value known only at run time`},
	{`array of slices fixed`, strided(``, `for _, s := range [1][]float32{y} { if i < n { s[i] += a*x[i] } }`), `indexed with a value known only at run time`},
	{`array of slices index`, strided(``, `t := [2][]float32{y, x}
if i < n { t[0][i] += a*t[1][i] }`), ``},
	{`struct of slices`, strided(`type v struct { y, x []float32 }`, `t := v{y, x}
if i < n { t.y[i] += a*t.x[i] }`), ``},
	{`min max`, strided(``, `for j := i; j < min(n, i+1); j++ { y[j] += a*x[max(j, 0)] }`), ``},
	{`iota`, strided(`const (
zero = iota
one
two
)`, `if i < n { y[i] = a*x[i*one] + y[i+zero] }`), ``},
	{`const expr`, strided(`const w = 1 << 5
const h = float32(w) / 32`, `if i < n { y[i] = h*a*x[i] + y[i] }`), ``},
	{`typed const`, strided(`type index int
const off index = 0`, `if i < n { y[i+int(off)] += a*x[i] }`), ``},
	{`dot import`, `package coalescing

import . "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
for i := BlockIdx.X*BlockDim.X + ThreadIdx.X; i < n; i += GridDim.X*BlockDim.X { y[i] += a*x[i] }
}
`, ``},
	{`renamed import`, `package coalescing

import g "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
for i := g.BlockIdx.X*g.BlockDim.X + g.ThreadIdx.X; i < n; i += g.GridDim.X*g.BlockDim.X { y[i] += a*x[i] }
}
`, ``},
	{`renamed import readonly`, `package coalescing

import g "gpucourse/gpusim/gpu"

func Saxpy(y []float32, x g.ReadOnly[float32], a float32, n int) {
for i := g.BlockIdx.X*g.BlockDim.X + g.ThreadIdx.X; i < n; i += g.GridDim.X*g.BlockDim.X { y[i] += a*x[i] }
}
`, ``},
	{`dot import readonly`, `package coalescing

import . "gpucourse/gpusim/gpu"

func Saxpy(y []float32, x ReadOnly[float32], a float32, n int) {
for i := BlockIdx.X*BlockDim.X + ThreadIdx.X; i < n; i += GridDim.X*BlockDim.X { y[i] += a*x[i] }
}
`, ``},
	{`alias type`, `package coalescing

import "gpucourse/gpusim/gpu"

type vec = []float32
type real = float32

func Saxpy(y vec, x ([]real), a real, n int) {
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
y[i] += a*x[i]
}
}
`, ``},
	{`paren param`, `package coalescing

import "gpucourse/gpusim/gpu"



func Saxpy(y, x ([]float32), a float32, n int) {
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
if i < n { y[i] += a*x[i] }
}
}
`, ``},
	{`separate params`, `package coalescing

import "gpucourse/gpusim/gpu"



func Saxpy(y []float32, x []float32, a float32, n int) {
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
if i < n { y[i] += a*x[i] }
}
}
`, ``},
	{`blank param`, strided(``, `if i < len(x) && i < len(y) && i < n { y[i] += a*x[i] }`), ``},
	{`line comment`, `package coalescing

import "gpucourse/gpusim/gpu"



func Saxpy(y, x []float32, a float32, n int) {
//line other.go:5
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
if i < n { y[i] += a*x[i] }
}
}
`, ``},
	{`line comment big`, `//line kernel.go:1000000000
package coalescing

import "gpucourse/gpusim/gpu"



func Saxpy(y, x []float32, a float32, n int) {
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
if i < n { y[i] += a*x[i] }
}
}
`, ``},
	{`line comment block`, `package coalescing

import "gpucourse/gpusim/gpu"



func Saxpy(y, x []float32, a float32, n int) {
/*line x.go:3:4*/for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
if i < n { y[i] += a*x[i] }
}
}
`, ``},
	{`CRLF`, "package coalescing\r\n\r\nimport \"gpucourse/gpusim/gpu\"\r\n\r\n\r\n\r\nfunc Saxpy(y, x []float32, a float32, n int) {\r\nfor i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {\r\nif i < n { y[i] += a*x[i] }\r\n}\r\n}\r\n", ``},
	{`BOM`, "\ufeffpackage coalescing\n\nimport \"gpucourse/gpusim/gpu\"\n\n\n\nfunc Saxpy(y, x []float32, a float32, n int) {\nfor i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {\nif i < n { y[i] += a*x[i] }\n}\n}\n", ``},
	{`unicode names`, strided(`func größe(α, χ float32) float32 { return α*χ }`, `if i < n { Δ := größe(a, x[i]); y[i] += Δ }`), ``},
	{`one line`, `package coalescing;import "gpucourse/gpusim/gpu";func Saxpy(y,x []float32,a float32,n int){for i:=gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X;i<n;i+=gpu.GridDim.X*gpu.BlockDim.X{y[i]+=a*x[i]}}`, ``},
	{`switch`, strided(``, `switch { case i < n: y[i] += a*x[i]
fallthrough
default: }`), ``},
	{`pointer`, strided(``, `if i < n { p := &y[i]; *p += a * x[i] }`), ``},
	{`variadic`, strided(`func sum(v ...float32) (s float32) { for _, e := range v { s += e }; return }`, `if i < n { y[i] = sum(a*x[i], y[i]) }`), ``},
	{`shadow`, strided(``, `if n := n; i < n { y := y[i:i+1]; x := x[i:i+1]; y[0] += a*x[0] }`), ``},
	{`subslice`, strided(``, `if i < n { clear(y[n:n]); s := y[i:]; s[0] += a*x[i:][0] }`), ``},
	{`full slice`, strided(``, `if i < n { s := y[i:i+1:i+1]; s[0] += a*x[i] }`), ``},
	{`copy`, strided(``, `if i < n { var t [1]float32; copy(t[:], x[i:i+1]); y[i] += a*t[0] }`), `a kernel copies element by element`},
	{`array ptr`, strided(``, `if i < n { t := &[2]float32{x[i], y[i]}; for k, v := range t { if k == 0 { y[i] += a*v } } }`), ``},
	{`struct embed`, strided(`type base struct { k float32 }
type ext struct { base; j int }
func (b base) mul(v float32) float32 { return b.k*v }`, `if i < n { e := ext{base{a}, i}; y[e.j] += e.mul(x[e.j]) }`), ``},
	{`func value`, strided(`func f(a, b float32) float32 { return a*b }`, `g := f
if i < n { y[i] += g(a, x[i]) }`), ``},
	{`func param`, strided(`func ap(f func(float32) float32, v float32) float32 { return f(v) }`, `if i < n { y[i] += ap(func(v float32) float32 { return a*v }, x[i]) }`), ``},
	{`method expr`, strided(`type m float32
func (k m) t(v float32) float32 { return float32(k)*v }`, `if i < n { y[i] += m.t(m(a), x[i]) }`), ``},
	{`math pkg`, `package coalescing

import (
"math"

"gpucourse/gpusim/gpu"
)

func Saxpy(y, x []float32, a float32, n int) {
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
if i < n { y[i] += a*x[i] + 0*float32(math.Abs(0)) }
}
}
`, ``},
	{`slices pkg`, `package coalescing

import (
"slices"

"gpucourse/gpusim/gpu"
)

func Saxpy(y, x []float32, a float32, n int) {
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
if i < n && slices.Contains([]int{i}, i) { y[i] += a*x[i] }
}
}
`, `belongs to the host`},
	{`hex octal lits`, strided(``, `if i < n { y[i] = 0x1p0*a*x[i] + 0b1*y[i] + 0o0 + 1_0*0 }`), ``},
	{`complex cond`, strided(``, `if ok := i < n; !ok { return } else { y[i] += a*x[i] }`), ``},
	{`init order var`, strided(`var one gpu.Constant[[4]float32]`, `if i < n { y[i] += a*x[i] + one.V[0]*0 }`), ``},
	{`raw string`, strided("const doc = `a\nb`", `if i < n { y[i] += a*x[i]; _ = doc }`), ``},
	{`build tag true`, `//go:build !ignore

package coalescing

import "gpucourse/gpusim/gpu"



func Saxpy(y, x []float32, a float32, n int) {
for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X*gpu.BlockDim.X {
if i < n { y[i] += a * x[i] }
}
}
`, ``},
	{`go noinline`, strided(`//go:noinline
func f(v float32) float32 { return v }`, `if i < n { y[i] += f(a*x[i]) }`), ``},
	{`uint index`, `package coalescing

import "gpucourse/gpusim/gpu"



func Saxpy(y, x []float32, a float32, n int) {
for i := uint32(gpu.BlockIdx.X)*uint32(gpu.BlockDim.X) + uint32(gpu.ThreadIdx.X); i < uint32(n); i += uint32(gpu.GridDim.X*gpu.BlockDim.X) { y[i] += a*x[i] }
}
`, ``},
	{`swap order`, strided(``, `if i < n { y[i], _ = y[i]+a*x[i], 0 }`), ``},
	{`range slice`, strided(``, `if i < n { for j := range y[i:i+1] { y[i+j] += a*x[i+j] } }`), ``},
	{`range string`, strided(``, `for range "é" { if i < n { y[i] += a*x[i] } }`), `a kernel has no strings`},
}

// TestIdioms: a right solution gets full marks however it is written, or a refusal that names
// what a kernel cannot have and its line. Goals in cycles, which take most time, are graded once
// for all that compile to the same instructions. One idiom in two is graded, with -every all.
func TestIdioms(t *testing.T) {
	timed := map[string]bool{} // by instructions
	some := oneIn(2, idioms)
	for _, c := range some {
		files := map[string]string{"kernel.go": c.file}
		v := gradeFiles(t, counted(saxpyRow()), files)
		if v.State == verdict.Done && !timed[v.Compiled] {
			timed[v.Compiled] = true
			v = gradeFiles(t, saxpyRow(), files)
		}
		switch {
		case c.refused == "" && v.State != verdict.Done:
			t.Errorf("%s: got\n%v\nwant it done", c.name, v)
		case c.refused != "" && (v.State != verdict.Invalid || !strings.Contains(v.Feedback[0].Title, c.refused) || v.Feedback[0].At.Line == 0 || v.Feedback[0].Hint == ""):
			t.Errorf("%s: got\n%v\nwant it refused: %s", c.name, v, c.refused)
		}
	}
	t.Logf("%d of %d idioms compile to %d different kernels", len(some), len(idioms), len(timed))
}

// saxpyExercise returns the exercise with Saxpy.
func saxpyExercise() *rubric.Exercise {
	return &rubric.Exercises[slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == "07_coalescing" })]
}

// saxpyRow returns what is asked of Saxpy.
func saxpyRow() rubric.Kernel { return only(saxpyExercise(), "Saxpy").Kernels[0] }

// gradeFiles grades Saxpy of a folder.
func gradeFiles(t *testing.T, k rubric.Kernel, files map[string]string) *verdict.Verdict {
	t.Helper()
	e := *saxpyExercise()
	e.Kernels, e.Plans = []rubric.Kernel{k}, nil
	folder := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(folder, name), []byte(text))
	}
	return grading.New().Grade(&e, folder)[0]
}

// TestFilesBeside: helpers may lie in other files, and what is no part of the package harms
// nothing.
func TestFilesBeside(t *testing.T) {
	plain := strided("", "y[i] += a * x[i]")
	helped := strided("", "y[i] = axpy(a, x[i], y[i])")
	const helper = "package coalescing\n\nfunc axpy(a, x, y float32) float32 { return a*x + y }\n"
	for name, c := range map[string]struct {
		files   map[string]string
		refused string
	}{
		"a helper":                       {map[string]string{"kernel.go": helped, "help.go": helper}, ""},
		"a helper from Windows":          {map[string]string{"kernel.go": helped, "help.go": "\xef\xbb\xbf" + strings.ReplaceAll(helper, "\n", "\r\n")}, ""},
		"another package":                {map[string]string{"kernel.go": plain, "old.go": strings.Replace(plain, "coalescing", "old", 1)}, ""},
		"a program":                      {map[string]string{"kernel.go": plain, "main.go": "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n"}, ""},
		"a test":                         {map[string]string{"kernel.go": plain, "kernel_test.go": "package coalescing\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) {}\n"}, ""},
		"no Go":                          {map[string]string{"kernel.go": plain, "notes.go": "what I did"}, ""},
		"hidden":                         {map[string]string{"kernel.go": plain, "._kernel.go": "\x00\x05", ".#kernel.go": ""}, ""},
		"an old version":                 {map[string]string{"kernel.go": plain, "old.go": plain}, "func Saxpy is declared twice"},
		"the kernel elsewhere":           {map[string]string{"kernel.go": "package coalescing\n", "saxpy.go": plain}, "func Saxpy is missing"},
		"a file beside that is too long": {map[string]string{"kernel.go": plain, "long.go": "package coalescing\n" + strings.Repeat("// more\n", 1<<18)}, "the limit is"},
	} {
		v := gradeFiles(t, counted(saxpyRow()), c.files)
		if done := v.State == verdict.Done; done != (c.refused == "") || !done && !strings.Contains(v.Feedback[0].Title, c.refused) {
			t.Errorf("%s: got\n%v\nwant it done, or refused: %q", name, v, c.refused)
		}
	}
}
