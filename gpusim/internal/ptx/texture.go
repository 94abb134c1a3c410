package ptx

// This file lowers reads of textures. Where a handle is a parameter, what its texels are follows from
// the reads.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// textureForms are the forms of tex. No array has smaller images of itself (mipmaps), so a level of
// detail changes nothing.
func textureForms() (list []form) {
	for mod := ir.Tex1D; mod <= ir.TexCubeLayered; mod++ {
		from := "f32"
		if mod == ir.Tex1D {
			from = "f32|s32"
		}
		mods := mod.String() + " v4 T=f32|s32|u32 U=" + from
		list = append(list,
			form{op: "tex", mods: mods, operands: "vec=T name", build: texture(mod)},
			form{op: "tex", mods: "level " + mods, operands: "vec=T name a=f32", build: texture(mod)},
			form{op: "tex", mods: "grad " + mods, operands: "vec=T name vec=f32 vec=f32", build: texture(mod)})
	}
	return list
}

// texture builds tex. Until the parameter of the handle is known it stands before the coordinates.
func texture(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		from := types[m.named["U"]]
		in := ir.Instr{Op: ir.Tex, Mod: mod, Type: m.t().ir, From: from.ir, Space: ir.Texture}
		o := m.Operands[1]
		if len(o.List) != 2 || in.NumSrc() > 1+len(vector(o.List[1])) {
			l.fail("the texture is read at other coordinates than its form has")
			return
		}
		in.Src = append(in.Src, l.operand(o.List[0], types["u64"]))
		for i, x := range vector(o.List[1])[:in.NumSrc()-1] {
			t := from
			if in.Layered() && i == 0 {
				t = types["u32"]
			}
			in.Src = append(in.Src, l.operand(x, t))
		}
		l.vectorResult(in, m.t(), vector(m.Operands[0]), false)
	}
}

// handles finds the parameter of each texture that is read, if it has one, and how many channels its
// texels have: as many as any read uses.
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
		at := o.param - 1
		if o.param == 0 || o.generic || in.Mod > ir.Tex2D || !l.isParameter(at) {
			return // the handle is looked up when the kernel runs
		}
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

// isParameter reports whether a parameter begins at an offset.
func (l *lowerer) isParameter(at int) bool {
	return slices.ContainsFunc(l.k.Params, func(p ir.Parameter) bool { return p.Offset == at })
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
