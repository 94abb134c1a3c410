// Package timing plays a launch again as a device would have timed it, and says how many
// cycles it took and where they went.
//
// A launch has run before: what its warps did is a timed trace. Run places the blocks on the
// SMs (internal/dispatch), lets each SM issue its instructions (timing/sm), and answers what
// the SMs ask of L2 and DRAM (timing/mem). No value is computed here, so that nothing a kernel
// computes depends on time.
//
// Time goes on in windows no longer than an answer of L2 takes, nor than a block takes to
// follow another one. Within a window SMs do not know of each other, so they are played one
// after another, or by several workers at the same time; then all that they asked for is
// answered in the order of the cycles. Not all of a long launch need be played
// (timing/sample); Launch.Full plays all of it.
//
// State: the SMs, the memory that they share, the blocks that have not started. Units: cycles
// of the SM clock. Invariants, when all is played: each recorded instruction is issued once;
// the cycles of a warp between its first and its last instruction are the sum of its stalls
// and its issues. Results do not depend on the number of processors.
//
// Not modelled: see timing/sm and timing/mem; clocks that change under load.
package timing

import (
	"context"
	"fmt"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// Launch is what is to be played.
type Launch struct {
	replay.Launch
	Instrs  []*ir.Instr // by PC
	Numbers int         // registers that they name
	// Warm says that the SMs have the kernel's code from a launch before.
	Warm bool
	// Ideal leaves out what would cost time.
	Ideal Ideal
	// Follow asks for the spans of the warps of that many first blocks.
	Follow int
	// Full plays every block cycle by cycle, even where waves of the grid or iterations of a
	// loop are equal.
	Full bool
	// Workers is how many SMs are played at the same time; 0: GOMAXPROCS.
	Workers int
	// Progress is told how many blocks have ended.
	Progress func(done, total int)
}

// Ideal is what takes no time that would on the device.
type Ideal = mem.Ideal

// patience is how many windows pass between looks at the context.
const patience = 1 << 6

// Run plays a trace on memory. It ends early only with ctx's error.
func Run(ctx context.Context, l Launch, t *replay.Trace, m *cache.Hierarchy) (*trace.Timing, error) {
	c := newChip(&l, t, m)
	m.Begin(l.Shared)
	for n := 0; c.window(); n++ {
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
	case n == l.Blocks:
	case c.blocks.Left() == 0: // the waves that have run stand for the others
		if err := replay.Rest(ctx, l.Launch, t, m, n, c.memory.Now()+1, c.memory.Counts()); err != nil {
			return nil, err
		}
	default:
		panic(fmt.Sprintf("BUG: timing: %d of %d blocks end", n, l.Blocks))
	}
	if n := c.pending(); n != 0 {
		panic(fmt.Sprintf("BUG: timing: the launch ends, and %d warps, loads and lines are pending", n))
	}
	return c.result(), nil
}
