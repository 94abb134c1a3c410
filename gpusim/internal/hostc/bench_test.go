package hostc

import (
	"errors"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/syntax"
	_ "gpucourse/internal/collect"
)

// fills are loops as programs fill their arrays, of a million elements.
var fills = []struct{ name, code string }{
	{"pointer", "float *a = (float *)malloc(n * sizeof(float)); for (int i = 0; i < n; i++) a[i] = 1.0f * i;"},
	{"random", "float *a = new float[n]; for (int i = 0; i < n; ++i) { a[i] = rand() / (float)RAND_MAX; }"},
	{"vector", "std::vector<int> a(n); for (size_t i = 0; i < a.size(); i++) a[i] = i % 100;"},
	{"rows", "float *a = new float[n]; for (int i = 0; i < 1024; i++) for (int j = 0; j < 1024; j++) a[i * 1024 + j] = sinf(i) + j;"},
	{"lcg", "unsigned *a = new unsigned[n], s = 1; for (int i = 0; i < n; i++) { s = s * 1664525u + 1013904223u; a[i] = s >> 16; }"},
}

func BenchmarkFill(b *testing.B) {
	for _, f := range fills {
		src := lex.Preprocess("a.cu", []byte("__global__ void k(void *a) {} int main() { const int n = 1 << 20; "+f.code+" k<<<1, 1>>>(a); }"), func(string) ([]byte, error) { return nil, errors.New("no file") })
		file := syntax.ParseHost(src.Tokens)
		b.Run(f.name, func(b *testing.B) {
			for b.Loop() {
				Run(file, &arch.Devices[0], func(string) bool { return true }, func(*KernelCall) {})
			}
		})
	}
}
