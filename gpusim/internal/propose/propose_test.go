package propose_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/internal/source"
)

// programs are programs as tutorials write them, with the launches that their main() makes.
var programs = []struct {
	file     string
	launches []propose.Chosen
}{
	{"vectoradd", []propose.Chosen{{Name: "vectorAdd", Grid: "196", Block: "256", Shared: "0", Values: "a=50000:main b=50000:main c=50000 n=50000"}}},
	{"saxpy", []propose.Chosen{{Name: "saxpy", Grid: "1024", Block: "256", Shared: "0", Values: "n=262144 a=2 x=262144:main y=262144:main"}}},
	{"reduction", []propose.Chosen{{Name: "reduce", Grid: "512", Block: "128", Shared: "512", Values: "in=65536:main out=512 n=65536"}}},
	{"halo", []propose.Chosen{{Name: "stencil", Grid: "32", Block: "128", Shared: "0", Values: "in=4102@3:main out=4102@3:main weights=7:main"}}},
	{"stencil", []propose.Chosen{{Name: "stencil", Grid: "16", Block: "256", Shared: "0", Values: "in=4096:main out=4096 n=4096 weights=7:main"}}},
	{"matrixproduct", []propose.Chosen{
		{Name: "matMul<16>", Grid: "8,8", Block: "16,16", Shared: "0", Values: "A=16384:main B=16384:main C=16384 width=128"},
		{Name: "matMul<32>", Grid: "4,4", Block: "32,32", Shared: "0", Values: "A=16384:main B=16384:main C=16384 width=128"},
	}},
	{"bitonic", []propose.Chosen{{Name: "bitonicStep", Grid: "16", Block: "512", Shared: "0", Values: "values=8192:main j=1 k=2"}}},
}

func open(t *testing.T, path string) *propose.Source {
	t.Helper()
	unit, err := source.LoadFile(path, source.Module)
	if err != nil {
		t.Fatal(err)
	}
	return propose.Of(unit, h200(t))
}

