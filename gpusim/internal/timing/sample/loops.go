package sample

// This file recognises that warps repeat a loop at a steady pace, and passes over most of
// its iterations.

import (
	"math"

	"gpucourse/gpusim/trace"
)

const (
	firstLook      = 8    // windows until a loop is looked for
	spanWindows    = 8    // windows of a span, at least; in it each warp makes an iteration, on the average
	iterationsLeft = 1    // iterations of each warp that are played in the end
	atATime        = 4    // iterations that an SM makes before the next does: its caches are at hand then
	missWithin     = 0.1  // of the misses in the spans, those of iterations that are passed over
	missesCount    = 0.02 // per instruction: fewer do not set the pace
)

// Loop is what one iteration of a warp's loop consists of. The zero value: no loop.
type Loop struct{ Steps, Instructions, Barriers int }

// SM is what can be passed over on an SM.
type SM interface {
	// Loop is the loop that the SM's warps are in, if it has warps.
	Loop() (l Loop, ok bool)
	// Running is how many warps have not ended.
	Running() int
	// Iterations is how many iterations of a loop all warps have ahead of them; 0 when a
	// warp is in another loop.
	Iterations(Loop) int
	// Pass takes the warps past iterations, up to n since this stretch began; first of a
	// stretch when n is 0.
	Pass(l Loop, n int)
}

// Chip is what is watched.
type Chip interface {
	SMs() []SM
	Snapshot(now int64) *Snapshot
	Issued() int64
	Missed() Misses
	// Sent sets the time at which accesses that are passed over go through the caches, in
	// cycles from the beginning of the stretch.
	Sent(cycles float64)
}

// Loops watches the pace of a launch.
type Loops struct {
	loop   Loop
	enough int64 // sectors that fill L2
	wait   int   // windows until the next look, or at least until the span ends
	looks  int   // in vain, one after another
	least  int   // windows of a span
	goal   int64 // instructions that have been issued when the span ends
	spans  []*Snapshot
	filled int64 // sectors that L2 has taken in while iterations were passed over
	passed extrapolation
	warps  float64 // cycles that warps were resident meanwhile
	active float64 // cycles that SMs had blocks meanwhile
	spread float64 // largest difference of a span from the mean of them
}

// NewLoops watches a launch on a device whose L2 holds so many sectors.
func NewLoops(sectors int64) *Loops { return &Loops{enough: sectors} }

// Watch notes the end of a window. When the pace is steady it passes over iterations and
// returns how many cycles these take.
func (v *Loops) Watch(now int64, c Chip) (cycles int64) {
	if v.wait--; v.wait > 0 {
		return 0
	}
	if v.loop.Steps == 0 {
		if v.loop = find(c.SMs()); v.loop.Steps == 0 {
			v.lookLater()
			return 0
		}
		v.spans, v.least = v.spans[:0], spanWindows
	} else if c.Issued() < v.goal {
		return 0
	}
	v.spans = append(v.spans, c.Snapshot(now))
	if v.judge() {
		cycles := v.pass(c)
		v.lookLater()
		return cycles
	}
	v.wait, v.goal = v.least, c.Issued()+int64(running(c.SMs())*v.loop.Instructions)
	return 0
}

// find returns the loop of the first SM that has warps.
func find(sms []SM) Loop {
	for _, m := range sms {
		if l, ok := m.Loop(); ok {
			return l
		}
	}
	return Loop{}
}

func running(sms []SM) (n int) {
	for _, m := range sms {
		n += m.Running()
	}
	return n
}

// lookLater waits twice as long as before, because looking is slow.
func (v *Loops) lookLater() {
	v.loop, v.wait = Loop{}, firstLook<<v.looks
	v.looks++
}

// judge reports whether the last spans are alike, and keeps these alone. When none were for
// long, spans become twice as long.
func (v *Loops) judge() bool {
	if len(v.spans) > 2*equalSpans {
		for i := range equalSpans + 1 {
			v.spans[i] = v.spans[2*i]
		}
		v.spans, v.least = v.spans[:equalSpans+1], 2*v.least
	}
	first := len(v.spans) - equalSpans - 1
	if first < 0 || !v.spans[first].steady(v.spans[first+equalSpans]) {
		return false
	}
	var rates []float64
	for i := first; i < first+equalSpans; i++ {
		from, to := v.spans[i], v.spans[i+1]
		rates = append(rates, float64(to.all()-from.all())/float64(to.At-from.At))
	}
	if _, apart := spread(rates); apart <= equalWithin {
		v.spans, v.spread = v.spans[first:], max(v.spread, apart)
		return true
	}
	return false
}

