package timing

// This file is the chip: its SMs, what they share, and how blocks come to them.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/internal/memsys"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/trace"
)

// chip is a launch being played.
type chip struct {
	*Launch
	memory *memsys.Hierarchy
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
	groupOf                []int   // by SM, of those that share a way to L2
	dealt                  []int32 // SMs, as they get blocks
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

	waves     waves
	rounds    rounds
	runs      []int // by PC: the instructions from there to where a warp may leave
	nextBlock int
	retired   int64 // ticks: when the last end of a block was taken note of
}

const noBlock = -1

func newChip(l *Launch, t *replay.Trace, m *memsys.Hierarchy) *chip {
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
	c.formGroups()
	c.placeSMs()
	c.placeSlices()
	c.window = c.windowOf()
	c.deal()
	c.waves = waves{size: l.Resident * l.Spec.SMs, enough: int64(l.Spec.Caches.L2.Bytes / max(1, l.Spec.Global.SectorBytes))}
	c.registers = renumber(c.ops, l.Instrs)
	c.layCode()
	c.runs = runs(c.ops)
	c.newPlayers(t)
	c.sms = make([]sm, l.Spec.SMs)
	for rank, i := range c.dealt {
		c.newSM(int(i), rank)
	}
	c.firstBlocks()
	return c
}

// windowOf is no longer than the nearest answer of L2 takes, or the next block to begin.
func (c *chip) windowOf() int64 {
	nearest := int64(c.l2Latency) + slices.Min(c.late) + slices.Min(c.farther)
	return max(1, min(nearest, int64(c.Spec.Clock.Cold.Block)))
}

// formGroups gives each SM its group: GroupSMs neighbours to each, then the rest in pairs,
// the last group first (cold: gpc, six of 16 and two of 18).
func (c *chip) formGroups() {
	k, sms := &c.Spec.Clock.Memory, c.Spec.SMs
	if k.GroupSMs == 0 {
		return
	}
	n := max(1, sms/k.GroupSMs)
	c.groups, c.groupOf = make([]int64, n), make([]int, sms)
	for i := range c.groupOf {
		c.groupOf[i] = i / k.GroupSMs
		if more := i - n*k.GroupSMs; more >= 0 {
			c.groupOf[i] = n - 1 - more/2%n
		}
	}
}

// deal finds the order in which SMs get blocks: the first GroupFirst of the first
// group, then one of each pair of neighbours, from one group after the other, then
// the rest in the same way (places: place, the SMs of 4 to 132 blocks).
func (c *chip) deal() {
	first := min(c.Spec.Clock.Memory.GroupFirst, c.Spec.SMs)
	for i := range c.Spec.SMs {
		c.dealt = append(c.dealt, int32(i))
	}
	if first == 0 || c.groups == nil {
		return
	}
	turn := c.turns(first)
	slices.SortStableFunc(c.dealt[first:], func(a, b int32) int {
		return cmp.Or(cmp.Compare(a%2, b%2), cmp.Compare(turn[a], turn[b]))
	})
}

// turns is by SM how many of its group that come first or second in their pairs, as it
// does, it follows; the first SMs of all do not count.
func (c *chip) turns(first int) []int {
	turn, seen := make([]int, c.Spec.SMs), make([][2]int, len(c.groups))
	for i := first; i < len(turn); i++ {
		half := &seen[c.groupOf[i]][i%2]
		turn[i] = *half
		*half++
	}
	return turn
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

// firstBlocks fills the SMs, one block to each after the other. Where there are fewer
// blocks than SMs, those that get one have them in the order of the SMs.
func (c *chip) firstBlocks() {
	n := min(c.Blocks, c.Resident*c.Spec.SMs)
	slots := make([]int, len(c.sms))
	for i := range n {
		slots[c.dealt[i%len(c.sms)]]++
	}
	for i := range c.sms {
		c.sms[i].makeRoom(slots[i])
	}
	for slot := range c.Resident {
		for i := range c.sms {
			if slot < slots[i] {
				c.place(&c.sms[i], int32(slot), 0)
			}
		}
	}
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

// place starts the next block of the grid in a slot at a cycle.
func (c *chip) place(m *sm, slot int32, at int64) {
	m.start(slot, c.nextBlock, at)
	c.nextBlock++
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

// refill takes note of the blocks that have ended, one after another, and gives
// their slots the next blocks.
func (c *chip) refill() {
	var list []place
	for i := range c.sms {
		for _, s := range c.sms[i].free {
			list = append(list, place{int32(i), s})
		}
		c.sms[i].free = c.sms[i].free[:0]
	}
	end := func(p place) int64 { return c.sms[p.sm].slots[p.request].end }
	slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(end(a), end(b)) })
	for _, p := range list {
		c.retired = max(c.retired, end(p)<<tickBits) + c.t.blockEnd
		if c.nextBlock < c.Blocks && !c.waves.stop {
			c.place(&c.sms[p.sm], p.request, c.retired>>tickBits+int64(c.Spec.Clock.Cold.Block))
		}
	}
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
