package gpusim

// This file says what a kernel takes, in the words of ptxas -v.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/diag"
	"gpucourse/gpusim/internal/ir"
)

// ResourceText reports what a kernel compiled for a device takes, as ptxas -v
// does. Registers are the most that are alive at once.
func ResourceText(s *arch.Spec, k *ir.Kernel) string {
	var b strings.Builder
	fmt.Fprintf(&b, "gpusim info    : %d bytes gmem, %d bytes cmem[3]\n", bytesOf(k, ir.GlobalVar), bytesOf(k, ir.ConstVar))
	fmt.Fprintf(&b, "gpusim info    : Compiling entry function '%s' for 'sm_%d%d'\n", k.Name, s.CC.Major, s.CC.Minor)
	fmt.Fprintf(&b, "gpusim info    : Function properties for %s\n", k.Name)
	fmt.Fprintf(&b, "    %d bytes stack frame\n", k.LocalBytes)
	fmt.Fprintf(&b, "gpusim info    : Used %d registers, used %d barriers, %d bytes smem, %d bytes cmem[0]\n",
		k.Usage.Registers, barriers(k), k.SharedBytes, k.ParamBytes)
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == ir.LocalVar {
			fmt.Fprintf(&b, "    %s %s, %d bytes: local memory (%s)\n", v.Name, v.GoType, v.Bytes, v.Pos)
		}
	}
	return b.String()
}

// CheckRegisters refuses a kernel, compiled for a device, whose instructions
// need more registers a thread than it may have, with all that can wait in local
// memory.
func CheckRegisters(k *ir.Kernel) error {
	u := k.Usage
	if u.Registers <= u.Limit {
		return nil
	}
	return diag.Diagnostic{
		Pos: k.Pos, Code: diag.RegisterLimit,
		Message: fmt.Sprintf("kernel %s needs %d registers a thread, at most %d are allowed", k.Name, u.Registers, u.Limit),
		Hint:    fmt.Sprintf("one of its instructions needs them, everything else is in local memory already; allow %d", u.Registers),
	}
}

func bytesOf(k *ir.Kernel, kind ir.VarKind) int {
	n := 0
	for i := range k.Vars {
		if k.Vars[i].Kind == kind {
			n += k.Vars[i].Bytes
		}
	}
	return n
}

// barriers is 1 when the kernel waits for its block anywhere.
func barriers(k *ir.Kernel) int {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == ir.Bar {
				return 1
			}
		}
	}
	return 0
}
