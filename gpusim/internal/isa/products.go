package isa

// This file says how long products of matrices occupy a tensor core.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// productGroups is what an operation on groups of products does to time. A fence takes none.
var productGroups = map[ir.Mod]Kind{ir.ProductCommit: CloseProducts, ir.ProductWait: AwaitProducts}

// product sets the times of a product, and of the wait for some.
func (o *Op) product(s *arch.Spec, in *ir.Instr) {
	switch {
	case in.Op == ir.Product:
		o.Busy *= fixedPart(in) + (1-fixedPart(in))*productShare(in)
		o.Latency -= int64((1 - productShare(in)) * float64(o.Latency) * growing[in.Type == ir.F64])
	case o.Kind == GroupProduct:
		o.Unit, o.Busy = arch.NoUnit, ProductCycles(s, in)
		if inRegisters := len(in.Src)-len(in.Dst) > sharedFactors; inRegisters {
			o.Latency += int64(s.Clock.RegisterFactor)
		}
	case o.Kind == AwaitProducts:
		o.Left = int(in.Src[0].Imm)
	}
}

// sharedFactors is the operands of a GroupProduct before its sums, if both factors lie in shared memory.
const sharedFactors = 4

// fixedPart is the part of a product's time that its depth does not change: a product of half the depth takes 4 of 6 cycles,
// one of doubles a quarter of those for a quarter of the depth (h100/modern/shapes.txt: m16n8k8, m16n8k4).
func fixedPart(in *ir.Instr) float64 {
	if in.Type == ir.F64 {
		return 0
	}
	return 1. / 3
}

// growing is the part of a product's latency that grows with its depth, of doubles and of others: half the depth takes 17
// of 24 cycles, a quarter of doubles 35 of 82 (h100/modern/shapes.txt).
var growing = map[bool]float64{false: 7. / 12, true: 0.77}

// productShare returns the depth of a product of a warp: 1 for the factors that arch.ClassProduct or
// arch.ClassProductDouble names. Products of 8×8 doubles take as long as those of 16×8 (h100/modern/shapes.txt: m8n8k4).
func productShare(in *ir.Instr) float64 {
	sums := len(in.Dst)
	if in.Type == ir.F64 {
		const wholeSums, wholeFactor = 4, 4 // registers of a lane
		second := (len(in.Src) - sums) / 3
		if sums < wholeSums {
			second = (len(in.Src) - sums) / 2
		}
		return float64(second) / wholeFactor
	}
	const wholeFactor = 2
	return float64(len(in.Src)-sums) / 3 / wholeFactor
}

// ProductCycles returns the cycles for which a product occupies the tensor core of a warp; 0 for every other instruction.
func ProductCycles(s *arch.Spec, in *ir.Instr) float64 {
	switch in.Op {
	case ir.Product:
		t := s.Clock.Ops[classOf(in)]
		if t.Rate == 0 {
			return 0
		}
		return float64(s.WarpSize*max(1, s.Clock.Schedulers)) / t.Rate * (fixedPart(in) + (1-fixedPart(in))*productShare(in))
	case ir.GroupProduct:
		columns := len(in.Dst) * 2 // a lane has two sums of each eight, for two rows
		if in.Type == ir.U32 {
			columns *= 2 // in pairs
		}
		return float64(columns) / columnsPerCycle
	}
	return 0
}

// columnsPerCycle is how many columns of a product of four warps, with 32 bytes per row, a tensor core computes per cycle
// (h100/modern: wgmma of 64, 128 and 256 columns, batches of 64).
const columnsPerCycle = 2
