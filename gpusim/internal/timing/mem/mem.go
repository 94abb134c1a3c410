// Package mem is what the SMs of a device share: the ports of their clusters, the slices of
// L2 and the channels of memory.
//
// A request asks for sectors of one line. It passes the port of its SM's cluster and the
// slice of L2 that holds the line; what L2 lacks it asks of a channel of DRAM. Ports, slices
// and channels serve one request at a time, in the order in which requests arrive. The
// stateful caches (internal/cache) say which sectors hit; this package says when the
// answer is back at the SM.
//
// State: for each port, slice and channel, when it is free; the lines that DRAM has not
// delivered yet. Units: cycles of the SM clock; busy times in ticks. Invariants: requests
// of a window are answered in the order of the ticks at which their SMs sent them, those of
// one cycle by SM, so that nothing depends on how SMs were played; no answer is earlier
// than the latency of L2.
//
// Not modelled: distances between SMs and slices, banks of DRAM, the time that its
// channels lose between reads and writes, pages and their translation, multicast of one line to several SMs of a cluster.
package mem

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/trace"
)

// Request is what an SM asks of L2: sectors of one line.
type Request struct {
	cache.MemRequest
	At     int64 // ticks: when the SM's port to L2 took it
	PC     int32
	Depth  int32 // of an atomic: lanes that change one address
	Ready  int64 // cycle at which the answer is back at the SM
	Waiter int32 // of the sender: the first load that waits for the answer, plus 1; 0: none
	MSHR   int32 // of the sender: the miss status register that it takes
}

// Sectors returns how many sectors a set has.
func Sectors(set uint32) int64 { return int64(trace.Mask(set).Count()) }

// Memory answers the requests of a launch.
type Memory struct {
	spec   *arch.Spec
	caches *cache.Hierarchy
	counts []trace.CacheCounts // by instruction
	t      times
	gpcOf  []int   // by SM
	ports  []int64 // by cluster: when it is free, in parts of ticks; nil: clusters have none
	slices []int64 // ticks: when each is free
	dram   dram
	order  order
	busy   int64 // ticks of slices
	l2     int64 // cycles
	end    int64 // ticks: of the window
	now    uint64
	last   int64 // cycle of the last answer
	// Skipped is how many cycles of the launch were passed over, which the caches count.
	Skipped int64
	Moved   int64 // sectors that crossed between SMs and L2
	Filled  int64 // sectors that L2 has taken in, from DRAM and from stores
}

// times is what requests take, in ticks.
type times struct {
	port                     int64 // for a sector, in parts of ticks
	line, sector             int64 // of a slice, read
	store                    int64 // of a slice, for a sector that is written
	atomicSector, atomicLane int64
}

// portBits is how much finer than ticks the time of a cluster's port is: a sector takes
// few ticks there.
const portBits = 6

// Ideal is what takes no time that would on the device.
type Ideal struct {
	Bandwidth  bool // L2, DRAM and the ports to them serve any number at a time
	Conflicts  bool // an access of shared memory takes as many wavefronts as its bytes need
	Coalescing bool // an access moves as many lines as its bytes need
	Latency    bool // L2 and DRAM answer as L1 does
}

// New returns the memory of a device, for a kernel of so many instructions.
func New(s *arch.Spec, ideal Ideal, caches *cache.Hierarchy, instructions int) *Memory {
	k := &s.Clock.Memory
	m := &Memory{
		spec: s, caches: caches, counts: make([]trace.CacheCounts, instructions), t: newTimes(s, ideal), dram: newDRAM(s, ideal),
		slices: make([]int64, max(1, k.L2Slices)), l2: int64(k.L2),
	}
	for sm := range s.SMs {
		m.gpcOf = append(m.gpcOf, s.GPCOf(sm))
	}
	if k.GPCSector > 0 {
		m.ports = make([]int64, s.GPCs())
	}
	switch {
	case ideal.Latency:
		m.l2 = int64(k.L1)
	case s.Caches.L2.Bytes == 0:
		m.l2 = int64(k.DRAM)
	}
	return m
}

func newTimes(s *arch.Spec, ideal Ideal) times {
	if ideal.Bandwidth {
		return times{}
	}
	m := &s.Clock.Memory
	return times{
		port: InTicks(m.GPCSector * (1 << portBits)), line: InTicks(m.SliceLine), sector: InTicks(m.SliceSector),
		store:        InTicks(or(m.SliceStore, m.SliceSector)),
		atomicSector: InTicks(m.AtomicSector), atomicLane: InTicks(m.AtomicLane),
	}
}

// Latency returns the cycles that L2 takes for a request that waits for nothing.
func (m *Memory) Latency() int64 { return m.l2 }

// Counts returns what happened in L2 and behind it, by instruction.
func (m *Memory) Counts() []trace.CacheCounts { return m.counts }

// AnswerAll answers the requests of a window of so many cycles, by SM.
func (m *Memory) AnswerAll(sent [][]Request, from, window int64) {
	m.end = (from + window) << TickBits
	for _, at := range m.order.sort(sent, from, window) {
		r := &sent[at.sm][at.request]
		r.Ready = m.answer(r)
	}
}

