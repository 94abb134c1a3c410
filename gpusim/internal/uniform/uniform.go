// Package uniform finds what a kernel decides by its scalars, the lengths of its slices, the shape
// of its launch and the place of a thread alone, and decides it without a launch.
//
// It goes through the blocks of a kernel in SSA form, in reverse post-order, with values that are
// known or unknown (sparse conditional constant propagation). What depends on a thread's index is
// known where the evaluation is of one thread. What memory holds is unknown unless the kernel
// itself has stored it before. Both edges of an unknown condition are possible. A loop goes round
// by round as long as its end is known; otherwise it is visited once, and what it changes is
// unknown. A call is followed with the values of its arguments.
package uniform

import (
	"slices"
	"strings"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
)

// Conditions returns the conditions of a kernel that compiles. The list is empty where it compiles
// with all passes only, because its arrays need too much local memory otherwise.
func Conditions(u source.Unit, name string) *report.Conditions {
	k, err := compile.Kernel(u, name, compile.Options{Passes: pass.Simplify})
	if err != nil {
		return &report.Conditions{Decide: func([]report.Input, []report.Sides) {}}
	}
	return of(k)
}

// of returns the conditions of a linked kernel in SSA form.
func of(k *ir.Kernel) *report.Conditions {
	f := &finder{k: k, inputs: map[string]int{}, held: map[ir.VarID]uint64{}, read: map[ir.VarID]bool{}, deps: make([]uint64, len(k.Regs)), around: make([]uint64, len(k.Blocks)), headers: make([]*loop, len(k.Blocks)), ends: make([][]*loop, len(k.Blocks)), inside: make([][]*loop, len(k.Blocks)), via: make([]uint64, len(k.Regs)), known: make([]bool, len(k.Regs)), above0: make([]bool, len(k.Regs)), steps: make([][]step, len(k.Blocks))}
	f.findRegions()
	for range 2 { // a loop may depend on what it changes behind its header, and load what it has stored
		f.needs, f.own, f.steps = nil, nil, make([][]step, len(k.Blocks))
		for r := range f.regions {
			f.region(r)
		}
	}
	m := newMachine(f, &evaluation{stored: map[place]value{}, again: mostAgainAll, gaps: make([]float64, len(f.needs))})
	c := &report.Conditions{Needs: f.needs, Own: f.own, OfThread: f.ofThread, Gaps: m.gaps, Decide: m.decide}
	for _, steps := range f.steps {
		c.Steps += len(steps)
	}
	for _, name := range f.names {
		c.Inputs = append(c.Inputs, sourceOf(name, k.Arguments))
	}
	return c
}

// sourceOf says what the input of a name is.
func sourceOf(name string, params []ir.Argument) report.Source {
	if r := report.RegisterNamed(name); r != report.NoRegister {
		return report.Source{Argument: -1, Register: r}
	}
	plain, length := strings.CutSuffix(name, ".len")
	at := slices.IndexFunc(params, func(p ir.Argument) bool { return p.Name == plain })
	return report.Source{Argument: at, Length: length}
}

// step is an instruction whose result may be known.
type step struct {
	*ir.Instr
	input     int    // that it reads, −1 for none
	condition int    // that its result is, −1 for none
	number    bool   // the condition is whether a number is zero
	base      uint64 // stands for the address that it reads; 0 for none
}

// finder finds the instructions whose results may be known.
type finder struct {
	k       *ir.Kernel
	regions [][]ir.BlockID // of the kernel and of each function, in reverse post-order
	order   []int          // by block, its place in that order
	preds   [][]ir.BlockID
	steps   [][]step // by block

	loops   []*loop
	headers []*loop   // by block
	ends    [][]*loop // by block, those whose last one it is
	inside  [][]*loop // by block
	via     []uint64  // by register, the loops whose changes it depends on, as bits

	inputs map[string]int
	names  []string
	needs  []uint64 // by condition, the inputs on which it depends, as bits
	own    []uint64 // by condition, those on which its value depends
	// ofThread are the inputs that differ from thread to thread, as bits.
	ofThread uint64

	known  []bool              // by register: it may be known
	above0 []bool              // by register: it is above zero in every launch
	deps   []uint64            // by register, the inputs on which it depends
	read   map[ir.VarID]bool   // by object, whether the kernel loads from it
	held   map[ir.VarID]uint64 // by object, the inputs on which it depends what it holds
	around []uint64            // by block, those on which it depends whether a thread comes there
}

