package compile

// This file lowers texture parameters and texture reads.

import (
	"go/types"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// textureDims are the texture types of package gpu and their dimensions.
var textureDims = map[string]int{"Texture1D": 1, "Texture2D": 2}

// textureOf returns the dimensions and the texel type of a texture type; 0 for any
// other type.
func textureOf(t types.Type) (dims int, texel types.Type) {
	dims = textureDims[gpuName(t)]
	if dims == 0 {
		return 0, nil
	}
	args := types.Unalias(t).(*types.Named).TypeArgs()
	if args.Len() != 1 {
		return 0, nil // the generic type itself
	}
	return dims, args.At(0)
}

// textureParameter declares the parameter of a texture, which holds its handle.
func (l *lowerer) textureParameter(name string, t *layout, at int) val {
	root := l.object(parameterKey(at), func() ir.Var {
		elem := t.elem
		return ir.Var{
			Name: name, Kind: ir.TextureVar, Space: ir.Texture, GoType: typeName(t.typ), Offset: at, ReadOnly: true,
			Elem: ir.Elem{GoType: typeName(elem.typ), Bytes: elem.size, Align: elem.align},
		}
	})
	base := l.readParam(name, ir.U64, at, root)
	return val{ptr: pointer{space: ir.Texture, root: root, base: base, align: t.align}}
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
		in := ir.Instr{Op: ir.Tex, Mod: dims, From: coordinates, Space: ir.Texture, Root: p.root, Vec: max(len(t.fields), 1)}
		first := t
		if t.shape == structure {
			first = t.fields[0].layout
		}
		in.Type = first.scalar
		for i := range c.args[1:] {
			in.Src = append(in.Src, c.arg(i+1))
		}
		return l.texels(in, t)
	}
}

// texels emits a texture read and returns the texel: a number, or a struct of
// numbers.
func (l *lowerer) texels(in ir.Instr, t *layout) val {
	v := val{}
	for range in.Vec {
		r := l.k.NewReg(in.Type.Reg(), "")
		in.Dst = append(in.Dst, r)
		v.elems = append(v.elems, val{op: ir.R(r)})
	}
	l.emit(in)
	if t.shape == scalar {
		return v.elems[0]
	}
	return v
}
