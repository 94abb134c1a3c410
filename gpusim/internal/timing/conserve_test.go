package timing

// Nothing is lost and nothing is made: instructions, cycles, requests, accesses.

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/untimed"
	"gpucourse/gpusim/trace"
)

// someDevice draws a device with few SMs.
func someDevice(t *rapid.T) *arch.Spec {
	s := arch.Devices[rapid.IntRange(0, len(arch.Devices)-1).Draw(t, "device")]
	s.SMs = rapid.IntRange(1, 5).Draw(t, "SMs")
	return &s
}

// drawLaunch draws a launch of so many blocks and warps at most that uses all
// memories.
func drawLaunch(t *rapid.T, blocks, warps int) (*program, Launch) {
	s := someDevice(t)
	p := drawProgram(t, s, blocks, warps, ir.Shared, ir.Global, ir.Local, ir.Const)
	l := p.launch(s, rapid.IntRange(1, blocks).Draw(t, "resident"))
	l.Warm = rapid.Bool().Draw(t, "warm")
	l.Follow = l.Blocks()
	return p, l
}

// TestConservation: see conserves.
func TestConservation(t *testing.T) { rapid.Check(t, conserves) }

// FuzzClock looks for launches that hang, panic or lose something.
func FuzzClock(f *testing.F) { f.Fuzz(rapid.MakeFuzz(conserves)) }

// conserves plays a drawn launch and checks that all went in that came out.
func conserves(t *rapid.T) {
	p, l := drawLaunch(t, 12, 9) // more warps than a word has bits
	c := newChip(&l, p.record(l.Spec, true), cache.NewHierarchy(l.Spec))
	c.caches.Begin(l.Shared)
	for c.window() {
	}
	r := c.result()
	nothingLeft(t, c)
	ops := decodeSlowly(l.Spec, p.instrs, p.registers)
	allIssued(t, p, ops, r)
	timeAddsUp(t, c, r)
	spansCover(t, p, c, ops, r)
	sameLookups(t, p, l, r)
}

// nothingLeft checks that all blocks ended and all requests were answered.
func nothingLeft(t *rapid.T, c *chip) {
	if c.ended() != c.Blocks() || c.blocks.Next() != c.Blocks() {
		t.Errorf("%d blocks of %d began, %d ended", c.blocks.Next(), c.Blocks(), c.ended())
	}
	for i := range c.sms {
		if n := c.sms[i].Pending(); n != 0 {
			t.Errorf("%d warps, requests and loads of SM %d are pending", n, i)
		}
	}
}

// allIssued checks that each instruction is issued as often as warps executed it.
func allIssued(t *rapid.T, p *program, ops []slowOp, r *trace.Timing) {
	want := make([]uint64, len(ops))
	for _, warps := range p.blocks {
		for _, steps := range warps {
			for _, x := range steps {
				if ops[x.pc].kind != falls {
					want[x.pc]++
				}
			}
		}
	}
	for pc := range want {
		if got := r.ByPC[pc].Issued; got != want[pc] {
			t.Errorf("instruction %d was issued %d times, want %d\n%s", pc, got, want[pc], p.text())
		}
	}
}

// timeAddsUp checks that nothing is busy for longer than there is time.
func timeAddsUp(t *rapid.T, c *chip, r *trace.Timing) {
	all := r.Cycles - uint64(c.Spec.Rates.LaunchCycles)
	if r.Active > all || r.ActiveSum > uint64(len(c.sms))*r.Active || r.WarpCycles > r.ActiveSum*uint64(c.Resident*c.Warps()) {
		t.Errorf("%d cycles, %d active, %d on all SMs, %d of warps", all, r.Active, r.ActiveSum, r.WarpCycles)
	}
	for k, busy := range r.Busy {
		if slack := 64.0; busy > float64(all)+slack { // what the last instruction keeps busy ends after it
			t.Errorf("%s: %v are busy for %v of %d cycles", c.Spec.Name, trace.Resource(k), busy, all)
		}
	}
}

