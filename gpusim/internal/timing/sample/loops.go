package sample

// This file is loop sampling.

import (
	"math"
	"slices"

	"gpucourse/gpusim/trace"
)

const (
	firstLook      = 8    // windows until the first search for a loop
	spanWindows    = 8    // windows per span, at least
	iterationsLeft = 1    // iterations of each warp that are simulated in the end
	atATime        = 4    // iterations that one SM skips before the next SM does
	missWithin     = 0.1  // largest difference of the misses while skipping, as a part
	filledAnew     = 1.25 // times L2 must be filled behind iterations whose accesses do not go through the caches
	nearlyFull     = 0.95 // part of what L2 still takes that may be skipped
	missesCount    = 0.02 // misses per instruction that are too few to set the pace
)

// Loop describes one iteration of a warp's loop. The zero value: no loop.
type Loop struct{ Steps, Instructions int }

// SM is an SM whose warps can skip iterations.
type SM interface {
	// Loop returns the loop that the warps are in; ok is false if the SM has no warps.
	Loop() (l Loop, ok bool)
	// Running returns how many warps run.
	Running() int
	// Iterations returns how many iterations of a loop all warps have left, 0 if a warp is in
	// another loop.
	Iterations(Loop) int
	// Skip skips iterations until n are skipped since the last call with 0. Accesses go through
	// the caches at their time now.
	Skip(l Loop, n int, now uint64)
	// Pass skips n iterations whose accesses do not go through the caches.
	Pass(l Loop, n int)
}

// Loops observes the loops of a launch.
type Loops struct {
	sms []SM
	l2  int64 // sectors that L2 holds
	// untilFull lets warps skip as many iterations as nearly fill L2; else none are skipped that would fill it.
	untilFull bool
	loop      Loop
	wait      int   // windows until the next look
	looks     int   // in a row that found nothing
	goal      int64 // instructions that must be issued before a span ends: one iteration per warp
	spans     []*Snapshot
	filled    int64 // sectors that L2 received from skipped iterations
	rest      extrapolation
	issued    int64   // instructions skipped
	warps     float64 // skipped cycles, the sum of all running warps
	active    float64 // skipped cycles, the sum of all SMs with blocks
	spread    float64 // largest difference of a span from the mean of its spans, as a part
}

// NewLoops observes the SMs of a device whose L2 holds l2 sectors.
func NewLoops(sms []SM, l2 int64, untilFull bool) *Loops {
	return &Loops{sms: sms, l2: l2, untilFull: untilFull}
}

// Watch is called at the end of each window. If the pace is steady, the warps skip iterations
// and Watch returns how many cycles these take. now is the time of the caches.
func (v *Loops) Watch(at int64, snapshot Snapshooter, now uint64) (cycles int64) {
	if v.wait--; v.wait > 0 {
		return 0
	}
	if v.loop.Steps == 0 {
		if v.loop = v.find(); v.loop.Steps == 0 {
			v.lookLater()
			return 0
		}
		v.spans, v.goal = v.spans[:0], 0
	}
	s := snapshot(at)
	if s.issued() < v.goal {
		return 0
	}
	v.spans = append(v.spans, s)
	if v.judge() {
		cycles = v.skip(snapshot, now)
		v.lookLater()
		return cycles
	}
	v.wait, v.goal = spanWindows, s.issued()+int64(v.running()*v.loop.Instructions)
	return 0
}

// find returns the loop of the first SM that has warps.
func (v *Loops) find() Loop {
	for _, m := range v.sms {
		if l, ok := m.Loop(); ok {
			return l
		}
	}
	return Loop{}
}

func (v *Loops) running() (n int) {
	for _, m := range v.sms {
		n += m.Running()
	}
	return n
}

// lookLater doubles the time until the next look, because looking is slow.
func (v *Loops) lookLater() {
	v.loop, v.wait = Loop{}, firstLook<<v.looks
	v.looks++
}

// steady reports whether no block started or ended and no queue grew between two snapshots.
func steady(from, to *Snapshot) bool {
	return from.Blocks == to.Blocks && float64(from.growth(to)) <= equalWithin*float64(to.At-from.At)
}

// judge reports whether the last spans are equal.
func (v *Loops) judge() bool {
	v.spans = slices.Delete(v.spans, 0, max(0, len(v.spans)-equalSpans-1))
	if len(v.spans) <= equalSpans || !steady(v.spans[0], v.spans[equalSpans]) {
		return false
	}
	var rates []float64
	for i, from := range v.spans[:equalSpans] {
		to := v.spans[i+1]
		rates = append(rates, float64(to.issued()-from.issued())/float64(to.At-from.At))
	}
	_, apart := spread(rates)
	if apart > equalWithin {
		return false
	}
	v.spread = max(v.spread, apart)
	return true
}

// observed returns the ends of the equal spans.
func (v *Loops) observed() (from, to *Snapshot) { return v.spans[0], v.spans[equalSpans] }

// pace is how fast the warps of an SM iterate.
type pace struct {
	left   int     // iterations that each warp can skip
	cycles float64 // per iteration of all warps; 0: the SM has no warps
	warps  int
}

// paces returns the pace of each SM, nil if one of them cannot skip an iteration.
func (v *Loops) paces() []pace {
	from, to := v.observed()
	paces := make([]pace, len(v.sms))
	for i, m := range v.sms {
		n, issued := m.Running(), to.Issued[i]-from.Issued[i]
		if n == 0 {
			continue
		}
		p := pace{left: m.Iterations(v.loop) - iterationsLeft, warps: n}
		if p.left <= 0 || issued == 0 {
			return nil
		}
		p.cycles = float64(n*v.loop.Instructions) / float64(issued) * float64(to.At-from.At)
		paces[i] = p
	}
	return paces
}

