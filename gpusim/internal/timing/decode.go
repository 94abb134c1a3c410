package timing

// This file prepares instructions: what they read and write, and what they take.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// kind says what an instruction does besides its arithmetic.
type kind uint8

const (
	plain kind = iota
	memory
	atomic
	shared
	constant
	param
	barrier
	fence
	falls  // a branch to the next instruction, which no device has
	leaves // a branch, call or return: the trace says where to
	exits
)

// op is a decoded instruction.
type op struct {
	kind        kind
	unit, other arch.Unit
	gate        gate
	slots       int64
	holds       int64 // issues of its scheduler
	half        bool  // see arch.OpTime
	freezes     int64 // issues for which that counts no waits
	busy        int64 // ticks of a scheduler's unit
	latency     int64
	reads       []int32 // registers that must be there; what it writes is among them, if it may be under way
	writes      []int32
	reason      trace.StallReason // of those who wait for what it writes
	once        bool              // an atomic that one lane does for all
	line        int               // of parameters: which of the constant bank's lines, plus 1
	codeLine    int32             // of the code: which line it lies in
	fetch       fetch             // of its registers
	follow      fetch             // of those that the instruction before it does not keep
}

// opClasses is what an instruction's Op says of its class; see classOf.
var opClasses = map[ir.Op]arch.Class{
	ir.Mov: arch.ClassMove, ir.Selp: arch.ClassMove, ir.AddrOf: arch.ClassMove, ir.ActiveMask: arch.ClassMove,
	ir.Special: arch.ClassSpecial,
	ir.Add:     arch.ClassAdd, ir.Sub: arch.ClassAdd, ir.Neg: arch.ClassAdd, ir.Abs: arch.ClassAdd,
	ir.Mul: arch.ClassMul, ir.Mad: arch.ClassMul, ir.MulHi: arch.ClassMul,
	ir.MulWide: arch.ClassWideMul, ir.MadWide: arch.ClassWideMul,
	ir.Fma: arch.ClassFloat, ir.Div: arch.ClassDiv, ir.Rem: arch.ClassRem,
	ir.Min: arch.ClassLogic, ir.Max: arch.ClassLogic, ir.And: arch.ClassLogic, ir.Or: arch.ClassLogic,
	ir.Xor: arch.ClassLogic, ir.Not: arch.ClassLogic, ir.Shl: arch.ClassLogic, ir.Shr: arch.ClassLogic, ir.Setp: arch.ClassCompare,
	ir.Popc: arch.ClassBits, ir.Clz: arch.ClassBits, ir.Brev: arch.ClassBits,
	ir.Cvt: arch.ClassConvert, ir.Math: arch.ClassMath,
	ir.Ld: arch.ClassMemory, ir.St: arch.ClassMemory, ir.Atom: arch.ClassMemory, ir.Tex: arch.ClassMemory,
	ir.Bar: arch.ClassSync, ir.BarWarp: arch.ClassSync, ir.Membar: arch.ClassSync,
	ir.Shfl: arch.ClassShuffle, ir.Vote: arch.ClassShuffle,
	ir.Printf: arch.ClassMemory,
	ir.Bra:    arch.ClassBranch, ir.CBra: arch.ClassBranch, ir.Call: arch.ClassBranch, ir.Ret: arch.ClassBranch,
	ir.Exit: arch.ClassBranch, ir.Trap: arch.ClassBranch, ir.Args: arch.ClassBranch,
}

// wide is the classes of 64-bit integers, by those of 32-bit ones.
var wide = map[arch.Class]arch.Class{
	arch.ClassAdd: arch.ClassLong, arch.ClassLogic: arch.ClassLong, arch.ClassMove: arch.ClassLong, arch.ClassCompare: arch.ClassCompare,
	arch.ClassMul: arch.ClassLongMul, arch.ClassDiv: arch.ClassLongDiv, arch.ClassRem: arch.ClassLongDiv,
}

