package compile_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	bounds "gpucourse/gpusim/internal/limit"
)

// TestLimits compiles sources that are short and describe something large. Each must
// give one mistake, with a remedy, on the line that goes too far.
func TestLimits(t *testing.T) {
	const kernel = "func K(x []float32, n int) { x[n] = 1; use(x) }\n"
	for _, c := range []struct {
		name, text string
		line       int // of the mistake
		code       diag.Code
		about      string // in the message
	}{
		{"a string doubles", repeated("const s0 = `abcd`\n", 40, "const s%[2]d = s%[1]d + s%[1]d\n", "func use(x []float32) { x[0] = float32(len(s40)) }\n"+kernel), 15, diag.ConstantSize, "65536 bytes"},
		{"a string doubles in a function", "func use(x []float32) {\n" + repeated("const s0 = `abcd`\n", 40, "const s%[2]d = s%[1]d + s%[1]d\n", "x[0] = float32(len(s40)) }\n"+kernel), 16, diag.ConstantSize, "65536 bytes"},
		{"a string doubles in a group", repeated("const (\ns0 = `abcd`\n", 40, "s%[2]d = s%[1]d + s%[1]d\n", ")\nfunc use(x []float32) { x[0] = float32(len(s40)) }\n"+kernel), 16, diag.ConstantSize, "65536 bytes"},
		{"a number is squared", repeated("const s0 = 3\n", 40, "const s%[2]d = s%[1]d * s%[1]d\n", "func use(x []float32) { x[0] = float32(s40) }\n"+kernel), 10, diag.ConstantSize, "overflow"},
		{"a fraction is squared", repeated("const s0 = 3.5\n", 40, "const s%[2]d = s%[1]d * s%[1]d\n", "func use(x []float32) { x[0] = float32(s40) }\n"+kernel), 32, diag.ConstantSize, "representable"},
		{"a type doubles", repeated("type T0 struct{ a, b float32 }\n", 40, "type T%[2]d struct{ a, b T%[1]d }\n", "func use(x []float32) { var t T40; t.a.a.a.b = T36{}; x[0] = 1 }\n"+kernel), 16, diag.TypeSize, "type T15"},
		{"an empty type doubles", repeated("type T0 struct{}\n", 40, "type T%[2]d struct{ a, b T%[1]d }\n", "func use(x []float32) { var t T40; u := t; if t == u { x[0] = 1 } }\n"+kernel), 17, diag.TypeSize, "type T16"},
		{"a generic type doubles", repeated("type T0[A any] struct{ a A }\n", 40, "type T%[2]d[A any] struct{ a T%[1]d[[1]A]; b T%[1]d[[2]A] }\n", "func use(x []float32) { var t T40[float32]; _ = t }\n"+kernel), 14, diag.TypeSize, "type T13"},
		{"generic calls double", repeated("func f0[T any](x []float32) { x[0]++ }\n", 40, "func f%[2]d[T any](x []float32) { f%[1]d[[1]T](x); f%[1]d[[2]T](x) }\n", "func use(x []float32) { f40[int32](x) }\n"+kernel), 32, diag.TooManyInstances, "f31"},
		{"generic methods double", repeated("type T0[A any] struct{}\nfunc (T0[A]) m(x []float32) { x[0]++ }\n", 40, "type T%[2]d[A any] struct{}\nfunc (T%[2]d[A]) m(x []float32) { T%[1]d[[1]A]{}.m(x); T%[1]d[[2]A]{}.m(x) }\n", "func use(x []float32) { T40[int32]{}.m(x) }\n"+kernel), 64, diag.TooManyInstances, "m"},
		{"a type argument doubles", repeated("type P[A, B any] struct{ a *A; b *B }\nfunc f0[T any](x []float32) { x[0]++ }\n", 40, "func f%[2]d[T any](x []float32) { f%[1]d[P[T, T]](x) }\n", "func use(x []float32) { f40[int32](x) }\n"+kernel), 33, diag.TooManyInstances, "4096 bytes"},
		{"local types of a generic function double", repeated("func f0[T any](x []float32) { x[0]++ }\n", 40, "func f%[2]d[T any](x []float32) { type A [1]T; type B [2]T; f%[1]d[A](x); f%[1]d[B](x) }\n", "func use(x []float32) { f40[int32](x) }\n"+kernel), 32, diag.TooManyInstances, "f"},
		{"calls double", repeated("func f0(x []float32) { x[0]++ }\n", 40, "func f%[2]d(x []float32) { f%[1]d(x); f%[1]d(x) }\n", "func use(x []float32) { f40(x) }\n"+kernel), 43, diag.TooLarge, "80000 instructions"},
		{"nested blocks", "func use(x []float32) {\n" + strings.Repeat("{\n", 100_000) + "x[0] = 1\n" + strings.Repeat("}\n", 100_000) + "}\n" + kernel, 100_002, diag.NestingDepth, "inside one another"},
		{"nested ifs", "func use(x []float32) {\n" + strings.Repeat("if x[0] > 0 {\n", 1000) + "x[0] = 1\n" + strings.Repeat("}\n", 1000) + "}\n" + kernel, 256, diag.NestingDepth, "256"},
		{"nested parentheses", "func use(x []float32) {\nx[0] = " + strings.Repeat("(", 1000) + "x[1]" + strings.Repeat(")", 1000) + " }\n" + kernel, 2, diag.NestingDepth, "256"},
		{"a long sum", "func use(x []float32) {\nx[0] = x[1]" + strings.Repeat(" + x[2]", 50_000) + " }\n" + kernel, 2, diag.NestingDepth, "512 operators"},
		{"many cases", repeated("func use(x []float32) {\nswitch int32(x[0]) {\n", 20_000, "case %[1]d: x[%[1]d] = 1\n", "}\n}\n"+kernel), 2051, diag.TooLarge, "2048 cases"},
		{"many branches", repeated("func use(x []float32) {\n", 9000, "if x[%[1]d] > 3 { x[1] = x[%[1]d] }\n", "}\n"+kernel), 9003, diag.TooLarge, "8192 basic blocks"},
		{"types behind one another", repeated("type T0 int32\n", 5000, "type T%[2]d T%[1]d\n", "func use(x []float32) { var t T5000; x[0] = float32(t) }\n"+kernel), 257, diag.NestingDepth, "255 types stand behind type T256"},
		{"nested type arguments", "type P[T any] struct{ a T }\nfunc use(x []float32) {\nvar p " + strings.Repeat("P[", 1000) + "int32" + strings.Repeat("]", 1000) + "; _ = p }\n" + kernel, 3, diag.NestingDepth, "256"},
		{"local memory", "func use(x []float32) {\nn := int(x[0])\nvar a [7_000_000]float32\nfor i := range n { a[i] = x[i] }\nx[0] = a[n] }\n" + kernel, 3, diag.LocalMemory, "local variable a takes 28000000 bytes"},
		{"local memory of several variables", "func use(x []float32) {\nn := int(x[0])\nvar a [100_000]float32\nvar b [90_000]float32\nfor i := range n { a[i], b[n-i] = x[i], 1 }\nx[0] = a[n] + b[2*n] }\n" + kernel, 3, diag.LocalMemory, "760000 bytes, 400000 of them a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := mistakes(t, head+c.text)
			if len(list) != 1 {
				t.Fatalf("got %d mistakes, want 1: %v", len(list), list)
			}
			headLines := strings.Count(head, "\n")
			if d := list[0]; d.Code != c.code || d.Pos.Line != headLines+c.line || !strings.Contains(d.Message, c.about) || d.Hint == "" {
				t.Errorf("got %v, want code %s on line %d about %q", d, c.code, headLines+c.line, c.about)
			}
		})
	}
}