// together returns how many iterations the slowest SM can skip before any SM has none left,
// and the cycles that each takes.
func together(paces []pace) (n int, cycles float64) {
	slowest, first := pace{}, math.MaxFloat64
	for _, p := range paces {
		if p.cycles > 0 {
			first = min(first, float64(p.left)*p.cycles)
		}
		if p.cycles > slowest.cycles {
			slowest = p
		}
	}
	if slowest.cycles == 0 {
		return 0, 0
	}
	return min(slowest.left, int(math.Round(first/slowest.cycles))), slowest.cycles
}

// skip skips as many iterations as possible and returns their cycles. It skips none if they
// take less time than the spans, or if L2 would become full meanwhile.
func (v *Loops) skip(snapshot Snapshooter, now uint64) int64 {
	from, to := v.observed()
	paces := v.paces()
	n, each := together(paces)
	cycles, fill := float64(n)*each, float64(to.Filled-from.Filled)/float64(to.At-from.At)
	if left := float64(v.l2 - to.Filled - v.filled); from.Filled+v.filled < v.l2 && fill*cycles >= left {
		if !v.untilFull {
			return 0
		}
		n = int(nearlyFull * left / (fill * each))
		cycles = float64(n) * each
	}
	if cycles < float64(to.At-from.At) {
		return 0
	}
	passed := v.pass(paces, n, each, fill)
	n, times := v.skipTogether(paces, n-passed.iterations, each, snapshot, now+uint64(float64(passed.iterations)*each))
	n, times = n+passed.iterations, times+passed.times
	cycles = float64(n) * each
	v.filled += int64(fill * cycles)
	for _, p := range paces {
		if p.warps > 0 {
			v.warps += cycles * float64(p.warps)
			v.active += cycles
		}
	}
	v.rest.add(cycles, times, from, to)
	if passed.times > 0 {
		v.rest.addCaches(slices.Repeat([]float64{passed.times}, len(to.ByPC)+1), from, to)
	}
	v.issued += int64(times * float64(to.issued()-from.issued()))
	v.looks = 0
	return int64(cycles)
}

// passed is iterations of the slowest SM whose accesses do not go through the caches, and how many times the
// work of the spans they are.
type passed struct {
	iterations int
	times      float64
}

// pass lets all SMs pass over the first iterations, where those behind them fill L2 anew: what is in L2 then does
// not depend on them.
func (v *Loops) pass(paces []pace, n int, each, fill float64) (p passed) {
	if behind := int(math.Ceil(filledAnew * float64(v.l2) / max(fill*each, 1))); v.untilFull && v.to().Filled+v.filled >= v.l2 && behind < n {
		p.iterations = n - behind
	}
	if p.iterations == 0 {
		return p
	}
	from, to := v.observed()
	instructions := 0
	for i, m := range v.sms {
		if x := &paces[i]; x.cycles > 0 {
			own := min(x.left, int(math.Round(float64(p.iterations)*each/x.cycles)))
			m.Pass(v.loop, own)
			x.left -= own
			instructions += own * x.warps * v.loop.Instructions
		}
	}
	p.times = float64(instructions) / float64(to.issued()-from.issued())
	return p
}

// to returns the end of the equal spans.
func (v *Loops) to() *Snapshot { return v.spans[equalSpans] }

// skipTogether lets the slowest SM skip n iterations and the others as many as they execute in
// that time. It stops early when the caches miss more or less than in the spans. It returns
// the iterations of the slowest SM, and how many times the work of the spans was skipped.
func (v *Loops) skipTogether(paces []pace, n int, each float64, snapshot Snapshooter, now uint64) (done int, times float64) {
	from, to := v.observed()
	before := snapshot(to.At)
	for _, m := range v.sms {
		m.Skip(v.loop, 0, now)
	}
	for done = min(n, atATime); ; done = min(n, done+atATime) {
		instructions := 0
		for i, m := range v.sms {
			if p := paces[i]; p.cycles > 0 {
				own := min(p.left, int(math.Round(float64(done)*each/p.cycles)))
				m.Skip(v.loop, own, now+uint64(float64(done)*each))
				instructions += own * p.warps * v.loop.Instructions
			}
		}
		times = float64(instructions) / float64(to.issued()-from.issued())
		if done == n || !v.alike(before, snapshot(to.At), times) {
			return done, times
		}
	}
}

// alike reports whether the caches missed about as much between two snapshots as in the spans,
// times a factor.
func (v *Loops) alike(before, after *Snapshot, times float64) bool {
	from, to := v.observed()
	few := missesCount * times * float64(to.issued()-from.issued())
	for level, n := range after.Misses {
		got, want := float64(n-before.Misses[level]), times*float64(to.Misses[level]-from.Misses[level])
		if math.Abs(got-want) > max(few, missWithin*want) {
			return false
		}
	}
	return true
}

// Issued returns how many instructions were skipped.
func (v *Loops) Issued() int64 { return v.issued }

// Complete adds what was skipped up to now to a snapshot. The accesses of skipped iterations are in the caches' counts.
func (v *Loops) Complete(s *Snapshot) {
	s.Skipped += v.issued
	for pc := range v.rest.byPC {
		s.ByPC[pc].Plus(&v.rest.byPC[pc])
	}
	for k := range s.Busy {
		s.Busy[k] += v.rest.busy[k]
	}
}

// Extend adds the skipped iterations to a result.
func (v *Loops) Extend(r *trace.Timing) {
	v.rest.extend(r)
	r.WarpCycles += uint64(v.warps)
	r.ActiveSum += uint64(v.active)
	r.Loops = trace.LoopSampling{Cycles: uint64(v.rest.cycles), Spread: v.spread}
}
