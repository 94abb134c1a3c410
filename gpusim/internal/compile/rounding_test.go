package compile_test

// Products that the source rounds: with every pass, fuse included, the compiled
// kernel must write what the native run writes.

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation/cases"
)

type meters float32

type weighted struct{ product, weight float32 }

func times[T float32 | float64](x, y T) T { return x * y }

func both(x, y float32) (product, square float32) { return x * y, x * x }

func addTo(p, z float32) float32 { return float32(p) + z }

func timesAdd[T float32 | float64](x, y, z T) T { return T(x*y) + z }

func timesNegated[T float32 | float64](x, y, z T) T { return z - T(-(x * y)) }

// roundedProducts rounds each product by a conversion somewhere.
func roundedProducts(out, x, y, z []float32) {
	i := thread()
	a, b, c := x[i], y[i], z[i]
	sum := float32(a*b) + c
	sum += float32((a * c))
	sum = float32(a*sum) - b
	product := a * c
	sum += float32(product)
	product *= b
	sum -= float32(product)
	sum += float32(times(a, b))
	p, q := both(a, c)
	sum += float32(p) - float32(q)
	sum = addTo(a*sum, c)
	w := weighted{product: a * b}
	sum += float32(w.product)
	w.weight = b * c
	sum += float32(w.weight)
	parts := [2]float32{}
	parts[0], parts[1] = a*c, b*b
	sum += float32(parts[i%2])
	m := meters(float32(a * a))
	sum += float32(meters(m*m)) + float32(a/0.5)
	out[i] = timesNegated(a, sum, timesAdd(a, b, sum))
}

// roundedDoubles is the same for float64.
func roundedDoubles(out, x, y, z []float64) {
	i := thread()
	a, b, c := x[i], y[i], z[i]
	sum := float64(a*b) + c
	var product = a * sum
	sum = c - float64(product)
	out[i] = timesNegated(sum, b, timesAdd(a, sum, c)) + float64(times(sum, a))
}

// roundedCalls rounds with the functions of package gpu.
func roundedCalls(out, x, y, z []float32, wide []float64) {
	i := thread()
	a, b, c := x[i], y[i], z[i]
	sum := gpu.MulRn(a, b) + c
	sum = gpu.AddRn(a*sum, c)
	sum = gpu.SubRn(gpu.Fma(a, b, sum), c*b)
	out[i] = sum
	d := wide[i]
	wide[i] = gpu.SubRn(gpu.AddRn(d*d, gpu.MulRn(d, 3)+d), d*d) + math.FMA(d, d, d)
}

// fusedProducts leaves its products to the compiler.
func fusedProducts(out, x, y, z []float32) {
	i := thread()
	product := x[i] * y[i]
	out[i] = product + z[i]
}

func uneven[T float32 | float64](seed uint64) []T {
	r := rand.New(rand.NewPCG(seed, seed))
	out := make([]T, threads)
	for i := range out {
		out[i] = T(r.Float64()*4 - 2)
	}
	return out
}

func TestRoundedProducts(t *testing.T) {
	tests := []struct {
		name   string
		kernel any
		args   func() []any
	}{
		{"float32", roundedProducts, func() []any {
			return []any{make([]float32, threads), uneven[float32](1), uneven[float32](2), uneven[float32](3)}
		}},
		{"float64", roundedDoubles, func() []any {
			return []any{make([]float64, threads), uneven[float64](1), uneven[float64](2), uneven[float64](3)}
		}},
		{"calls", roundedCalls, func() []any {
			return []any{make([]float32, threads), uneven[float32](1), uneven[float32](2), uneven[float32](3), uneven[float64](4)}
		}},
	}
	for _, test := range tests {
		want, got := test.args(), test.args()
		if err := cases.Native(test.kernel, gpu.Dim3{X: threads / blockThreads, Y: 1, Z: 1}, gpu.Dim3{X: blockThreads, Y: 1, Z: 1}, 0, want); err != nil {
			t.Fatal(err)
		}
		runCompiled(t, device(t), test.kernel, nil, got)
		for i := range got {
			if d := difference(got[i], want[i]); d != "" {
				t.Errorf("%s: argument %d: %s", test.name, i, d)
			}
		}
	}
}

// TestFusedProducts counts the multiply-adds that the compiler makes itself.
func TestFusedProducts(t *testing.T) {
	for _, test := range []struct {
		kernel any
		want   int
	}{{fusedProducts, 1}, {roundedProducts, 0}, {roundedDoubles, 0}, {roundedCalls, 2}} {
		u, name, err := source.LoadFunc(test.kernel)
		if err != nil {
			t.Fatal(err)
		}
		k, err := compile.Kernel(u, name, compile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, b := range k.Blocks {
			for _, in := range b.Instrs {
				if in.Op == ir.Fma {
					got++
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: got %d multiply-adds, want %d\n%s", name, got, test.want, k)
		}
	}
}
