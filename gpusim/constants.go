package gpusim

// This file says what of a kernel goes through constant memory: its place in
// the constant banks, and its uniform loads.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// The constant banks that machine code names: the driver fills one with each
// launch, the other holds the gpu.Constant variables.
const (
	launchBank   = 0
	constantBank = 3
)

// BankEntry is something that a kernel finds in a constant bank.
type BankEntry struct {
	Bank, Offset int    // c[Bank][Offset] in machine code; bytes
	Name         string // "gpu.BlockDim", a parameter, or a variable
	Bytes        int
}

// String returns "c[0x0][0x210] n, 4 bytes".
func (e BankEntry) String() string {
	return fmt.Sprintf("c[%#x][%#x] %s, %d bytes", e.Bank, e.Offset, e.Name, e.Bytes)
}

// ConstantBanks lists what a launch of the kernel finds in the constant banks of
// a device: the extents of block and grid, the parameters, and its gpu.Constant
// variables. A device of compute capability 1.x has the first two in shared
// memory; they are left out.
func (k *Kernel) ConstantBanks(s *Spec) []BankEntry { return constantBanks(s, k.ir) }

func constantBanks(s *arch.Spec, k *ir.Kernel) []BankEntry {
	var list []BankEntry
	if b := s.Bank; b != (arch.ConstantBank{}) {
		const extent = 3 * 4 // bytes
		list = append(list, BankEntry{launchBank, b.BlockDim, "gpu.BlockDim", extent}, BankEntry{launchBank, b.GridDim, "gpu.GridDim", extent})
		for _, p := range k.Params {
			list = append(list, BankEntry{launchBank, b.Params + p.Offset, p.Name, p.Type.Bytes()})
		}
	}
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == ir.ConstVar {
			list = append(list, BankEntry{constantBank, v.Offset, v.Name + " " + v.GoType, v.Bytes})
		}
	}
	return list
}

// ConstantText prints ConstantBanks, and how much room parameters have.
func ConstantText(s *arch.Spec, k *ir.Kernel) string {
	var b strings.Builder
	for _, e := range constantBanks(s, k) {
		fmt.Fprintf(&b, "    %v\n", e)
	}
	where := ""
	if s.Bank == (arch.ConstantBank{}) {
		where = ", in shared memory"
	}
	fmt.Fprintf(&b, "    parameters: %d of at most %d bytes%s\n", k.ParamBytes, s.Limits.ParamBytes, where)
	return b.String()
}

// GlobalLoad is what the compiler found out about a line's loads from one object
// in global memory.
type GlobalLoad struct {
	Line    int
	Name    string // of the object
	Uniform bool   // all lanes of a warp use one address, and nothing stores there
	Why     string // it is not uniform; empty when it is
}

// GlobalLoads lists the kernel's loads of global memory by line, object and
// reason, in the order of the code.
func (k *Kernel) GlobalLoads() []GlobalLoad { return globalLoads(k.ir) }

func globalLoads(k *ir.Kernel) []GlobalLoad {
	list := make([]GlobalLoad, len(k.GlobalLoads))
	for i, l := range k.GlobalLoads {
		list[i] = GlobalLoad{Line: k.Frame(l.Pos).Pos.Line, Name: "global memory", Uniform: l.Uniform, Why: l.Why}
		if v := k.Var(l.Var); v != nil {
			list[i].Name = v.Name
		}
	}
	return list
}

// UniformText prints GlobalLoads, with what the device makes of a uniform load.
func UniformText(s *arch.Spec, k *ir.Kernel) string {
	var b strings.Builder
	for _, l := range globalLoads(k) {
		verdict := "not uniform: " + l.Why
		if l.Uniform {
			verdict = "uniform: " + uniformMeans(s)
		}
		fmt.Fprintf(&b, "    %s, line %d: %s\n", l.Name, l.Line, verdict)
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
