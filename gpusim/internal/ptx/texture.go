package ptx

// This file lowers reads of textures. A handle is a parameter; what its texels are follows from the
// reads.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// texture builds tex. Until the parameter of the handle is known it stands before the coordinates.
func texture(dims ir.Mod, coordinates int) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		o := m.Operands[1]
		if len(o.List) != 2 || coordinates > len(vector(o.List[1])) {
			l.fail("the texture is read at other coordinates than its form has")
			return
		}
		from := types[m.named["U"]]
		in := ir.Instr{Op: ir.Tex, Mod: dims, Type: m.t().ir, From: from.ir, Space: ir.Texture, Src: []ir.Operand{l.operand(o.List[0], types["u64"])}}
		for _, x := range vector(o.List[1])[:coordinates] {
			in.Src = append(in.Src, l.operand(x, from))
		}
		l.vectorResult(in, m.t(), vector(m.Operands[0]), false)
	}
}

// handles finds the parameter of each texture that is read, and how many channels its texels have:
// as many as any read uses.
func (l *lowerer) handles(t *tracer) {
	uses := l.k.DefUse().Uses
	reads := map[int][]*ir.Instr{} // by the offset of the parameter
	channels := map[int]int{}
	var offsets []int
	l.k.EachInstr(func(in *ir.Instr) {
		if in.Op != ir.Tex {
			return
		}
		o := t.operand(in.Src[0])
		if o.param == 0 || o.generic {
			l.failFrame(in.Pos, "a texture whose handle is no parameter is not simulated")
			return
		}
		at := o.param - 1
		if reads[at] == nil {
			offsets = append(offsets, at)
		}
		reads[at] = append(reads[at], in)
		for i, r := range in.Dst {
			if len(uses[r]) > 0 {
				channels[at] = max(channels[at], i+1)
			}
		}
		in.Src = in.Src[1:]
	})
	for _, at := range offsets {
		l.declareTexture(at, reads[at], channels[at])
	}
}

// declareTexture declares the texture of a parameter.
func (l *lowerer) declareTexture(at int, reads []*ir.Instr, channels int) {
	vec := 1
	for vec < channels {
		vec *= 2
	}
	t := reads[0].Type
	elem := goNames[t]
	if vec > 1 {
		elem = fmt.Sprintf("gpu.%s%d", vectorNames[t], vec)
	}
	i := slices.IndexFunc(l.k.Params, func(p ir.Parameter) bool { return p.Offset == at })
	if i < 0 {
		return
	}
	p := &l.k.Params[i]
	l.k.Vars = append(l.k.Vars, ir.Var{
		Name: l.k.FreeName(p.Name), Kind: ir.TextureVar, Space: ir.Texture, GoType: fmt.Sprintf("gpu.Texture%s[%s]", map[ir.Mod]string{ir.Tex1D: "1D", ir.Tex2D: "2D"}[reads[0].Mod], elem),
		Offset: at, ReadOnly: true, Elem: ir.Elem{GoType: elem, Bytes: t.Bytes() * vec, Align: t.Bytes() * vec},
	})
	p.Var = ir.VarID(len(l.k.Vars))
	for _, in := range reads {
		in.Root, in.Vec, in.Dst = p.Var, vec, in.Dst[:vec]
	}
}

// vectorNames are the types of package gpu without their number of channels.
var vectorNames = map[ir.Type]string{ir.F32: "Float", ir.S32: "Int", ir.U32: "Uint"}
