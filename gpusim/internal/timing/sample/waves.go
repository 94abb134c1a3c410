package sample

// This file is wave sampling.

import (
	"slices"

	"gpucourse/gpusim/trace"
)

const (
	wavesLeft = 8       // that must remain for sampling to be worth it
	mostEach  = 16      // waves that are compared as one, where blocks differ
	mostWaves = 40      // after which those that differ are taken as they are
	leastWork = 1 << 22 // instructions of waves that are compared, where there are enough of them
	longSpans = 2       // waves in a row that must be equal where most of their time is skipped in loops
)

// Waves observes the waves of a grid.
type Waves struct {
	blocks  int
	size    int       // blocks per wave
	l2      int64     // sectors that L2 holds
	work    float64   // instructions of all blocks, where blocks may differ; 0: blocks that are left do as much as those before
	byPC    []float64 // how often all blocks execute each instruction, by PC; nil where work is 0
	all     float64   // sectors that all blocks move, estimated when a wave ended; 0: unknown
	ends    []waveEnd
	settled int     // index of the first wave end at which L2 was full
	before  float64 // cycle of the last window's end
	ended   int     // blocks that had ended by then
	stopped bool
	found   trace.WaveSampling
	rest    extrapolation
}

// waveEnd is the cycle at which a wave ended, interpolated, and the state at the window's end.
type waveEnd struct {
	at    float64
	state *Snapshot
}

// NewWaves observes a grid of blocks, of which size are resident at the same time, on a device whose L2 holds l2 sectors.
// work is the instructions that all blocks issue, and executed how often they execute each, by PC, where that is known
// beforehand; else 0 and nil.
func NewWaves(blocks, size int, l2 int64, work float64, executed []float64) *Waves {
	return &Waves{blocks: blocks, size: size, l2: l2, work: work, byPC: executed}
}

// Watched reports whether the grid has enough waves for sampling and still starts blocks.
func (v *Waves) Watched() bool { return !v.stopped && v.blocks >= (equalSpans+wavesLeft)*v.size }

// Watch is called at the end of each window, with the blocks that have started and ended and
// the sectors that L2 has moved. It returns true when no more blocks need to start.
func (v *Waves) Watch(now int64, started, ended int, moved int64, snapshot Snapshooter) (stop bool) {
	if !v.Watched() {
		return false
	}
	for len(v.ends) < ended/v.size {
		part := float64((len(v.ends)+1)*v.size-v.ended) / float64(ended-v.ended)
		v.ends = append(v.ends, waveEnd{v.before + part*(float64(now)-v.before), snapshot(now)})
		v.all = float64(moved) * v.trafficOfAll(v.ends[len(v.ends)-1].state)
	}
	v.before, v.ended = float64(now), ended
	all := moved * int64(v.blocks) / int64(max(1, ended))
	if v.all > 0 {
		all = int64(v.all)
	}
	if moved < v.l2 && all >= v.l2 {
		v.settled = len(v.ends)
		return false
	}
	if len(v.ends)-v.settled > v.spans(v.ends) && v.blocks-started >= wavesLeft*v.size {
		v.stopped = v.judge(v.ends[v.settled:], started, ended)
	}
	return v.stopped
}

// judge reports whether the last waves, or groups of waves, take equal times, and extrapolates.
func (v *Waves) judge(ends []waveEnd, started, ended int) bool {
	most := 2
	if v.work > 0 {
		most = mostEach
	}
	spans := v.spans(ends)
	for each := 1; each <= most && len(ends) > each*spans; each *= 2 {
		var took []float64
		first := len(ends) - 1 - spans*each
		for i := first; i < len(ends)-1; i += each {
			took = append(took, v.time(&ends[i], &ends[i+each]))
		}
		if v.tooShort(ends[first].state, ends[len(ends)-1].state, started) {
			continue
		}
		_, spread := spread(took)
		if late := v.work > 0 && len(ends) > mostWaves && 2*each*spans >= len(ends); spread > equalWithin && !late {
			continue
		}
		v.found = trace.WaveSampling{Played: started, Total: v.blocks, Spread: spread}
		from, to := ends[first].state, ends[len(ends)-1].state
		c := compared{from: from, to: to, started: started, ended: ended, blocks: v.size * spans * each}
		times := v.left(&c)
		v.rest.add(times*(ends[len(ends)-1].at-ends[first].at+float64(from.growth(to))), times, from, to)
		v.rest.addCaches(v.timesByPC(times, &c), from, to)
		return true
	}
	return false
}

