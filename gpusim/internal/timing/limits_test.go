package timing

// What launches take that stress one thing, against what the device's description
// says of it.

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// slope is by how many cycles each of something makes a launch longer, from so
// many of them to twice as many.
func slope(t *testing.T, from int, launch func(n int) (*program, Launch)) float64 {
	t.Helper()
	cycles := func(n int) float64 {
		p, l := launch(n)
		return float64(p.play(t, l).Cycles)
	}
	return (cycles(2*from) - cycles(from)) / float64(from)
}

// near fails the test when a number is not as expected, within a part of it.
func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within*want {
		t.Errorf("%s: got %v cycles, want %v", what, got, want)
	}
}

// eachDevice runs a test on every device with one SM.
func eachDevice(t *testing.T, test func(t *testing.T, s *arch.Spec)) {
	for _, name := range arch.Names() {
		t.Run(name, func(t *testing.T) { test(t, alone(t, name)) })
	}
}

// repeat is a list of n instructions.
func repeat(n int, in func(i int) *ir.Instr) []*ir.Instr {
	var list []*ir.Instr
	for i := range n {
		list = append(list, in(i))
	}
	return list
}

// A chain of dependent instructions takes their latency each.
func TestChains(t *testing.T) {
	ops := []struct {
		op    ir.Op
		class arch.Class
	}{{ir.Fma, arch.ClassFloat}, {ir.Math, arch.ClassRsqrt}}
	eachDevice(t, func(t *testing.T, s *arch.Spec) {
		for _, x := range ops {
			took := slope(t, 50, func(n int) (*program, Launch) {
				p := straight(1, 1, repeat(n, func(int) *ir.Instr {
					in := instr(x.op, ir.F32, 1, 1)
					in.Mod = map[ir.Op]ir.Mod{ir.Math: ir.Rsqrt}[x.op]
					return in
				}), nil)
				return p, p.launch(s, 1)
			})
			c := &s.Clock.Ops[x.class]
			near(t, x.op.Facts().Name, took, max(float64(c.Latency), rateOf(s, x.class)/float64(s.Clock.Schedulers)), 0.001)
		}
	})
}

// rateOf is the cycles that an SM takes for a warp instruction of a class when it
// has many: those of its unit, or those of its schedulers.
func rateOf(s *arch.Spec, class arch.Class) float64 {
	k := &s.Clock
	c := &k.Ops[class]
	slots := float64(max(1, c.Slots)*k.IssueCycles) / float64(k.Schedulers)
	if c.Slots <= 1 {
		slots /= float64(k.Issue)
	}
	return max(float64(s.WarpSize)/c.Rate, slots)
}

// As many warps as fit reach the rate of the unit.
func TestRates(t *testing.T) {
	eachDevice(t, func(t *testing.T, s *arch.Spec) {
		const warps = 24
		took := slope(t, 60, func(n int) (*program, Launch) {
			p := straight(1, warps, repeat(n, func(i int) *ir.Instr { return instr(ir.Fma, ir.F32, ir.Reg(i+1)) }), nil)
			return p, p.launch(s, 1)
		})
		near(t, "an FMA of each warp", took, warps*rateOf(s, arch.ClassFloat), 0.02)
	})
}

// A shared load takes its wavefronts of the pipeline, and is later by them.
func TestConflicts(t *testing.T) {
	eachDevice(t, func(t *testing.T, s *arch.Spec) {
		for words := int64(1); words <= int64(s.Shared.Banks); words *= 2 {
			a := row(s, ir.Shared, trace.Load, 0, 4*words)
			n := float64(coalesce.Banks(s, a).Wavefronts)
			loads := func(warps int) float64 {
				return slope(t, 40, func(n int) (*program, Launch) {
					p := straight(1, warps, repeat(n, func(int) *ir.Instr { return loadOf(ir.Shared, 1, 1) }),
						func(int, int, int) *trace.Access { return a })
					return p, p.launch(s, 1)
				})
			}
			what := fmt.Sprintf("every %d. word", words)
			alone := float64(s.Clock.Memory.Shared) + (n-1)*float64(s.Clock.Memory.SharedWavefront)
			pipe := n * s.Rates.L1WavefrontCycles
			near(t, what+", one warp", loads(1), max(alone, pipe), 0.01)
			if n > 4 {
				near(t, what+", 16 warps", loads(16), 16*pipe, 0.05)
			}
		}
	})
}

// A constant load whose lanes have addresses of their own is as many requests, one after another, on every device
// that exists.
func TestConstantRequests(t *testing.T) {
	eachDevice(t, func(t *testing.T, s *arch.Spec) {
		if s.Evidence == arch.Toy {
			return
		}
		const warps = 8
		took := slope(t, 40, func(n int) (*program, Launch) {
			p := straight(1, warps, repeat(n, func(int) *ir.Instr { return loadOf(ir.Const, 1, 1) }),
				func(int, int, int) *trace.Access { return row(s, ir.Const, trace.Load, 0, 4) })
			return p, p.launch(s, 1)
		})
		if least := float64(warps * s.WarpSize); took < least {
			t.Errorf("%d warps with %d addresses each take %v cycles, want a cycle per address at least", warps, s.WarpSize, took)
		}
	})
}