// answer plays a request and returns the cycle at which its answer is back.
func (m *Memory) answer(r *Request) int64 {
	f := m.caches.L2Access(m.clock(r.At), &r.MemRequest, &m.counts[r.PC])
	sectors := Sectors(r.Sectors)
	m.Moved += sectors
	m.Filled += int64(f.Fetched)
	if r.Kind == trace.Store {
		m.Filled += sectors
	}
	at := m.port(r, sectors)
	switch {
	case f.Coalesced:
		return max(int64(f.Ready)-m.Skipped, at>>TickBits+m.l2)
	case f.Host:
		return at>>TickBits + int64(m.spec.Clock.Memory.Host)
	}
	came := at
	at = m.slice(r, at, f.Fetched)
	ready, delivered := m.deliver(r, &f, at)
	m.coalesce(r, f, ready, uint64(at-came)>>TickBits, delivered)
	m.last = max(m.last, ready)
	return ready
}

// deliver returns when what a request asked for is back at its SM, and whether DRAM
// delivers it: for this request or for one before it.
func (m *Memory) deliver(r *Request, f *cache.L2Result, at int64) (ready int64, delivered bool) {
	ready = at>>TickBits + m.l2
	if f.Fetched > 0 {
		ready = max(ready, m.dram.read(r.Line, at, f.Fetched, m.end))
		if f.Remote {
			ready += int64(m.spec.Clock.Memory.Far)
		}
		m.dram.expect(r.Line, ready)
	}
	for i := range f.WriteBacks {
		written := m.dram.writeBack(&f.WriteBacks[i], at, m.end) >> TickBits
		if r.Kind == trace.Store { // L2 takes it when DRAM has made room
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

// hitWindow is for how many cycles, besides those that it waits for its slice, a read that
// hits L2 can be coalesced with later ones: the mean of 5 to 105 (l2/window.txt).
const hitWindow = 55

// coalesce tells the L2 request coalescer until when reads can be coalesced with this one.
// A read that passed by L1, because it must see what others wrote, is not where it hits.
func (m *Memory) coalesce(r *Request, f cache.L2Result, ready int64, waited uint64, delivered bool) {
	back := uint64(ready + m.Skipped)
	until := back
	if !delivered && f.Hit {
		until = m.now
		if !r.Volatile {
			until += waited + hitWindow
		}
	}
	m.caches.Reply(&r.MemRequest, f, back, until)
}

// clock is a tick's cycle for the caches, whose time never falls.
func (m *Memory) clock(tick int64) uint64 {
	m.now = max(m.now, uint64(tick>>TickBits+m.Skipped))
	return m.now
}

// Now is the caches' time.
func (m *Memory) Now() uint64 { return m.now }

// Advance sets the caches' time.
func (m *Memory) Advance(now uint64) { m.now = now }

// port takes a request from its SM's cluster to L2.
func (m *Memory) port(r *Request, sectors int64) int64 {
	if m.ports == nil {
		return r.At
	}
	return serve(&m.ports[m.gpcOf[r.SM]], r.At<<portBits, sectors*m.t.port, m.end<<portBits) >> portBits
}

// slice lets a request use the slice of its line, where sectors fetched from DRAM are
// written.
func (m *Memory) slice(r *Request, at int64, fetched int) int64 {
	takes := int64(0)
	switch r.Kind {
	case trace.Atomic:
		takes = max(Sectors(r.Sectors)*m.t.atomicSector, int64(r.Depth)*m.t.atomicLane)
	case trace.Store:
		takes = max(m.t.line, Sectors(r.Sectors)*m.t.store)
	default:
		takes = max(m.t.line, Sectors(r.Sectors)*m.t.sector, int64(fetched)*m.t.store)
	}
	m.busy += takes
	return serve(&m.slices[m.sliceOf(&r.MemRequest)], at, takes, m.end)
}

// sliceOf is the slice that serves a request: of the partition next to the SM for a load,
// else of the line's home (l2/homes.txt).
func (m *Memory) sliceOf(a *cache.MemRequest) int {
	home, each := m.caches.HomePartition(a.Line), len(m.slices)/max(1, m.spec.Caches.L2Parts)
	in := m.sliceIn(a.Line, home, each)
	if a.Kind == trace.Load {
		return m.caches.Partition(int(a.SM))*each + in
	}
	return home*each + in
}

// sliceIn is which of n slices of its home a line is in. The other partition keeps copies of
// the line in the slice of the same number.
func (m *Memory) sliceIn(line uint64, home, n int) int {
	hash := m.spec.Caches.L2Hash
	if hash == nil {
		return scatter(line>>1, n) // neighbours are in one slice (l2/pairs.txt)
	}
	working := n - m.spec.Clock.Memory.L2SlicesOff
	at := hash.SliceOf(line*uint64(m.spec.Global.LineBytes), working)
	if at|7 < working {
		at ^= home
	}
	return at
}

// Busy returns for how many cycles slices and channels were busy, on the average.
func (m *Memory) Busy() (slices, channels float64) {
	return float64(m.busy) / Ticks / float64(len(m.slices)), float64(m.dram.busy) / Ticks / float64(len(m.dram.channels))
}

// End returns when all that was asked for is done: when the last slice and channel is free,
// and the last answer.
func (m *Memory) End() (free, answer int64) {
	for _, list := range [][]int64{m.slices, m.dram.channels} {
		for _, at := range list {
			free = max(free, at>>TickBits)
		}
	}
	return free, m.last
}

// Backlog returns for how many cycles from one on some port, slice and channel is busy.
func (m *Memory) Backlog(from int64) (ports, slices, channels int64) {
	return Backlog(m.ports, from, TickBits+portBits), Backlog(m.slices, from, TickBits), Backlog(m.dram.channels, from, TickBits)
}

// Backlog is for how many cycles from one on some resource of a list is busy; times in the
// list are in parts of cycles, 1<<bits of them.
func Backlog(free []int64, from int64, bits uint) (cycles int64) {
	for _, f := range free {
		cycles = max(cycles, f>>bits-from)
	}
	return cycles
}
