package cache

// This file counts accesses to host memory (zero-copy).
//
// Host memory lies behind PCIe. L1 caches reads of host memory and L2 does not: an H200
// requests every sector that L1 misses from the host, and sends every store to the host
// (validation/h200/texture/texture_counts.csv, sysmem_*). The bus moves runs of bytes
// within a line, each with a header.

import (
	"math/bits"

	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// Bytes per header, from the bytes that an H200 counted on the bus.
const (
	readHeader  = 12 // of the reply to a read, per run of sectors
	writeHeader = 16 // of a write, per run of bytes
)

// onHost reports whether a line lies in host memory. Constants lie above it.
func (h *Hierarchy) onHost(line uint64) bool {
	at := line << h.lines.LineBits
	return at >= trace.HostBase && at < constantBase
}

// readHost reads sectors of one line from the host.
func (h *Hierarchy) readHost(sectors uint32, c *trace.CacheCounts) {
	n := coalesce.CountSectors(sectors)
	c.L2Reads += n
	c.HostReads += n
	c.BusReadBytes += n<<h.lines.SectorBits + readHeader*runs(sectors, false)
}

// writeHost sends the bytes that a store writes of a line to the host.
func (h *Hierarchy) writeHost(r *MemRequest, c *trace.CacheCounts) {
	n := coalesce.CountSectors(r.Sectors)
	c.L2Writes += n
	c.L2WriteHits += n // a store never waits
	c.HostWrites += n
	last := false // the byte before was written
	for _, w := range r.Written {
		c.BusWrittenBytes += uint64(bits.OnesCount32(w)) + writeHeader*runs(w, last)
		last = w>>(1<<h.lines.SectorBits-1)&1 != 0
	}
}

// runs counts the runs of bits that begin in a mask. A run at bit 0 begins earlier if last
// is true.
func runs(mask uint32, last bool) uint64 {
	before := mask << 1
	if last {
		before |= 1
	}
	return uint64(bits.OnesCount32(mask &^ before))
}
