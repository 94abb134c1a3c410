package litmus

// This file runs one thread of a kernel by itself, up to its next shared access. The
// caller says what a load returns.

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
)

// kind says what an event is.
type kind uint8

const (
	load kind = iota
	store
	update // an atomic
	fence
	arrive // at a barrier
	wait   // behind a barrier
)

// event is one step of a thread that other threads may notice.
type event struct {
	kind    kind
	thread  int
	in      *ir.Instr
	at      place
	strong  bool
	scope   ir.Mod // of a strong event
	read    uint64 // what a load or update returned, in the low bytes
	write   uint64 // what a store or update wrote, in the low bytes
	writes  bool   // false for a compare-and-swap that fails
	deps    uint64 // bit i: event i of the thread decided whether, where or what
	chain   int    // the writes on which the value read or written depends, one on the other, at least
	barrier barrier
}

// reads reports whether the event returns a value.
func (e *event) reads() bool { return e.kind == load || e.kind == update }

// barrier tells the barriers of a thread apart: the n-th of its block or of its warp.
type barrier struct {
	warp bool
	n    int
}

// value is the contents of a register, and the thread's events that it depends on.
type value struct{ bits, deps uint64 }

// thread is a thread at some instruction.
type thread struct {
	x             *explorer
	index         int // in the launch
	block, inside arch.Dim3

	at    ir.BlockID
	ip    int
	part  int // of a vector access: elements done
	regs  []value
	local []byte
	stale []uint64 // dependencies, by byte of local
	ctrl  uint64   // dependencies of the branches taken
	trace []event
	steps int
	spins []spin
	fault *diag.Diagnostic // that ended the path

	barriers [2]int // of the block and of the warp, so far
}

// spin is the state in which a thread made a read.
type spin struct {
	in    *ir.Instr
	regs  []value
	local []byte
}

// same reports whether two states lead to the same instructions.
func (s *spin) same(t *thread, in *ir.Instr) bool {
	return s.in == in && bytes.Equal(s.local, t.local) && slices.EqualFunc(s.regs, t.regs, func(a, b value) bool { return a.bits == b.bits })
}

// stop says why a thread does not go on by itself.
type stop uint8

const (
	ended  stop = iota
	wants       // a load or update needs a value: thread.supply
	passed      // the last event of the trace needs no value
	cut         // the path is too long, or repeats itself
	faulted
)

// newThread returns a thread before its first instruction.
func (x *explorer) newThread(index int) *thread {
	per := x.Block.Count()
	t := &thread{
		x: x, index: index, block: position(index/per, x.Grid), inside: position(index%per, x.Block),
		regs: make([]value, len(x.Kernel.Regs)), local: make([]byte, x.Kernel.LocalBytes), stale: make([]uint64, x.Kernel.LocalBytes),
	}
	return t
}

// position returns the coordinates of linear index i in an extent.
func position(i int, d arch.Dim3) arch.Dim3 {
	return arch.Dim3{X: i % d.X, Y: i / d.X % d.Y, Z: i / d.X / d.Y}
}

// clone returns a copy that runs on by itself.
func (t *thread) clone() *thread {
	c := *t
	c.regs, c.local, c.stale = slices.Clone(t.regs), slices.Clone(t.local), slices.Clone(t.stale)
	c.trace, c.spins = slices.Clone(t.trace), slices.Clone(t.spins)
	return &c
}

// advance runs the thread to its next event. The fault comes with faulted, the error
// with a kernel that cannot be explored.
func (t *thread) advance() (stop, error) {
	for {
		in := t.x.Kernel.Blocks[t.at].Instrs[t.ip]
		if t.steps++; t.steps > maxSteps || len(t.trace) > maxEvents {
			return cut, nil
		}
		if in.Guard != ir.NoReg && (t.regs[in.Guard].bits != 0) == in.GuardNot {
			t.ip++
			continue
		}
		switch s, err := t.execute(in); {
		case err != nil:
			return faulted, err
		case s != goOn:
			return s, nil
		}
	}
}

// goOn is execute's answer for an instruction that only its thread notices.
const goOn stop = 255

// execute runs one instruction, or stops before or behind it.
func (t *thread) execute(in *ir.Instr) (stop, error) {
	switch in.Op {
	case ir.Exit, ir.Ret:
		return ended, nil
	case ir.Trap:
		return t.fails(in, in.TrapCode(), in.Text)
	case ir.Bra:
		t.at, t.ip = in.Targets[0], 0
		return goOn, nil
	case ir.CBra:
		t.branch(in)
		return goOn, nil
	case ir.Ld, ir.St, ir.Atom:
		return t.access(in)
	case ir.Membar:
		t.record(event{kind: fence, in: in, strong: true, scope: in.Mod, deps: t.ctrl})
		t.ip++
		return passed, nil
	case ir.Bar, ir.BarWarp:
		return t.meet(in), nil
	case ir.Printf:
		t.ip++
		return goOn, nil
	}
	return t.compute(in)
}

