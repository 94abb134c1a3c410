package mufu

// This file compares the approximate functions with fingerprints of what an H200 computed for all
// inputs.

import (
	_ "embed"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/num"
	"gpucourse/gpusim/internal/num/mufu"
)

//go:embed mufu.txt
var fingerprints string

var every = flag.Bool("every", false, "compare all inputs, not those of a few exponents")

// functions are the results by the bits of an argument, as mufu.cu has them.
var functions = map[string]func(x uint32) uint32{
	"rcp.approx.ftz.f32":   float(mufu.Rcp),
	"rsqrt.approx.ftz.f32": float(mufu.Rsqrt),
	"sqrt.approx.ftz.f32":  float(mufu.Sqrt),
	"ex2.approx.ftz.f32":   float(mufu.Exp2),
	"lg2.approx.ftz.f32":   float(mufu.Log2),
	"sin.approx.f32":       float(num.FastSin),
	"cos.approx.f32":       float(num.FastCos),
	"tanh.approx.f32":      float(mufu.Tanh),
	"rcp.approx.f32":       float(num.ScaledRcp),
	"rsqrt.approx.f32":     float(num.ScaledRsqrt),
	"sqrt.approx.f32":      float(num.ScaledSqrt),
	"ex2.approx.f32":       float(num.ScaledExp2),
	"lg2.approx.f32":       float(num.ScaledLog2),
	"div.approx.f32":       quotient(num.FastDivide),
	"div.full.f32":         quotient(num.FullDivide),
	"rcp.approx.ftz.f64":   double(mufu.Rcp64),
	"rsqrt.approx.ftz.f64": double(mufu.Rsqrt64),
	"ex2.approx.f16":       float(num.HalfExp2),
	"tanh.approx.f16":      float(num.HalfTanh),
	"ex2.approx.ftz.bf16":  float(num.BfloatExp2),
	"tanh.approx.bf16":     float(num.BfloatTanh),
}

func float(f func(float32) float32) func(uint32) uint32 {
	return func(x uint32) uint32 { return math.Float32bits(f(math.Float32frombits(x))) }
}

func double(f func(float64) float64) func(uint32) uint32 {
	return func(x uint32) uint32 { return uint32(math.Float64bits(f(math.Float64frombits(uint64(x)<<32))) >> 32) }
}

func quotient(f func(x, y float32) float32) func(uint32) uint32 {
	return func(x uint32) uint32 {
		return math.Float32bits(f(math.Float32frombits(scattered(x, 1)), math.Float32frombits(scattered(x, 2))))
	}
}

// scattered makes a number of all exponents, as mufu.cu does.
func scattered(x, seed uint32) uint32 {
	x = (x ^ seed) * 0x9E3779B1
	x = (x ^ x>>15) * 0x85EBCA77
	return x ^ x>>13
}

// few are the words that tests compare without -every: numbers from 2⁻³⁰ (whose reduction in
// Exp2 and Sin is fullest), from 0.5 and 2, and negative ones from -0.125.
var few = map[int]bool{126: true, 256 + 124: true}

func TestAsMeasured(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(fingerprints), "\n") {
		name, words, _ := strings.Cut(line, " ")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compare(t, functions[name], strings.Fields(words))
		})
	}
}

// compare computes the words of a function, of which there is one per sign and exponent or one in
// all, for functions of 16 bits.
func compare(t *testing.T, f func(uint32) uint32, words []string) {
	inputs := uint32(1 << 23)
	if len(words) == 1 {
		inputs = 1 << 16
	}
	for i, want := range words {
		if len(words) > 1 && !*every && !few[i] {
			continue
		}
		if got := fingerprint(f, uint32(i)<<23, inputs); got != want {
			t.Errorf("from %#08x on: fingerprint %s, measured %s", i<<23, got, want)
		}
	}
}

// fingerprint is the sum that mufu.cu explains.
func fingerprint(f func(uint32) uint32, first, inputs uint32) string {
	const nan, infinity, factor = 0x7fffffff, 0x7f800000, 0x9E3779B97F4A7C15
	sum := uint64(0)
	for m := range inputs {
		y := f(first + m)
		if y&nan > infinity {
			y = nan
		}
		sum += uint64(y) * (2*uint64(m) + 1) * factor >> 7
	}
	return fmt.Sprintf("%08x", sum>>32)
}