// spansCover checks that the spans of each warp follow each other from its
// beginning to its end, that they are the instructions it executed, each for as
// long as it takes to be issued, and the stalls.
func spansCover(t *rapid.T, p *program, c *chip, ops []slowOp, r *trace.Timing) {
	type resident struct{ block, warp int }
	last, issues := map[resident]int64{}, map[resident]int{}
	spent := uint64(0)
	stalls := make([]trace.InstrCycles, len(p.instrs))
	for _, s := range r.Spans {
		at := resident{s.Block, s.Warp}
		if from, ok := last[at]; ok && from != s.From {
			t.Errorf("%v: a span ends at %d, the next begins at %d", at, from, s.From)
		}
		last[at] = s.To
		took := s.To - s.From
		spent += uint64(took)
		switch issue := ops[s.PC].slots * int64(max(1, c.Spec.Clock.IssueCycles)); {
		case !s.Issued:
			stalls[s.PC].Stalls[s.Reason] += uint64(took)
		case took == issue, took == 0 && c.Spec.Clock.Issue > 1: // together with the one before it
			issues[at]++
			stalls[s.PC].Issued++
		default:
			t.Errorf("%v: instruction %d took %d cycles to be issued, want %d", at, s.PC, took, issue)
		}
	}
	if spent != r.WarpCycles {
		t.Errorf("%s: warps issued and waited for %d cycles, and were there for %d", c.Spec.Name, spent, r.WarpCycles)
	}
	if diff := cmp.Diff(r.ByPC, stalls); diff != "" {
		t.Errorf("counted (-) and in spans (+):\n%s", diff)
	}
	for b, warps := range p.blocks {
		for w, steps := range warps {
			if at := (resident{b, w}); issues[at] != executed(ops, steps) {
				t.Errorf("%v: %d instructions in spans, want %d", at, issues[at], executed(ops, steps))
			}
		}
	}
}

// executed is how many of a warp's steps a device has instructions for.
func executed(ops []slowOp, steps []step) (n int) {
	for _, x := range steps {
		if ops[x.pc].kind != falls {
			n++
		}
	}
	return n
}

// lookups are the counts that the order of accesses cannot change.
type lookups struct{ L1, ReadOnly, Const, Atomics, Host uint64 }

func lookupsOf(r *trace.CacheResult) []lookups {
	var out []lookups
	for i := range r.ByPC {
		c := &r.ByPC[i]
		out = append(out, lookups{c.L1Hits + c.L1Misses, c.ReadOnlyHits + c.ReadOnlyMisses, c.ConstHits + c.ConstMisses, c.L2Atomics, c.HostReads + c.HostWrites})
	}
	return out
}

// sameLookups checks that time changes what hits, but not what is looked up.
func sameLookups(t *rapid.T, p *program, l Launch, r *trace.Timing) {
	plain, err := untimed.Run(context.Background(), l.Launch, p.record(l.Spec, false), cache.NewHierarchy(l.Spec))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(lookupsOf(plain), lookupsOf(&r.Caches)); diff != "" {
		t.Errorf("%s: looked up without time (-) and with it (+):\n%s\n%s", l.Spec.Name, diff, p.text())
	}
}

// TestWorkers: on how many processors a launch is played does not show.
func TestWorkers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := *someDevice(t)
		s.SMs = rapid.IntRange(2*smsPerWorker, 5*smsPerWorker).Draw(t, "SMs")
		p := drawProgram(t, &s, 3*s.SMs, 2, ir.Shared, ir.Global, ir.Local, ir.Const)
		l := p.launch(&s, rapid.IntRange(1, 3).Draw(t, "resident"))
		l.Workers = 1
		want := p.play(t, l)
		l.Workers = rapid.IntRange(2, 5).Draw(t, "workers")
		if diff := cmp.Diff(want, p.play(t, l)); diff != "" {
			t.Fatalf("%s, %d workers: one (-) and several (+) differ:\n%s", s.Name, l.Workers, diff)
		}
	})
}
