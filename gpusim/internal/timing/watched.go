package timing

// This file shows timing/sample what goes on.

import (
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/timing/sample"
	"gpucourse/gpusim/internal/timing/sm"
	"gpucourse/gpusim/trace"
)

// looped is an SM whose warps can be taken past iterations of a loop.
type looped struct {
	*sm.SM
	chip *chip
}

// Pass takes the SM's warps past iterations of a loop.
func (l looped) Pass(loop sample.Loop, n int) {
	l.SM.Pass(loop, n, l.chip.caches, l.chip.memory.Now())
}

// SMs returns the SMs.
func (c *chip) SMs() []sample.SM { return c.looped }

// Sent sets the time of the caches, in cycles since iterations began to be passed over.
func (c *chip) Sent(cycles float64) { c.memory.Advance(c.passing + uint64(cycles)) }

// Issued returns how many instructions were issued.
func (c *chip) Issued() (n int64) {
	for i := range c.sms {
		n += c.sms[i].Issued
	}
	return n
}

// Missed returns how many sectors the caches of the SMs and L2 did not have.
func (c *chip) Missed() (n sample.Misses) {
	lists := [][]trace.CacheCounts{c.memory.Counts()}
	for _, w := range c.workers {
		lists = append(lists, w.Counts)
	}
	for _, list := range lists {
		for pc := range list {
			k := &list[pc]
			n[0] += k.L1Misses + k.ReadOnlyMisses
			n[1] += k.DRAMReads
		}
	}
	return n
}

// Snapshot returns what has happened until a cycle.
func (c *chip) Snapshot(now int64) *sample.Snapshot {
	s := &sample.Snapshot{
		At: now, Blocks: c.blocks.Next() + c.ended(), ByPC: c.byPC(), Busy: c.busy(), Filled: c.memory.Filled, Missed: c.Missed(),
	}
	ports := int64(0)
	for i := range c.sms {
		s.Issued = append(s.Issued, c.sms[i].Issued)
		ports = max(ports, c.sms[i].PortFree()>>mem.TickBits-now)
	}
	clusters, slices, channels := c.memory.Backlog(now)
	s.Backlog = []int64{ports, clusters, slices, channels}
	return s
}