// findRegions divides the blocks among the kernel and its functions.
func (f *finder) findRegions() {
	k := f.k
	f.preds, f.order = k.Preds(), make([]int, len(k.Blocks))
	owner := make([]int, len(k.Blocks)) // counted from 1
	var flood func(b ir.BlockID, region int)
	flood = func(b ir.BlockID, region int) {
		if owner[b] > 0 {
			return
		}
		owner[b] = region
		for _, s := range k.Blocks[b].Succs() {
			flood(s, region)
		}
	}
	flood(0, 1)
	for i, fn := range k.Funcs {
		flood(fn.Entry, i+2)
	}
	f.regions = make([][]ir.BlockID, len(k.Funcs)+1)
	for _, b := range k.ReversePostOrder() {
		f.regions[owner[b]-1] = append(f.regions[owner[b]-1], b)
	}
	for _, blocks := range f.regions {
		f.findLoops(blocks)
	}
}

// region finds the steps of the kernel, region 0, or of a function.
func (f *finder) region(r int) {
	for i, b := range f.regions[r] {
		if i == 0 && r > 0 {
			f.around[b] = report.Everything
		}
		for _, p := range f.preds[b] {
			f.around[b] |= f.leading(p)
		}
		for _, in := range f.k.Blocks[b].Instrs {
			f.instruction(b, in)
		}
	}
}

// leading returns the inputs on which it depends which edge leaves a block.
func (f *finder) leading(p ir.BlockID) uint64 {
	deps := f.around[p]
	if t := f.k.Blocks[p].Term(); t.Op == ir.CBra {
		deps |= f.of(t.Src[0])
	}
	return deps
}

// of returns the inputs on which an operand depends.
func (f *finder) of(o ir.Operand) uint64 {
	if !o.IsReg {
		return 0
	}
	return f.deps[o.Reg]
}

// mayBeKnown reports whether an operand is a constant or may follow from inputs.
func (f *finder) mayBeKnown(o ir.Operand) bool { return !o.IsReg || f.known[o.Reg] }

// instruction adds an instruction to the steps of a block where its result may be known.
func (f *finder) instruction(b ir.BlockID, in *ir.Instr) {
	s := step{Instr: in, input: -1, condition: -1}
	switch in.Op {
	case ir.Call, ir.Args:
		for _, d := range in.Dst {
			f.known[d], f.deps[d] = true, report.Everything
		}
	case ir.Ret:
	case ir.St:
		if !f.read[in.Root] {
			return
		}
		f.held[in.Root] |= f.of(in.Src[1]) | f.around[b]
	case ir.CBra:
		if !f.mayBeKnown(in.Src[0]) {
			return
		}
		s.condition = len(f.needs) // of this block: the comparison may lie in front of another branch
		f.needs, f.own = append(f.needs, f.leading(b)), append(f.own, f.of(in.Src[0]))
	default:
		if !f.result(b, in, &s) {
			return
		}
		d := in.Dst[0]
		f.known[d] = true
		if s.input >= 0 {
			f.deps[d] = report.Need(s.input)
		}
		if in.Op == ir.Ld && s.base == 0 {
			f.deps[d] |= f.held[in.Root]
		}
		for _, o := range in.Src {
			f.deps[d] |= f.of(o)
			if o.IsReg {
				f.via[d] |= f.via[o.Reg]
			}
		}
		if l := f.headers[b]; l != nil && in.Op == ir.Phi {
			f.via[d] |= l.bit()
		}
		for _, p := range in.Preds {
			f.deps[d] |= f.leading(p)
		}
		f.above0[d] = f.positive(in)
		s.number = in.Type != ir.Pred && in.Op != ir.Setp && !compares(in)
		if f.decides(in) {
			s.condition = len(f.needs)
			f.needs, f.own = append(f.needs, f.deps[d]|f.around[b]), append(f.own, f.deps[d])
			if !s.number {
				f.needLoops(d)
			}
		}
	}
	f.steps[b] = append(f.steps[b], s)
}

