// Package clock plays a launch again as a device would have timed it, and says
// how many cycles it took and where they went.
//
// A launch has run before: what its warps did is a timed replay.Trace. The clock
// places the blocks on the SMs, lets the schedulers issue the instructions one
// by one, and hands the accesses to the caches in the order of their cycles. No
// value is computed here, so that nothing a kernel computes depends on time.
//
// The machine. An SM has schedulers, each with the warps whose numbers are its
// own modulo their count, and each with execution units that a warp's
// instruction keeps busy for some cycles. A warp issues its instructions in
// order; one waits until what it reads has been written (the scoreboard), until
// a unit is free, until its scheduler is, and until the banks of the registers that it
// reads can give them. While registers are read for longer than an instruction is issued, its
// scheduler is frozen: what its warps wait for that comes after a fixed time comes as much
// later, and so does the end of what comes from elsewhere. A scheduler goes on with the warp
// it issued last as long as that one can, else with the one that has waited
// longest. Loads and stores go through one pipeline of the SM: it takes cycles for
// the lines that meet in a bank of L1's tags, each wavefront of data, each request of a
// constant; between the passes of one warp it takes those of others. What L1
// does not have is asked of L2 by way of the SM's port, and of one that a group of
// SMs shares; L2 has slices, at some distance from each SM, memory has channels, each busy with
// one thing at a time. The ends of blocks are taken note of at a bounded rate; the next one takes
// the place of one that has ended.
//
// Time goes on in windows no longer than an answer of L2 takes, nor than a block
// takes to follow another: within one, the SMs do not know of each other, so they
// are played one after another, or by several players at the same time; then all
// that they asked for is answered in the order of the cycles. Nothing depends on the
// number of processors.
//
// Not all of a long launch need be played: equal waves of blocks, and equal rounds of a
// loop, stand for others of their kind. Launch.Full plays all.
//
// Units: cycles of the SM clock; inside, ticks of 1/64 cycle where a thing takes
// less than a cycle. Invariants, when all is played: each recorded instruction is issued once; the
// cycles of a warp between its first and its last instruction are the sum of its
// stalls and its issues.
//
// Not modelled: that warps of older blocks come first, replays of an instruction by its
// unit, the queue in which some ten accesses wait for their unit while their warps go on,
// loads that share a counter, that SMs of a group which read the same lines are sent them once, pages and
// their translation, what memory does in banks and rows beyond pieces that it opens, clocks
// that change under load.
package timing

import (
	"context"
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/trace"
)

// Launch is what is to be played.
type Launch struct {
	replay.Launch
	Instrs  []*ir.Instr // by PC
	Numbers int         // registers of the kernel
	// Warm says that the SMs have the kernel's code from a launch before.
	Warm bool
	// Ideal leaves out what would cost time.
	Ideal Ideal
	// Follow asks for the spans of the warps of that many first blocks.
	Follow int
	// Full plays every block cycle by cycle, though waves of the grid or rounds of a loop are equal.
	Full bool
	// Workers is how many SMs are played at a time; 0: GOMAXPROCS.
	Workers int
	// Progress is told how many blocks have ended.
	Progress func(done, total int)
}

// Ideal is what takes no time that would on the device.
type Ideal struct {
	Bandwidth  bool // L2, memory and the ways to them serve any number at a time
	Conflicts  bool // an access of shared memory takes as many wavefronts as its bytes need
	Coalescing bool // an access moves as many lines as its bytes need
	Latency    bool // memory answers as L1 does
}

// patience is how many windows pass between looks at the context.
const patience = 1 << 6

