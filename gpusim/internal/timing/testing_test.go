package timing

// This file makes launches without a kernel's source: instructions, and for each
// warp the list of those that it executes.

import (
	"context"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// step is one instruction that a warp executes.
type step struct {
	pc     int32
	access *trace.Access // nil where it makes none
}

// program is a launch: what each warp executes, by block and warp.
type program struct {
	instrs    []*ir.Instr
	registers int // virtual ones, with the one that is none
	blocks    [][][]step
}

// limit is more bytes than a trace of these tests takes.
const limit = 1 << 30

// record writes down what the warps do, for a clock or not.
func (p *program) record(s *arch.Spec, timed bool) *tracefile.Trace {
	t := tracefile.NewTrace(p.instrs, len(p.blocks), len(p.blocks[0]), limit, timed)
	r := t.Recorder()
	for b, warps := range p.blocks {
		for w, steps := range warps {
			p.recordWarp(r, s, b, w, steps)
		}
	}
	t.Merge(r)
	return t
}

func (p *program) recordWarp(r *tracefile.Recorder, s *arch.Spec, block, warp int, steps []step) {
	begins := true
	for _, x := range steps {
		if begins {
			r.Events().Flow(trace.Event{Block: block, Warp: warp, PC: x.pc})
		}
		in := p.instrs[x.pc]
		if in.Op == ir.Bar {
			r.Events().Barrier(trace.Event{Block: block, Warp: warp, PC: x.pc})
		}
		if x.access != nil {
			a := *x.access
			a.PC, a.Block, a.Warp = x.pc, block, warp
			if a.Space == ir.Shared {
				r.Shared(&a, coalesce.Banks(s, &a).Wavefronts)
			} else {
				r.Access(&a)
			}
		}
		begins = in.Op.Facts().Term || in.Op == ir.Call
	}
}

// launch is the program on a device.
func (p *program) launch(s *arch.Spec, resident int) Launch {
	return Launch{
		Launch: tracefile.Launch{Shape: launch.Shape{Spec: s, Grid: dim(len(p.blocks)), Block: dim(len(p.blocks[0]) * s.WarpSize)}, Resident: resident, LocalBytes: localBytes},
		Instrs: p.instrs, Registers: p.registers, Warm: true, Full: true,
	}
}

func dim(n int) arch.Dim3 { return arch.Dim3{X: n, Y: 1, Z: 1} }

// localBytes is the local memory of a thread.
const localBytes = 64

// fataler is a testing.TB or a rapid.T.
type fataler interface {
	Helper()
	Fatal(...any)
}

// play plays the program on cold caches.
func (p *program) play(t fataler, l Launch) *trace.Timing {
	t.Helper()
	r, err := Run(context.Background(), l, p.record(l.Spec, true), cache.NewHierarchy(l.Spec))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// device is a copy of a device's description.
func device(t testing.TB, name string) *arch.Spec {
	t.Helper()
	s, err := arch.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// alone is a device with one SM.
func alone(t testing.TB, name string) *arch.Spec {
	s := device(t, name)
	s.SMs = 1
	return s
}

// straight is a program of blocks whose warps all execute the same instructions,
// one after the other, to the exit.
func straight(blocks, warps int, instrs []*ir.Instr, access func(block, warp, pc int) *trace.Access) *program {
	p := &program{instrs: append(instrs, &ir.Instr{Op: ir.Exit}), registers: 1}
	for _, in := range p.instrs {
		for _, r := range in.Dst {
			p.registers = max(p.registers, int(r)+1)
		}
		for _, x := range in.Src {
			p.registers = max(p.registers, int(x.Reg)+1)
		}
	}
	p.blocks = make([][][]step, blocks)
	for b := range p.blocks {
		p.blocks[b] = make([][]step, warps)
		for w := range p.blocks[b] {
			for pc := range p.instrs {
				x := step{pc: int32(pc)}
				if s := p.instrs[pc].Space; s != ir.NoSpace && s != ir.Param {
					x.access = access(b, w, pc)
				}
				p.blocks[b][w] = append(p.blocks[b][w], x)
			}
		}
	}
	return p
}

// instr is an instruction of 32 bits that writes dst, or nothing when that is 0.
func instr(op ir.Op, t ir.Type, dst ir.Reg, src ...ir.Reg) *ir.Instr {
	in := &ir.Instr{Op: op, Type: t}
	if dst != ir.NoReg {
		in.Dst = []ir.Reg{dst}
	}
	for _, r := range src {
		in.Src = append(in.Src, ir.R(r))
	}
	return in
}

// loadOf and storeOf make instructions on a space, of one word a lane.
func loadOf(space ir.Space, dst, at ir.Reg) *ir.Instr {
	in := instr(ir.Ld, ir.F32, dst, at)
	in.Space = space
	return in
}

func storeOf(space ir.Space, at, value ir.Reg) *ir.Instr {
	in := instr(ir.St, ir.F32, ir.NoReg, at, value)
	in.Space = space
	return in
}

// row is an access of all lanes to words, so many bytes apart, from base on.
func row(s *arch.Spec, space ir.Space, kind trace.Kind, base uint64, apart int64) *trace.Access {
	return &trace.Access{
		Kind: kind, Space: space, Bytes: 4, Active: trace.Mask(uint64(1)<<s.WarpSize - 1),
		Base: base, DX: apart, DY: int64(s.WarpSize) * apart, Width: s.WarpSize,
	}
}
