package tensor_test

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/num"
	"gpucourse/gpusim/internal/num/tensor"
)

// formats are the formats of the measured kinds, and the bits of an element. mma of 8-bit factors converts them to
// half-precision numbers and is not one sum: see package simt.
var formats = map[string]struct {
	*tensor.Format
	bits int
}{
	"mma_f16": {&tensor.Half, 16}, "mma_f16_k8": {&tensor.Half, 16}, "mma_f16_f16": {&tensor.Half, 16}, "mma_bf16": {&tensor.Bfloat, 16},
	"mma_tf32": {&tensor.Tensor32, 32}, "mma_tf32_k4": {&tensor.Tensor32, 32}, "wgmma_f16": {&tensor.Half, 16}, "wgmma_bf16": {&tensor.Bfloat, 16},
	"wgmma_tf32": {&tensor.Tensor32, 32}, "wgmma_e4m3": {&tensor.E4M3, 8},
}

// TestMeasuredSums compares sums with those of an H100, bit for bit.
func TestMeasuredSums(t *testing.T) {
	f, err := os.Open("../../../validation/h100/tensor/sums.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]int{}
	for s := bufio.NewScanner(f); s.Scan(); {
		w := strings.Fields(s.Text())
		of, ok := formats[w[0]]
		if !ok {
			continue
		}
		seen[w[0]]++
		a, b, c, d := factors(t, of.Format, of.bits, w[1]), factors(t, of.Format, of.bits, w[2]), word(t, w[3]), word(t, w[4])
		got := uint32(0)
		if w[0] == "mma_f16_f16" {
			got = of.HalfDot(a, b, num.HalfValue(math.Float32frombits(c)))
		} else {
			got = math.Float32bits(of.Dot(a, b, math.Float32frombits(c)))
		}
		if got != d && !(math.IsNaN(float64(math.Float32frombits(got))) && math.IsNaN(float64(math.Float32frombits(d)))) {
			t.Errorf("%s: got %08x, want %08x", s.Text(), got, d)
		}
	}
	for kind := range formats {
		if seen[kind] < 50 {
			t.Errorf("%s: %d sums", kind, seen[kind])
		}
	}
}

func word(t *testing.T, s string) uint32 {
	t.Helper()
	v, err := strconv.ParseUint(s, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(v)
}

func factors(t *testing.T, f *tensor.Format, bits int, s string) (list []tensor.Number) {
	t.Helper()
	for n := bits / 4; len(s) > 0; s = s[n:] {
		list = append(list, f.Decode(word(t, s[:n])))
	}
	return list
}

// TestMeasuredBytes compares products of 8-bit factors as mma computes them with those of an H100.
func TestMeasuredBytes(t *testing.T) {
	f, err := os.Open("../../../validation/h100/tensor/sums.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		w := strings.Fields(s.Text())
		of := map[string]*tensor.Format{"mma_e4m3": &tensor.E4M3, "mma_e5m2": &tensor.E5M2}[w[0]]
		if of == nil {
			continue
		}
		n++
		a, b, c, d := factors(t, of, 8, w[1]), factors(t, of, 8, w[2]), word(t, w[3]), word(t, w[4])
		got := math.Float32bits(tensor.Bytes(of, of, a, b, math.Float32frombits(c)))
		if got != d && !(math.IsNaN(float64(math.Float32frombits(got))) && math.IsNaN(float64(math.Float32frombits(d)))) {
			t.Errorf("%s: got %08x, want %08x", s.Text(), got, d)
		}
	}
	if n < 100 {
		t.Errorf("%d sums", n)
	}
}
