package sample

// This file samples launches of which the work is known and blocks may differ.

import (
	"slices"

	"gpucourse/gpusim/trace"
)

const (
	leastWork  = 1 << 22 // instructions that are compared, at least: short blocks overlap
	longWave   = 1 << 24 // instructions of a wave that is long
	longLeft   = 2       // long waves that must remain for sampling to be worth it
	mostPlayed = 1 << 27 // instructions after which marks that differ are taken as they are
	mostEach   = 16      // marks that are compared as one
)

// Rates observes how many instructions a launch issues per cycle, from mark to mark. Between two marks lies the
// equalSpans-th part of a wave's work, or of leastWork where that is more. Blocks need not end together for it.
type Rates struct {
	blocks  int
	size    int // blocks per wave
	l2      int64
	work    float64   // instructions of all blocks
	unit    float64   // instructions between two marks
	byPC    []float64 // how often all blocks execute each instruction, by PC
	all     float64   // sectors that all blocks move, estimated at the last mark; 0: unknown
	marks   []mark
	settled int      // index of the first mark at which L2 was full and a wave had passed
	before  Progress // at the last window's end
	stopped bool
	found   trace.WaveSampling
	rest    extrapolation
}

// mark is the cycle at which some instructions were issued, interpolated, and the state at the window's end.
type mark struct {
	at    float64
	state *Snapshot
}

// NewRates observes a grid of blocks, of which size are resident at the same time, on a device whose L2 holds l2 sectors.
// work is the instructions that all blocks issue, and executed how often they execute each, by PC.
func NewRates(blocks, size int, l2 int64, work float64, executed []float64) *Rates {
	v := &Rates{blocks: blocks, size: size, l2: l2, work: work, byPC: executed}
	v.unit = max(v.wave(), leastWork) / equalSpans
	return v
}

// wave returns the instructions of a wave.
func (v *Rates) wave() float64 { return v.work / float64(v.blocks) * float64(v.size) }

// left returns how many waves must remain for sampling to be worth it.
func (v *Rates) left() int {
	if v.wave() >= longWave {
		return longLeft
	}
	return wavesLeft
}

// Watched reports whether the grid has enough waves for sampling and still starts blocks.
func (v *Rates) Watched() bool { return !v.stopped && v.blocks > (2+v.left())*v.size }

// Watch is called at the end of each window. It returns true when no more blocks need to start.
func (v *Rates) Watch(p Progress, snapshot Snapshooter) (stop bool) {
	if !v.Watched() {
		return false
	}
	var state *Snapshot
	for float64(len(v.marks)+1)*v.unit <= float64(p.Issued) {
		if state == nil {
			state = snapshot(p.Now)
			v.all = float64(p.Moved) * v.trafficOfAll(state)
		}
		part := (float64(len(v.marks)+1)*v.unit - float64(v.before.Issued)) / float64(p.Issued-v.before.Issued)
		v.marks = append(v.marks, mark{float64(v.before.Now) + part*float64(p.Now-v.before.Now), state})
	}
	v.before = p
	all := float64(p.Moved) * v.work / float64(max(1, p.Issued))
	if v.all > 0 {
		all = v.all
	}
	if p.Moved < v.l2 && all >= float64(v.l2) || float64(p.Issued) < v.wave() {
		v.settled = len(v.marks)
		return false
	}
	if state != nil && v.blocks-p.Started >= v.left()*v.size {
		v.stopped = v.judge(v.marks[v.settled:], p)
	}
	return v.stopped
}

// judge reports whether instructions were issued at one rate between the last marks, and extrapolates.
func (v *Rates) judge(marks []mark, p Progress) bool {
	for each := 1; each <= mostEach && len(marks) > each*equalSpans; each *= 2 {
		first, last := len(marks)-1-each*equalSpans, len(marks)-1
		from, to := marks[first].state, marks[last].state
		if float64(to.issued()-from.issued()) < v.unit*float64(last-first)/2 {
			continue // one skip of iterations, which has one rate
		}
		var took []float64
		for i := first; i < last; i += each {
			took = append(took, marks[i+each].at-marks[i].at)
		}
		_, spread := spread(took)
		if late := to.issued()-to.Skipped > mostPlayed && 2*each*equalSpans >= len(marks); spread > equalWithin && !late {
			continue
		}
		v.found = trace.WaveSampling{Played: p.Started, Total: v.blocks, Spread: spread}
		did := float64(to.issued() - from.issued())
		c := compared{from: from, to: to, started: float64(p.Started), running: float64(p.Started - p.Ended), blocks: did / v.work * float64(v.blocks)}
		times := c.left(v.work, did, float64(to.issued()))
		v.rest.add(times*(float64(to.At-from.At)+float64(from.growth(to))), times, from, to)
		v.rest.addCaches(v.timesByPC(times, &c), from, to)
		return true
	}
	return false
}

// trafficOfAll returns how many times what the caches have moved all blocks move: each instruction goes on moving as many
// sectors per execution. It is 0 before an instruction has moved any.
func (v *Rates) trafficOfAll(s *Snapshot) float64 {
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
func (v *Rates) timesByPC(times float64, c *compared) []float64 {
	n := len(c.to.ByPC)
	list := slices.Repeat([]float64{times}, n+1)
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

// compared is what happened between two snapshots: as many instructions were issued as some blocks have.
type compared struct {
	from, to         *Snapshot
	started, running float64 // blocks up to now
	blocks           float64
}

// left returns how many times what was done is left of some work, behind what was issued and what the blocks that run
// will issue.
func (c *compared) left(work, did, issued float64) float64 {
	each := did / c.blocks
	underWay := min(max(each*c.started-issued, 0), each*c.running)
	return max(0, work-issued-underWay) / did
}

// Extend adds the blocks that were not simulated to the result of a device with some SMs.
func (v *Rates) Extend(r *trace.Timing, sms int) {
	if v.stopped {
		v.rest.extendGrid(r, v.found, sms)
	}
}
