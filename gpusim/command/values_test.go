package command

// This file checks what PARAM=VALUE fills memory with.

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
)

// pair is an element like struct{ A int8; B float32 }.
var pair = report.Element{Bytes: 8, Scalars: []report.Scalar{{Offset: 0, Bytes: 1, Signed: true}, {Offset: 4, Bytes: 4, Float: true}}}

// scalar makes the element of a slice of numbers.
func scalar(t ir.Type) report.Element {
	return report.Element{Bytes: t.Bytes(), Scalars: []report.Scalar{{Bytes: t.Bytes(), Float: t.Float(), Signed: t.Signed()}}}
}

func filled(t *testing.T, n int, elem report.Element, how string) []byte {
	t.Helper()
	f, err := filler(target{"x", elem}, how)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, n*elem.Bytes)
	fillElements(data, elem, f(0))
	return data
}

func TestRamp(t *testing.T) {
	for i, b := range filled(t, 300, scalar(ir.U8), "ramp") {
		if b != byte(i) {
			t.Fatalf("uint8 %d: got %d, want %d", i, b, byte(i))
		}
	}
	f32 := filled(t, 10, scalar(ir.F32), "ramp")
	if got := math.Float32frombits(binary.LittleEndian.Uint32(f32[9*4:])); got != 9 {
		t.Errorf("float32 9: got %v", got)
	}
	both := filled(t, 3, pair, "ramp")
	if a, b := both[16], math.Float32frombits(binary.LittleEndian.Uint32(both[20:])); a != 4 || b != 5 {
		t.Errorf("struct 2: got %d and %v, want the scalars 4 and 5", a, b)
	}
}

func TestRandom(t *testing.T) {
	const n = 10_000
	data := filled(t, n, scalar(ir.F64), "rand(7)")
	sum := 0.0
	for i := range n {
		x := math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		if x < 0 || x >= 1 {
			t.Fatalf("element %d is %v, want it in [0,1)", i, x)
		}
		sum += x
	}
	if mean := sum / n; math.Abs(mean-0.5) > 0.02 {
		t.Errorf("mean of %d elements: got %v, want about 0.5", n, mean)
	}
	if again := filled(t, n, scalar(ir.F64), "rand(7)"); !slices.Equal(data, again) {
		t.Error("the same seed gives other numbers")
	}
	if other := filled(t, n, scalar(ir.F64), "rand(8)"); slices.Equal(data, other) {
		t.Error("another seed gives the same numbers")
	}
}

// TestNumbers reads the values of variables.
func TestNumbers(t *testing.T) {
	tests := []struct {
		text, goType string
		t            ir.Type
		want         uint64
		ok           bool
	}{
		{"1.5", "float32", ir.F32, 0x3fc00000, true}, {"-2", "float64", ir.F64, 0xc000000000000000, true}, {"1e99", "float32", ir.F32, 0, false},
		{"true", "bool", ir.U8, 1, true}, {"0", "bool", ir.U8, 0, true}, {"5", "bool", ir.U8, 0, false},
		{"255", "uint8", ir.U8, 255, true}, {"256", "uint8", ir.U8, 0, false}, {"-1", "uint8", ir.U8, 0, false},
		{"-1", "int8", ir.S8, 1<<64 - 1, true}, {"0x10", "int", ir.S32, 16, true}, {"3000000000", "int", ir.S32, 0, false}, {"1.5", "int", ir.S32, 0, false},
	}
	for _, test := range tests {
		got, err := readNumber(test.text, test.goType, scalar(test.t).Scalars[0])
		if (err == nil) != test.ok || test.ok && got != test.want {
			t.Errorf("%s for %s: got %#x, %v; want %#x, ok %v", test.text, test.goType, got, err, test.want, test.ok)
		}
	}
}

// TestValuesNeverPanic: whatever is typed gives a value or an error.
func TestValuesNeverPanic(t *testing.T) {
	dev, err := gpusim.Open("H200")
	if err != nil {
		t.Fatal(err)
	}
	params := []report.Parameter{{Name: "n", Type: "int"}, {Name: "b", Type: "bool"}, {Name: "x", Type: "[]float32", Slice: true, Elem: scalar(ir.F32)}}
	text := rapid.StringMatching(`[nbxz]?=?(-?[0-9_]{0,4}|[0-9.e]{0,5}|true)(@[0-9]{0,3})?(:(ramp|rand\([0-9x]{0,22}\)|.{0,3}))?`)
	rapid.Check(t, func(t *rapid.T) {
		r := reader{dev: dev, kernel: "K", params: params, values: gpusim.Named{}, given: map[string]bool{}}
		if err := r.assign(text.Draw(t, "argument")); err == nil && len(r.values) != 1 {
			t.Errorf("no error and %d values", len(r.values))
		}
	})
}

// TestFillsInPieces: rand and ramp give an array that is filled in pieces what they give it in one. So they do not depend
// on the size from which arrays are filled on use.
func TestFillsInPieces(t *testing.T) {
	for _, how := range []string{"ramp", "rand(7)", "rand", "5"} {
		for _, elem := range []report.Element{scalar(ir.F32), scalar(ir.F64), scalar(ir.S32), pair} {
			const n, piece = 3000, 341
			fill, err := filler(target{"x", elem}, how)
			if err != nil {
				t.Fatal(err)
			}
			got := make([]byte, n*elem.Bytes)
			for first := 0; first < n; first += piece {
				last := min(first+piece, n)
				fillElements(got[first*elem.Bytes:last*elem.Bytes], elem, fill(first*len(elem.Scalars)))
			}
			if !bytes.Equal(got, filled(t, n, elem, how)) {
				t.Errorf("%s of elements of %d bytes: pieces differ from the whole", how, elem.Bytes)
			}
		}
	}
}

// TestRandFarAway: a generator of rand that begins at a place gives the numbers that one from the start gives there.
func TestRandFarAway(t *testing.T) {
	const seed, steps = 7, 1 << 20
	slow, fast := rand.NewPCG(seed, 0), pcgAt(seed, steps)
	for range steps {
		slow.Uint64()
	}
	for i := range 10 {
		if got, want := fast.Uint64(), slow.Uint64(); got != want {
			t.Fatalf("number %d: got %d, want %d", steps+i, got, want)
		}
	}
}
