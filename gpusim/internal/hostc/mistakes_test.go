package hostc

import (
	"strings"
	"testing"
)

const kernelK = "__global__ void K(int *a, int n) { a[0] = n; } "

// TestMistakes: what no compiler takes, and what a program never set, is said in its own words before
// anything wrong is printed.
func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct{ text, says, prints string }{
		"statement":   {`int main() { printf("a"); int x = ; printf("b"); }`, "found ; where an expression is expected", ""},
		"called":      {`void f() { printf("a") printf("b"); } int main() { printf("c"); f(); }`, "found printf where ; is expected", ""},
		"uncalled":    {`void f() { printf("a") printf("b"); } int main() { printf("c"); }`, "", "c"},
		"element":     {`int main() { int *a = new int[4]; int i = 1; printf("%d", a[i]); }`, "a[i] is used, and the program has never set it (set it first)", ""},
		"no copy":     {kernelK + `int main() { int *a = new int[4]; K<<<1, 1>>>(a, 1); printf("%d", a[3]); }`, "a[3] is used, and the program has never set it (set it first; the results of a kernel reach the host with cudaMemcpy", ""},
		"no copy, if": {kernelK + `int main() { int a[4]; K<<<1, 1>>>(a, 1); if (a[3] == 0) printf("0"); }`, "cudaMemcpyDeviceToHost", ""},
		"few":         {kernelK + `int main() { int *a = 0; K<<<1, 1>>>(a); }`, "kernel K has 2 parameters, and this launch passes 1 (pass one argument for each parameter, in their order: a, n)", ""},
		"many":        {kernelK + `int main() { int *a = 0; K<<<1, 1>>>(a, 1, 2); }`, "this launch passes 3", ""},
		"order":       {kernelK + `int main() { int *a = new int[4]; K<<<1, 1>>>(1, a); }`, "argument a of kernel K has type int, and its parameter has type int*", ""},
		"float":       {kernelK + `int main() { float *a = new float[4]; K<<<1, 1>>>(a, 1); }`, "argument a of kernel K has type float*, and its parameter has type int*", ""},
		"no kernel":   {"void f(int x) {}\nint main() { f<<<1, 1>>>(2); }", "function f is launched, and it is no kernel (write __global__ before it, in line 1)", ""},
		"angles":      {kernelK + `int main() { int *a = 0; K<<1, 1>>(a, 1); }`, "has two angle brackets (write three: K<<<blocks, threads>>>(…))", ""},
		"no launch":   {kernelK + `int main() { int *a = 0; K(a, 1); }`, "kernel K is called like a function of the host (launch it: K<<<blocks, threads>>>(a, n))", ""},
		"behind":      {kernelK + `int main() { int *a = 0; K(a, 1)<<<1, 1>>>; }`, "found ; where ( is expected", ""},
		"one extent":  {kernelK + `int main() { int *a = 0; K<<<1>>>(a, 1); printf("a"); }`, "", "a"},
		"device code": {`__device__ int f() { return 1; } int main() { printf("%d", f()); }`, "main() calls f, a function of the device", ""},
		"misspelt":    {`int main() { int *a; cudaMaloc(&a, 4); }`, "did you mean cudaMalloc? If not", ""},
		"variable":    {`int main() { int count = 1; printf("%d", coutn); }`, "did you mean count? If not", ""},
		"no address":  {`int main() { int *a; cudaMalloc(a, 4); }`, "cudaMalloc stores an address, and a is a pointer to int (pass the address of the pointer: cudaMalloc(&a, …))", ""},
		"no memory":   {`int main() { int *a; cudaFree(a); }`, "a is passed to cudaFree, and the program has never set it (allocate memory first: cudaMalloc(&a, bytes))", ""},
	} {
		out, _, err := plays(t, c.text)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) || out != c.prints {
			t.Errorf("%s: it prints %q and says %v; want %q and %q", name, out, err, c.prints, c.says)
		}
	}
}
