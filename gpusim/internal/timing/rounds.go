package timing

// This file recognises that warps go round a loop at a steady pace, and passes over
// most of the rounds without playing them cycle by cycle.
//
// When all warps of a launch make the same steps again and again, and for some spans of
// time, in which no block begins or ends and no queue grows, issue as much a cycle, each
// warp goes as many rounds ahead as it would at that pace in some number of cycles. All
// else stays as it is: what warps wait for, what is under way. The accesses that are
// passed over go through the caches, and the last rounds are played. So are rounds in
// which L2 becomes full, for then lines begin to leave it that must be written back, and
// those from where caches miss more or less than they did.

import (
	"math"
	"slices"

	"gpucourse/gpusim/trace"

	"gonum.org/v1/gonum/stat"
)

const (
	firstLook   = 8    // windows until rounds are looked for
	spanWindows = 8    // windows of a span, at least; in it each warp goes a round, on the average
	equalSpans  = 4    // spans in a row that must be alike
	spanWithin  = 0.02 // of their mean
	roundsLeft  = 1    // rounds of each warp that are played in the end
	atATime     = 4    // rounds that an SM goes before the next does: its caches are at hand then (7 % faster than one)
	busyShared  = 0.5  // of the time: what SMs share, when it keeps none of them waiting
	missWithin  = 0.1  // of the misses in the spans, those of rounds that are passed over
	missesCount = 0.02 // by instruction: fewer do not set the pace
)

// rounds watches the pace of a launch.
type rounds struct {
	round  round   // what warps do again and again; zero: not known
	wait   int     // windows until the next look, or at least until the span ends
	looks  int     // in vain, one after another
	least  int     // windows of a span
	goal   int64   // instructions that have been issued when the span ends
	spans  []tally // at the ends of the last ones
	filled int64   // sectors that L2 has taken in, from memory and from stores
	scout  scout
	passed passed
	spread float64 // of the spans that stand for what was passed over
}

// passOver takes note of a window's end at a cycle. When the pace is steady it passes
// over rounds.
func (c *chip) passOver(now int64) {
	v := &c.rounds
	if v.wait--; v.wait > 0 || c.Full || c.Follow > 0 || c.watched() {
		return
	}
	if v.round.steps == 0 {
		if v.round = c.findRound(); v.round.steps == 0 {
			v.lookLater()
			return
		}
		v.spans, v.least = v.spans[:0], spanWindows
	} else if c.issued() < v.goal {
		return
	}
	v.spans = append(v.spans, c.tally(now))
	if spread, alike := v.judge(); alike {
		c.goAhead(spread)
		return
	}
	v.wait, v.goal = v.least, c.issued()+int64(c.running()*v.round.instructions)
}

// judge says by how much the last spans differ, and whether they are alike. When none
// were for long, spans become twice as long.
func (v *rounds) judge() (spread float64, alike bool) {
	if len(v.spans) > 2*equalSpans {
		for i := range equalSpans + 1 {
			v.spans[i] = v.spans[2*i]
		}
		v.spans, v.least = v.spans[:equalSpans+1], 2*v.least
	}
	first := len(v.spans) - equalSpans - 1
	if first < 0 || !v.spans[first].lasts(&v.spans[first+equalSpans]) {
		return 0, false
	}
	if spread = spreadOf(v.spans[first:]); spread <= spanWithin {
		v.spans, alike = v.spans[first:], true
	}
	return spread, alike
}

// lookLater waits twice as long as before, for a look is dear.
func (v *rounds) lookLater() {
	v.round, v.wait = round{}, firstLook<<v.looks
	v.looks++
}

// spreadOf is by how much the paces of spans differ from their mean.
func spreadOf(ends []tally) (spread float64) {
	var rates []float64
	for i := range ends[1:] {
		rates = append(rates, ends[i].rate(&ends[i+1]))
	}
	return spreadIn(rates)
}

// spreadIn is by how much rates differ from their mean.
func spreadIn(rates []float64) (spread float64) {
	mean := stat.Mean(rates, nil)
	for _, r := range rates {
		spread = max(spread, math.Abs(r-mean)/mean)
	}
	return spread
}

// pace is how SMs go: one whose own pace is steady, or all others that run as many warps.
type pace struct {
	issued int64   // instructions, in the spans
	all    int64   // instructions of a round of all warps
	ahead  int     // rounds that each warp can pass over
	most   int     // that some warp can
	cycles float64 // of a round
}

// goAhead passes over as many rounds as it can, unless they take less time than the spans
// that were watched.
func (c *chip) goAhead(spread float64) {
	v := &c.rounds
	watched := v.spans[equalSpans].at - v.spans[0].at
	paces := c.paces(watched)
	rounds, slowest := c.together(paces)
	cycles := float64(rounds) * slowest
	filled := float64(v.spans[equalSpans].filled-v.spans[0].filled) * cycles / float64(watched)
	if cycles < float64(watched) || v.spans[0].filled < c.waves.enough && float64(v.filled)+filled >= float64(c.waves.enough) {
		v.lookLater()
		return
	}
	v.filled += int64(filled)
	cycles = slowest * float64(c.pass(rounds, slowest, paces))
	for i, p := range paces {
		if p != nil {
			own := int64(float64(c.sms[i].gone) * p.cycles)
			v.passed.warpCycles += own * int64(c.sms[i].running())
			v.passed.active += own
		}
	}
	v.passed.add(int64(cycles), c.gone(), &v.spans[0], &v.spans[equalSpans])
	v.spread = max(v.spread, spread)
	v.looks = 0
	v.lookLater()
}

