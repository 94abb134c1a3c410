package inspect

// This file refuses kernels that do what a device cannot do.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
)

// uses says which instructions need a feature, besides those of package intrinsic.
var uses = []struct {
	feature arch.Feature
	by      func(*ir.Kernel, *ir.Instr) bool
}{
	{arch.GlobalAtomics, func(_ *ir.Kernel, in *ir.Instr) bool { return atomicOn(in, ir.Global) }},
	{arch.SharedAtomics, func(_ *ir.Kernel, in *ir.Instr) bool { return atomicOn(in, ir.Shared) }},
	{arch.GlobalAtomics64, func(_ *ir.Kernel, in *ir.Instr) bool { return atomicOn(in, ir.Global) && wide(in) }},
	{arch.SharedAtomics64, func(_ *ir.Kernel, in *ir.Instr) bool { return atomicOn(in, ir.Shared) && wide(in) }},
	{arch.AtomicAddFloat32, func(_ *ir.Kernel, in *ir.Instr) bool { return sums(in, ir.F32) }},
	{arch.AtomicAddFloat64, func(_ *ir.Kernel, in *ir.Instr) bool { return sums(in, ir.F64) }},
	{arch.AtomicExtremes64, func(_ *ir.Kernel, in *ir.Instr) bool {
		return in.Op == ir.Atom && wide(in) && ir.AtomMin <= in.Mod && in.Mod <= ir.AtomXor
	}},
	{arch.Float64, computesFloat64},
	{arch.MatrixLoads, func(_ *ir.Kernel, in *ir.Instr) bool { return in.Op == ir.LoadMatrix }},
	{arch.MatrixProducts, func(_ *ir.Kernel, in *ir.Instr) bool { return in.Op == ir.Product }},
	{arch.GroupProducts, func(_ *ir.Kernel, in *ir.Instr) bool {
		return in.Op == ir.GroupProduct || in.Op == ir.ProductGroup || in.Op == ir.StoreMatrix
	}},
	{arch.ClusterLaunches, func(_ *ir.Kernel, in *ir.Instr) bool {
		return in.Op == ir.ClusterBar || in.Op == ir.MapShared || in.Space == ir.Cluster
	}},
	{arch.AsyncCopies, func(_ *ir.Kernel, in *ir.Instr) bool {
		return in.Op == ir.CopyAsync || in.Op == ir.CopyGroup && in.Mod <= ir.CopyWait
	}},
	{arch.SharedBarriers, func(_ *ir.Kernel, in *ir.Instr) bool { return in.Op == ir.Barrier || in.Op == ir.BarrierTest }},
	{arch.BulkCopies, func(_ *ir.Kernel, in *ir.Instr) bool {
		switch in.Op {
		case ir.CopyBulk, ir.CopyReduce, ir.CopyBox:
			return true
		case ir.CopyGroup:
			return in.Mod >= ir.BulkCommit
		case ir.Barrier:
			return in.Mod != ir.BarrierInit && (in.Src[2].IsReg || in.Src[2].Imm != 0)
		}
		return false
	}},
	{arch.Recursion, func(k *ir.Kernel, in *ir.Instr) bool { return in.Op == ir.Call && k.Funcs[in.Func-1].Recursive }},
}

func atomicOn(in *ir.Instr, s ir.Space) bool { return in.Op == ir.Atom && in.Space == s }

func wide(in *ir.Instr) bool { return in.Type.Bytes() > ir.U32.Bytes() }

func sums(in *ir.Instr, t ir.Type) bool {
	return in.Op == ir.Atom && in.Type == t && (in.Mod == ir.AtomAdd || in.Mod == ir.AtomSub)
}

// computesFloat64 leaves out what only moves 64-bit floats: every device has
// loads and stores of 8 bytes.
func computesFloat64(_ *ir.Kernel, in *ir.Instr) bool {
	f := in.Op.Facts()
	moves := f.Memory || f.Effect || in.Op == ir.Mov || in.Op == ir.Selp || in.Op == ir.Phi || in.Op == ir.Args
	return !moves && (in.Type == ir.F64 || in.From == ir.F64)
}

// CheckFeatures refuses a kernel with instructions that a device does not have,
// once for each feature and line. The error is a diag.List. It has no name in
// CUDA, whose compiler refuses such a kernel.
func CheckFeatures(s *arch.Spec, k *ir.Kernel) error {
	errs := unmasked(s, k)
	for _, u := range uses {
		if s.Has(u.feature) {
			continue
		}
		k.EachInstr(func(in *ir.Instr) {
			if u.by(k, in) {
				errs = append(errs, missing(s, u.feature, k.Frame(in.Pos).Pos))
			}
		})
	}
	k.EachInstr(func(in *ir.Instr) {
		if f := intrinsic.Needs(in.Op, in.Mod); !s.Has(f) {
			errs = append(errs, missing(s, f, k.Frame(in.Pos).Pos))
		}
	})
	return errs.Sort().Err()
}

// unmasked refuses warp functions without a mask on devices that lack them.
func unmasked(s *arch.Spec, k *ir.Kernel) (errs diag.List) {
	if s.Unmasked() {
		return nil
	}
	for at, name := range k.Unmasked {
		errs = append(errs, diag.Diagnostic{
			Pos: at, Code: diag.MissingFeature, Message: fmt.Sprintf("%s does not exist from compute capability 7.0 on, and %s has %v", name, s.Name, s.CC),
			Hint: fmt.Sprintf("use %s_sync, with the mask of the lanes that call it", name),
		})
	}
	return errs
}

func missing(s *arch.Spec, f arch.Feature, at diag.Pos) diag.Diagnostic {
	info := f.Info()
	return diag.Diagnostic{
		Pos: diag.Pos{File: at.File, Line: at.Line}, Code: diag.MissingFeature,
		Message: fmt.Sprintf("%s need compute capability %v, %s has %v", info.Name, info.From, s.Name, s.CC),
		Hint:    info.Remedy,
	}
}