// A barrier takes so much, and more for each warp.
func TestBarriers(t *testing.T) {
	eachDevice(t, func(t *testing.T, s *arch.Spec) {
		k := &s.Clock
		for _, warps := range []int{1, 2, 8, 16} {
			took := slope(t, 40, func(n int) (*program, Launch) {
				p := straight(1, warps, repeat(n, func(int) *ir.Instr { return &ir.Instr{Op: ir.Bar} }), nil)
				return p, p.launch(s, 1)
			})
			turns := float64((warps+k.Schedulers-1)/k.Schedulers*k.IssueCycles - k.IssueCycles) // until the last warp arrives
			least, most := k.Barrier+float64(warps)*k.BarrierWarp, k.Barrier+turns+float64(warps)*k.BarrierWarp+1
			if took < least-1 || took > most {
				t.Errorf("%d warps: a barrier takes %v cycles, want %v to %v", warps, took, least, most)
			}
		}
	})
}

// Atomics of all lanes on one address take their turns in L2.
func TestAtomicsOfOneAddress(t *testing.T) {
	for _, name := range []string{"H200", "A100", "K20c", "C2050"} {
		s := alone(t, name)
		const warps = 8
		took := slope(t, 40, func(n int) (*program, Launch) {
			lane := instr(ir.Special, ir.U32, 1)
			lane.Mod = ir.TidX
			add := instr(ir.Atom, ir.U32, 2, 3, 1)
			add.Space, add.Mod = ir.Global, ir.AtomExch // which no lane does for others
			p := straight(1, warps, append([]*ir.Instr{lane}, repeat(n, func(int) *ir.Instr { return add })...),
				func(int, int, int) *trace.Access { return row(s, ir.Global, trace.Atomic, 256, 0) })
			return p, p.launch(s, 1)
		})
		near(t, name, took, warps*float64(s.WarpSize)*s.Clock.Memory.AtomicLane, 0.02)
	}
}

// Blocks that do nothing begin at the rate of the chip, on one SM at that of the SM.
func TestBlocksBegin(t *testing.T) {
	s := device(t, "H200")
	resident := s.Limits.BlocksPerSM
	empty := func(n int) (*program, Launch) {
		p := straight(n, 1, nil, nil)
		return p, p.launch(s, resident)
	}
	k := &s.Clock.Cold
	near(t, "a block of many SMs", slope(t, 2*resident*s.SMs, empty), 1/k.BlocksPerCycle, 0.02)
	s.SMs = 1
	near(t, "a block of one SM", slope(t, 4*resident, empty), float64(k.BlockGap), 0.02)
}

// What takes no time makes no warp slower that is alone; among several it may
// change which of them comes first. A little is forgiven for a load that comes to
// memory behind a store and no longer before it, and more for lines that accesses
// leave out, which are not in L2 later.
func TestIdealIsNotSlower(t *testing.T) {
	const little, more = 0.1, 0.5
	rapid.Check(t, func(t *rapid.T) {
		p, l := drawLaunch(t, 1, 1)
		l.Spec.Clock.Memory.RefreshEvery = 0 // who comes earlier may meet one
		whole := p.play(t, l)
		for _, l.Ideal = range []Ideal{{Bandwidth: true}, {Conflicts: true}, {Latency: true}, {Coalescing: true}, {Bandwidth: true, Conflicts: true, Coalescing: true, Latency: true}} {
			forgiven := little
			if l.Ideal.Coalescing {
				forgiven = more
			}
			r := p.play(t, l)
			if launch := float64(l.Spec.Rates.LaunchCycles); float64(r.Cycles)-launch > (float64(whole.Cycles)-launch)*(1+forgiven) {
				t.Errorf("%s, %+v: %d cycles, without %d\n%s", l.Spec.Name, l.Ideal, r.Cycles, whole.Cycles, p.text())
			}
		}
	})
}

// Four dependent loads of many lines each, of as many warps that they wait for
// each other: what leaves out lines, bandwidth or latency shows.
func TestIdealShows(t *testing.T) {
	const warps = 8
	s := device(t, "H200")
	p := straight(s.SMs, warps, repeat(4, func(i int) *ir.Instr { return loadOf(ir.Global, ir.Reg(i+1), ir.Reg(i)) }),
		func(block, warp, pc int) *trace.Access {
			return row(s, ir.Global, trace.Load, uint64((block*warps+warp)*4+pc)<<15, 512)
		})
	cycles := func(ideal Ideal) float64 {
		l := p.launch(s, 1)
		l.Ideal = ideal
		return float64(p.play(t, l).Cycles) - s.Rates.LaunchCycles
	}
	whole, coalescing, bandwidth, latency := cycles(Ideal{}), cycles(Ideal{Coalescing: true}), cycles(Ideal{Bandwidth: true}), cycles(Ideal{Bandwidth: true, Latency: true})
	if coalescing > 0.8*whole || bandwidth > 0.8*whole || latency > 0.5*bandwidth {
		t.Errorf("%v cycles; %v with ideal coalescing, %v with ideal bandwidth, %v with ideal bandwidth and latency", whole, coalescing, bandwidth, latency)
	}
}

// TestMoreWarpsThanBits: a scheduler may have more warps than a word has bits.
func TestMoreWarpsThanBits(t *testing.T) {
	const blocks, warps = 12, 8
	s := alone(t, "Toy4")
	p := straight(blocks, warps, repeat(3, func(i int) *ir.Instr { return instr(ir.Add, ir.U32, ir.Reg(i+1), 1) }), nil)
	for pc, x := range p.play(t, p.launch(s, blocks)).ByPC {
		if x.Issued != blocks*warps {
			t.Errorf("instruction %d was issued %d times, want %d", pc, x.Issued, blocks*warps)
		}
	}
}
