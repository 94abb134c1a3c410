package timing

// This file is the chip: its SMs, the memory that they share, and the windows of time.

import (
	"runtime"
	"sync"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/dispatch"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/timing/sample"
	"gpucourse/gpusim/internal/timing/sm"
	"gpucourse/gpusim/trace"
)

// chip is a launch being played.
type chip struct {
	*Launch
	caches  *cache.Hierarchy
	memory  *mem.Memory
	sms     []sm.SM
	workers []*sm.Worker
	blocks  *dispatch.Dispatcher
	sent    [][]mem.Request // of the present window, by SM
	length  int64           // cycles of a window
	gap     int64           // ticks from the end of a block to the end of the next, at least
	retired int64           // ticks: when the last end of a block was noted
	waves   *sample.Waves
	loops   *sample.Loops
	looped  []sample.SM
	passing uint64 // the time of the caches when iterations began to be passed over
}

func newChip(l *Launch, t *replay.Trace, caches *cache.Hierarchy) *chip {
	s := l.Spec
	program := sm.NewProgram(s, sm.Kernel{Instrs: l.Instrs, Registers: l.Numbers, Warps: l.Warps, Warm: l.Warm}, l.Ideal)
	program.Follow = l.Follow
	sectors := int64(s.Caches.L2.Bytes / max(1, s.Global.SectorBytes))
	c := &chip{
		Launch: l, caches: caches, memory: mem.New(s, l.Ideal, caches, len(l.Instrs)), blocks: dispatch.New(s, 0, l.Blocks),
		sent: make([][]mem.Request, s.SMs), waves: sample.NewWaves(l.Blocks, l.Resident*s.SMs, sectors), loops: sample.NewLoops(sectors),
	}
	c.length = max(1, min(c.memory.Latency(), int64(s.Clock.Cold.Block)))
	if r := s.Clock.Cold.BlocksPerCycle; r > 0 {
		c.gap = mem.InTicks(1 / r)
	}
	for range c.countWorkers() {
		c.workers = append(c.workers, sm.NewWorker(program, l.Launch, t, caches))
	}
	c.sms = make([]sm.SM, s.SMs)
	for id, rank := range c.blocks.Rank() {
		c.sms[id] = sm.New(id, program, c.workers[id%len(c.workers)], float64(rank)/float64(s.SMs))
		c.looped = append(c.looped, looped{&c.sms[id], c})
	}
	c.firstBlocks()
	return c
}

// firstBlocks fills the SMs.
func (c *chip) firstBlocks() {
	rooms := c.blocks.Slots(c.Resident)
	for i := range c.sms {
		c.sms[i].MakeRoom(rooms[i])
	}
	c.blocks.Fill(rooms, func(s dispatch.Slot, block int) { c.sms[s.SM].Start(s.Index, block, 0) })
}

// window plays one window; false when the grid has ended.
func (c *chip) window() bool {
	from := int64(mem.Never)
	for i := range c.sms {
		from = min(from, c.sms[i].Earliest)
	}
	if from >= mem.Never {
		return false
	}
	end := from + c.length
	c.play(end)
	for i := range c.sms {
		c.sent[i] = c.sms[i].Requests()
	}
	c.memory.AnswerAll(c.sent, from, c.length)
	for i := range c.sms {
		c.sms[i].Answered()
	}
	c.sample(end)
	c.refill()
	return true
}

// sample looks whether the rest of the grid, or of a loop, need not be played.
func (c *chip) sample(now int64) {
	if c.Full {
		return
	}
	if c.waves.Watch(now, c.blocks.Next(), c.ended(), c.memory.Moved, func() *sample.Snapshot { return c.Snapshot(now) }) {
		c.blocks.Stop()
	}
	if c.Follow == 0 && !c.waves.Watched() {
		c.passing = c.memory.Now()
		c.memory.Skipped += c.loops.Watch(now, c)
	}
}

