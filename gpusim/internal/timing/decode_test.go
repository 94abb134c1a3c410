package timing

// This file prepares instructions for tests, by itself: what they read and write, and what
// they take.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// slowKind says what an instruction is besides arithmetic.
type slowKind int

const (
	plain slowKind = iota
	falls          // a branch to the next instruction, or a copy to a register of another type
	other
)

// slowOp is an instruction on a device.
type slowOp struct {
	kind          slowKind
	unit          arch.Unit
	queued        bool
	slots, busy   int64
	latency       int64
	serial        int64 // of a sequence: cycles until the next one
	parts         bool  // a sequence with a branch
	reads, writes []int32
	reason        trace.StallReason
	throttle      trace.StallReason
	line          int // of parameters, plus 1
}

func decodeSlowly(s *arch.Spec, instrs []*ir.Instr, registers int) []slowOp {
	ops := make([]slowOp, len(instrs))
	first := []int{0}
	for pc, in := range instrs {
		if in.Op.Facts().Term {
			first = append(first, pc+1)
		}
	}
	varying := isa.Varies(instrs, registers)
	for pc, class := range isa.Classes(instrs) {
		in, t, o := instrs[pc], &s.Clock.Ops[class], &ops[pc]
		o.unit, o.slots, o.latency, o.serial, o.parts = t.Unit, int64(max(1, t.Slots)), int64(t.Latency), int64(t.Serial), t.Meeting > 0
		if t.Rate > 0 {
			o.busy = mem.InTicks(float64(s.WarpSize*max(1, s.Clock.Schedulers)) / t.Rate)
		}
		if same := !slices.ContainsFunc(in.Src, func(x ir.Operand) bool { return x.IsReg && varying[x.Reg] }); o.parts && same {
			o.latency, o.serial, o.slots, o.busy = o.latency-int64(t.Meeting), o.serial-int64(t.Meeting), o.slots-2, o.busy-mem.Ticks
		}
		switch n := len(in.Src) - len(in.Dst); {
		case in.Op == ir.Product && o.latency == 0: // no times are known
		case in.Op == ir.Product && in.Type == ir.F64: // one of four second factors
			o.busy, o.latency = o.busy/4, 35
		case in.Op == ir.Product && n == 3: // half of the depth
			o.busy, o.latency = o.busy*2/3, 17
		case in.Op == ir.GroupProduct:
			o.unit, o.busy = arch.NoUnit, mem.Ticks // two columns
			if n > 4 {
				o.latency += int64(s.Clock.RegisterFactor)
			}
		}
		in.EachUse(func(r ir.Reg) { o.reads = append(o.reads, int32(r)) })
		for _, d := range in.Dst {
			o.reads, o.writes = append(o.reads, int32(d)), append(o.writes, int32(d))
		}
		o.place(s, in)
		if in.Op == ir.Bra && first[in.Targets[0]] == pc+1 {
			o.kind, o.slots = falls, 0
		}
	}
	giveTypes(instrs, ops)
	for pc, in := range instrs {
		if in.Op == ir.GroupProduct {
			ops[pc].writes = nil
		}
	}
	for pc, a := range isa.Atomics(s, instrs, registers) {
		if a.Unread {
			ops[pc].writes = nil
		}
		if a.Combined {
			ops[pc].slots = 7
		}
		if a.Scanned {
			ops[pc].slots = 26
		}
	}
	return ops
}

// place says what memory an instruction uses, and what those wait for who need its result.
func (o *slowOp) place(s *arch.Spec, in *ir.Instr) {
	matrix := in.Op == ir.LoadMatrix || in.Op == ir.StoreMatrix
	access := matrix || in.Op == ir.Ld || in.Op == ir.St || in.Op == ir.Tex || in.Op == ir.Atom
	o.queued = access && in.Space != ir.Const && in.Space != ir.Param
	if access || in.Op.Facts().Term || in.Op == ir.Bar || in.Op == ir.Membar || in.Op == ir.Call || in.Op == ir.GroupProduct || in.Op == ir.ProductGroup && in.Mod != ir.ProductFence {
		o.kind = other
	}
	switch {
	case o.queued && in.Space != ir.Shared && !matrix:
		o.reason = trace.LongScoreboard
	case access && !o.queued:
		o.reason = trace.ConstantMiss
	case o.queued, o.unit == arch.UnitLSU, o.unit == arch.UnitXU:
		o.reason = trace.ShortScoreboard
	}
	o.throttle = trace.MathThrottle
	if o.unit == arch.UnitLSU || o.queued {
		o.throttle = map[ir.Space]trace.StallReason{ir.Global: trace.LGThrottle, ir.Local: trace.LGThrottle}[in.Space]
		switch {
		case in.Op == ir.Tex:
			o.throttle = trace.TEXThrottle
		case o.throttle == 0:
			o.throttle = trace.MIOThrottle
		}
	}
	if n := s.Caches.Const.LineBytes; access && in.Space == ir.Param && n > 0 {
		o.line = (s.Bank.Params+int(in.Off))/n + 1
	}
}

// giveTypes lets copies between integers and floats be nothing, and their two registers be one.
func giveTypes(instrs []*ir.Instr, ops []slowOp) {
	written, float := map[ir.Reg]bool{}, map[ir.Reg]bool{}
	for _, in := range instrs {
		for _, d := range in.Dst {
			written[d], float[d] = true, in.DstType().Float()
		}
	}
	for pc, in := range instrs {
		if in.Op != ir.Mov || in.Guard != ir.NoReg || !in.Src[0].IsReg || !written[in.Src[0].Reg] || float[in.Src[0].Reg] == in.Type.Float() {
			continue
		}
		to, from := ops[pc].writes, ops[pc].reads
		if len(to) == 0 { // joined with another one before
			continue
		}
		old, one := to[0], from[0]
		ops[pc].kind, ops[pc].slots, ops[pc].reads, ops[pc].writes = falls, 0, nil, nil
		for i := range ops {
			for _, list := range [][]int32{ops[i].reads, ops[i].writes} {
				for j, r := range list {
					if r == old {
						list[j] = one
					}
				}
			}
		}
	}
}
