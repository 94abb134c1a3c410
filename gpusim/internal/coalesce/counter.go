package coalesce

// This file counts the memory work of a launch by instruction.

import (
	"math"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Counter counts accesses by instruction. It keeps the first access of the
// lowest warp at each instruction, for pictures. One goroutine uses a Counter at a time. The
// merged result of several Counters does not depend on which of them saw which block.
type Counter struct {
	ByPC []trace.AccessCounts

	coster  coster
	order   []uint64 // by PC: block and warp of the sample, noSample without one
	samples []trace.Access
}

// noSample orders after every warp.
const noSample = math.MaxUint64

// NewCounter returns a Counter for a program of numPC instructions on a device.
func NewCounter(s *arch.Spec, numPC int) *Counter {
	c := &Counter{
		ByPC:    make([]trace.AccessCounts, numPC),
		coster:  newCoster(s),
		order:   make([]uint64, numPC),
		samples: make([]trace.Access, numPC),
	}
	for i := range c.order {
		c.order[i] = noSample
	}
	return c
}

// Count counts one access. It returns the wavefronts of an access to shared memory, and the sectors and packets that it
// moves between blocks of a cluster.
func (c *Counter) Count(a *trace.Access) (wavefronts, sectors, packets int) {
	w, p := c.coster.cost(a), &c.ByPC[a.PC]
	p.Accesses++
	p.Bytes += uint64(a.Active.Count() * a.Bytes)
	if a.Space == ir.Shared || a.Space == ir.Cluster {
		p.Wavefronts += uint64(w.wavefronts)
		p.Ideal += uint64(w.ideal)
		p.Conflicts += uint64(w.wavefronts - w.ideal)
	}
	if a.Space != ir.Shared {
		p.Requests += uint64(w.requests)
		p.Transactions += uint64(w.transactions)
		p.Sectors += uint64(w.sectors)
	}
	if at := orderOf(a); at < c.order[a.PC] {
		p.Space, p.Kind = a.Space, a.Kind
		c.keep(a, at)
	}
	return int(w.wavefronts), int(w.sectors), int(w.packets)
}

// CountCopy counts a copy from global to shared memory, by the access to global memory.
func (c *Counter) CountCopy(a *trace.Access) CopyCost {
	w, p := CostOfCopy(c.coster.spec, a), &c.ByPC[a.PC]
	p.Accesses++
	p.Bytes += uint64(a.Active.Count() * a.Bytes)
	p.Requests++
	p.Sectors += uint64(w.Sectors)
	p.Transactions += uint64(w.Pieces)
	p.Wavefronts += uint64(w.Wavefronts)
	p.Ideal += uint64(w.Ideal)
	p.Conflicts += uint64(w.Wavefronts - w.Ideal)
	if at := orderOf(a); at < c.order[a.PC] {
		p.Space, p.Kind = a.Space, a.Kind
		c.keep(a, at)
	}
	return w
}

// CountCopied counts the side in shared memory of a copy that no register takes part in.
func (c *Counter) CountCopied(a *trace.Access) {
	if a.Kind == trace.Store {
		c.ByPC[a.PC].Filled += uint64(a.Active.Count() * a.Bytes)
	}
}

// orderOf returns the number of an access's warp among all warps of the launch.
func orderOf(a *trace.Access) uint64 {
	return uint64(a.Block)*arch.MaxLanes*arch.MaxLanes + uint64(a.Warp)
}

// keep makes an access the sample of its instruction.
func (c *Counter) keep(a *trace.Access, at uint64) {
	c.order[a.PC] = at
	c.samples[a.PC] = *a
	if a.Into != nil {
		into := *a.Into
		c.samples[a.PC].Into = &into
	}
	if a.Addr != nil {
		addr := *a.Addr
		c.samples[a.PC].Addr, c.samples[a.PC].Taps = &addr, slices.Clone(a.Taps)
	}
}

// Take returns what was counted since the last call. Samples stay.
func (c *Counter) Take() []trace.AccessCounts {
	taken := slices.Clone(c.ByPC)
	for pc := range c.ByPC {
		c.ByPC[pc] = trace.AccessCounts{Space: taken[pc].Space, Kind: taken[pc].Kind}
	}
	return taken
}

// Sample returns the first access at an instruction of the lowest warp that made one; nil if
// no warp did.
func (c *Counter) Sample(pc int) *trace.Access {
	if c.order[pc] == noSample {
		return nil
	}
	return &c.samples[pc]
}

// Merge adds what o counted to c.
func (c *Counter) Merge(o *Counter) {
	for pc := range o.ByPC {
		if o.order[pc] == noSample {
			continue
		}
		c.ByPC[pc].Plus(&o.ByPC[pc])
		if o.order[pc] < c.order[pc] {
			c.keep(&o.samples[pc], o.order[pc])
		}
	}
}
