package main

// This file draws kernels, so that rules do not only fit the kernels of the tree.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// drawer writes kernels in CUDA C.
type drawer struct{ *rand.Rand }

func (d drawer) of(list ...string) string { return list[d.IntN(len(list))] }

// neighbours returns a kernel with one loop that accesses neighbouring elements: a stencil, a scan or a recurrence.
func (d drawer) neighbours(name string) string {
	restrict := d.of("", "__restrict__ ")
	var b strings.Builder
	fmt.Fprintf(&b, "__global__ void %s(float* %sout, const float* %sin, int n, int m) {\n  __shared__ float t[1024], u[16][64];\n", name, restrict, restrict)
	b.WriteString("  t[threadIdx.x] = in[threadIdx.x]; u[threadIdx.y][threadIdx.x] = in[m];\n  __syncthreads();\n  float s = 0;\n")
	b.WriteString(d.of("", "#pragma unroll 1\n"))
	fmt.Fprintf(&b, "  for (%s i = %s; i < n; i += %s) {\n", d.of("int", "int", "unsigned", "size_t"), d.of("0", "1", "2", "m", "threadIdx.x"), d.of("1", "1", "1", "2"))
	for range 1 + d.IntN(2) {
		b.WriteString("    " + d.statement() + "\n")
	}
	b.WriteString("  }\n  out[n + threadIdx.x] = s + t[m] + u[m][m];\n}\n")
	return b.String()
}

func (d drawer) statement() string {
	if d.IntN(3) == 0 {
		return fmt.Sprintf("%s = %s;", d.of("out[i]", "out[i + 1]", "t[i]"), d.values())
	}
	return fmt.Sprintf("s = s * 3 + %s;", d.values())
}

// values returns a product of neighbouring elements of an array.
func (d drawer) values() string {
	form := d.of("in[i + %d]", "in[i + %d]", "in[i + %d]", "t[i + %d]", "u[threadIdx.y][i + %d]", "u[i + %d][threadIdx.x]", "in[m + i + %d]", "in[(i + %d) * m]", "in[i * 2 + %d]", "out[i + %d]")
	var list []string
	for range 1 + d.IntN(4) {
		list = append(list, fmt.Sprintf(form, d.IntN(4)-1))
	}
	return strings.ReplaceAll(strings.Join(list, " * "), "+ -", "- ")
}

// mixed returns a kernel whose loop, branch and accesses are each of a class of their own: the loop may be nested, leave early
// or have a growing step; a branch may guard its body, and the body may compute a division, a root or an exponential.
func (d drawer) mixed(name string) string {
	restrict, of := d.of("", "__restrict__ "), d.of("float", "float", "float", "int", "double")
	var b strings.Builder
	fmt.Fprintf(&b, "__global__ void %s(%s* %sout, const %s* %sin, const int* %sat, int n, int m) {\n", name, of, restrict, of, restrict, restrict)
	fmt.Fprintf(&b, "  __shared__ %s t[256];\n  int g = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;\n", of)
	b.WriteString(d.of("", "  if (g >= n) return;\n", "  if (x < m) t[x] = in[g];\n  __syncthreads();\n", "  t[x] = g < n ? in[g] : 0;\n  if (x == 0) t[255] = in[m];\n  __syncthreads();\n"))
	fmt.Fprintf(&b, "  %s s = 0, a = %s;\n", of, d.of("1", "in[g]", "in[m]"))
	b.WriteString(d.loop(of))
	b.WriteString("  out[g] = s" + d.of("", " * a", " + t[x ^ 1]") + ";\n}\n")
	return b.String()
}

// loop returns a loop over i around a body, with its own declarations in front.
func (d drawer) loop(of string) string {
	body := d.body(of)
	head := d.of("for (int i = 0; i < n; i++)", "for (int i = 0; i < n; i++)", "for (int i = x; i < n; i += 32)", "for (int i = g; i < n; i += blockDim.x * gridDim.x)",
		"for (int i = 0; i < 16; i++)", "for (int i = 0; i < 100; i++)", "for (int i = 1; i < n; i *= 2)", "for (int i = 128; i > 0; i >>= 1)",
		"for (int i = n - 1; i >= 0; i--)", "for (int i = at[g]; i < at[g + 1]; i++)", "for (unsigned i = m; i < n; i += m)")
	switch d.IntN(4) {
	case 0:
		return fmt.Sprintf("  %s {\n    for (int j = 0; j < %s; j++) {\n  %s    }\n  }\n", head, d.of("3", "4", "m"), strings.ReplaceAll(body, "[i", "[j + i"))
	case 1:
		return fmt.Sprintf("  %s {\n%s    __syncthreads();\n  }\n", strings.ReplaceAll(strings.ReplaceAll(head, "= g", "= 0"), "at[g", "at[m"), body)
	}
	return fmt.Sprintf("  %s {\n%s  }\n", head, body)
}

