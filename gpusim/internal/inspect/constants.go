package inspect

// This file says what a kernel reads from constant banks, and which of its global
// loads are uniform.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
)

// The constant banks that machine code names: the driver fills one with each
// launch, the other holds the gpu.Constant variables.
const (
	launchBank   = 0
	constantBank = 3
)

// ConstantBanks lists what a launch of the kernel finds in the constant banks of a
// device: the extents of block and grid, the parameters, and its gpu.Constant
// variables. A device of compute capability 1.x has the first two in shared
// memory; they are left out.
func ConstantBanks(s *arch.Spec, k *ir.Kernel) []report.BankEntry {
	var list []report.BankEntry
	if b := s.Bank; b != (arch.ConstantBank{}) {
		const extent = 3 * 4 // bytes
		list = append(list, entry(launchBank, b.BlockDim, "gpu.BlockDim", extent), entry(launchBank, b.GridDim, "gpu.GridDim", extent))
		for _, p := range k.Params {
			list = append(list, entry(launchBank, b.Params+p.Offset, p.Name, p.Type.Bytes()))
		}
	}
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == ir.ConstVar {
			list = append(list, entry(constantBank, v.Offset, v.Name+" "+v.GoType, v.Bytes))
		}
	}
	return list
}

func entry(bank, offset int, name string, bytes int) report.BankEntry {
	return report.BankEntry{Bank: bank, Offset: offset, Name: name, Bytes: bytes}
}

// ConstantText prints ConstantBanks, and how much room parameters have.
func ConstantText(s *arch.Spec, k *ir.Kernel) string {
	var b strings.Builder
	for _, e := range ConstantBanks(s, k) {
		fmt.Fprintf(&b, "    %v\n", e)
	}
	where := ""
	if s.Bank == (arch.ConstantBank{}) {
		where = ", in shared memory"
	}
	fmt.Fprintf(&b, "    parameters: %d of at most %d bytes%s\n", k.ParamBytes, s.Limits.ParamBytes, where)
	return b.String()
}

// GlobalLoads lists the kernel's loads of global memory by line, object and reason,
// in the order of the code.
func GlobalLoads(k *ir.Kernel) []report.GlobalLoad {
	list := make([]report.GlobalLoad, len(k.GlobalLoads))
	for i, l := range k.GlobalLoads {
		pos := k.Frame(l.Pos).Pos
		list[i] = report.GlobalLoad{File: pos.File, Line: pos.Line, Name: "global memory", Uniform: l.Uniform, Why: l.Why}
		if v := k.Var(l.Var); v != nil {
			list[i].Name = v.Name
		}
	}
	return list
}

// UniformText prints GlobalLoads, with what the device makes of a uniform load.
func UniformText(s *arch.Spec, k *ir.Kernel) string {
	var b strings.Builder
	for _, l := range GlobalLoads(k) {
		verdict := "not uniform: " + l.Why
		if l.Uniform {
			verdict = "uniform: " + uniformMeans(s)
		}
		fmt.Fprintf(&b, "    %s, %s: %s\n", l.Name, diag.Pos{File: l.File, Line: l.Line}.From(k.Pos), verdict)
	}
	return b.String()
}

// uniformMeans says what a device makes of a uniform load.
func uniformMeans(s *arch.Spec) string {
	if s.Global.UniformLoads {
		return "one address for the warp, loaded by LDU; the caches take it as any other load"
	}
	return "one address for the warp; this device has no LDU and loads it as any other"
}