// floats and doubles are the classes of floats, by those of integers.
var (
	floats = map[arch.Class]arch.Class{
		arch.ClassAdd: arch.ClassFloat, arch.ClassMul: arch.ClassFloat, arch.ClassDiv: arch.ClassFloatDiv, arch.ClassRem: arch.ClassMath,
	}
	doubles = map[arch.Class]arch.Class{
		arch.ClassAdd: arch.ClassDouble, arch.ClassMul: arch.ClassDouble, arch.ClassFloat: arch.ClassDouble, arch.ClassLogic: arch.ClassDouble,
		arch.ClassDiv: arch.ClassDoubleDiv, arch.ClassRem: arch.ClassDoubleMath, arch.ClassMath: arch.ClassDoubleMath, arch.ClassSqrt: arch.ClassDoubleDiv,
		arch.ClassMove: arch.ClassLong,
	}
	functions = map[ir.Mod]arch.Class{
		ir.Sqrt: arch.ClassSqrt, ir.Rsqrt: arch.ClassRsqrt, ir.Rcp: arch.ClassRcp, ir.Sin: arch.ClassSin, ir.Cos: arch.ClassSin,
		ir.Exp: arch.ClassExp, ir.Exp2: arch.ClassExp, ir.Log: arch.ClassExp, ir.Log2: arch.ClassExp, ir.Log10: arch.ClassExp,
		ir.Floor: arch.ClassConvert, ir.Ceil: arch.ClassConvert, ir.Trunc: arch.ClassConvert, ir.RoundEven: arch.ClassConvert,
	}
)

// classOf returns the class of an instruction.
func classOf(in *ir.Instr) arch.Class {
	class := opClasses[in.Op]
	switch {
	case in.Op == ir.Ld && in.Space == ir.Param:
		return arch.ClassParam
	case in.Op == ir.Cvt && !in.From.Float():
		return convertClass(in)
	case scales(in) && in.Type.Bits() == 64:
		return arch.ClassLong
	case scales(in):
		return arch.ClassAdd
	case in.Op == ir.Math:
		if c, ok := functions[in.Mod]; ok {
			class = c
		}
		if in.Type == ir.F64 {
			return orElse(doubles, class, arch.ClassDoubleMath)
		}
		return class
	case in.Type == ir.F64 && in.Op != ir.Ld && in.Op != ir.St:
		return orElse(doubles, class, class)
	case in.Type == ir.F32 && in.Op != ir.Setp:
		return orElse(floats, class, class)
	case in.Type.Bits() == 64 && !in.Type.Float():
		return orElse(wide, class, class)
	}
	return class
}

// convertClass is of a conversion of an integer: between integers a move, or two
// of them.
func convertClass(in *ir.Instr) arch.Class {
	switch {
	case in.Type == ir.F32 && in.From.Bits() <= ir.U32.Bits():
		return arch.ClassToFloat
	case in.Type.Float():
		return arch.ClassConvert
	case in.Type.Bits() == 64 && in.From.Bits() < 64 && in.From.Signed():
		return arch.ClassLogic // the upper half is the sign
	}
	return arch.ClassMove
}

// scales reports whether an integer is multiplied by a constant power of two, as
// machines do by shifting it.
func scales(in *ir.Instr) bool {
	switch in.Op {
	case ir.Shl:
		return !in.Src[1].IsReg
	case ir.Mul, ir.Mad:
		return !in.Type.Float() && !in.Src[1].IsReg && bits.OnesCount64(in.Src[1].Imm) == 1
	}
	return false
}

func orElse(m map[arch.Class]arch.Class, key, otherwise arch.Class) arch.Class {
	if c, ok := m[key]; ok {
		return c
	}
	return otherwise
}

// kinds is what instructions do besides arithmetic.
var kinds = map[ir.Op]kind{
	ir.Bar: barrier, ir.Membar: fence,
	ir.Bra: leaves, ir.CBra: leaves, ir.Call: leaves, ir.Ret: leaves, ir.Exit: exits, ir.Trap: exits,
	ir.Ld: memory, ir.St: memory, ir.Tex: memory, ir.Atom: atomic,
}

func kindOf(in *ir.Instr) kind {
	k := kinds[in.Op]
	switch {
	case k != memory && k != atomic:
		return k
	case in.Space == ir.Shared:
		return shared
	case in.Space == ir.Const:
		return constant
	case in.Space == ir.Param:
		return param
	}
	return k
}

