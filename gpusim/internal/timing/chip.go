package timing

// This file is the chip: its SMs, the memory that they share, and the windows of time.

import (
	"runtime"
	"slices"
	"sync"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/dispatch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/timing/sample"
	"gpucourse/gpusim/internal/timing/sm"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// chip is the state of a launch.
type chip struct {
	*Launch
	caches   *cache.Hierarchy
	memory   *mem.Memory
	sms      []sm.SM
	workers  []*sm.Worker
	blocks   *dispatch.Dispatcher
	groups   *clusters       // nil: blocks begin alone
	sent     [][]mem.Request // requests of the window, by SM
	length   int64           // cycles of a window
	gap      int64           // ticks between the ends of two blocks, at least
	retired  int64           // tick at which the last end of a block was noted
	grid     sample.Grid
	loops    *sample.Loops
	phased   bool                  // the kernel has barriers in shared memory, whose phases loops must not skip
	places   map[int]dispatch.Slot // of the blocks that have started, where there are clusters
	messages []sm.Message          // that are not delivered
}

func newChip(l *Launch, t *tracefile.Trace, caches *cache.Hierarchy) *chip {
	s := l.Spec
	program := sm.NewProgram(s, sm.Kernel{Instrs: l.Instrs, Registers: l.Registers, Warps: l.Warps(), Cluster: l.ClusterBlocks(), Shape: &l.Shape, Warm: l.Warm}, l.Ideal)
	program.Traced = l.Follow
	c := &chip{
		Launch: l, caches: caches, memory: mem.New(s, l.Ideal, caches, l.Instrs), blocks: dispatch.New(s, 0, l.Blocks()),
		sms: make([]sm.SM, s.SMs), sent: make([][]mem.Request, s.SMs), places: map[int]dispatch.Slot{},
		phased: slices.ContainsFunc(l.Instrs, func(in *ir.Instr) bool { return in.Op.Facts().Phases }),
	}
	c.length = max(1, min(c.memory.Latency, int64(s.Clock.Cold.Block)))
	if r := s.Clock.Cold.BlocksPerCycle; r > 0 {
		c.gap = mem.InTicks(1 / r)
	}
	if t.Waits() {
		c.Full = true
		c.memory.Watch(t, program.Periods(l.Waits))
	}
	if c.groups = newClusters(l, c.blocks); c.groups != nil {
		c.Full, c.length = true, min(c.length, c.groups.latency)
	}
	for range c.countWorkers() {
		c.workers = append(c.workers, sm.NewWorker(program, l.Launch, t, caches))
	}
	slots, fill := c.first()
	looped := make([]sample.SM, s.SMs)
	for id, rank := range c.blocks.Rank() {
		c.sms[id] = sm.New(id, program, c.workers[id%len(c.workers)], float64(rank)/float64(s.SMs))
		c.sms[id].AddSlots(slots[id])
		looped[id] = &c.sms[id]
	}
	fill(func(s dispatch.Slot, block int) { c.start(s, block, 0) })
	l2 := int64(s.Caches.L2.Bytes / max(1, s.Global.SectorBytes))
	c.grid, c.loops = sample.NewWaves(l.Blocks(), l.Resident*s.SMs, l2), sample.NewLoops(looped, l2, l.Executed != nil)
	if l.Executed != nil {
		c.grid = sample.NewRates(l.Blocks(), l.Resident*s.SMs, l2, program.Issued(l.Executed), l.Executed)
	}
	return c
}

// first returns, by SM, how many slots get a block when the grid begins, and what starts these blocks.
func (c *chip) first() (slots []int, fill func(start func(s dispatch.Slot, block int))) {
	if c.groups != nil {
		return c.groups.Begin(c.Resident)
	}
	slots = c.blocks.Slots(c.Resident)
	return slots, func(start func(s dispatch.Slot, block int)) { c.blocks.Fill(slots, start) }
}

// start starts a block in a slot at a cycle.
func (c *chip) start(s dispatch.Slot, block int, at int64) {
	if c.groups != nil {
		c.groups.begin(s, block, c.Warps())
		c.places[block] = s
	}
	c.sms[s.SM].Start(s.Index, block, at)
}

// window simulates one window. It returns false when the grid has ended.
func (c *chip) window() bool {
	from := int64(mem.Never)
	for i := range c.sms {
		from = min(from, c.sms[i].Earliest)
	}
	if from >= mem.Never {
		if c.memory.Waiting() == 0 {
			return c.release()
		}
		c.memory.Release()
		c.wake()
		return true
	}
	end := from + c.length
	c.advance(end)
	c.groups.meet(c.sms)
	for i := range c.sms {
		c.sent[i] = c.sms[i].Requests()
	}
	c.memory.Serve(c.sent, from, c.length)
	for i := range c.sms {
		c.sms[i].Served()
	}
	c.wake()
	c.deliver()
	if !c.Full {
		c.sample(end)
	}
	c.refill()
	return true
}

// release lets a warp go on that waits in vain for a phase of a barrier in shared memory.
func (c *chip) release() bool {
	for i := range c.sms {
		if c.sms[i].Release() {
			return true
		}
	}
	return false
}

// deliver passes what SMs send to barriers of other blocks. A message to a block that has not started waits.
func (c *chip) deliver() {
	for i := range c.sms {
		c.messages = append(c.messages, c.sms[i].Sent...)
		c.sms[i].Sent = c.sms[i].Sent[:0]
	}
	kept := c.messages[:0]
	for i := range c.messages {
		x := &c.messages[i]
		at, started := c.places[x.Block]
		if !started {
			kept = append(kept, *x)
			continue
		}
		c.sms[at.SM].Deliver(at.Index, x)
	}
	c.messages = kept
}

// wake passes late replies to the SMs.
func (c *chip) wake() {
	for _, w := range c.memory.Woken() {
		c.sms[w.SM].Wake(&w)
	}
}

// sample checks whether the rest of the grid or of a loop can be extrapolated.
func (c *chip) sample(now int64) {
	p := sample.Progress{Now: now + c.memory.Skipped, Started: c.blocks.Next(), Ended: c.ended(), Moved: c.memory.Moved, Issued: c.issued()}
	if c.grid.Watch(p, c.snapshot) {
		c.blocks.Stop()
	}
	if c.Follow == 0 && !c.phased && (c.Executed != nil || !c.grid.Watched()) {
		c.memory.Skipped += c.loops.Watch(now, c.snapshot, c.memory.Now)
	}
}

// issued returns how many instructions were issued or skipped.
func (c *chip) issued() int64 {
	n := c.loops.Issued()
	for i := range c.sms {
		n += c.sms[i].Issued
	}
	return n
}

// snapshot returns what has happened up to a cycle.
func (c *chip) snapshot(now int64) *sample.Snapshot {
	s := &sample.Snapshot{
		At: now, Blocks: c.blocks.Next() + c.ended(), ByPC: c.byPC(), Busy: c.busy(), Filled: c.memory.Filled,
	}
	ports := int64(0)
	for i := range c.sms {
		s.Issued = append(s.Issued, c.sms[i].Issued)
		ports = max(ports, c.sms[i].Backlog(now))
	}
	gpcs, slices, channels := c.memory.Backlog(now)
	s.Backlog = []int64{ports, gpcs, slices, channels}
	counts := c.counts()
	for _, k := range counts {
		s.Misses[0] += k.L1Misses + k.ReadOnlyMisses
		s.Misses[1] += k.DRAMReads
	}
	if c.Executed != nil {
		c.loops.Complete(s)
		s.Caches = &trace.CacheResult{ByPC: counts, Rest: c.caches.Rest()}
	}
	return s
}

// refill notes the blocks that have ended, one after another, and starts the next blocks in
// their slots.
func (c *chip) refill() {
	var from dispatch.Slot
	free := func(slot int, at int64) { // one for all SMs, because windows are short
		from.Index = slot
		c.blocks.Free(from, at)
	}
	for from.SM = range c.sms {
		c.sms[from.SM].Ended(free)
	}
	ended := func(_ dispatch.Slot, at int64) { c.retired = max(c.retired, at<<mem.TickBits) + c.gap }
	refill := c.blocks.Refill
	if c.groups != nil {
		refill = c.groups.Refill
	}
	refill(ended, func(s dispatch.Slot, block int) {
		c.start(s, block, c.retired>>mem.TickBits+int64(c.Spec.Clock.Cold.Block))
	})
}

// smsPerWorker is how many SMs justify one more worker.
const smsPerWorker = 8

// countWorkers returns the number of workers. Spans are in order only with one.
func (c *chip) countWorkers() int {
	n := c.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if c.Follow > 0 {
		n = 1
	}
	return max(1, min(n, c.Spec.SMs/smsPerWorker))
}

// advance simulates the SMs until the end of a window. A worker has the SMs whose number
// modulo the number of workers is its own.
func (c *chip) advance(end int64) {
	var all sync.WaitGroup
	for worker := range c.workers {
		all.Go(func() {
			for i := worker; i < len(c.sms); i += len(c.workers) {
				if m := &c.sms[i]; m.Earliest < end {
					m.Advance(end)
				}
			}
		})
	}
	all.Wait()
}

// ended returns how many blocks have ended.
func (c *chip) ended() (n int) {
	for _, w := range c.workers {
		n += w.Ended
	}
	return n
}

// byPC returns the cycles of each instruction up to now.
func (c *chip) byPC() []trace.InstrCycles {
	sum := make([]trace.InstrCycles, len(c.Instrs))
	for _, w := range c.workers {
		for pc := range w.ByPC {
			sum[pc].Plus(&w.ByPC[pc])
		}
	}
	return sum
}

// counts returns the cache counts of each instruction up to now.
func (c *chip) counts() []trace.CacheCounts {
	sum := slices.Clone(c.memory.Counts)
	for _, w := range c.workers {
		for pc := range w.Counts {
			sum[pc].Plus(&w.Counts[pc])
		}
	}
	return sum
}

// busy returns for how many cycles each resource was busy, on average over its instances.
func (c *chip) busy() (busy [trace.NumResources]float64) {
	for i := range c.sms {
		ticks, schedulers := c.sms[i].Busy()
		for k, t := range ticks {
			n := len(c.sms)
			if trace.Resource(k) <= trace.TensorPipe {
				n *= schedulers
			}
			busy[k] += float64(t) / mem.Ticks / float64(n)
		}
	}
	busy[trace.L2Slices], busy[trace.DRAMChannels] = c.memory.Busy()
	return busy
}

// result returns the result of the launch.
func (c *chip) result() *trace.Timing {
	r := &trace.Timing{Caches: trace.CacheResult{ByPC: c.counts(), Rest: c.caches.End()}, ByPC: c.byPC(), Busy: c.busy(), SliceImbalance: c.memory.Imbalance()}
	for _, w := range c.workers {
		r.WarpCycles += w.WarpCycles
		r.Spans = append(r.Spans, w.Spans...)
	}
	for i := range c.sms {
		active := uint64(c.sms[i].Active)
		r.Active = max(r.Active, active)
		r.ActiveSum += active
	}
	r.Waited = c.memory.Waited()
	r.Cycles = uint64(c.end()) + uint64(c.Spec.Rates.LaunchCycles)
	c.loops.Extend(r)
	c.grid.Extend(r, len(c.sms))
	return r
}

// end returns the cycle at which the last end of a block is noted and its memory accesses are
// done.
func (c *chip) end() int64 {
	end := c.retired >> mem.TickBits
	free, reply := c.memory.End()
	if reply > 0 {
		end = max(end+int64(c.Spec.Clock.Cold.Touched), reply)
	}
	return max(end, free)
}
