package cache

// This file counts accesses to the host's memory (zero-copy).
//
// Such memory lies behind PCIe. L1 keeps what was read of it, L2 does not: an
// H200 asks the host for every sector that L1 misses, however often, and passes
// every store on (validation/h200/texture/texture_counts.csv, sysmem_*). What travels
// is runs of bytes within a line, each framed by a header. Not modelled: atomics
// on the host's memory.

import (
	"math/bits"

	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// The bytes of a header, so that the bytes an H200 counted on the bus come out.
const (
	readHeader  = 12 // of an answer to a read, for each run of sectors
	writeHeader = 16 // of a write, for each run of bytes
)

// onHost reports whether a line is the host's: constants lie above.
func (h *Hierarchy) onHost(line uint64) bool {
	at := line << h.lines.LineBits
	return at >= trace.HostBase && at < constantBase
}

// readHost fetches sectors of one line.
func (h *Hierarchy) readHost(sectors uint32, c *trace.CacheCounts) {
	n := coalesce.CountSectors(sectors)
	c.L2Reads += n
	c.HostReads += n
	c.BusReadBytes += n<<h.lines.SectorBits + readHeader*runs(sectors, false)
}

// writeHost passes bytes of one line on; written is those of each sector.
func (h *Hierarchy) writeHost(sectors uint32, written []uint32, c *trace.CacheCounts) {
	n := coalesce.CountSectors(sectors)
	c.L2Writes += n
	c.L2WriteHits += n // a store waits for nothing
	c.HostWrites += n
	last := false // the byte before was written
	for _, w := range written {
		c.BusWrittenBytes += uint64(bits.OnesCount32(w)) + writeHeader*runs(w, last)
		last = w>>(1<<h.lines.SectorBits-1)&1 != 0
	}
}

// runs counts the runs of bits that begin in a mask; one goes on from before
// when last is set.
func runs(mask uint32, last bool) uint64 {
	before := mask << 1
	if last {
		before |= 1
	}
	return uint64(bits.OnesCount32(mask &^ before))
}