// decode prepares a kernel's instructions for a device.
func decode(s *arch.Spec, instrs []*ir.Instr, registers int) []op {
	ops := make([]op, len(instrs))
	first := blockStarts(instrs)
	divisors := map[ir.Operand]bool{} // of the basic block so far
	for pc, in := range instrs {
		ops[pc] = decodeOne(s, in, classIn(in, divisors))
		if in.Op == ir.Bra && first[in.Targets[0]] == pc+1 {
			ops[pc].kind, ops[pc].slots, ops[pc].holds = falls, 0, 0
		}
	}
	balance(ops, instrs)
	atomics(ops, instrs, registers)
	fetches(s, ops, instrs)
	for pc := range ops {
		ops[pc].gate = gateOf(&ops[pc])
	}
	return ops
}

// runs is how many instructions follow one another from each on.
func runs(ops []op) []int {
	n := make([]int, len(ops)+1)
	for pc := len(ops) - 1; pc >= 0; pc-- {
		switch ops[pc].kind {
		case falls:
		case leaves, exits:
			n[pc] = 1
		default:
			n[pc] = n[pc+1] + 1
		}
	}
	return n[:len(ops)]
}

// gateOf is what must be free for an instruction.
func gateOf(o *op) gate {
	if o.kind == memory || o.kind == atomic || o.kind == shared {
		return queued
	}
	if o.half && o.unit == arch.UnitFMA {
		return half
	}
	return gate(o.unit)
}

// blockStarts is the first instruction of each basic block.
func blockStarts(instrs []*ir.Instr) []int {
	first := []int{0}
	for pc, in := range instrs {
		if in.Op.Facts().Term {
			first = append(first, pc+1)
		}
	}
	return first
}

// again is the classes of quotients whose divisor's reciprocal is there.
var again = map[arch.Class]arch.Class{arch.ClassDiv: arch.ClassDivAgain, arch.ClassRem: arch.ClassRemAgain}

// classIn returns the class of an instruction in its basic block, where these
// were divided by before, and keeps them.
func classIn(in *ir.Instr, divisors map[ir.Operand]bool) arch.Class {
	class := classOf(in)
	if next, ok := again[class]; ok {
		by := in.Src[1]
		if divisors[by] {
			class = next
		}
		divisors[by] = true
	}
	for _, d := range in.Dst {
		delete(divisors, ir.R(d))
	}
	if in.Op.Facts().Term {
		clear(divisors)
	}
	return class
}

func decodeOne(s *arch.Spec, in *ir.Instr, class arch.Class) op {
	o := decodeTimes(s, class)
	o.kind, o.reason = kindOf(in), reasonOf(o.unit, in)
	if n := s.Caches.Const.LineBytes; o.kind == param && n > 0 {
		o.line = (s.Bank.Params+int(in.Off))/n + 1
	}
	in.EachUse(func(r ir.Reg) { o.reads = append(o.reads, int32(r)) })
	for _, d := range in.Dst {
		o.reads = append(o.reads, int32(d))
		o.writes = append(o.writes, int32(d))
	}
	return o
}

// decodeTimes is what an instruction of a class takes.
func decodeTimes(s *arch.Spec, class arch.Class) op {
	t := &s.Clock.Ops[class]
	o := op{unit: t.Unit, other: t.Other, slots: int64(max(1, t.Slots)), latency: int64(t.Latency), half: t.Half}
	o.holds = max(o.slots, int64(t.Hold))
	o.freezes = o.holds - o.slots
	if t.Rate > 0 {
		o.busy = inTicks(float64(s.WarpSize*max(1, s.Clock.Schedulers)) / t.Rate)
	}
	return o
}

// reasonOf is what those who need an instruction's result wait for.
func reasonOf(u arch.Unit, in *ir.Instr) trace.StallReason {
	switch k := kindOf(in); {
	case k == memory || k == atomic:
		return trace.LongScoreboard
	case k == constant || k == param:
		return trace.ConstantMiss
	case k == shared || u == arch.UnitLSU || u == arch.UnitXU:
		return trace.ShortScoreboard
	}
	return trace.Wait
}
