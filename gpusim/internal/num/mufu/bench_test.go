package mufu

import (
	"math"
	"testing"
)

// BenchmarkFunctions compares each function with the one of package math that stood for it.
func BenchmarkFunctions(b *testing.B) {
	for _, f := range []struct {
		name        string
		unit        func(float32) float32
		substituted func(float64) float64
	}{
		{"Rcp", Rcp, func(x float64) float64 { return 1 / x }},
		{"Rsqrt", Rsqrt, func(x float64) float64 { return 1 / math.Sqrt(x) }},
		{"Sqrt", Sqrt, math.Sqrt},
		{"Exp2", Exp2, math.Exp2},
		{"Log2", Log2, math.Log2},
		{"Sin", Sin, math.Sin},
		{"Cos", Cos, math.Cos},
		{"Tanh", Tanh, math.Tanh},
	} {
		b.Run(f.name, func(b *testing.B) { run(b, f.unit) })
		b.Run(f.name+"-math", func(b *testing.B) { run(b, func(x float32) float32 { return float32(f.substituted(float64(x))) }) })
	}
}

var sum float32

func run(b *testing.B, f func(float32) float32) {
	for i := range b.N {
		sum += f(0.01 + float32(i&1023)*0.005)
	}
}
