package simt

// This file decodes a kernel: operands, immediates included, become register
// slots, and operations become functions.

import (
	"fmt"
	"sync"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/trace"
)

// inst is a decoded instruction.
type inst struct {
	exec    exec
	a, b, c int32 // operand slots
	dst     int32 // result slot; 0 for none
	masked  bool  // the write must keep the old value in inactive lanes
	guard   int32 // slot of the guard; 0 for none
	not     bool  // execute where the guard is false
	pc      int32
	ir      *ir.Instr
	mem     *memOp
	shfl    *shflOp
	barrier *barrierOp
	tex     *texOp
	call    *callOp
	many    *manyOp
}

// shflOp holds the slots of a shuffle's mask and width.
type shflOp struct{ mask, width int32 }

// block is a decoded basic block.
type decodedBlock struct {
	body         []inst
	term         ir.Op
	cond         int32 // of CBra
	targets      [2]ir.BlockID
	reconv       ir.BlockID
	instructions uint64 // instructions, terminator included
	first        int32  // PC of the first instruction
	last         *ir.Instr
	loop         watch // the block is the head of such a loop
	waits        bool  // the block is the head of a loop in which threads wait for others
}

// Program is a decoded kernel for one device.
type Program struct {
	Kernel *ir.Kernel
	// Instrs holds the kernel's instructions by PC, in block order.
	Instrs []*ir.Instr

	spec   *arch.Spec
	blocks []decodedBlock
	slots  []slot
	traits traits
	funcs  []callee
	waits  []trace.WaitLoop
	ofData func() []bool // by PC, whether the result depends on data
}

// slot describes one register of a warp. The kernel's registers come first, then
// immediates and temporaries.
type slot struct {
	wide, constant bool
	bits           uint64
}

// traits are properties of the whole kernel that decide how its blocks run.
type traits struct {
	blocksInOrder   bool       // blocks communicate: they run one after another
	warpsInterleave bool       // warps of a block communicate: they run in slices
	storedVars      []ir.VarID // global objects that the kernel may store to
	storesAnywhere  bool       // it stores through a pointer of unknown origin
}

// decoder builds a Program.
type decoder struct {
	p         *Program
	constants map[slot]int32
	masked    *maskedWrites
	accesses  map[int]*memOp // by PC
	block     ir.BlockID     // the current block
	flushed   int32          // the first of three slots for flushed operands
}

// Decode decodes a kernel that is not in SSA form and passes the verifier.
func Decode(k *ir.Kernel, spec *arch.Spec) *Program {
	if k.SSA {
		panic("BUG: simt.Decode of " + k.Name + " in SSA form")
	}
	d := decoder{
		p:         &Program{Kernel: k, spec: spec, slots: make([]slot, len(k.Regs))},
		constants: map[slot]int32{},
		accesses:  map[int]*memOp{},
		masked:    findMaskedWrites(k),
	}
	for i, r := range k.Regs {
		d.p.slots[i].wide = r.Type.Bits() == 64
	}
	if k.FlushDenormals {
		d.flushed = int32(len(d.p.slots))
		d.p.slots = append(d.p.slots, slot{}, slot{}, slot{})
	}
	for _, b := range k.Blocks {
		d.decodeBlock(b)
	}
	for pc, a := range isa.Atomics(spec, d.p.Instrs, len(k.Regs)) {
		d.accesses[pc].counted, d.accesses[pc].whole = a.Combined || a.Counted || a.Scanned, a.Scanned
	}
	d.link()
	d.p.traits = traitsOf(k)
	d.p.findLoops()
	d.p.ofData = sync.OnceValue(func() []bool { return findData(d.p) })
	return d.p
}

func (d *decoder) decodeBlock(b *ir.Block) {
	term := b.Term()
	d.block = b.ID
	nb := decodedBlock{term: term.Op, reconv: term.Reconv, instructions: uint64(len(b.Instrs)), first: int32(len(d.p.Instrs)), last: term}
	for _, in := range b.Instrs {
		if in != term {
			nb.body = append(nb.body, d.decodeInst(in))
		}
		d.p.Instrs = append(d.p.Instrs, in)
	}
	copy(nb.targets[:], term.Targets)
	if term.Op == ir.CBra {
		nb.cond = d.operand(term, 0)
	}
	d.p.blocks = append(d.p.blocks, nb)
}

func (d *decoder) decodeInst(in *ir.Instr) inst {
	x := inst{pc: int32(len(d.p.Instrs)), ir: in, guard: int32(in.Guard), not: in.GuardNot}
	for i, slot := range []*int32{&x.a, &x.b, &x.c} {
		if i < len(in.Src) {
			*slot = d.operand(in, i)
		}
	}
	if len(in.Dst) > 0 {
		x.dst = int32(in.Dst[0])
	}
	for _, r := range in.Dst {
		x.masked = x.masked || d.masked.needed(d.block, r)
	}
	if in.Op.Facts().Memory {
		x.mem = d.memOp(in)
		d.accesses[int(x.pc)] = x.mem
	}
	if in.Op == ir.Shfl {
		x.shfl = &shflOp{mask: d.operand(in, 2), width: d.operand(in, 3)}
	}
	if _, _, ok := in.Barrier(); ok {
		n := len(in.Src)
		x.barrier = &barrierOp{number: d.operand(in, n-2), threads: d.operand(in, n-1)}
	}
	if in.Op == ir.Tex {
		x.tex = d.texOp(in)
	}
	if in.Op == ir.Call {
		x.call = &callOp{}
	}
	if in.Op.Facts().Args != nil {
		x.many = d.manyOp(in)
	}
	x.exec = execOf(in)
	if x.exec == nil {
		panic(fmt.Sprintf("BUG: simt has no %s.%s.%s (from %s)", in.Op.Facts().Name, in.Mod, in.Type, in.From))
	}
	if d.p.Kernel.FlushDenormals && in.Flushes() {
		x.exec = d.withFlush(x)
	}
	if in.Guard != ir.NoReg && !in.Op.Facts().Guarded {
		x.exec = withGuard(x)
	}
	return x
}

