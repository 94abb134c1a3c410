// Package mem is the memory system that all SMs of a device share, in time: the ports of GPU
// processing clusters (GPCs), the slices of L2 and the channels of DRAM.
//
// A Request asks for sectors of one line. It passes the port of its SM's GPC and the L2 slice
// of the line; what L2 misses comes from a DRAM channel. Each port, slice and channel serves
// one request at a time, in the order of arrival. The stateful caches (internal/cache) decide
// which sectors hit; this package decides when the reply reaches the SM.
//
// State: the time at which each port, slice and channel is free, the open rows of DRAM, and
// when lines arrive from DRAM. Units: cycles of the SM clock, and ticks of 1/64 cycle.
// Invariants: requests of a window are served in the order of the cycles in which they were
// sent, and within a cycle in the order of the SMs, so that results do not depend on how the
// SMs were simulated; no reply is earlier than the latency of L2.
//
// Not modelled: distances between SMs and slices, banks of DRAM, the time that DRAM loses
// between reads and writes, address translation, and multicast to several SMs.
package mem

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Request is what an SM requests of L2: sectors of one line.
type Request struct {
	cache.MemRequest
	At     int64 // tick at which it entered the SM's port to L2
	PC     int32
	Ready  int64 // cycle at which the reply is at the SM
	Waiter int32 // of the SM: the first load that waits for the reply, plus 1; 0: none
	MSHR   int32 // of the SM: its miss status register
	Warp   int32 // of the SM; where Mark is not 0
	Mark   int32 // the first mark of the access in the trace; 0: it has none
	Merged bool  // a store that the SM merged with an earlier one
	Waits  bool  // a poll whose reply comes later: see Woken
}

// Sectors counts the sectors of a mask.
func Sectors(mask uint32) int64 { return int64(trace.Mask(mask).Count()) }

// Memory serves the requests of a launch.
type Memory struct {
	spec      *arch.Spec
	caches    *cache.Hierarchy
	t         times
	again     []int64 // by PC of an atomic: ticks more of a slice per further lane of the same address
	gpcOf     []int   // by SM
	ports     []int64 // by GPC: when it is free, in fractions of ticks; nil: not modelled
	slices    []int64 // ticks: when each is free
	dram      dram
	order     order
	busy      []int64 // ticks, by slice
	end       int64   // tick at which the window ends
	lastReply int64   // cycle
	waits     *waits  // nil: no loop waits

	Counts  []trace.CacheCounts // of L2 and DRAM, by instruction
	Latency int64               // cycles of a request that hits L2 and waits for nothing
	Now     uint64              // time of the caches: cycles, with those that were skipped
	Skipped int64               // cycles that were not simulated
	Moved   int64               // sectors that crossed between SMs and L2
	Filled  int64               // sectors that L2 received from DRAM and from stores
}

// portBits are the fractional bits of the ports' ticks: a sector takes few ticks there.
const portBits = 6

// times is how many ticks a request occupies a resource.
type times struct {
	port                     int64 // per sector, in fractions of ticks
	line, sector             int64 // a slice, per request and per sector that is read
	storeLine, store         int64 // a slice, per store and per sector that is written
	atomicSector, atomicLane int64 // a slice
}

// Ideal makes parts of the device take no time, for what-if questions.
type Ideal struct {
	Bandwidth  bool // L2, DRAM and their ports serve any number of requests at the same time
	Conflicts  bool // a shared access takes the fewest wavefronts that its bytes need
	Coalescing bool // an access requests the fewest lines that its bytes need
	Latency    bool // L2 and DRAM reply as fast as L1
}

// New returns the memory of a device, for a kernel.
func New(s *arch.Spec, ideal Ideal, caches *cache.Hierarchy, instrs []*ir.Instr) *Memory {
	k := &s.Clock.Memory
	m := &Memory{
		spec: s, caches: caches, Counts: make([]trace.CacheCounts, len(instrs)), t: newTimes(s, ideal), dram: newDRAM(s, ideal),
		again:  againTicks(k, ideal, instrs),
		slices: make([]int64, max(1, k.L2Slices)), busy: make([]int64, max(1, k.L2Slices)), Latency: int64(k.L2),
	}
	for sm := range s.SMs {
		m.gpcOf = append(m.gpcOf, s.GPCOf(sm))
	}
	if k.GPCSector > 0 {
		m.ports = make([]int64, s.GPCs())
	}
	switch {
	case ideal.Latency:
		m.Latency = int64(k.L1)
	case s.Caches.L2.Bytes == 0:
		m.Latency = int64(k.DRAM)
	}
	return m
}

