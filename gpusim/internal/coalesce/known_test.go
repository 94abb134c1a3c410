package coalesce

// This file holds the examples of the course's documents, worked out by hand.

import (
	"fmt"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// words makes a full warp's access in which lane i uses word index(i) of bytes bytes.
func words(s *arch.Spec, space ir.Space, bytes int, index func(i int) int) *trace.Access {
	a := &trace.Access{Space: space, Bytes: bytes, Active: trace.MaskOf(0, s.WarpSize), Addr: new(trace.Lanes)}
	for i := range s.WarpSize {
		a.Addr[i] = uint64(index(i) * bytes)
	}
	return a
}

func straight(i int) int { return i }

// TestWordSizes checks what a full, aligned warp moves for each word size.
func TestWordSizes(t *testing.T) {
	type traffic struct{ Requests, Transactions, Sectors int }
	for device, want := range map[string][5]traffic{ // 1, 2, 4, 8 and 16 bytes a lane
		"8800 GTX": {{2, 32, 32}, {2, 32, 32}, {2, 2, 4}, {2, 2, 8}, {2, 4, 16}},
		"GTX 280":  {{2, 2, 2}, {2, 2, 2}, {2, 2, 4}, {2, 2, 8}, {2, 4, 16}},
		"C2050":    {{1, 1, 4}, {1, 1, 4}, {1, 1, 4}, {2, 2, 8}, {4, 4, 16}},
		"K20c":     {{1, 1, 1}, {1, 2, 2}, {1, 4, 4}, {2, 8, 8}, {4, 16, 16}},
		"GTX 980":  {{1, 1, 1}, {1, 2, 2}, {1, 4, 4}, {1, 8, 8}, {1, 16, 16}},
		"H200":     {{1, 1, 1}, {1, 2, 2}, {1, 4, 4}, {1, 8, 8}, {1, 16, 16}},
	} {
		s := spec(t, device)
		for i, w := range want {
			if got := Count(s, words(s, ir.Global, 1<<i, straight)); got != trace.Traffic(w) {
				t.Errorf("%s, %d-byte words: got %+v, want %+v", device, 1<<i, got, w)
			}
		}
	}
}

// TestSegmentSteps follows the cc 1.3 algorithm through a misaligned warp.
func TestSegmentSteps(t *testing.T) {
	s := spec(t, "GTX 280")
	got := Segments(s, words(s, ir.Global, 4, func(i int) int { return 33 + i }))
	want := []trace.SegmentTurn{
		{Leader: 0, Lanes: 0x0000ffff, Sizes: []trace.Range{{Addr: 128, Bytes: 128}}},
		{Leader: 16, Lanes: 0x7fff0000, Sizes: []trace.Range{{Addr: 128, Bytes: 128}, {Addr: 192, Bytes: 64}}},
		{Leader: 31, Lanes: 0x80000000, Sizes: []trace.Range{{Addr: 256, Bytes: 128}, {Addr: 256, Bytes: 64}, {Addr: 256, Bytes: 32}}},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestTilesOfTheDocuments checks the shared tiles of the course: wavefronts of
// one warp reading a row or a column.
func TestTilesOfTheDocuments(t *testing.T) {
	column := func(width int) func(int) int { return func(i int) int { return i * width } }
	for _, tt := range []struct {
		device string
		what   string
		bytes  int
		index  func(int) int
		want   int
	}{
		{"H200", "row of a 32×32 int tile", 4, straight, 1},
		{"H200", "column of a 32×32 int tile", 4, column(32), 32},
		{"H200", "column of a 32×33 int tile", 4, column(33), 1},
		{"H200", "column of a 32×32 double tile", 8, column(32), 32},
		{"H200", "column of a 32×33 double tile", 8, column(33), 2},
		{"H200", "one word", 4, column(0), 1},
		{"C2050", "column of a 32×32 int tile", 4, column(32), 32},
		{"K20c", "column of a 32×32 int tile", 4, column(32), 16},
		{"K20c", "column of a 32×33 int tile", 4, column(33), 1},
		{"K20c", "row of a double tile", 8, straight, 1},
		{"GTX 280", "row of a 16×16 int tile", 4, straight, 2},
		{"GTX 280", "column of a 16×16 int tile", 4, column(16), 32},
		{"GTX 280", "column of a 16×17 int tile", 4, column(17), 2},
		{"GTX 280", "one word", 4, column(0), 2},
		{"GTX 280", "successive bytes", 1, straight, 8},
		{"Toy4", "row of a[5][4]", 4, straight, 1},
		{"Toy4", "column of a[5][4]", 4, column(4), 4},
		{"Toy4", "column of a[5][5]", 4, column(5), 1},
	} {
		s := spec(t, tt.device)
		if got := Banks(s, words(s, ir.Shared, tt.bytes, tt.index)); got.Wavefronts != tt.want {
			t.Errorf("%s, %s: got %d wavefronts, want %d", tt.device, tt.what, got.Wavefronts, tt.want)
		}
	}
}

// TestBankModesOfKepler checks strided reads in both modes of cc 3.x: a bank
// holds two 4-byte words of a row, 32 words apart or side by side.
func TestBankModesOfKepler(t *testing.T) {
	for _, tt := range []struct{ mode, bytes, stride, want int }{
		{4, 4, 1, 1}, {4, 4, 2, 1}, {4, 4, 4, 2}, {4, 4, 32, 16}, {4, 4, 64, 32}, {4, 8, 1, 1}, {4, 8, 32, 32},
		{8, 4, 1, 1}, {8, 4, 2, 1}, {8, 4, 4, 2}, {8, 4, 32, 16}, {8, 4, 64, 32}, {8, 8, 1, 1}, {8, 8, 32, 32},
	} {
		s := spec(t, "K20c")
		s.Shared.InterleaveBytes = tt.mode
		a := words(s, ir.Shared, tt.bytes, func(i int) int { return i * tt.stride })
		if got := Banks(s, a); got.Wavefronts != tt.want {
			t.Errorf("%d-byte mode, %d-byte words, stride %d: got %d wavefronts, want %d", tt.mode, tt.bytes, tt.stride, got.Wavefronts, tt.want)
		}
	}
}

// TestBankOfAnAddress checks the colouring that pictures use.
func TestBankOfAnAddress(t *testing.T) {
	for _, tt := range []struct {
		device    string
		addr      uint64
		bank, row int
	}{
		{"H200", 0, 0, 0}, {"H200", 124, 31, 0}, {"H200", 130, 0, 1}, {"Toy4", 20, 1, 1},
		{"K20c", 128, 0, 0}, {"K20c", 260, 1, 1}, {"GTX 280", 64, 0, 1},
	} {
		bank, row := spec(t, tt.device).Shared.Bank(tt.addr)
		if bank != tt.bank || row != uint64(tt.row) {
			t.Errorf("%s, address %d: got bank %d row %d, want %d, %d", tt.device, tt.addr, bank, row, tt.bank, tt.row)
		}
	}
}
