package sm

// This file decodes instructions: what they read and write, and which resources they use.

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
	fallthru // a branch to the next instruction, which machine code does not have
	branch   // a branch, call or return: the trace has the target
	exit
)

// op is a decoded instruction.
type op struct {
	kind     kind
	unit     arch.Unit
	queued   bool              // it enters the queue of the load/store unit
	combined bool              // an atomic that one lane executes for all
	slots    int64             // machine instructions: issue slots
	busy     int64             // ticks for which it occupies its unit
	latency  int64             // cycles
	reads    []int32           // scoreboard entries that must be ready before it issues
	writes   []int32           // scoreboard entries of its results
	reason   trace.StallReason // of instructions that wait for its result
	line     int               // of a parameter: its line of the constant bank, plus 1
	codeLine int32             // its line of code
}

var kinds = map[ir.Op]kind{
	ir.Bar: barrier, ir.Membar: fence,
	ir.Bra: branch, ir.CBra: branch, ir.Call: branch, ir.Ret: branch, ir.Exit: exit, ir.Trap: exit,
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

// decode decodes a kernel for a device and returns how many entries a scoreboard has. An
// atomic whose result is not read has no result.
func decode(s *arch.Spec, k *Kernel) (ops []op, entries int) {
	ops = make([]op, len(k.Instrs))
	first := blockStarts(k.Instrs)
	for pc, class := range isa.Classes(k.Instrs) {
		in := k.Instrs[pc]
		ops[pc] = decodeOne(s, in, class)
		if in.Op == ir.Bra && first[in.Targets[0]] == pc+1 {
			ops[pc].kind, ops[pc].slots = fallthru, 0
		}
	}
	entries = assignEntries(ops, k.Instrs)
	for pc, a := range isa.Atomics(k.Instrs, k.Registers) {
		ops[pc].writes, ops[pc].combined = nil, a.Combined
	}
	return ops, entries
}

// blockStarts returns the first instruction of each basic block.
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
	return o
}

// reasonOf returns the stall reason of instructions that wait for an instruction's result.
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

// assignEntries gives each register an entry of the scoreboard and returns their number. A
// register that lives within one basic block shares its entry with others, because a small
// scoreboard is faster to simulate.
func assignEntries(ops []op, instrs []*ir.Instr) int {
	last, entries, used := lastReads(instrs), map[ir.Reg]int32{}, int32(0)
	var free []int32
	entry := func(r ir.Reg) int32 {
		at, ok := entries[r]
		if _, short := last[r]; !ok && short && len(free) > 0 {
			at, free = free[0], free[1:]
		} else if !ok {
			at, used = used, used+1
		}
		entries[r] = at
		return at
	}
	for pc, in := range instrs {
		o := &ops[pc]
		in.EachUse(func(r ir.Reg) { o.reads = append(o.reads, entry(r)) })
		in.EachUse(func(r ir.Reg) {
			if at, short := last[r]; short && at == pc {
				free = append(free, entries[r])
				delete(last, r)
			}
		})
		for _, d := range in.Dst {
			_, old := entries[d]
			o.writes = append(o.writes, entry(d))
			if _, short := last[d]; old || !short { // an earlier write may be pending
				o.reads = append(o.reads, entries[d])
			}
		}
	}
	return int(used)
}

// lastReads returns the last instruction that reads each register that is written and then
// read in one basic block and used nowhere else. A call ends a basic block.
func lastReads(instrs []*ir.Instr) map[ir.Reg]int {
	const several = -1
	last, home, block := map[ir.Reg]int{}, map[ir.Reg]int{}, 1
	for pc, in := range instrs {
		in.EachUse(func(r ir.Reg) {
			if home[r] != block {
				home[r] = several
			}
			last[r] = pc
		})
		for _, d := range in.Dst {
			if b, used := home[d]; used && b != block {
				home[d] = several
			} else {
				home[d] = block
			}
			delete(last, d)
		}
		if in.Op.Facts().Term || in.Op == ir.Call {
			block++
		}
	}
	for r := range last {
		if home[r] == several {
			delete(last, r)
		}
	}
	return last
}

// runLengths returns, by PC, how many instructions follow up to the next branch.
func runLengths(ops []op) []int {
	n := make([]int, len(ops)+1)
	for pc := len(ops) - 1; pc >= 0; pc-- {
		switch ops[pc].kind {
		case fallthru:
		case branch, exit:
			n[pc] = 1
		default:
			n[pc] = n[pc+1] + 1
		}
	}
	return n[:len(ops)]
}
