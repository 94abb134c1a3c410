package timing

// This file plays the SMs of a window, on several processors where there are.

import (
	"runtime"
	"sync"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/trace"
)

// player plays some of the SMs: those whose number is its own modulo the number of
// players. What its SMs use and count together is its own, so that players run at the same
// time; within a window SMs do not know of each other.
type player struct {
	*chip
	trace  *replay.Reader
	front  *cache.SMCaches
	local  *replay.Locals
	banks  *coalesce.BankCounter
	counts []trace.CacheCounts
	byPC   []trace.InstrCycles
	last   *trace.Access // under way
	spans  []trace.Span

	ended      int // blocks
	warpCycles uint64
}

// busySMs is how many SMs of a window must have something to do for a player more.
const busySMs = 8

// newPlayers makes the players of a launch. Spans are in order when one plays all.
func (c *chip) newPlayers(t *replay.Trace) {
	n := c.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if n = min(n, c.Spec.SMs/busySMs); c.Follow > 0 {
		n = 1
	}
	for range max(1, n) {
		c.players = append(c.players, &player{
			chip: c, trace: t.Reader(), front: c.memory.NewSMCaches(), local: replay.NewLocals(c.Launch.Launch), banks: coalesce.NewBankCounter(c.Spec),
			counts: make([]trace.CacheCounts, len(c.ops)), byPC: make([]trace.InstrCycles, len(c.ops)),
		})
	}
}

// playAll plays the SMs to the end of the window.
func (c *chip) playAll() {
	busy := 0
	for i := range c.sms {
		if c.sms[i].earliest < c.windowEnd {
			busy++
		}
	}
	if len(c.players) == 1 || busy < 2*busySMs {
		for i := range c.players {
			c.play(i)
		}
		return
	}
	var all sync.WaitGroup
	for i := range c.players {
		all.Go(func() { c.play(i) })
	}
	all.Wait()
}

// play plays the SMs of a player.
func (c *chip) play(player int) {
	for i := player; i < len(c.sms); i += len(c.players) {
		if m := &c.sms[i]; m.earliest < c.windowEnd {
			m.advance(c.windowEnd)
		}
	}
}

// ended is how many blocks have ended.
func (c *chip) ended() (n int) {
	for _, p := range c.players {
		n += p.ended
	}
	return n
}

// sum adds up what the players counted.
func (c *chip) sum(r *trace.Timing) {
	r.Caches.ByPC, r.ByPC = c.counts, c.byPC()
	for _, p := range c.players {
		r.WarpCycles += p.warpCycles
		r.Spans = append(r.Spans, p.spans...)
		for pc := range p.counts {
			r.Caches.ByPC[pc].Plus(&p.counts[pc])
		}
	}
}
