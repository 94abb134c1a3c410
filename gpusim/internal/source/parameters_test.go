package source

import (
	"fmt"
	"testing"
)

// TestParameters: names of kernels' parameters are found in a text that is only C++, and no others.
func TestParameters(t *testing.T) {
	const text = `
__global__ void add(float *a, const float * __restrict__ b /* the second, b */, int n);
template <typename T, int N>
__global__ __launch_bounds__(256, 2) void scale(T (&unused)[4], std::pair<int, T> p = {1, 2}, int sizes[2] = nullptr) { add<<<1, n>>>(x, y, z); }
__device__ void helper(int q, int r, int s) {}
__global__ void twice(int x) {} __global__ void twice(float y) {}
void main() { add(1, 2, 3); }
namespace deep { __global__ void add(int other) {} }
__global__ void none() {}
__global__ void types(float *, int);
`
	for kernel, want := range map[string]string{
		"add 3": "[[a b n]]", "add 1": "[[other]]", "add 2": "[]", "helper 3": "[]", "twice 1": "[[x] [y]]", "scale 3": "[[unused p sizes]]", "types 2": "[]", "none 0": "[[]]", "main 0": "[]",
	} {
		var name string
		var count int
		fmt.Sscan(kernel, &name, &count)
		if got := fmt.Sprint(parameters(text, name, count)); got != want {
			t.Errorf("%s: got %s, want %s", kernel, got, want)
		}
	}
	if got := plainName("a::b<x::y,3>"); got != "b" {
		t.Errorf("plainName: got %s", got)
	}
}
