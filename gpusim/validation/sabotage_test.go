package validation

// This file tests the random kernels: compilers that are wrong on purpose must give wrong
// results for some of them.

import (
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/validation/fuzz"
)

// sabotages are wrong passes. Each changes every instruction to which it applies.
var sabotages = []struct {
	name string
	edit func(k *ir.Kernel, in *ir.Instr)
	late bool // runs after all other passes
}{
	{name: "subtracts the wrong way round", edit: func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Sub {
			in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
		}
	}},
	{name: "compares signed numbers as unsigned", edit: func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Setp && in.Type == ir.S32 {
			in.Type = ir.U32
		}
	}},
	{name: "shifts without sign", edit: func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Shr && in.Type == ir.S32 {
			in.Type = ir.U32
		}
	}},
	{name: "lets narrow integers grow", edit: func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Cvt && (in.Type == ir.S8 || in.Type == ir.U16) && in.From.Reg() == in.Type.Reg() {
			in.Op, in.Type = ir.Mov, in.Type.Reg()
		}
	}},
	{name: "takes the first value at every join", edit: func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Phi {
			in.Src[len(in.Src)-1] = in.Src[0]
		}
	}},
	{name: "chooses the other value", edit: func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Selp {
			in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
		}
	}},
	{name: "forgets barriers", edit: func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Bar {
			*in = ir.Instr{Op: ir.Membar, Mod: ir.ScopeBlock, Pos: in.Pos}
		}
	}},
	{name: "reads a neighbour's shared memory", edit: func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Ld && in.Space == ir.Shared && in.Off == 0 {
			in.Off = int64(in.Type.Bytes())
		}
	}},
	{name: "ignores guards", edit: func(_ *ir.Kernel, in *ir.Instr) { in.Guard = ir.NoReg }},
	{name: "loses registers over calls", late: true, edit: func(k *ir.Kernel, in *ir.Instr) {
		if v := k.Var(in.Root); in.Op == ir.Ld && v != nil && v.Kind == ir.SavedVar {
			in.Off = 0
		}
	}},
}

func TestRandomKernelsNotice(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles each kernel many times")
	}
	const kernels = 30
	list := make([]*fuzz.Kernel, kernels)
	for i := range list {
		list[i] = fuzz.Generate(uint64(i))
	}
	b, err := fuzz.BatchOf(list)
	if err != nil {
		t.Fatal(err)
	}
	u, err := loadBatch(b)
	if err != nil {
		t.Fatal(err)
	}
	right := make([]fuzz.Outputs, kernels)
	for i, l := range b.Launches {
		if right[i], err = simulate(u, l, variant{passes: plain}); err != nil {
			t.Fatalf("seed %d: %v", i, err)
		}
	}
	for _, s := range sabotages {
		run, err := variant{name: s.name, passes: sabotaged(s.edit, s.late)}.runner(b)
		if err != nil {
			t.Fatal(err)
		}
		noticed := -1
		for i := 0; i < kernels && noticed < 0; i++ {
			if got, err := run(b.Launches[i]); err != nil || got.Diff(right[i]) != "" {
				noticed = i
			}
		}
		if noticed < 0 {
			t.Errorf("a compiler that %s: noticed by none of %d kernels", s.name, kernels)
		} else {
			t.Logf("a compiler that %s: noticed by kernel %d of %d", s.name, noticed+1, kernels)
		}
	}
}

// sabotaged returns the plain passes with a wrong one, before the code leaves SSA form or
// after all others.
func sabotaged(edit func(*ir.Kernel, *ir.Instr), late bool) []pass.Pass {
	wrong := pass.Pass{Name: "sabotage", Run: func(k *ir.Kernel) {
		for _, b := range k.Blocks {
			for _, in := range b.Instrs {
				edit(k, in)
			}
		}
	}}
	var list []pass.Pass
	for _, p := range plain {
		if p.Name == "reconverge" && !late {
			list = append(list, wrong)
		}
		list = append(list, p)
	}
	if late {
		list = append(list, wrong)
	}
	return list
}