// againTicks returns, by instruction, for how many ticks an atomic occupies a slice per further lane of the same
// address, beyond those of an atomic on integers.
func againTicks(k *arch.MemoryClock, ideal Ideal, instrs []*ir.Instr) []int64 {
	again := make([]int64, len(instrs))
	for pc, in := range instrs {
		cycles := k.AtomicLane
		switch {
		case in.Op != ir.Atom || ideal.Bandwidth:
			continue
		case in.Mod == ir.AtomCas:
			cycles = cmp.Or(k.AtomicLaneCompare, cycles)
		case in.Mod == ir.AtomAdd && in.Type == ir.F32:
			cycles = cmp.Or(k.AtomicLaneFloat, cycles)
		}
		again[pc] = InTicks(cycles - k.AtomicLane)
	}
	return again
}

func newTimes(s *arch.Spec, ideal Ideal) times {
	if ideal.Bandwidth {
		return times{}
	}
	m := &s.Clock.Memory
	return times{
		port: InTicks(m.GPCSector * (1 << portBits)), line: InTicks(m.SliceLine), sector: InTicks(m.SliceSector),
		storeLine: InTicks(cmp.Or(m.SliceStoreLine, m.SliceLine)), store: InTicks(cmp.Or(m.SliceStore, m.SliceSector)),
		atomicSector: InTicks(m.AtomicSector), atomicLane: InTicks(m.AtomicLane),
	}
}

// Serve sets the Ready cycles of the requests of a window, which are given by SM.
func (m *Memory) Serve(sent [][]Request, from, window int64) {
	m.end = (from + window) << TickBits
	for _, at := range m.order.sort(sent, from, window) {
		r := &sent[at.sm][at.request]
		r.Ready = m.serve(r)
		if r.Mark != 0 {
			m.watched(r)
		}
	}
}

// serve returns the cycle at which the reply of a request is at its SM.
func (m *Memory) serve(r *Request) int64 {
	m.Now = max(m.Now, uint64(r.At>>TickBits+m.Skipped))
	f := m.caches.L2Access(m.Now, &r.MemRequest, &m.Counts[r.PC])
	sectors := Sectors(r.Sectors)
	m.Moved += sectors
	m.Filled += int64(f.Fetched)
	if r.Kind == trace.Store {
		m.Filled += sectors
	}
	at := m.port(r, sectors)
	switch {
	case f.Coalesced:
		return max(int64(f.Ready)-m.Skipped, at>>TickBits+m.Latency)
	case f.Host:
		return at>>TickBits + int64(m.spec.Clock.Memory.Host)
	}
	arrived := at
	at = m.slice(r, at, f.Fetched)
	ready, delivered := m.deliver(r, &f, at)
	m.openWindow(r, f, ready, uint64(at-arrived)>>TickBits, delivered)
	m.lastReply = max(m.lastReply, ready)
	return ready
}

// port lets a request pass from its SM's GPC to L2.
func (m *Memory) port(r *Request, sectors int64) int64 {
	if m.ports == nil {
		return r.At
	}
	return serve(&m.ports[m.gpcOf[r.SM]], r.At<<portBits, sectors*m.t.port, m.end<<portBits) >> portBits
}

// slice lets a request use the slice of its line. Sectors that come from DRAM are written
// there.
func (m *Memory) slice(r *Request, at int64, fetched int) int64 {
	takes := int64(0)
	switch {
	case r.Merged:
	case r.Kind == trace.Atomic:
		takes = max(Sectors(r.Sectors)*m.t.atomicSector, int64(r.Turns)*min(m.t.atomicSector, m.t.atomicLane), int64(r.Degree)*m.t.atomicLane+int64(max(0, r.Degree-1))*m.again[r.PC])
	case r.Kind == trace.Store:
		takes = max(m.t.storeLine, Sectors(r.Sectors)*m.t.store)
	default:
		takes = max(m.t.line, Sectors(r.Sectors)*m.t.sector, int64(fetched)*m.t.store)
	}
	slice := m.sliceOf(&r.MemRequest)
	m.busy[slice] += takes
	return serve(&m.slices[slice], at, takes, m.end)
}

