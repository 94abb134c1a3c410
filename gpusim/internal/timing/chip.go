package timing

// This file is the chip: its SMs, what they share, and how blocks come to them.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/dispatch"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/trace"
)

// chip is a launch being played.
type chip struct {
	*Launch
	memory *cache.Hierarchy
	ops    []op
	// registers is how many the instructions name.
	registers int
	t         times
	sms       []sm
	players   []*player
	counts    []trace.CacheCounts // of what lies behind the SMs

	window, windowEnd      int64 // cycles
	l2Latency, dramLatency int
	late                   []int64 // by SM: by how many cycles L2 answers it later than l2Latency
	farther                []int64 // by slice: the same of what it answers
	parts                  int
	order                  order
	slices, channels       []int64 // ticks: when each is free
	gates, ports, answers  []int64 // likewise, of the slices' ways for atomics, for those from another part, and for results
	groups                 []int64
	open                   []uint64 // by channel: the pieces of memory that are open; see opens
	fetched                []arrival
	busySlices             int64
	busyChannels           int64
	measured, load         int64 // of busyChannels, what measure has seen; how busy they are
	reads                  int64 // the part of the sectors that memory moved lately which were read
	lastAnswer             int64
	now                    uint64
	codeLines              int

	waves   waves
	rounds  rounds
	runs    []int // by PC: the instructions from there to where a warp may leave
	blocks  *dispatch.Dispatcher
	retired int64 // ticks: when the last end of a block was taken note of
}

const noBlock = -1

func newChip(l *Launch, t *replay.Trace, m *cache.Hierarchy) *chip {
	k := &l.Spec.Clock.Memory
	c := &chip{
		Launch: l, memory: m, ops: decode(l.Spec, l.Instrs, l.Numbers), t: newTimes(l.Spec),
		counts: make([]trace.CacheCounts, len(l.Instrs)),
		slices: make([]int64, max(1, k.L2Slices)), channels: make([]int64, max(1, k.DRAMChannels)),
		gates: make([]int64, max(1, k.L2Slices)), ports: make([]int64, k.AtomicPorts), answers: make([]int64, k.AnswerPorts),
		l2Latency: k.L2, dramLatency: k.DRAM,
		fetched: make([]arrival, arrivals), parts: max(1, l.Spec.Caches.L2Parts),
	}
	if l.Spec.Caches.L2.Bytes == 0 {
		c.l2Latency = k.DRAM
	}
	c.open = make([]uint64, len(c.channels)*openPieces)
	if l.Ideal.Latency {
		c.l2Latency, c.dramLatency = k.L1, k.L1
	}
	if l.Ideal.Bandwidth {
		c.t.unlimited()
	}
	if k.GPCSector > 0 {
		c.groups = make([]int64, l.Spec.GPCs())
	}
	c.placeSMs()
	c.placeSlices()
	c.window = c.windowOf()
	c.blocks = dispatch.New(l.Spec, 0, l.Blocks)
	c.waves = waves{size: l.Resident * l.Spec.SMs, enough: int64(l.Spec.Caches.L2.Bytes / max(1, l.Spec.Global.SectorBytes))}
	c.registers = renumber(c.ops, l.Instrs)
	c.layCode()
	c.runs = runs(c.ops)
	c.newPlayers(t)
	c.sms = make([]sm, l.Spec.SMs)
	for id, rank := range c.blocks.Rank() {
		c.newSM(id, rank)
	}
	c.firstBlocks()
	return c
}

// windowOf is no longer than the nearest answer of L2 takes, or the next block to begin.
func (c *chip) windowOf() int64 {
	nearest := int64(c.l2Latency) + slices.Min(c.late) + slices.Min(c.farther)
	return max(1, min(nearest, int64(c.Spec.Clock.Cold.Block)))
}

// storeSectors is how many sectors of stores an SM may have under way where nobody
// measured it: as many as an H200's.
const storeSectors = 576

// unlimited makes everything between the SMs and memory take no time.
func (t *times) unlimited() {
	t.portRequest, t.portSector, t.storeLine, t.storeSector, t.storeJoins, t.groupSector = 0, 0, 0, 0, 0, 0
	t.sliceLine, t.sliceSector, t.sliceStore, t.sliceFill = 0, 0, 0, 0
	t.channelSector, t.channelWrite, t.channelLine, t.openRead, t.openWrite = 0, 0, 0, 0, 0
	t.slicePartial, t.sliceStoreLine = 0, 0
	t.atomicSector, t.atomicLane, t.atomicPort, t.atomicAnswer = 0, 0, 0, 0
}

