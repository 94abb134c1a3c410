package gpusim

// This file says what of a kernel goes through constant memory: its place in
// the constant banks, and its uniform loads.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
)

// ConstantText lists what a launch of the kernel finds in the constant banks of
// a device, as machine code addresses it: bank 0 holds the extents of block and
// grid and the parameters, bank 3 the gpu.Constant variables. On devices of
// compute capability 1.x parameters lie in shared memory.
func ConstantText(s *arch.Spec, k *ir.Kernel) string {
	var b strings.Builder
	entry := func(bank, at int, what string) {
		fmt.Fprintf(&b, "    c[%#x][%#x] %s\n", bank, at, what)
	}
	if s.Bank == (arch.ConstantBank{}) {
		fmt.Fprintf(&b, "    parameters: %d of at most %d bytes, in shared memory\n", k.ParamBytes, s.Limits.ParamBytes)
	} else {
		entry(0, s.Bank.BlockDim, "gpu.BlockDim")
		entry(0, s.Bank.GridDim, "gpu.GridDim")
		for _, p := range k.Params {
			entry(0, s.Bank.Params+p.Offset, fmt.Sprintf("%s, %d bytes", p.Name, p.Type.Bytes()))
		}
		fmt.Fprintf(&b, "    parameters: %d of at most %d bytes\n", k.ParamBytes, s.Limits.ParamBytes)
	}
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == ir.ConstVar {
			entry(3, v.Offset, fmt.Sprintf("%s %s, %d bytes", v.Name, v.GoType, v.Bytes))
		}
	}
	return b.String()
}

// UniformText lists the kernel's loads of global memory by source line, and
// says which are uniform and why the others are not.
func UniformText(s *arch.Spec, k *ir.Kernel) string {
	var b strings.Builder
	for _, l := range k.GlobalLoads {
		name := "global memory"
		if v := k.Var(l.Var); v != nil {
			name = v.Name
		}
		verdict := "not uniform: " + l.Why
		if l.Uniform {
			verdict = "uniform: " + uniformMeans(s)
		}
		fmt.Fprintf(&b, "    %s, line %d: %s\n", name, k.Frame(l.Pos).Pos.Line, verdict)
	}
	return b.String()
}

// uniformMeans says what a device makes of a uniform load.
func uniformMeans(s *arch.Spec) string {
	if s.Global.UniformLoads {
		return "one address for the warp, read through the constant cache (LDU)"
	}
	return "one address for the warp; this device has no LDU and loads it as any other"
}