// deliver returns the cycle at which the reply is at the SM, and whether the data come from
// DRAM, for this request or for an earlier one.
func (m *Memory) deliver(r *Request, f *cache.L2Result, at int64) (ready int64, delivered bool) {
	ready = at>>TickBits + m.Latency
	if f.Fetched > 0 {
		ready = max(ready, m.dram.read(r.Line, at, f.Fetched, m.end))
		if f.Remote {
			ready += int64(m.spec.Clock.Memory.Far)
		}
		m.dram.expect(r.Line, ready)
	}
	for i := range f.WriteBacks {
		written := m.dram.writeBack(&f.WriteBacks[i], at, m.end) >> TickBits
		if r.Kind == trace.Store { // L2 accepts a store when DRAM has taken the evicted line
			ready = max(ready, written)
		}
	}
	if f.Fetched == 0 && r.Kind == trace.Load {
		if expected := m.dram.expected(r.Line); expected > ready {
			return expected, true
		}
	}
	return ready, f.Fetched > 0
}

// hitWindow is for how many cycles after the slice has served it a read that hits L2 can
// coalesce later ones: the mean of 5 to 105 (l2/window.txt).
const hitWindow = 55

// openWindow tells the L2 request coalescer until when reads can coalesce with this one. A
// volatile read that hits L2 coalesces none.
func (m *Memory) openWindow(r *Request, f cache.L2Result, ready int64, waited uint64, delivered bool) {
	replied := uint64(ready + m.Skipped)
	until := replied
	if !delivered && f.Hit {
		until = m.Now
		if !r.Volatile {
			until += waited + hitWindow
		}
	}
	m.caches.Reply(&r.MemRequest, f, replied, until)
}

// sliceOf returns the slice that serves a request: for a load in the partition of the SM,
// otherwise in the line's home partition (slices/homes.txt).
func (m *Memory) sliceOf(a *cache.MemRequest) int {
	home, each := m.caches.HomePartition(a.Line), len(m.slices)/max(1, m.spec.Caches.L2Parts)
	in := m.sliceIn(a.Line, home, each)
	if a.Kind == trace.Load {
		return m.caches.Partition(int(a.SM))*each + in
	}
	return home*each + in
}

// sliceIn returns which of the n slices of its home partition a line is in. Copies of the
// line in the other partition are in the slice of the same number.
func (m *Memory) sliceIn(line uint64, home, n int) int {
	hash := m.spec.Caches.L2Hash
	if hash == nil {
		return scatter(line>>1, n) // two neighbouring lines share a slice (slices/pairs.txt)
	}
	working := n - m.spec.Clock.Memory.L2SlicesOff
	at := hash.SliceOf(line*uint64(m.spec.Global.LineBytes), working)
	if at|7 < working {
		at ^= home
	}
	return at
}

// Busy returns for how many cycles the slices and the channels were busy, on average.
func (m *Memory) Busy() (inSlices, inChannels float64) {
	return mean(m.busy), float64(m.dram.busy) / Ticks / float64(len(m.dram.channels))
}

// Imbalance returns how many times as long as the mean of all slices the busiest one was busy; 0
// where none was.
func (m *Memory) Imbalance() float64 {
	busy := mean(m.busy)
	if busy == 0 {
		return 0
	}
	return float64(slices.Max(m.busy)) / Ticks / busy
}

// mean returns the mean of some ticks, in cycles.
func mean(ticks []int64) float64 {
	sum := int64(0)
	for _, t := range ticks {
		sum += t
	}
	return float64(sum) / Ticks / float64(len(ticks))
}

// End returns the cycle at which the last slice or channel is free, and that of the last reply.
func (m *Memory) End() (free, reply int64) {
	return max(0, backlog(m.slices, 0, TickBits), backlog(m.dram.channels, 0, TickBits)), m.lastReply
}

// Backlog returns for how many cycles after from the busiest port, slice and channel is busy.
func (m *Memory) Backlog(from int64) (ports, slices, channels int64) {
	return backlog(m.ports, from, TickBits+portBits), backlog(m.slices, from, TickBits), backlog(m.dram.channels, from, TickBits)
}
