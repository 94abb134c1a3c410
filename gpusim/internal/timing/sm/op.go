package sm

// This file prepares instructions: what they read and write, and what they take.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/timing/mem"
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
	kind     kind
	unit     arch.Unit
	queued   bool    // it enters the queue of the load/store unit
	combined bool    // an atomic that one lane does for all
	slots    int64   // machine instructions: issue slots of its scheduler
	busy     int64   // ticks of a scheduler's unit
	latency  int64   // cycles
	reads    []int32 // registers that must be written before it issues; what it writes is among them, if that may be pending
	writes   []int32
	reason   trace.StallReason // of those who wait for what it writes
	line     int               // of parameters: which line of the constant bank, plus 1
	codeLine int32             // which line of the code it lies in
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
	for pc, class := range isa.Classes(instrs) {
		in := instrs[pc]
		ops[pc] = decodeOne(s, in, class)
		if in.Op == ir.Bra && first[in.Targets[0]] == pc+1 {
			ops[pc].kind, ops[pc].slots = falls, 0
		}
	}
	for pc, a := range isa.Atomics(instrs, registers) {
		ops[pc].writes, ops[pc].combined = nil, a.Combined
	}
	return ops
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

func decodeOne(s *arch.Spec, in *ir.Instr, class arch.Class) op {
	t := &s.Clock.Ops[class]
	o := op{kind: kindOf(in), unit: t.Unit, slots: int64(max(1, t.Slots)), latency: int64(t.Latency), reason: reasonOf(t.Unit, in)}
	o.queued = o.kind == memory || o.kind == atomic || o.kind == shared
	if t.Rate > 0 {
		o.busy = mem.InTicks(float64(s.WarpSize*max(1, s.Clock.Schedulers)) / t.Rate)
	}
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

// runLengths is how many instructions follow one another from each on, up to a branch.
func runLengths(ops []op) []int {
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
