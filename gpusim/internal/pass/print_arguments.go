package pass

// This file puts the arguments of printf on the stack.

import (
	"fmt"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/padding"
)

// printArguments stores the arguments of each printf to local memory, as C passes those of
// a function with any number of them: a float as a double, each aligned to its size. All
// calls of a kernel use the same bytes (gpusim/validation/h100/calls.txt).
func printArguments(k *ir.Kernel) {
	p := &argumentWriter{k: k}
	for _, b := range k.Blocks {
		var list []*ir.Instr
		for _, in := range b.Instrs {
			if in.Op == ir.Printf && len(in.Src) > 0 {
				list = append(list, p.store(in)...)
			}
			list = append(list, in)
		}
		b.Instrs = list
	}
}

// promoted makes of an argument what C passes for it, by its type.
var promoted = map[ir.Type]func(ir.Operand) ir.Instr{
	ir.F32: func(a ir.Operand) ir.Instr {
		return ir.Instr{Op: ir.Cvt, Type: ir.F64, From: ir.F32, Src: []ir.Operand{a}}
	},
	ir.Pred: func(a ir.Operand) ir.Instr {
		return ir.Instr{Op: ir.Selp, Type: ir.U32, Src: []ir.Operand{ir.I(1), ir.I(0), a}}
	},
}

// argumentWriter writes the stores of one kernel or function.
type argumentWriter struct {
	k  *ir.Kernel
	to ir.VarID // the arguments; 0 until a call has some
}

// store returns the instructions that store the arguments of one call.
func (p *argumentWriter) store(call *ir.Instr) (list []*ir.Instr) {
	end := 0
	for _, a := range call.Src {
		t := p.k.Regs[a.Reg].Type
		if promote, ok := promoted[t]; ok {
			in := promote(a)
			t = in.Type
			a = ir.R(p.k.NewReg(t, ""))
			in.Dst, in.Pos = []ir.Reg{a.Reg}, call.Pos
			list = append(list, &in)
		}
		at := padding.Up(end, t.Bytes())
		end = at + t.Bytes()
		list = append(list, &ir.Instr{
			Op: ir.St, Type: t, Space: ir.Local, Vec: 1, Off: int64(at), Src: []ir.Operand{{}, a}, Align: t.Bytes(), Pos: call.Pos,
		})
	}
	root := p.room(padding.Up(end, ir.FrameAlign), call)
	for _, in := range list {
		if in.Op == ir.St {
			in.Root = root
		}
	}
	return list
}

// room makes the variable of the arguments large enough.
func (p *argumentWriter) room(bytes int, call *ir.Instr) ir.VarID {
	if p.to == 0 {
		p.k.LocalBytes = padding.Up(p.k.LocalBytes, ir.FrameAlign)
		p.k.Vars = append(p.k.Vars, ir.Var{
			Name: p.k.FreeName("printf"), Kind: ir.ArgumentVar, Space: ir.Local, Offset: p.k.LocalBytes, Align: ir.FrameAlign, Pos: p.k.Frame(call.Pos).Pos,
		})
		p.to = ir.VarID(len(p.k.Vars))
	}
	v := p.k.Var(p.to)
	v.Bytes = max(v.Bytes, bytes)
	v.GoType = fmt.Sprintf("[%d]byte", v.Bytes)
	p.k.LocalBytes = v.Offset + v.Bytes
	return p.to
}
