package heap

// This file holds the heap to what an H200's driver did (micro.txt,
// transfers.txt), and to a model that marks bytes.

import (
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/validation/h200"
)

func h200Rules(t *testing.T) (*arch.Allocator, int) {
	t.Helper()
	s, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	return &s.Alloc, s.Global.AllocAlign
}

// TestDistances: small allocations lie as far apart as the lines "malloc" of
// micro.txt say.
func TestDistances(t *testing.T) {
	rules, align := h200Rules(t)
	h := New(rules, 0, 1<<40)
	var last uint64
	for i, row := range h200.Micro("malloc") {
		at := h.Alloc(int(row["bytes"]), align)
		if want := row["delta"]; i > 0 && float64(at-last) != want {
			t.Errorf("%v bytes: %d after the one before, measured %v", row["bytes"], at-last, want)
		}
		if float64(at%256) != row["mod256"] || float64(at%512) != row["mod512"] {
			t.Errorf("%v bytes at %#x, measured a multiple of 512", row["bytes"], at)
		}
		last = at
	}
}

// TestCounts: so many allocations of a size ask the driver as often, and take
// as much of the device, as was measured; and half to twice as long.
func TestCounts(t *testing.T) {
	rules, align := h200Rules(t)
	rows := h200.Transfers("alloc")
	if len(rows) != 13 {
		t.Fatalf("got %d rows, want 13", len(rows))
	}
	for _, row := range rows {
		h := New(rules, 0, 1<<40)
		var at []uint64
		for range int(row["n"]) {
			at = append(at, h.Alloc(int(row["bytes"]), align))
		}
		c := h.Counts()
		if float64(c.Mapped) != row["device_calls"] || float64(c.BlockBytes) != row["device_bytes"] {
			t.Errorf("%v of %v bytes: %d blocks of %d bytes in all, measured %v and %v", row["n"], row["bytes"], c.Mapped, c.BlockBytes, row["device_calls"], row["device_bytes"])
		}
		for _, p := range at {
			if !h.Free(p) {
				t.Fatalf("%v bytes at %#x cannot be freed", row["bytes"], p)
			}
		}
		if row["device_calls"] == row["n"] {
			within(t, "a block of %v bytes", row, c.Micros/row["n"], "malloc_median_us")
			within(t, "giving back %v bytes", row, (h.Counts().Micros-c.Micros)/row["n"], "free_median_us")
		}
		if c := h.Counts(); c.BlockBytes != 0 || c.Pieces != 0 || c.PieceBytes != 0 || c.Mapped != c.Unmapped {
			t.Errorf("%v bytes: %+v is left, measured nothing", row["bytes"], c)
		}
	}
}

// TestHoleIsTaken: measured as "reuse a freed hole is taken".
func TestHoleIsTaken(t *testing.T) {
	rules, align := h200Rules(t)
	h := New(rules, 0, 1<<40)
	h.Alloc(700, align)
	hole := h.Alloc(700, align)
	h.Alloc(700, align)
	h.Free(hole)
	if got := h.Alloc(512, align); got != hole {
		t.Errorf("512 bytes lie at %#x, want the hole at %#x", got, hole)
	}
}

// TestRandom compares random calls with a model that keeps every span, and
// checks that nothing overlaps or leaks.
func TestRandom(t *testing.T) {
	rules := &arch.Allocator{BlockBytes: 256, SmallBytes: 128}
	rapid.Check(t, func(t *rapid.T) {
		h := New(rules, 0, 1<<40)
		live := map[uint64]int{}
		var order []uint64
		for range rapid.IntRange(1, 60).Draw(t, "calls") {
			if len(order) > 0 && rapid.Bool().Draw(t, "free") {
				i := rapid.IntRange(0, len(order)-1).Draw(t, "which")
				if !h.Free(order[i]) || h.Free(order[i]) || h.Free(order[i]+1) {
					t.Fatalf("%#x is not freed exactly once", order[i])
				}
				delete(live, order[i])
				order = append(order[:i], order[i+1:]...)
				continue
			}
			n := rapid.IntRange(1, 600).Draw(t, "bytes")
			align := rapid.SampledFrom([]int{16, 64, 256}).Draw(t, "align")
			need := h.Needs(n, align)
			before := h.Counts().BlockBytes
			at := h.Alloc(n, align)
			if got := h.Counts().BlockBytes - before; got != int64(need) {
				t.Fatalf("%d bytes took %d of the driver, Needs said %d", n, got, need)
			}
			for other, m := range live {
				if at < other+uint64(m) && other < at+uint64(n) {
					t.Fatalf("%d bytes at %#x overlap %d at %#x", n, at, m, other)
				}
			}
			if at%uint64(align) != 0 {
				t.Fatalf("%d bytes at %#x, which is no multiple of %d", n, at, align)
			}
			live[at] = n
			order = append(order, at)
		}
		if c := h.Counts(); c.Pieces != len(live) || c.PieceBytes > c.BlockBytes || len(live) == 0 && c.BlockBytes != 0 {
			t.Fatalf("%d live pieces, counts %+v", len(live), c)
		}
	})
}

// within compares a time with a measured one: half of it to twice.
func within(t *testing.T, what string, row map[string]float64, got float64, field string) {
	t.Helper()
	if want := row[field]; got < want/2 || got > want*2 {
		t.Errorf(what+" takes %.1f µs, measured %.1f", row["bytes"], got, want)
	}
}

// TestBeyondTheWindow: a block that does not fit into the window of an address space lies beyond, and what is freed in
// the window is used again.
func TestBeyondTheWindow(t *testing.T) {
	const beyond = 1 << 40
	h := New(&arch.Allocator{BlockBytes: 256}, 0, beyond)
	low, high, next := h.Alloc(WindowBytes/2, 256), h.Alloc(WindowBytes, 256), h.Alloc(WindowBytes/2, 256)
	if low != 0 || high != beyond || next != WindowBytes/2 {
		t.Errorf("got %#x, %#x and %#x, want 0, %#x and %#x", low, high, next, beyond, WindowBytes/2)
	}
	if last := h.Alloc(256, 256); last != beyond+WindowBytes || !h.Free(low) || h.Alloc(256, 256) != 0 {
		t.Errorf("behind the last block: got %#x, want %#x", last, beyond+WindowBytes)
	}
}
