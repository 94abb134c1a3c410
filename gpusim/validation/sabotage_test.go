package validation

// Are random kernels any good at finding mistakes? Here the compiler makes some
// on purpose, and enough kernels must notice each.

import (
	"testing"

	"gpucourse/gpusim/internal/compile/pass"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/validation/fuzz"
)

// sabotages are wrong passes: each breaks every instruction it can.
var sabotages = []struct {
	name string
	edit func(k *ir.Kernel, in *ir.Instr)
}{
	{"subtracts the wrong way round", func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Sub {
			in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
		}
	}},
	{"compares signed numbers as unsigned", func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Setp && in.Type == ir.S32 {
			in.Type = ir.U32
		}
	}},
	{"shifts without sign", func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Shr && in.Type == ir.S32 {
			in.Type = ir.U32
		}
	}},
	{"lets narrow integers grow", func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Cvt && (in.Type == ir.S8 || in.Type == ir.U16) && in.From.Reg() == in.Type.Reg() {
			in.Op, in.Type = ir.Mov, in.Type.Reg()
		}
	}},
	{"takes the first value at every join", func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Phi {
			in.Src[len(in.Src)-1] = in.Src[0]
		}
	}},
	{"chooses the other value", func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Selp {
			in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
		}
	}},
	{"forgets barriers", func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Bar {
			*in = ir.Instr{Op: ir.Membar, Mod: ir.ScopeBlock, Pos: in.Pos}
		}
	}},
	{"reads a neighbour's shared memory", func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Ld && in.Space == ir.Shared && in.Off == 0 {
			in.Off = int64(in.Type.Bytes())
		}
	}},
	{"ignores guards", func(_ *ir.Kernel, in *ir.Instr) { in.Guard = ir.NoReg }},
}

func TestRandomKernelsNotice(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles each kernel many times")
	}
	const kernels, enough = 30, 1
	list := make([]*fuzz.Kernel, kernels)
	for i := range list {
		list[i] = fuzz.Generate(uint64(i))
	}
	b, err := fuzz.BatchOf(list)
	if err != nil {
		t.Fatal(err)
	}
	right := make([]fuzz.Outputs, kernels)
	for i, l := range b.Launches {
		if right[i], err = simulate(b, l, variant{passes: plain}); err != nil {
			t.Fatalf("seed %d: %v", i, err)
		}
	}
	for _, s := range sabotages {
		noticed := 0
		for _, diff := range differences(b, right, variant{name: s.name, passes: sabotaged(s.edit)}) {
			if diff != "" {
				noticed++
			}
		}
		t.Logf("a compiler that %s: noticed by %d of %d kernels", s.name, noticed, kernels)
		if noticed < enough {
			t.Errorf("a compiler that %s: noticed by %d of %d kernels, want at least %d", s.name, noticed, kernels, enough)
		}
	}
}

// sabotaged is the plain passes with a wrong one before the code leaves SSA form.
func sabotaged(edit func(*ir.Kernel, *ir.Instr)) []pass.Pass {
	wrong := pass.Pass{Name: "sabotage", Run: func(k *ir.Kernel) {
		for _, b := range k.Blocks {
			for _, in := range b.Instrs {
				edit(k, in)
			}
		}
	}}
	var list []pass.Pass
	for _, p := range plain {
		if p.Name == "reconverge" {
			list = append(list, wrong)
		}
		list = append(list, p)
	}
	return list
}