func (t *thread) branch(in *ir.Instr) {
	p := t.operand(in, 0)
	t.ctrl |= p.deps
	target := in.Targets[1]
	if p.bits != 0 {
		target = in.Targets[0]
	}
	t.at, t.ip = target, 0
}

// meet passes a barrier in two events: the arrival, then the departure.
func (t *thread) meet(in *ir.Instr) stop {
	b := barrier{warp: in.Op == ir.BarWarp}
	n := &t.barriers[barrierIndex(b.warp)]
	b.n = *n
	e := event{kind: arrive, in: in, strong: true, scope: ir.ScopeBlock, deps: t.ctrl, barrier: b}
	if last := len(t.trace) - 1; last >= 0 && t.trace[last].kind == arrive && t.trace[last].barrier == b {
		e.kind = wait
		*n++
		t.ip++
	}
	t.record(e)
	return passed
}

// record adds an event to the trace.
func (t *thread) record(e event) {
	e.thread = t.index
	if e.writes || e.kind == arrive {
		t.spins = nil
	}
	t.trace = append(t.trace, e)
}

// compute runs an instruction that only computes.
func (t *thread) compute(in *ir.Instr) (stop, error) {
	result, deps := uint64(0), uint64(0)
	switch in.Op {
	case ir.Special:
		result = t.special(in.Mod)
	case ir.AddrOf:
		result = uint64(t.x.Kernel.Var(in.Root).Offset)
	default:
		args := make([]uint64, len(in.Src))
		for i := range in.Src {
			v := t.operand(in, i)
			args[i], deps = v.bits, deps|v.deps
		}
		var ok bool
		if result, ok = ir.Eval(in, args); !ok {
			return t.unknown(in, args)
		}
	}
	t.regs[in.Dst[0]] = value{result, deps}
	t.ip++
	return goOn, nil
}

// unknown is the end of an instruction that has no result.
func (t *thread) unknown(in *ir.Instr, args []uint64) (stop, error) {
	if (in.Op == ir.Div || in.Op == ir.Rem) && args[1] == 0 {
		return t.fails(in, diag.DivideByZero, "integer divide by zero")
	}
	return faulted, t.x.refuse(in, "list the outcomes of a kernel without it", "%s uses %v, which the explorer does not know", t.x.Kernel.Name, in.Op)
}

// operand returns operand i of an instruction.
func (t *thread) operand(in *ir.Instr, i int) value {
	if o := in.Src[i]; o.IsReg {
		return t.regs[o.Reg]
	}
	return value{bits: in.Src[i].Imm}
}

// special returns a special register.
func (t *thread) special(m ir.Mod) uint64 {
	lane := t.index % t.x.Threads()
	switch m {
	case ir.TidX, ir.TidY, ir.TidZ:
		return uint64(launch.Axis(t.inside, m-ir.TidX))
	case ir.CtaidX, ir.CtaidY, ir.CtaidZ:
		return uint64(launch.Axis(t.block, m-ir.CtaidX))
	case ir.LaneID:
		return uint64(lane % t.x.Spec.WarpSize)
	case ir.WarpID:
		return uint64(lane / t.x.Spec.WarpSize)
	}
	v, ok := t.x.Special(m)
	if !ok {
		panic("BUG: special register " + m.String())
	}
	return uint64(uint32(v))
}

// fails ends the path with a fault. It is no error yet: an execution that takes the
// path may break an axiom.
func (t *thread) fails(in *ir.Instr, code diag.Code, message string) (stop, error) {
	d := diag.Diagnostic{Pos: t.x.Kernel.Frame(in.Pos).Pos, Code: code, Message: message}
	d.Source = t.x.Line(d.Pos)
	t.fault = &d
	return faulted, nil
}

// access makes an access, or stops before a shared one that needs a value.
func (t *thread) access(in *ir.Instr) (stop, error) {
	if in.Space != ir.Global && in.Space != ir.Shared {
		return t.accessPrivate(in, t.private(in))
	}
	e := event{kind: store, in: in, strong: in.Volatile, scope: ir.ScopeSystem, deps: t.ctrl | t.operand(in, 0).deps}
	if in.Op == ir.Atom {
		e.kind, e.strong, e.scope = update, true, ir.ScopeDevice
	}
	at, ok := t.place(in)
	if !ok {
		return t.fails(in, diag.IndexOutOfRange, "index out of range")
	}
	t.x.name(at, in)
	e.at = at
	if in.Op == ir.St {
		v := t.operand(in, 1+t.part)
		e.write, e.writes, e.deps = v.bits&in.Type.Mask(), true, e.deps|v.deps
		e.chain = 1 + t.longest(e.deps)
		t.record(e)
		t.done(in)
		return passed, nil
	}
	if in.Op == ir.Ld {
		e.kind = load
	}
	if t.repeats(in) {
		return cut, nil
	}
	t.record(e)
	return wants, nil
}

// done goes to the next element of a vector access, or behind the access.
func (t *thread) done(in *ir.Instr) {
	if t.part++; t.part >= max(in.Vec, 1) {
		t.part = 0
		t.ip++
	}
}