// TestManyMistakes compiles thousands of mistakes. Only the first ones are listed, and
// the last one says how many there are.
func TestManyMistakes(t *testing.T) {
	for name, line := range map[string]string{
		"undefined names":        "\tx[i] = u%d\n",
		"undefined in a package": "\tx[i] = gpu.Foo%d(1)\n",
		"undefined fields":       "\tgpu.ThreadIdx.b%d = 1\n",
		"unused variables":       "\tvar a%d int\n",
		"wrong types":            "\tx[i] = i + %d\n",
	} {
		list := mistakes(t, repeated(head+"func K(x []float32) {\n\ti := gpu.ThreadIdx.X; x[i] = 1\n", 5000, line, "}\n"))
		if len(list) != bounds.Mistakes+1 {
			t.Errorf("%s: got %d mistakes, want %d", name, len(list), bounds.Mistakes+1)
			continue
		}
		if last := list[bounds.Mistakes]; last.Code != diag.TooManyMistakes || !strings.Contains(last.Message, "4900 more mistakes") {
			t.Errorf("%s: the last is %v", name, last)
		}
	}
}

// TestLongLine compiles a mistake on a very long line, of which the message quotes the
// beginning.
func TestLongLine(t *testing.T) {
	list := mistakes(t, head+"func K(x []float32) { y := 1; x[0] = 1"+strings.Repeat("; x[1] = 2", 20_000)+" }\n")
	if len(list) != 1 || list[0].Code != diag.Unused || len(list[0].Source) > bounds.QuotedBytes+len("…") {
		t.Errorf("got %v with a source line of %d bytes", list, len(list[0].Source))
	}
}

// TestMistakesOnALongLine compiles 50 000 mistakes on one line. Each message quotes a part of the
// line, and takes memory for that part alone: copies of the line are 10 GB.
func TestMistakesOnALongLine(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	mistakes(t, head+"func K(x []int32) { t := []string{"+strings.Repeat(`"a",`, 50_000)+"}; x[0] = int32(len(t)) }\n")
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 500 {
		t.Errorf("got %d MB of memory in all, want at most 500", mb)
	}
}

// repeated returns n copies of a line, which differ in their number and the next one,
// between two texts.
func repeated(before string, n int, line, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := range n {
		if strings.Contains(line, "[2]") {
			fmt.Fprintf(&b, line, i, i+1)
		} else {
			fmt.Fprintf(&b, line, i)
		}
	}
	b.WriteString(after)
	return b.String()
}
