package pass

// This file runs a kernel for one thread, in SSA form or not: the reference
// that says what every pass must keep.

import (
	"encoding/binary"
	"fmt"
	"math"

	"gpucourse/gpusim/internal/ir"
)

// The machine's global memory holds one array at each of these addresses.
const (
	outAddr    = 0x10000
	inAddr     = 0x20000
	arrayBytes = 256
	maxSteps   = 200_000
)

// thread is the state of the one thread.
type thread struct {
	k      *ir.Kernel
	regs   []uint64
	mem    map[ir.Space][]byte
	trace  []string // the effects other than stores, in order
	steps  int
	failed error
}

// newThread sets up memory. Arrays are filled with a fixed pattern.
func newThread(k *ir.Kernel, params []byte) *thread {
	t := &thread{k: k, regs: make([]uint64, len(k.Regs)), mem: map[ir.Space][]byte{
		ir.Param:  params,
		ir.Global: make([]byte, 2*arrayBytes),
		ir.Shared: make([]byte, k.SharedBytes),
		ir.Local:  make([]byte, k.LocalBytes),
	}}
	for i := range t.mem[ir.Global] {
		t.mem[ir.Global][i] = byte(i*37 + 11)
	}
	return t
}

// run executes the kernel to its end.
func (t *thread) run() error {
	b, from := t.k.Blocks[0], ir.NoBlock
	for b != nil && t.failed == nil {
		next := t.block(b, from)
		b, from = next, b.ID
		if t.steps > maxSteps {
			return fmt.Errorf("more than %d steps", maxSteps)
		}
	}
	return t.failed
}

func (t *thread) block(b *ir.Block, from ir.BlockID) *ir.Block {
	phis := b.Phis()
	values := make([]uint64, len(phis))
	for i, in := range phis {
		for j, p := range in.Preds {
			if p == from {
				values[i] = t.read(in, j)
			}
		}
	}
	for i, in := range phis {
		t.write(in.Dst[0], values[i])
	}
	for _, in := range b.Instrs[len(phis):] {
		t.steps++
		switch in.Op {
		case ir.Bra:
			return t.k.Blocks[in.Targets[0]]
		case ir.CBra:
			return t.k.Blocks[in.Targets[1-t.read(in, 0)]]
		case ir.Exit:
			return nil
		}
		if in.Guard == ir.NoReg || (t.regs[in.Guard] != 0) != in.GuardNot {
			t.exec(in)
		}
	}
	panic("BUG: a block without a terminator")
}

func (t *thread) read(in *ir.Instr, i int) uint64 {
	if o := in.Src[i]; o.IsReg {
		return t.regs[o.Reg]
	}
	return sameNaN(in.SrcType(i), in.Src[i].Imm)
}

func (t *thread) write(r ir.Reg, v uint64) { t.regs[r] = sameNaN(t.k.Regs[r].Type, v) }

// sameNaN makes all NaNs the same: which one comes out of an operation is not
// defined.
func sameNaN(typ ir.Type, v uint64) uint64 {
	switch {
	case typ == ir.F32 && math.IsNaN(typ.FloatOf(v)):
		v = uint64(math.Float32bits(float32(math.NaN())))
	case typ == ir.F64 && math.IsNaN(typ.FloatOf(v)):
		v = math.Float64bits(math.NaN())
	}
	return v
}

func (t *thread) exec(in *ir.Instr) {
	switch in.Op {
	case ir.Special:
		t.write(in.Dst[0], uint64(in.Mod)%5)
	case ir.AddrOf:
		t.write(in.Dst[0], uint64(t.k.Var(in.Root).Offset))
	case ir.Ld:
		for i, d := range in.Dst {
			t.write(d, in.Type.Extend(t.load(in, i))&in.DstType().Mask())
		}
	case ir.St:
		for i := range in.Src[1:] {
			t.store(in, i, t.read(in, i+1))
		}
	case ir.Bar:
		t.trace = append(t.trace, "barrier")
	case ir.Printf:
		line := in.Text
		for i, o := range in.Src {
			line += fmt.Sprintf(" %v:%x", t.k.Regs[o.Reg].Type, t.read(in, i))
		}
		t.trace = append(t.trace, line)
	default:
		args := make([]uint64, len(in.Src))
		for i := range in.Src {
			args[i] = t.read(in, i)
		}
		v, ok := ir.Eval(in, args)
		if !ok {
			t.failed = fmt.Errorf("fault at %s", t.k.InstrString(in))
		}
		t.write(in.Dst[0], v)
	}
}

// place returns the bytes of element i of an access.
func (t *thread) place(in *ir.Instr, i int) []byte {
	at := int64(t.read(in, 0)) + in.Off
	if ir.AddrType(in.Space) == ir.U32 {
		at = int64(int32(at))
	}
	size := int64(in.Type.Bytes())
	if at%int64(in.Natural()) != 0 {
		t.failed = fmt.Errorf("misaligned address %#x at %s", at, t.k.InstrString(in))
		return make([]byte, size)
	}
	at += int64(i) * size
	switch v := t.k.Var(in.Root); {
	case in.Space == ir.Global && at >= inAddr:
		at += arrayBytes - inAddr
	case in.Space == ir.Global:
		at -= outAddr
	case v != nil:
		at += int64(v.Offset)
	}
	if mem := t.mem[in.Space]; at >= 0 && at+size <= int64(len(mem)) {
		return mem[at : at+size]
	}
	t.failed = fmt.Errorf("address %#x out of range at %s", at, t.k.InstrString(in))
	return make([]byte, size)
}

func (t *thread) load(in *ir.Instr, i int) uint64 {
	var buf [8]byte
	copy(buf[:], t.place(in, i))
	return binary.LittleEndian.Uint64(buf[:])
}

func (t *thread) store(in *ir.Instr, i int, v uint64) {
	var buf [8]byte
	binary.LittleEndian.PutUint64(buf[:], v)
	copy(t.place(in, i), buf[:])
}