// withGuard returns the operation of x for the lanes whose guard holds.
func withGuard(x inst) exec {
	whole, part := x.exec, x
	part.masked = x.masked || x.ir.Keep
	return func(w *warp, in *inst) {
		active, mask, converged := w.guarded(in), w.mask, w.converged
		switch active {
		case 0:
		case mask:
			whole(w, in)
		default:
			w.mask, w.converged = active, false
			whole(w, &part)
			w.mask, w.converged = mask, converged
		}
	}
}

// operand returns the slot of operand i; equal immediates share one.
func (d *decoder) operand(in *ir.Instr, i int) int32 {
	o := in.Src[i]
	if o.IsReg {
		return int32(o.Reg)
	}
	t := in.SrcType(i)
	c := slot{wide: t.Bits() == 64, constant: true, bits: o.Imm}
	switch {
	case t == ir.Pred:
		c.bits = -(o.Imm & 1) & (1<<arch.MaxLanes - 1)
	case !c.wide:
		c.bits = uint64(uint32(o.Imm))
	}
	at, ok := d.constants[c]
	if !ok {
		at = int32(len(d.p.slots))
		d.p.slots = append(d.p.slots, c)
		d.constants[c] = at
	}
	return at
}

// execOf returns the operation of an instruction; nil when there is none.
func execOf(in *ir.Instr) exec {
	switch in.Op {
	case ir.Setp:
		return comparisons[cmpKey{in.Mod, in.Type.Reg()}]
	case ir.Cvt:
		return conversions[cvtKey{in.Type, in.From.Reg()}]
	case ir.Ld, ir.St:
		return accessExec(in)
	case ir.BarrierTest:
		return execBarrierTest
	case ir.Atom:
		return atomics[opKey{ir.Atom, in.Type, in.Mod}]
	case ir.Math, ir.Min, ir.Max:
		return arithmetic[opKey{in.Op, in.Type, in.Mod}]
	}
	if e, ok := untyped[in.Op]; ok && in.Type != ir.Pred {
		return e
	}
	if in.Type == ir.Pred {
		return predicates[in.Op]
	}
	return arithmetic[opKey{op: in.Op, typ: in.Type}]
}

// untyped holds the operations that do not depend on a type.
var untyped = map[ir.Op]exec{
	ir.Mov:        execMov,
	ir.Selp:       execSelp,
	ir.Special:    execSpecial,
	ir.AddrOf:     execAddrOf,
	ir.Bar:        execBar,
	ir.BarRed:     execBar, // its result is written when the barrier lets the warps go
	ir.BarArrive:  execBarArrive,
	ir.BarWarp:    execBarWarp,
	ir.Membar:     execMembar,
	ir.Shfl:       execShfl,
	ir.ActiveMask: func(w *warp, in *inst) { w.setScalar(in, uint64(w.mask)) },
	ir.Clock:      execClock,
	ir.Printf:     execPrintf,
	ir.Expect:     execExpect,
	ir.Vote:       execVote,
	ir.Match:      execMatch,
	ir.Redux:      execRedux,
	ir.Tex:        execTexture,
	ir.Call:       execCall,
	ir.Args:       func(*warp, *inst) {}, // execCall has written them

	ir.CopyAsync:    execCopyAsync,
	ir.CopyBulk:     execCopyBulk,
	ir.CopyReduce:   execCopyReduce,
	ir.CopyBox:      execCopyBox,
	ir.CopyGroup:    execGroup, // copies are done
	ir.Barrier:      execBarrier,
	ir.MapShared:    execMapShared,
	ir.ClusterBar:   execClusterBar,
	ir.LoadMatrix:   execLoadMatrix,
	ir.StoreMatrix:  execStoreMatrix,
	ir.Product:      execProduct,
	ir.GroupProduct: execGroupProduct,
	ir.ProductGroup: execGroup,
}

// traitsOf finds the traits of a kernel.
func traitsOf(k *ir.Kernel) traits {
	var t traits
	stored := make([]bool, len(k.Vars)+1)
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			t.addInstr(in, stored)
		}
	}
	t.storesAnywhere = stored[0]
	for v := 1; v < len(stored); v++ {
		if stored[v] {
			t.storedVars = append(t.storedVars, ir.VarID(v))
		}
	}
	return t
}

// addInstr adds an instruction's traits. stored is by VarID; 0 is an unknown object.
func (t *traits) addInstr(in *ir.Instr, stored []bool) {
	global := in.Space == ir.Global
	writes := in.Op == ir.St || in.Op == ir.Atom
	if global && writes {
		stored[in.Root] = true
	}
	apart := in.Op.Facts().Args != nil // copies, barriers in shared memory, matrices: their memory has no object here
	communicates := in.Volatile || in.Op == ir.Atom || in.Op == ir.Membar || apart || in.Space == ir.Cluster || in.Op == ir.ClusterBar
	if apart {
		stored[0], t.blocksInOrder = true, true
	}
	t.warpsInterleave = t.warpsInterleave || communicates || in.Op.Facts().Block
	t.blocksInOrder = t.blocksInOrder || in.Op == ir.Printf ||
		global && communicates || in.Op == ir.Membar && in.Mod > ir.ScopeBlock
}
