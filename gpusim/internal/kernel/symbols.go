package kernel

// This file says which variables a kernel uses.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
)

// Symbol is a variable that a kernel uses.
type Symbol struct {
	report.Symbol
	Index int // in the Vars of the lowered kernel
}

// symbolsOf lists the variables that a kernel uses.
func symbolsOf(k *ir.Kernel) []Symbol {
	var all []Symbol
	for i := range k.Vars {
		v := &k.Vars[i]
		if !HasSymbol(v) {
			continue
		}
		s := report.Symbol{Name: v.Symbol[strings.LastIndex(v.Symbol, ".")+1:], Type: v.GoType, Len: 1}
		for _, n := range v.Dims {
			s.Len *= n
		}
		s.Elem = elementOf(v.Record)
		all = append(all, Symbol{s, i})
	}
	return all
}

// HasSymbol reports whether the host can name an object.
func HasSymbol(v *ir.Var) bool { return v.Kind == ir.ConstVar || v.Kind == ir.GlobalVar }

// Symbol returns the symbol of an object in code of the kernel.
func (k *Kernel) Symbol(v *ir.Var) *Symbol {
	i := slices.IndexFunc(k.Symbols, func(s Symbol) bool { return k.Lowered.Vars[s.Index].Symbol == v.Symbol })
	return &k.Symbols[i]
}

// ConstantEnd is how many bytes of constant memory a kernel's variables reach.
func ConstantEnd(k *ir.Kernel) int {
	end := 0
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == ir.ConstVar {
			end = max(end, v.Offset+v.Bytes)
		}
	}
	return end
}
