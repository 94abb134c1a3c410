package cache

// Host memory against what an H200 counted.

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// idleBusBytes is what the bus carried to the host in launches that used no
// memory of it: about 9500 bytes in the cases fetch_*.
const idleBusBytes = 9500

// TestHostMemory copies from and to the host, a word a thread, strides apart.
func TestHostMemory(t *testing.T) {
	f, err := os.Open("../../validation/h200/texture/texture_counts.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for _, r := range rows[1:] {
		var stride int
		var kind trace.Kind
		if _, err := fmt.Sscanf(r[0], "sysmem_read_s%d", &stride); err != nil {
			if _, err := fmt.Sscanf(r[0], "sysmem_write_s%d", &stride); err != nil {
				continue
			}
			kind = trace.Store
		}
		cases++
		want := map[string]float64{}
		for i, name := range rows[0][1:] {
			want[name], _ = strconv.ParseFloat(r[i+1], 64)
		}
		c := copied(t, kind, stride)
		compare := func(name string, got, want, tolerance float64) {
			if math.Abs(got-want) > tolerance*want {
				t.Errorf("%s, %s: got %v, want %v", r[0], name, got, want)
			}
		}
		compare("reads", float64(c.HostReads), want["lts__t_sectors_srcunit_tex_aperture_sysmem_op_read.sum"], 0)
		compare("writes", float64(c.HostWrites), want["lts__t_sectors_srcunit_tex_aperture_sysmem_op_write.sum"], 0)
		if kind == trace.Load {
			compare("bytes read", float64(c.BusReadBytes), want["pcie__read_bytes.sum"], 0)
		} else {
			compare("bytes written", float64(c.BusWrittenBytes), want["pcie__write_bytes.sum"]-idleBusBytes, 0.02)
		}
		if c.DRAMReads+c.DRAMWrites != 0 {
			t.Errorf("%s: %d sectors of the device's memory, want none", r[0], c.DRAMReads+c.DRAMWrites)
		}
	}
	if cases != 10 {
		t.Errorf("%d cases, want 10", cases)
	}
}

// copied plays 16384 threads that each read or write one float32 of the host.
func copied(t *testing.T, kind trace.Kind, stride int) (c trace.CacheCounts) {
	s := spec(t, "H200")
	h := NewHierarchy(s)
	h.Begin(0)
	for w := range 16384 / s.WarpSize {
		a := trace.Access{
			Kind: kind, Space: ir.Global, Bytes: 4, Active: trace.MaskOf(0, s.WarpSize), Width: s.WarpSize,
			Base: trace.HostBase + uint64(w*s.WarpSize*stride*4), DX: int64(stride * 4),
		}
		h.Access(w/8%s.SMs, uint64(w), &a, &c)
	}
	end := h.End()
	c.Plus(&end)
	return c
}

// TestHostMemoryIsNotInL2: what two SMs read is fetched twice, what one reads
// twice once.
func TestHostMemoryIsNotInL2(t *testing.T) {
	s := spec(t, "H200")
	h := NewHierarchy(s)
	h.Begin(0)
	a := trace.Access{Space: ir.Global, Bytes: 4, Active: trace.MaskOf(0, s.WarpSize), Width: s.WarpSize, Base: trace.HostBase, DX: 4}
	for turn, want := range []struct {
		sm    int
		reads uint64
	}{{0, 4}, {0, 4}, {1, 8}, {40, 12}} {
		var c trace.CacheCounts
		if turn > 0 {
			c.HostReads = []uint64{0, 4, 4, 8}[turn]
		}
		if h.Access(want.sm, uint64(turn), &a, &c); c.HostReads != want.reads {
			t.Errorf("turn %d on SM %d: got %d sectors of the host in all, want %d", turn, want.sm, c.HostReads, want.reads)
		}
	}
}

// TestConstantsAreNotOnTheHost: a constant that no cache holds comes from the
// device's memory.
func TestConstantsAreNotOnTheHost(t *testing.T) {
	s := spec(t, "H200")
	h := NewHierarchy(s)
	h.Begin(0)
	var c trace.CacheCounts
	h.Access(0, 0, &trace.Access{Space: ir.Const, Bytes: 4, Active: trace.MaskOf(0, s.WarpSize), Width: s.WarpSize}, &c)
	if c.HostReads != 0 || c.DRAMReads == 0 {
		t.Errorf("got %d sectors of the host's memory and %d of the device's, want none and some", c.HostReads, c.DRAMReads)
	}
}