// repeats reports whether the thread was in the same state at the same instruction
// before, and has written nothing and met no barrier since. Such an iteration of a
// spin loop can be left out of an execution: fewer reads break fewer axioms.
func (t *thread) repeats(in *ir.Instr) bool {
	for i := range t.spins {
		if t.spins[i].same(t, in) {
			return true
		}
	}
	t.spins = append(t.spins, spin{in, slices.Clone(t.regs), slices.Clone(t.local)})
	return false
}

// longest returns the longest chain of a set of the thread's events.
func (t *thread) longest(deps uint64) int {
	chain := 0
	for ; deps != 0; deps &= deps - 1 {
		chain = max(chain, t.trace[bits.TrailingZeros64(deps)].chain)
	}
	return chain
}

// supply gives the load or update at which the thread waits its value, which is the
// end of a chain of writes.
func (t *thread) supply(bits uint64, chain int) {
	e := &t.trace[len(t.trace)-1]
	own := uint64(1) << (len(t.trace) - 1)
	e.read, e.chain = bits, max(chain, t.longest(e.deps))
	in := e.in
	if e.kind == update {
		t.update(e)
		e.chain = max(e.chain, t.longest(e.deps)) + 1
	}
	if len(in.Dst) > t.part && in.Dst[t.part] != ir.NoReg {
		t.regs[in.Dst[t.part]] = value{register(in.Type, bits), own}
	}
	if e.writes {
		t.spins = nil
	}
	t.done(in)
}

// register returns a value of memory as a register holds it: narrow types are
// extended to 32 bits.
func register(t ir.Type, raw uint64) uint64 {
	if v := t.Extend(raw); t.Bytes() <= 4 {
		return v & (1<<32 - 1)
	}
	return raw
}

// update computes what an atomic writes.
func (t *thread) update(e *event) {
	in, old, a := e.in, e.read, t.operand(e.in, 1)
	e.writes, e.deps = true, e.deps|a.deps
	switch in.Mod {
	case ir.AtomExch:
		e.write = a.bits
	case ir.AtomCas:
		v := t.operand(in, 2)
		e.write, e.deps, e.writes = v.bits, e.deps|v.deps, old == a.bits&in.Type.Mask()
	case ir.AtomInc:
		if e.write = old + 1; old >= a.bits {
			e.write = 0
		}
	case ir.AtomDec:
		if e.write = old - 1; old == 0 || old > a.bits {
			e.write = a.bits
		}
	case ir.AtomAddHalf, ir.AtomAddBfloat:
		e.write = uint64(in.Mod.PairSum()(uint32(old), uint32(a.bits)))
	default:
		e.write, _ = ir.Eval(&ir.Instr{Op: in.Mod.Arithmetic(), Type: in.Type}, []uint64{old, a.bits})
	}
	e.write &= in.Type.Mask()
}

// address returns where an access goes in its space.
func (t *thread) address(in *ir.Instr) uint64 {
	a := t.operand(in, 0).bits + uint64(in.Off) + uint64(t.part*in.Type.Bytes())
	if in.Space == ir.Global {
		return a
	}
	if in.Root != 0 {
		a += uint64(t.x.Kernel.Var(in.Root).Offset)
	}
	return uint64(uint32(a))
}

// place returns the element that a shared access is to. It returns false for one
// outside of its object.
func (t *thread) place(in *ir.Instr) (place, bool) {
	p := place{space: in.Space, addr: t.address(in), bytes: in.Type.Bytes()}
	end := p.addr + uint64(p.bytes)
	if in.Space == ir.Shared {
		p.block = t.index / t.x.Threads()
		return p, end <= uint64(t.x.Static+t.x.Dynamic)
	}
	if in.Root != 0 {
		w := t.x.Windows[in.Root-1]
		return p, w.Lo <= p.addr && end <= w.Hi
	}
	a := t.x.Memory.Find(p.addr)
	return p, a != nil && end <= a.End()
}

// private returns the memory of an access that no other thread notices.
func (t *thread) private(in *ir.Instr) []byte {
	switch in.Space {
	case ir.Param:
		return t.x.Params
	case ir.Const:
		return t.x.Const
	}
	return t.local
}

// accessPrivate makes an access to parameters, constant or local memory.
func (t *thread) accessPrivate(in *ir.Instr, memory []byte) (stop, error) {
	for range max(in.Vec, 1) {
		at, n := t.address(in), uint64(in.Type.Bytes())
		if at+n > uint64(len(memory)) {
			return t.fails(in, diag.IndexOutOfRange, "index out of range")
		}
		var word [8]byte
		if in.Op == ir.St {
			v := t.operand(in, 1+t.part)
			binary.LittleEndian.PutUint64(word[:], v.bits)
			copy(memory[at:at+n], word[:])
			for i := range n {
				t.stale[at+i] = v.deps
			}
		} else {
			copy(word[:], memory[at:at+n])
			v := value{register(in.Type, binary.LittleEndian.Uint64(word[:])), t.operand(in, 0).deps}
			if in.Space == ir.Local {
				for i := range n {
					v.deps |= t.stale[at+i]
				}
			}
			t.regs[in.Dst[t.part]] = v
		}
		t.done(in)
	}
	return goOn, nil
}