// refill notes the blocks that have ended, one after another, and gives their rooms the next
// blocks.
func (c *chip) refill() {
	for i := range c.sms {
		c.sms[i].Ended(func(room int, at int64) { c.blocks.Free(dispatch.Slot{SM: i, Index: room}, at) })
	}
	ended := func(_ dispatch.Slot, at int64) { c.retired = max(c.retired, at<<mem.TickBits) + c.gap }
	c.blocks.Refill(ended, func(s dispatch.Slot, block int) {
		c.sms[s.SM].Start(s.Index, block, c.retired>>mem.TickBits+int64(c.Spec.Clock.Cold.Block))
	})
}

// busySMs is how many SMs of a window must have something to do for another worker.
const busySMs = 8

// countWorkers is how many workers play the SMs. Spans are in order when one plays all.
func (c *chip) countWorkers() int {
	n := c.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if c.Follow > 0 {
		n = 1
	}
	return max(1, min(n, c.Spec.SMs/busySMs))
}

// play plays the SMs to the end of a window. A worker has the SMs whose number is its own
// modulo the number of workers.
func (c *chip) play(end int64) {
	busy := 0
	for i := range c.sms {
		if c.sms[i].Earliest < end {
			busy++
		}
	}
	if len(c.workers) == 1 || busy < 2*busySMs {
		for i := range c.workers {
			c.playOf(i, end)
		}
		return
	}
	var all sync.WaitGroup
	for i := range c.workers {
		all.Go(func() { c.playOf(i, end) })
	}
	all.Wait()
}

// playOf plays the SMs of a worker.
func (c *chip) playOf(worker int, end int64) {
	for i := worker; i < len(c.sms); i += len(c.workers) {
		if m := &c.sms[i]; m.Earliest < end {
			m.Advance(end)
		}
	}
}

// ended is how many blocks have ended.
func (c *chip) ended() (n int) {
	for _, w := range c.workers {
		n += w.Ended
	}
	return n
}

// pending is how much the SMs wait for.
func (c *chip) pending() (n int) {
	for i := range c.sms {
		n += c.sms[i].Pending()
	}
	return n
}

// byPC is what the instructions cost up to now.
func (c *chip) byPC() []trace.InstrCycles {
	sum := make([]trace.InstrCycles, len(c.Instrs))
	for _, w := range c.workers {
		for pc := range w.ByPC {
			sum[pc].Plus(&w.ByPC[pc])
		}
	}
	return sum
}

// busy is for how many cycles each resource was busy up to now, as the mean of its instances.
func (c *chip) busy() (busy [trace.NumResources]float64) {
	for i := range c.sms {
		ticks, schedulers := c.sms[i].Busy()
		for k, t := range ticks {
			n := len(c.sms)
			if trace.Resource(k) <= trace.XUPipe {
				n *= schedulers
			}
			busy[k] += float64(t) / mem.Ticks / float64(n)
		}
	}
	busy[trace.L2Slices], busy[trace.DRAMChannels] = c.memory.Busy()
	return busy
}

// result sums up.
func (c *chip) result() *trace.Timing {
	r := &trace.Timing{Caches: trace.CacheResult{ByPC: c.memory.Counts(), Rest: c.caches.End()}, ByPC: c.byPC(), Busy: c.busy()}
	for _, w := range c.workers {
		r.WarpCycles += w.WarpCycles
		r.Spans = append(r.Spans, w.Spans...)
		for pc := range w.Counts {
			r.Caches.ByPC[pc].Plus(&w.Counts[pc])
		}
	}
	for i := range c.sms {
		active := uint64(c.sms[i].Active())
		r.Active = max(r.Active, active)
		r.ActiveSum += active
	}
	r.Cycles = uint64(c.end()) + uint64(c.Spec.Rates.LaunchCycles)
	c.loops.Extend(r)
	c.waves.Extend(r, len(c.sms))
	return r
}

// end is when the last end of a block was noted, and all that it asked for is done.
func (c *chip) end() int64 {
	end := c.retired >> mem.TickBits
	free, answer := c.memory.End()
	if answer > 0 {
		end = max(end+int64(c.Spec.Clock.Cold.Touched), answer)
	}
	return max(end, free)
}
