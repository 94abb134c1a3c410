package lower

// This file lowers texture parameters and texture reads.

import (
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// textureParameter declares the parameter of a texture, which holds its handle.
func (l *lowerer) textureParameter(name string, t *layout.Type, at int) val {
	root := l.object(parameterKey(at), func() ir.Var {
		elem := t.Elem
		return ir.Var{
			Name: name, Kind: ir.TextureVar, Space: ir.Texture, GoType: layout.TypeName(t.Go), Offset: at, ReadOnly: true,
			Elem: ir.Elem{GoType: layout.TypeName(elem.Go), Bytes: elem.Size, Align: elem.Align},
		}
	})
	base := l.readParam(name, ir.U64, at, root)
	return val{ptr: pointer{space: ir.Texture, root: root, base: base, align: t.Align}}
}

// sampling lowers a texture read with coordinates of a type.
func sampling(dims ir.Mod, coordinates ir.Type) func(*deviceCall) val {
	return func(c *deviceCall) val {
		l, t := c.l, c.l.typeOf(c.in.Type())
		p := c.args[0].ptr
		if p.root == 0 {
			l.fail(diag.TextureUnknown, "write the cases out: if first { v = a.At(x, y) } else { v = b.At(x, y) }",
				"which texture is read is known only at run time")
			return l.results(c.in)
		}
		in := ir.Instr{Op: ir.Tex, Mod: dims, From: coordinates, Space: ir.Texture, Root: p.root, Vec: max(len(t.Fields), 1)}
		first := t
		if t.Shape == layout.Struct {
			first = t.Fields[0].Type
		}
		in.Type = first.Scalar
		for i := range c.args[1:] {
			in.Src = append(in.Src, c.arg(i+1))
		}
		return l.texels(in, t)
	}
}

// texels emits a texture read and returns the texel: a number, or a struct of
// numbers.
func (l *lowerer) texels(in ir.Instr, t *layout.Type) val {
	v := val{}
	for range in.Vec {
		r := l.k.NewReg(in.Type.Reg(), "")
		in.Dst = append(in.Dst, r)
		v.elems = append(v.elems, val{op: ir.R(r)})
	}
	l.emit(in)
	if t.Shape == layout.Scalar {
		return v.elems[0]
	}
	return v
}
