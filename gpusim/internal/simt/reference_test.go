package simt

// This file runs a kernel one thread after another with ir.Eval: no warps, no
// forms, no stack. It is what the executor must agree with.

import (
	le "encoding/binary"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// reference is one thread at a time of a launch.
type reference struct {
	r       *rig
	threads []uint64 // executed instructions by PC, over all threads
	regs    []uint64
	tid     arch.Dim3
	ctaid   arch.Dim3
	lane    int
	local   []byte
	shared  []byte
	steps   int
	hook    func(*ir.Instr) bool // executes instructions that need other threads; may be nil
}

// runReference executes the whole grid on the rig's memory.
func runReference(r *rig) *reference {
	ref := &reference{r: r, threads: make([]uint64, len(r.p.Instrs))}
	g, b := r.launch.Grid, r.launch.Block
	for block := range g.Count() {
		ref.ctaid = at3(block, g)
		ref.shared = make([]byte, r.p.Kernel.SharedBytes)
		for thread := range b.Count() {
			ref.tid, ref.lane = at3(thread, b), thread%r.spec.WarpSize
			ref.thread()
		}
	}
	return ref
}

// at3 returns the coordinates of linear index i.
func at3(i int, d arch.Dim3) arch.Dim3 {
	return arch.Dim3{X: i % d.X, Y: i / d.X % d.Y, Z: i / (d.X * d.Y)}
}

func (f *reference) thread() {
	k := f.r.p.Kernel
	f.regs, f.local = make([]uint64, len(k.Regs)), make([]byte, k.LocalBytes)
	for b := k.Blocks[0]; b != nil; {
		first := int(f.r.p.blocks[b.ID].first)
		for i, in := range b.Instrs {
			f.threads[first+i]++
			if in != b.Term() && (f.hook == nil || !f.hook(in)) {
				f.step(in)
			}
		}
		if f.steps += len(b.Instrs); f.steps > 1<<26 {
			panic("the reference does not end")
		}
		b = f.next(k, b.Term())
	}
}

func (f *reference) next(k *ir.Kernel, t *ir.Instr) *ir.Block {
	switch {
	case t.Op == ir.Bra, t.Op == ir.CBra && f.value(t, 0) != 0:
		return k.Blocks[t.Targets[0]]
	case t.Op == ir.CBra:
		return k.Blocks[t.Targets[1]]
	}
	return nil
}

func (f *reference) value(in *ir.Instr, i int) uint64 {
	if o := in.Src[i]; o.IsReg {
		return f.regs[o.Reg]
	}
	return in.Src[i].Imm
}

func (f *reference) step(in *ir.Instr) {
	switch in.Op {
	case ir.Special:
		f.regs[in.Dst[0]] = f.special(in.Mod)
	case ir.Ld:
		for i, d := range in.Dst {
			p := f.memory(in, i)
			f.regs[d] = in.Type.Extend(readBits(p)) & in.Type.Reg().Mask()
		}
	case ir.St:
		if in.Guard != ir.NoReg && (f.regs[in.Guard] != 0) == in.GuardNot {
			return
		}
		for i := range in.Src[1:] {
			p := f.memory(in, i)
			var full [8]byte
			le.LittleEndian.PutUint64(full[:], f.value(in, i+1))
			copy(p, full[:])
		}
	default:
		args := make([]uint64, len(in.Src))
		for i := range args {
			args[i] = f.value(in, i)
		}
		v, ok := ir.Eval(in, args)
		if !ok {
			panic("the reference cannot evaluate " + in.Op.Facts().Name)
		}
		f.regs[in.Dst[0]] = v
	}
}

func readBits(p []byte) uint64 {
	var full [8]byte
	copy(full[:], p)
	return le.LittleEndian.Uint64(full[:])
}

// memory returns the bytes of element i of an access.
func (f *reference) memory(in *ir.Instr, i int) []byte {
	n := in.Type.Bytes()
	addr := int64(f.value(in, 0)) + in.Off + int64(i*n)
	if v := f.r.p.Kernel.Var(in.Root); v != nil && in.Space != ir.Global {
		addr += int64(v.Offset)
	}
	switch in.Space {
	case ir.Param:
		return f.r.launch.Params[addr:][:n]
	case ir.Local:
		return f.local[addr:][:n]
	case ir.Shared:
		return f.shared[addr:][:n]
	}
	a := f.r.memory.Find(uint64(addr))
	return a.Data[uint64(addr)-a.Base:][:n]
}

func (f *reference) special(m ir.Mod) uint64 {
	b, g := f.r.launch.Block, f.r.launch.Grid
	return uint64(map[ir.Mod]int{
		ir.TidX: f.tid.X, ir.TidY: f.tid.Y, ir.TidZ: f.tid.Z,
		ir.CtaidX: f.ctaid.X, ir.CtaidY: f.ctaid.Y, ir.CtaidZ: f.ctaid.Z,
		ir.NtidX: b.X, ir.NtidY: b.Y, ir.NtidZ: b.Z,
		ir.NctaidX: g.X, ir.NctaidY: g.Y, ir.NctaidZ: g.Z,
		ir.LaneID: f.lane, ir.WarpSize: f.r.spec.WarpSize,
	}[m])
}