// Run plays a trace on memory. It ends early only with ctx's error.
func Run(ctx context.Context, l Launch, t *replay.Trace, m *cache.Hierarchy) (*trace.Timing, error) {
	c := newChip(&l, t, m)
	m.Begin(l.Shared)
	for n := 0; c.step(); n++ {
		if n%patience != 0 {
			continue
		}
		if l.Progress != nil {
			l.Progress(c.ended(), l.Blocks)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	switch n := c.ended(); {
	case c.waves.stop:
		if err := replay.Rest(ctx, l.Launch, t, m, c.blocks.Next(), c.now+1, c.counts); err != nil {
			return nil, err
		}
	case n != l.Blocks:
		panic(fmt.Sprintf("BUG: clock: %d of %d blocks end", n, l.Blocks))
	}
	return c.result(), nil
}

// ticks is how many there are in a cycle.
const (
	tickBits = 6
	ticks    = 1 << tickBits
)

// inTicks converts cycles.
func inTicks(cycles float64) int64 { return int64(cycles*ticks + 0.5) }

// never is a time that has not been found yet.
const never = 1 << 50

// times is the device's times in ticks, computed once; issue is in cycles.
type times struct {
	issue                                         int64 // cycles between issues
	request, line, wavefront, sectorL1            int64 // ticks of the memory pipeline
	constRequest, quads                           int64
	constLoad, constEach                          int64 // of a scheduler
	portRequest, portSector, answer               int64
	storeLine, storeSector, storeJoins            int64
	groupSector                                   int64
	sliceLine, sliceSector, sliceStore, sliceFill int64
	slicePartial, sliceStoreLine                  int64
	channelSector, channelWrite                   int64
	channelLine                                   int64 // written whole
	openRead, openWrite, turns                    int64 // turns: see turning
	atomicSector, atomicLane                      int64
	atomicPort, atomicAnswer                      int64
	barrier, barrierWarp                          int64
	takenBack, takenAhead                         int64
	warpStart, blockEnd                           int64
	blockGap, warpGap                             int64
}

func newTimes(s *arch.Spec) times {
	k, m := &s.Clock, &s.Clock.Memory
	t := times{
		issue:   int64(max(1, k.IssueCycles)),
		request: inTicks(m.L1Request), line: inTicks(m.L1Line),
		wavefront:    inTicks(s.Rates.L1WavefrontCycles),
		constRequest: inTicks(s.Rates.ConstRequestCycles),
		constLoad:    inTicks(m.ConstLoad), constEach: inTicks(m.ConstEach),
		quads:       inTicks(m.TextureQuads),
		portRequest: inTicks(m.SMRequest), portSector: inTicks(m.SMSector), groupSector: inTicks(m.GPCSector * (1 << groupBits)),
		storeLine: inTicks(or(m.StoreLine, m.SMRequest)), storeSector: inTicks(or(m.StoreSector, m.SMSector)),
		storeJoins: inTicks(m.StoreJoins), answer: inTicks(m.L2Late),
		sliceLine: inTicks(m.SliceLine), sliceSector: inTicks(m.SliceSector), sliceStore: inTicks(or(m.SliceStore, m.SliceSector)),
		sliceFill:      inTicks(or(m.SliceFill, or(m.SliceStore, m.SliceSector))),
		slicePartial:   inTicks(or(m.SlicePartial, or(m.SliceStore, m.SliceSector))),
		sliceStoreLine: inTicks(or(m.SliceStoreLine, m.SliceLine)),
		atomicSector:   inTicks(m.AtomicSector), atomicLane: inTicks(m.AtomicLane), atomicPort: inTicks(m.AtomicPort),
		atomicAnswer: inTicks(m.AnswerSector),
		barrier:      inTicks(k.Barrier), barrierWarp: inTicks(k.BarrierWarp),
	}
	if r := s.Rates.L1BytesPerCycle; r > 0 {
		t.sectorL1 = inTicks(float64(s.Global.SectorBytes) / r)
	}
	if r := s.Rates.DRAMBytesPerSecond; r > 0 {
		perCycle := r * or(m.DRAMShare, 1) / (float64(s.ClockMHz) * 1e6) / float64(max(1, m.DRAMChannels))
		sector, piece := float64(s.Global.SectorBytes)/perCycle, float64(m.DRAMPiece)/perCycle
		t.channelSector, t.openRead = inTicks(sector*(1-m.DRAMOpen)), inTicks(piece*m.DRAMOpen)
		t.channelWrite, t.openWrite = inTicks(sector*(1-m.DRAMOpenWrite)), inTicks(piece*m.DRAMOpenWrite)
		t.channelLine = inTicks(float64(s.Global.LineBytes) / perCycle)
		t.turns = int64((or(m.DRAMWrite, 1) - 1) * (1 << turnBits))
	}
	t.takenBack, t.takenAhead = inTicks(k.TakenSlots*float64(t.issue)), inTicks(k.AheadSlots*float64(t.issue))
	if r := k.Cold.WarpsPerCycle; r > 0 {
		t.warpStart = inTicks(1 / r)
	}
	if r := k.Cold.BlocksPerCycle; r > 0 {
		t.blockEnd = inTicks(1 / r)
	}
	t.blockGap, t.warpGap = int64(k.Cold.BlockGap)<<tickBits, inTicks(k.Cold.WarpGap)
	return t
}

// lost is what a branch that is taken costs its scheduler.
func (t *times) lost(ahead bool) int64 {
	if ahead {
		return t.takenAhead
	}
	return t.takenBack
}

// or is v, or otherwise where that is 0.
func or(v, otherwise float64) float64 {
	if v == 0 {
		return otherwise
	}
	return v
}