func h200(t *testing.T) *arch.Spec {
	t.Helper()
	spec, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func TestLaunchesOfMain(t *testing.T) {
	for _, p := range programs {
		found, err := open(t, filepath.Join("testdata", "programs", p.file+".cu")).All()
		if err != nil {
			t.Errorf("%s: %v", p.file, err)
			continue
		}
		if len(found.Kernels) != len(p.launches) {
			t.Errorf("%s: got %d kernels, want %d", p.file, len(found.Kernels), len(p.launches))
			continue
		}
		for i, want := range p.launches {
			got := found.Kernels[i]
			if got.Because = nil; got.Name != want.Name || got.Grid != want.Grid || got.Block != want.Block || got.Shared != want.Shared || got.Values != want.Values {
				t.Errorf("%s: got\n%+v, want\n%+v", p.file, got, want)
			}
		}
	}
}

// TestSurfaces: a surface is not taken for a number or an array.
func TestSurfaces(t *testing.T) {
	unit, err := source.LoadText("a.cu", []byte("__global__ void mark(float *x, cudaSurfaceObject_t s) { surf2Dwrite(x[0], s, 0, 0); }\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := propose.Of(unit, h200(t)).Launch("mark"); err == nil || !strings.Contains(err.Error(), "parameter s is a cudaSurfaceObject_t") {
		t.Errorf("got %v", err)
	}
}

// TestEmptyStruct: a struct without fields takes no value.
func TestEmptyStruct(t *testing.T) {
	unit, err := source.LoadText("a.cu", []byte("struct Twice { __device__ float operator()(float v) const { return 2 * v; } };\n"+
		"template <class F> __global__ void k(float *x, F f) { x[threadIdx.x] = f(x[threadIdx.x]); }\nint main() { float *x; cudaMalloc(&x, 40); k<<<1, 10>>>(x, Twice()); }\n"))
	if err != nil {
		t.Fatal(err)
	}
	if l, ok, err := propose.Of(unit, h200(t)).First(); !ok || err != nil || l.Values != "x=10:rand(1)" {
		t.Errorf("got %+v, %v", l, err)
	}
}

// hosts are bodies of main() around pointers a and b of 40 bytes, with the values of the launch.
var hosts = []struct{ name, code, want string }{
	{"an unknown function may fill what it gets", "std::vector<float> u(10, 1), v(10, 2); fillRandom(u.data(), 10); cudaMemcpy(a, u.data(), 40, cudaMemcpyDefault); cudaMemcpy(b, v.data(), 40, cudaMemcpyDefault); k<Mode::slow><<<1, 10>>>(a, b);", "a=10 b=10:main"},
	{"a library's function, too", "std::vector<float> v(10, 2); std::partial_sum(v.begin(), v.end(), v.begin()); cudaMemcpy(b, v.data(), 40, cudaMemcpyDefault); k<Mode::slow><<<1, 10>>>(a, b);", "a=10 b=10:rand(1)"},
	{"no launch that matters follows", "k<Mode::slow><<<1, 10>>>(a, b); for (;;) ;", "a=10 b=10:rand(1)"},
	{"what a stream reads is not known", "int n = 3; std::ifstream file(\"a.txt\"); file >> n; k<Mode::slow><<<1, n>>>(a, b);", "a=10 b=10:rand(1)"},
	{"template arguments that follow from values", "std::vector v(10, 2.0f); std::array w{3.0f, 4.0f}; cudaMemcpy(a, &w[1], 40, cudaMemcpyDefault); cudaMemcpy(b, v.data(), v.size() * 4, cudaMemcpyDefault); k<Mode::slow><<<1, w.size() * 5>>>(a, b);", "a=10:main b=10:main"},
	{"options that nobody gives", "int c, n = 10; while ((c = getopt(1, 0, \"n:\")) != -1) n = atoi(optarg); std::vector<float> v(n, 1); cudaMemcpy(b, v.data(), n * 4, cudaMemcpyDefault); k<Mode::slow><<<1, n>>>(a, b);", "a=10 b=10:main"},
	{"methods with template arguments", "struct S { template <Mode m> void run(float *a, float *b) { k<m><<<1, 10>>>(a, b); } } s; s.run<Mode::slow>(a, b);", "a=10 b=10:rand(1)"},
	{"products in parentheses", "int n = 2; std::vector<float> u(n * 5), v(n * n, 1); cudaMemcpy(b, u.data(), u.size() * 4, cudaMemcpyDefault); k<Mode::slow><<<1, 10>>>(a, b);", "a=10 b=10:main"},
}

// TestNotFollowed: a launch that cannot be followed is said to be a guess; a file without main() has
// nothing to follow.
func TestNotFollowed(t *testing.T) {
	const kernel = "__global__ void k(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = 1; }\n"
	for _, c := range []struct {
		host string
		says bool
	}{{"", false}, {"int main() { std::map<int, std::function<void()>> all; all.at(0)(); }", true}, {"int main() { float *x; cudaMalloc(&x, 40); k<<<1, 10>>>(x, 10); }", false}} {
		unit, err := source.LoadText("a.cu", []byte(kernel+c.host))
		if err != nil {
			t.Fatal(err)
		}
		l, err := propose.Of(unit, h200(t)).Launch("k")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(l.Reasons(), "launch: a guess: main() makes none"); got != c.says {
			t.Errorf("%q: the reasons are %s", c.host, l.Reasons())
		}
	}
}

// TestUnknownContents: where the values of an array that the kernel reads are not known, the reasons
// say what stands in for them.
func TestUnknownContents(t *testing.T) {
	for _, c := range []struct{ elem, store, says string }{
		{"int", "h[i] = unknown(i)", "a: zeros: what main() stores there is not known"},
		{"float", "h[i] = unknown(i)", "a: rand(1): what main() stores there is not known"},
		{"int", "h[i] = i", ""},
	} {
		unit, err := source.LoadText("a.cu", []byte(strings.ReplaceAll("__global__ void k(const E *a, E *b) { b[threadIdx.x] = a[threadIdx.x]; }\n"+
			"int main() { E h[10], *a, *b; for (int i = 0; i < 10; i++) "+c.store+"; cudaMalloc(&a, 40); cudaMalloc(&b, 40); cudaMemcpy(a, h, 40, cudaMemcpyDefault); k<<<1, 10>>>(a, b); }\n", "E", c.elem)))
		if err != nil {
			t.Fatal(err)
		}
		l, err := propose.Of(unit, h200(t)).Launch("k")
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Reasons(); c.says == "" && strings.Contains(got, "not known") || !strings.Contains(got, c.says) {
			t.Errorf("%s, %s: the reasons are %s", c.elem, c.store, got)
		}
	}
}

// TestSuggestedBlocks: the block that CUDA suggests is within the launch bounds, and the limit that
// the program gives.
func TestSuggestedBlocks(t *testing.T) {
	for _, c := range []struct{ bounds, limit, block string }{{"", "", "1024"}, {"__launch_bounds__(W)", "", "192"}, {"__launch_bounds__(W, 2)", ", 0, 128", "128"}, {"", ", 0, 256", "256"}} {
		unit, err := source.LoadText("a.cu", []byte("#define W 192\n__global__ void "+c.bounds+` k(float *x) { x[threadIdx.x] = 1; }
			int main() { float *x; int grid, block; cudaMalloc(&x, 4096); cudaOccupancyMaxPotentialBlockSize(&grid, &block, k`+c.limit+"); k<<<1, block>>>(x); }\n"))
		if err != nil {
			t.Fatal(err)
		}
		if l, ok, err := propose.Of(unit, h200(t)).First(); !ok || err != nil || l.Block != c.block {
			t.Errorf("%q, limit %q: got %+v, %v, want blocks of %s", c.bounds, c.limit, l, err, c.block)
		}
	}
}

// TestHosts: what main() does before a launch decides about the values of it.
func TestHosts(t *testing.T) {
	for _, h := range hosts {
		unit, err := source.LoadText(h.name+".cu", []byte("enum class Mode { fast, slow = 3 };\nvoid fillRandom(float *x, int n);\n"+
			"template <Mode m> __global__ void k(float *a, const float *b) { if (m == Mode::slow) a[threadIdx.x] = b[threadIdx.x]; }\n"+
			"int main() { float *a, *b; cudaMalloc(&a, 40); cudaMalloc(&b, 40); "+h.code+" }\n"))
		if err != nil {
			t.Fatal(err)
		}
		l, ok, err := propose.Of(unit, h200(t)).First()
		if !ok || err != nil || l.Name != "k<Mode::slow>" || l.Values != h.want {
			t.Errorf("%s: got %+v, %v, want k<Mode::slow> with %s", h.name, l, err, h.want)
		}
	}
}