// result reports whether the result of an instruction may be known.
func (f *finder) result(b ir.BlockID, in *ir.Instr, s *step) bool {
	if name := f.inputOf(in); name != "" {
		s.input = f.input(name)
		return true
	}
	switch {
	case passesOn(in.Op):
		return f.mayBeKnown(in.Src[0]) && (f.of(in.Src[0])&f.ofThread == 0 || f.of(in.Src[0]) == report.Everything)
	case in.Op == ir.Ld && in.Space == ir.Param:
		s.base = f.baseOf(in)
		return s.base != 0
	case in.Op == ir.Ld:
		f.read[in.Root] = true // the stores are steps when all is visited again
		return in.Vec <= 1 && in.Guard == ir.NoReg && f.mayBeKnown(in.Src[0])
	}
	facts := in.Op.Facts()
	if facts.Effect || facts.Memory || facts.Term || facts.Lanes != ir.AsOperands || len(in.Dst) != 1 || len(in.Src) == 0 || in.Guard != ir.NoReg {
		return false
	}
	isKnown := 0
	for _, o := range in.Src {
		if f.mayBeKnown(o) {
			isKnown++
		}
	}
	switch {
	case in.Op == ir.Phi:
		return isKnown > 0
	case in.Op == ir.Selp, in.Type == ir.Pred && (in.Op == ir.And || in.Op == ir.Or):
		return isKnown > 0
	}
	return isKnown == len(in.Src)
}

// passesOn reports whether an operation passes its first operand on among lanes: one that all lanes
// have alike comes through.
func passesOn(op ir.Op) bool { return op == ir.Shfl || op == ir.Vote || op == ir.Redux }

// inputOf returns the name of the input that an instruction reads; empty where it reads none.
func (f *finder) inputOf(in *ir.Instr) string {
	switch {
	case in.Op == ir.Special:
		return report.RegisterNamed(in.Mod.String()).String()
	case in.Op == ir.Ld && in.Space == ir.Param:
		if p := f.param(in); p != nil && p.Var == 0 {
			return p.Name
		}
	}
	return ""
}

// param returns the parameter that an instruction loads; nil where that is not known.
func (f *finder) param(in *ir.Instr) *ir.Parameter {
	if len(in.Dst) != 1 || in.Guard != ir.NoReg || in.Src[0].IsReg {
		return nil
	}
	at := slices.IndexFunc(f.k.Params, func(p ir.Parameter) bool { return p.Offset == int(in.Src[0].Imm)+int(in.Off) })
	if at < 0 {
		return nil
	}
	return &f.k.Params[at]
}

// baseOf returns what stands for an address that is a parameter, far from others; 0 for none.
func (f *finder) baseOf(in *ir.Instr) uint64 {
	p := f.param(in)
	if p == nil || p.Var == 0 {
		return 0
	}
	return uint64(p.Offset+1) << 40
}

// input returns the index of an input.
func (f *finder) input(name string) int {
	i, ok := f.inputs[name]
	if !ok {
		i = len(f.names)
		f.inputs[name], f.names = i, append(f.names, name)
		if r := report.RegisterNamed(name); r != report.NoRegister && !r.OfLaunch() {
			f.ofThread |= report.Need(i)
			f.extents()
		}
	}
	return i
}

// extents makes the extents of a launch inputs: they bound the threads.
func (f *finder) extents() {
	for r := report.BlockDimX; r <= report.SharedBytes; r++ {
		if r.OfLaunch() {
			f.input(r.String())
		}
	}
}

// positive reports whether a result is above zero in every launch: an extent, a constant and what is
// multiplied or added up of them, as long as it does not overflow.
func (f *finder) positive(in *ir.Instr) bool {
	switch in.Op {
	case ir.Special:
		r := report.RegisterNamed(in.Mod.String())
		return r.OfLaunch() && r != report.SharedBytes
	case ir.Add, ir.Mul:
		return !slices.ContainsFunc(in.Src, func(o ir.Operand) bool {
			return o.IsReg && !f.above0[o.Reg] || !o.IsReg && int64(in.Type.Extend(o.Imm)) <= 0
		})
	}
	return false
}

// compares reports whether an instruction is a minimum or a maximum of integers: which operand is the less one is a condition.
func compares(in *ir.Instr) bool { return (in.Op == ir.Min || in.Op == ir.Max) && !in.Type.Float() }

// decides reports whether an instruction is a condition, or its result a number that may be
// zero for some inputs only. What differs from thread to thread, or what loops change, is often
// zero.
func (f *finder) decides(in *ir.Instr) bool {
	if in.Type == ir.Pred || in.Op == ir.Setp || compares(in) {
		return true
	}
	d := in.Dst[0]
	alike := f.via[d] == 0 && (f.deps[d]&f.ofThread == 0 || f.deps[d] == report.Everything)
	return alike && slices.Contains(arithmetic, in.Op) && !f.above0[d]
}

var arithmetic = []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem, ir.Min, ir.Max, ir.And, ir.Xor, ir.Shr, ir.Mad, ir.Fma}