func (d drawer) body(of string) string {
	var b strings.Builder
	load := d.of("in[i]", "in[i * m + g]", "in[g * m + i]", "in[at[i]]", "t[i & 255]", "in[i] * in[i + 1]")
	fmt.Fprintf(&b, "    %s v = %s;\n", of, load)
	b.WriteString(d.of("", "", "    if (v == 0) continue;\n", "    if (v > 1000) break;\n", "    if (v < 0) v = -v;\n"))
	then := d.of("s += v * a;", "s += v;", "s = s > v ? s : v;", "out[i] = v;", "t[x] = v; s += t[x ^ 1];", "a = a * v + s; s += a;")
	if of != "int" {
		then = d.of(then, then, "s += v / a;", "s += sqrt(v);", "s += exp(v);")
	} else {
		then = d.of(then, then, "s ^= v << 3 & 255;", "s += v / 3;", "s += v % m;", "atomicAdd(out + (v & 255), 1);")
	}
	fmt.Fprintf(&b, d.of("    %s\n", "    %s\n", "    if (v > a) { %s }\n", "    if (i + x < m && v != 1) { %s } else s -= 1;\n"), then)
	return b.String()
}

// indexed are what a loop does with numbers that it computes from its counter k. Whether ptxas unrolls it again
// depends on these: NVVM may end the loop by a sum that ptxas cannot count.
var indexed = []string{
	"s += x[k];", "s += x[k + i];", "s += x[k * 2 + i];", "s += x[k * 3 + i];", "s += x[k * 4 + m];", "s += x[k * 32 + i];", "s += x[k * 1024];", "s += x[k * 32 + 5];",
	"s += x[k * n + i];", "s += x[i * n + k];", "s += x[i - k];", "s += x[(k + i) & 255];", "s += x[(k * 3) & 63];", "s += x[(k * n + i) & 63];", "s += x[(k + i) * 32 + m];",
	"s += k + i;", "s += (k + i) * k;", "s += x[k] * k;", "s += x[k] * (k + i);", "s += x[k * 32 + i] * k;", "s += x[k * 32 + i] * x[k];", "s += x[k + i] * x[k * 32 + i];",
	"s += x[k * 16 + i] * o[k * 8 + m];", "s += x[k * 16 + i] * o[k * 16 + m];", "s += x[k * 16 + i] * o[k * 32 + i];", "s += x[i * 32 + k] * x[k * 32 + i];",
	"o[k * 32 + i] = x[k];", "o[k * n + i] = x[k * 32 + i];", "o[i + k * 32] = s;", "s = k + i > m ? s + 1 : s * 2;", "s += x[k ^ i];", "s += x[k * k];", "s += x[(i + k) % m];",
}

// indexing returns kernels i0, i1 … with all of these in loops with a signed and with an unsigned counter.
func indexing() (list []string) {
	for _, counter := range []string{"int", "unsigned"} {
		for _, body := range indexed {
			list = append(list, fmt.Sprintf(`__global__ void i%d(float* __restrict__ o, const float* __restrict__ x, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (%s k = 0; k < n; k++) { %s }
  o[i] = s;
}
`, len(list), counter, body))
		}
	}
	return list
}

// The numbers of kernels that are drawn of either kind.
const (
	drawnKernels = 200
	mixedKernels = 300
)

// drawn returns kernels k0, k1 … with neighbouring accesses.
func drawn() []string {
	d, list := drawer{rand.New(rand.NewPCG(3, 4))}, []string(nil)
	for i := range drawnKernels {
		list = append(list, d.neighbours(fmt.Sprintf("k%d", i)))
	}
	return list
}

// mixed returns kernels m0, m1 … of mixed classes.
func mixed() []string {
	d, list := drawer{rand.New(rand.NewPCG(5, 6))}, []string(nil)
	for i := range mixedKernels {
		list = append(list, d.mixed(fmt.Sprintf("m%d", i)))
	}
	return list
}