// trafficOfAll returns how many times what the caches have moved all blocks move: each instruction goes on moving as many
// sectors per execution. It is 0 where blocks do not differ.
func (v *Waves) trafficOfAll(s *Snapshot) float64 {
	if v.byPC == nil || s.Caches == nil {
		return 0
	}
	moved, all := 0., 0.
	for pc := range s.Caches.ByPC {
		sectors := float64(s.Caches.ByPC[pc].Sectors())
		moved += sectors
		all += sectors * v.byPC[pc] / float64(max(1, s.ByPC[pc].Issued))
	}
	return all / max(1, moved)
}

// timesByPC returns how many times the rest of the grid executes what was compared, by PC, and last what belongs to no
// instruction, which follows the traffic. Where waves differ, loads and stores may be another part of the rest.
func (v *Waves) timesByPC(times float64, c *compared) []float64 {
	n := len(c.to.ByPC)
	list := slices.Repeat([]float64{times}, n+1)
	if v.byPC == nil || c.to.Caches == nil {
		return list
	}
	all, moved := 0., 0.
	for pc := range n {
		if before, issued := c.from.ByPC[pc].Issued, c.to.ByPC[pc].Issued; issued > before {
			list[pc] = c.left(v.byPC[pc], float64(issued-before), float64(issued))
		}
		sectors := float64(c.to.Caches.ByPC[pc].Sectors() - c.from.Caches.ByPC[pc].Sectors())
		all, moved = all+list[pc]*sectors, moved+sectors
	}
	if moved > 0 {
		list[n] = all / moved
	}
	return list
}

// tooShort reports whether the waves between two snapshots should be more: short waves overlap, so that their instructions
// and their accesses do not begin and end together.
func (v *Waves) tooShort(from, to *Snapshot, started int) bool {
	return v.work > 0 && to.issued()-from.issued() < leastWork && v.blocks-started > 2*wavesLeft*v.size
}

// time returns the time between two wave ends: cycles, or cycles per instruction where blocks may differ.
func (v *Waves) time(from, to *waveEnd) float64 {
	if v.work == 0 {
		return to.at - from.at
	}
	return float64(to.state.At-from.state.At) / float64(max(1, to.state.issued()-from.state.issued()))
}

// spans returns how many waves in a row must be equal. Waves whose instructions were mostly skipped are long: each of
// them was compared with itself.
func (v *Waves) spans(ends []waveEnd) int {
	if n := len(ends); v.work > 0 && n > longSpans {
		from, to := ends[n-1-longSpans].state, ends[n-1].state
		if skipped := to.Skipped - from.Skipped; 2*skipped > to.issued()-from.issued() {
			return longSpans
		}
	}
	return equalSpans
}

// compared is the waves between two snapshots, in which as many instructions were issued as some blocks have.
type compared struct {
	from, to       *Snapshot
	started, ended int // blocks up to now
	blocks         int
}

// left returns how many times the rest of the grid takes what was compared.
func (v *Waves) left(c *compared) float64 {
	if v.work == 0 {
		return float64(v.blocks-c.started) / float64(c.blocks)
	}
	return c.left(v.work, float64(c.to.issued()-c.from.issued()), float64(c.to.issued()))
}

// left returns how many times what was done is left of some work, behind what was issued and what the blocks that run
// will issue.
func (c *compared) left(work, did, issued float64) float64 {
	each := did / float64(c.blocks)
	underWay := min(max(each*float64(c.started)-issued, 0), each*float64(c.started-c.ended))
	return max(0, work-issued-underWay) / did
}

// Extend adds the blocks that were not simulated to the result of a device with some SMs.
func (v *Waves) Extend(r *trace.Timing, sms int) {
	if !v.stopped {
		return
	}
	r.Waves = v.found
	v.rest.extend(r)
	r.ActiveSum += uint64(v.rest.cycles * float64(sms))
	r.WarpCycles = uint64(float64(r.WarpCycles) * float64(v.blocks) / float64(v.found.Played))
}