// watched returns the ends of the spans, and the cycles between them.
func (v *Loops) watched() (from, to *Snapshot, cycles float64) {
	from, to = v.spans[0], v.spans[equalSpans]
	return from, to, float64(to.At - from.At)
}

// pace is how an SM goes.
type pace struct {
	ahead  int     // iterations that each warp can pass over
	cycles float64 // per iteration of all warps; 0: the SM has none
	warps  int
}

// paces returns the pace of each SM; nothing when some cannot go ahead.
func (v *Loops) paces(sms []SM) []pace {
	from, to, cycles := v.watched()
	paces := make([]pace, len(sms))
	for i, m := range sms {
		n, issued := m.Running(), to.Issued[i]-from.Issued[i]
		if n == 0 {
			continue
		}
		p := pace{ahead: m.Iterations(v.loop) - iterationsLeft, warps: n}
		if p.ahead <= 0 || issued == 0 {
			return nil
		}
		p.cycles = float64(n*v.loop.Instructions) / float64(issued) * cycles
		paces[i] = p
	}
	return paces
}

// together returns how many iterations the slowest SM can pass over, for which all others
// can go on too, and how long one takes.
func together(paces []pace) (n int, cycles float64) {
	slowest, first := pace{}, math.MaxFloat64
	for _, p := range paces {
		if p.cycles > 0 {
			first = min(first, float64(p.ahead)*p.cycles)
		}
		if p.cycles > slowest.cycles {
			slowest = p
		}
	}
	if slowest.cycles == 0 {
		return 0, 0
	}
	return min(slowest.ahead, int(math.Round(first/slowest.cycles))), slowest.cycles
}

// pass passes over as many iterations as it can, and returns the cycles that they take: 0
// when that would be less than the spans took, or when L2 becomes full meanwhile.
func (v *Loops) pass(c Chip) int64 {
	from, to, watched := v.watched()
	paces := v.paces(c.SMs())
	n, each := together(paces)
	cycles := float64(n) * each
	filled := float64(to.Filled-from.Filled) * cycles / watched
	if cycles < watched || from.Filled+v.filled < v.enough && float64(to.Filled+v.filled)+filled >= float64(v.enough) {
		return 0
	}
	n, times := v.iterate(c, paces, n, each)
	cycles = float64(n) * each
	v.filled += int64(float64(to.Filled-from.Filled) * cycles / watched)
	for _, p := range paces {
		if p.warps > 0 {
			v.warps += cycles * float64(p.warps)
			v.active += cycles
		}
	}
	v.passed.add(cycles, times, from, to)
	v.looks = 0
	return int64(cycles)
}

// iterate lets the slowest SM pass over n iterations, and the others as many as they make in
// that time. It stops when caches miss more or less than in the spans. It returns how many
// were passed over, and how many times that is what happened in the spans.
func (v *Loops) iterate(c Chip, paces []pace, n int, each float64) (done int, times float64) {
	from, to, _ := v.watched()
	before := c.Missed()
	for _, m := range c.SMs() {
		m.Pass(v.loop, 0)
	}
	for done = min(n, atATime); ; done = min(n, done+atATime) {
		instructions := 0
		c.Sent(float64(done) * each)
		for i, m := range c.SMs() {
			if p := paces[i]; p.cycles > 0 {
				own := min(p.ahead, int(math.Round(float64(done)*each/p.cycles)))
				m.Pass(v.loop, own)
				instructions += own * p.warps * v.loop.Instructions
			}
		}
		times = float64(instructions) / float64(to.all()-from.all())
		if done == n || !v.alike(before, c.Missed(), times) {
			return done, times
		}
	}
}

// alike reports whether caches missed about as much as in the spans, times so many.
func (v *Loops) alike(before, after Misses, times float64) bool {
	from, to, _ := v.watched()
	few := missesCount * times * float64(to.all()-from.all())
	for level, n := range after {
		got, want := float64(n-before[level]), times*float64(to.Missed[level]-from.Missed[level])
		if math.Abs(got-want) > max(few, missWithin*want) {
			return false
		}
	}
	return true
}

// Extend adds the iterations that were passed over to a result.
func (v *Loops) Extend(r *trace.Timing) {
	v.passed.extend(r)
	r.WarpCycles += uint64(v.warps)
	r.ActiveSum += uint64(v.active)
	r.Loops = trace.LoopSampling{Cycles: uint64(v.passed.cycles), Spread: v.spread}
}
