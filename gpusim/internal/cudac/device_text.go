package cudac

// This file makes programs of kernels that are CUDA C already.

import (
	"slices"

	"gpucourse/gpusim/internal/cfront"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
)

// Given returns a kernel of a unit in CUDA C as its source has it. The error is a diag.List.
func Given(u *source.CUDA, kernel string) (*Program, error) {
	k, err := compile.Kernel(u, kernel, compile.Options{})
	if err != nil {
		return nil, err
	}
	headers, text, name, params, err := u.DeviceText(kernel)
	if err != nil {
		return nil, err
	}
	p := &Program{Text: text, Kernel: name, Given: true, Headers: headers, Free: freeOrder(k)}
	for _, v := range k.Vars {
		if v.Kind == ir.ConstVar || v.Kind == ir.GlobalVar {
			p.Symbols = append(p.Symbols, Symbol{v.Name, v.Name})
		}
	}
	for _, from := range params {
		param := Param{Name: from.Path, Declare: from.Type + " " + from.Path, C: from.Path}
		if from.Array {
			param.Declare = from.Type + "* " + from.Path
		}
		param.addParts(from)
		p.Params = append(p.Params, param)
	}
	return p, nil
}

// addParts adds the numbers and arrays in a part of the parameter.
func (p *Param) addParts(from cfront.Param) {
	if len(from.Parts) == 0 {
		p.Parts = append(p.Parts, Part{Path: from.Path, C: from.C, Type: from.Type, Slice: from.Array})
	}
	for _, part := range from.Parts {
		p.addParts(part)
	}
}

// freeOrder returns Program.Free of a kernel.
func freeOrder(k *ir.Kernel) string {
	used := make([]bool, len(k.Regs))
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			in.EachUse(func(r ir.Reg) { used[r] = true })
		}
	}
	free := ""
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			switch {
			case in.Op != ir.Atom:
			case in.Type.Float():
				return floatOrder
			case slices.ContainsFunc(in.Dst, func(r ir.Reg) bool { return used[r] }):
				free = resultOrder
			}
		}
	}
	return free
}
