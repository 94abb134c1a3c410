// Package timing simulates the cycles of a recorded launch and says where they went.
//
// The launch has been executed before (internal/simt), so that no result depends on time. Run
// places its blocks on the SMs (internal/dispatch), lets each SM issue the instructions of
// their warps (timing/sm) and serves what the SMs request of L2 and DRAM (timing/mem).
//
// Time advances in windows. A window is not longer than a reply of L2 or the start of a next
// block takes, so that the SMs are independent within a window and several workers can
// simulate them at the same time. At its end all requests are served in the order of their
// cycles. A long launch is sampled (timing/sample) unless Launch.Full is set.
//
// State: the SMs, the memory that they share, the blocks that have not started. Units: cycles
// of the SM clock. Invariants of a full simulation: each recorded instruction issues once; the
// cycles of a warp are the sum of its stalls and its issues. Results do not depend on the
// number of workers.
//
// Not modelled: see timing/sm and timing/mem; clocks that change under load.
package timing

import (
	"context"
	"fmt"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/internal/untimed"
	"gpucourse/gpusim/trace"
)

// Launch is a launch to simulate.
type Launch struct {
	tracefile.Launch
	Instrs    []*ir.Instr      // by PC
	Registers int              // virtual ones
	Waits     []trace.WaitLoop // that the trace has marks of
	Warm      bool             // the SMs have the kernel's code from an earlier launch
	Ideal     Ideal            // what takes no time
	Follow    int              // blocks whose warps' spans are kept
	Full      bool             // no sampling
	// Executed is how often each instruction is executed by all warps, by PC, of a launch of which only some blocks were
	// executed; nil: all were. The trace then stands for the accesses of other blocks, and those that are not played do not
	// go through the caches.
	Executed []float64
	Workers  int                   // SMs simulated at the same time; 0: GOMAXPROCS
	Progress func(done, total int) // receives the number of blocks that have ended
}

// Ideal makes parts of the device take no time, for what-if questions.
type Ideal = mem.Ideal

// checkEvery is how many windows pass between two checks of the context.
const checkEvery = 1 << 6

// Run simulates a recorded launch on caches. It returns early only with ctx's error.
func Run(ctx context.Context, l Launch, t *tracefile.Trace, m *cache.Hierarchy) (*trace.Timing, error) {
	c := newChip(&l, t, m)
	m.Begin(l.Shared)
	for n := 0; c.window(); n++ {
		if n%checkEvery != 0 {
			continue
		}
		if l.Progress != nil {
			l.Progress(c.ended(), l.Blocks())
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	switch n := c.ended(); {
	case n == l.Blocks():
	case c.blocks.Left() == 0 && l.Executed != nil:
	case c.blocks.Left() == 0: // wave sampling: the other blocks only go through the caches
		if err := untimed.Rest(ctx, l.Launch, t, m, untimed.Start{Block: n, Turn: c.memory.Now + 1}, c.memory.Counts); err != nil {
			return nil, err
		}
	default:
		panic(fmt.Sprintf("BUG: timing: %d of %d blocks end", n, l.Blocks()))
	}
	for i := range c.sms {
		if n := c.sms[i].Pending(); n != 0 {
			panic(fmt.Sprintf("BUG: timing: %d warps, requests and loads of SM %d are pending after the launch", n, i))
		}
	}
	return c.result(), nil
}