// newSM makes an SM, of which so many get blocks earlier.
func (c *chip) newSM(id, rank int) {
	m := &c.sms[id]
	m.player, m.id, m.earliest = c.players[id%len(c.players)], id, never
	if !c.Warm {
		m.code.ready = make([]int64, c.codeLines)
		m.code.late = int64(c.Spec.Clock.Cold.CodeLate * rank / c.Spec.SMs)
	}
	m.scheds = make([]scheduler, max(1, c.Spec.Clock.Schedulers))
	for i := range m.scheds {
		m.scheds[i].equip(c.Spec)
		m.scheds[i].stale = true
	}
}

// firstBlocks fills the SMs.
func (c *chip) firstBlocks() {
	slots := c.blocks.Slots(c.Resident)
	for i := range c.sms {
		c.sms[i].makeRoom(slots[i])
	}
	c.blocks.Fill(slots, func(s dispatch.Slot, block int) { c.sms[s.SM].start(int32(s.Index), block, 0) })
}

// makeRoom gives the SM slots, and what accesses need. One without slots gets no blocks
// later. What belongs to its warps lies together.
func (m *sm) makeRoom(slots int) {
	if slots == 0 {
		return
	}
	k := &m.Spec.Clock.Memory
	m.flights = make([]flight, flightSlots)
	m.misses.back = make([]int64, k.L1Misses)
	m.stores.back = make([]int64, cmp.Or(k.StoreSectors, storeSectors))
	n := slots * m.Warps
	m.slots, m.warps, m.boards = make([]slot, slots), make([]warp, n), make([]written, n*m.registers)
	cursors := m.trace.Cursors(n)
	for i := range m.warps {
		board := m.boards[i*m.registers:][:m.registers]
		m.warps[i] = warp{number: int32(i), index: int32(i % m.Warps), slot: int32(i / m.Warps), board: board, cursor: cursors[i]}
		m.scheds[i%len(m.scheds)].join()
	}
}

// step plays one window; false when the grid has ended.
func (c *chip) step() bool {
	from := int64(never)
	for i := range c.sms {
		from = min(from, c.sms[i].earliest)
	}
	if from >= never {
		return false
	}
	c.windowEnd = from + c.window
	c.playAll()
	c.answerAll(from)
	c.measure()
	c.watch(from + c.window)
	c.passOver(from + c.window)
	c.refill()
	return true
}

// refill notes the blocks that have ended, one after another, and gives their slots
// the next blocks.
func (c *chip) refill() {
	for i := range c.sms {
		m := &c.sms[i]
		for _, index := range m.free {
			c.blocks.Free(dispatch.Slot{SM: i, Index: int(index)}, m.slots[index].end)
		}
		m.free = m.free[:0]
	}
	ended := func(_ dispatch.Slot, at int64) { c.retired = max(c.retired, at<<tickBits) + c.t.blockEnd }
	c.blocks.Refill(ended, func(s dispatch.Slot, block int) {
		c.sms[s.SM].start(int32(s.Index), block, c.retired>>tickBits+int64(c.Spec.Clock.Cold.Block))
	})
}

// result sums up.
func (c *chip) result() *trace.Timing {
	r := &trace.Timing{Caches: trace.CacheResult{Rest: c.memory.End()}}
	c.sum(r)
	for i := range c.sms {
		m := &c.sms[i]
		r.Active = max(r.Active, uint64(m.activity))
		r.ActiveSum += uint64(m.activity)
	}
	r.Cycles = uint64(c.end()) + uint64(c.Spec.Rates.LaunchCycles)
	r.Busy = c.busyness()
	c.rounds.passed.extend(r)
	r.Loops = trace.LoopSampling{Cycles: uint64(c.rounds.passed.cycles), Spread: c.rounds.spread}
	c.extend(r)
	return r
}

// end is when the last block's end has been taken note of, and all that it asked
// for is done.
func (c *chip) end() int64 {
	end := c.retired >> tickBits
	if c.lastAnswer > 0 {
		end = max(end+int64(c.Spec.Clock.Cold.Touched), c.lastAnswer)
	}
	for _, s := range slices.Concat(c.slices, c.channels) {
		end = max(end, s>>tickBits)
	}
	return end
}