// gone is how often SMs did what they did in the spans that were watched, by instructions.
func (c *chip) gone() float64 {
	v := &c.rounds
	gone := 0
	for i := range c.sms {
		m := &c.sms[i]
		gone += m.gone * m.running() * v.round.instructions
	}
	return float64(gone) / float64(v.spans[equalSpans].all()-v.spans[0].all())
}

// paces returns the pace of each SM, nil of those without warps; nothing when some cannot
// go ahead. SMs that part ways would lose that if they went at the pace of all.
func (c *chip) paces(watched int64) []*pace {
	v := &c.rounds
	paces, shared := make([]*pace, len(c.sms)), map[int]*pace{}
	for i := range c.sms {
		m := &c.sms[i]
		n := m.running()
		if n == 0 {
			continue
		}
		p := shared[n]
		if p == nil || v.steady(i) {
			p = &pace{ahead: math.MaxInt}
		}
		if !v.steady(i) {
			shared[n] = p
		}
		paces[i] = p
		p.all += int64(n * v.round.instructions)
		p.issued += v.spans[equalSpans].issued[i] - v.spans[0].issued[i]
		least, most := m.roundsAhead()
		p.ahead, p.most = min(p.ahead, least-roundsLeft), max(p.most, most-roundsLeft)
		if p.ahead <= 0 || p.issued == 0 {
			return nil
		}
		p.cycles = float64(p.all) / float64(p.issued) * float64(watched)
	}
	return paces
}

// steady reports whether an SM went at one pace in the spans that were watched.
func (v *rounds) steady(sm int) bool {
	var rates []float64
	for i := range equalSpans {
		from, to := &v.spans[i], &v.spans[i+1]
		rates = append(rates, float64(to.issued[sm]-from.issued[sm])/float64(to.at-from.at))
	}
	return spreadIn(rates) <= spanWithin
}

// together is how many rounds the slowest can go ahead, for which all others can too, and
// how long it takes for one. When no blocks are left that SMs could get, and what they
// share is not what keeps them, half of the SMs may come to their last rounds before, as
// those that have fewer blocks do: they make these with the others. So do those that come
// there less than half a round before.
func (c *chip) together(paces []*pace) (rounds int, cycles float64) {
	var ends []float64
	slowest := &pace{}
	uneven := math.MaxFloat64 // the first end of an SM not all of whose warps are at their last round then
	for _, p := range paces {
		if p == nil {
			continue
		}
		end := float64(p.ahead) * p.cycles
		ends = append(ends, end)
		if p.cycles > slowest.cycles {
			slowest = p
		}
		if p.most > p.ahead+1 {
			uneven = min(uneven, end)
		}
	}
	if slowest.cycles == 0 {
		return 0, 0
	}
	slices.Sort(ends)
	first := ends[0]
	if c.blocks.Left() == 0 && c.rounds.apart() {
		first = min(uneven, stat.Quantile(0.5, stat.Empirical, ends, nil))
	}
	return min(slowest.ahead, int(math.Round(first/slowest.cycles))), slowest.cycles
}

// apart reports whether SMs hardly keep each other waiting, in the spans that were watched.
func (v *rounds) apart() bool {
	from, to := &v.spans[0], &v.spans[equalSpans]
	cycles := float64(to.at - from.at)
	return to.busy[trace.L2Slices]-from.busy[trace.L2Slices] < busyShared*cycles && to.busy[trace.DRAMChannels]-from.busy[trace.DRAMChannels] < busyShared*cycles
}

// pass lets the slowest SMs go so many rounds, and the others theirs in that time. It
// stops when they miss more or less in their caches than in the spans that were watched,
// and returns how many were gone.
func (c *chip) pass(rounds int, slowest float64, paces []*pace) int {
	for i := range c.sms {
		c.sms[i].gone = 0
	}
	before, now := c.missed(), c.now
	for n := min(rounds, atATime); ; n = min(rounds, n+atATime) {
		for i := range c.sms {
			if p := paces[i]; p != nil {
				c.sms[i].goRounds(min(p.ahead, int(math.Round(float64(n)*slowest/p.cycles))))
			}
		}
		c.now = now + uint64(float64(n)*slowest)
		if n == rounds || !c.rounds.alike(before, c.missed(), c.gone()) {
			return n
		}
	}
}

// alike reports whether caches missed about as much as in the spans that were watched, so
// often.
func (v *rounds) alike(before, after missed, times float64) bool {
	from, to := &v.spans[0], &v.spans[equalSpans]
	few := missesCount * times * float64(to.all()-from.all())
	for level, n := range after {
		got, want := float64(n-before[level]), times*float64(to.missed[level]-from.missed[level])
		if math.Abs(got-want) > max(few, missWithin*want) {
			return false
		}
	}
	return true
}

// findRound is what the first warp that has not ended does again and again.
func (c *chip) findRound() round {
	for i := range c.sms {
		m := &c.sms[i]
		for j := range m.warps {
			if w := &m.warps[j]; w.alive {
				return m.roundOf(w)
			}
		}
	}
	return round{}
}

// issued is how many instructions were.
func (c *chip) issued() (n int64) {
	for i := range c.sms {
		n += c.sms[i].issued
	}
	return n
}

// running is how many warps have not ended.
func (c *chip) running() (n int) {
	for i := range c.sms {
		n += c.sms[i].running()
	}
	return n
}

func (m *sm) running() (n int) {
	for i := range m.warps {
		if m.warps[i].alive {
			n++
		}
	}
	return n
}
