package layout

// This file names types, and knows those of package gpu.

import (
	"go/types"
)

// GPUPath is the package that kernels import.
const GPUPath = "gpucourse/gpusim/gpu"

// GPUName returns the name of t when it is a type of package gpu, else "".
func GPUName(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != GPUPath {
		return ""
	}
	return n.Obj().Name()
}

// TypeName prints t as the source writes it: types of package gpu with the package's
// name, types of the kernel's own package without.
func TypeName(t types.Type) string {
	return types.TypeString(unaliased(t), func(p *types.Package) string {
		if p.Path() == GPUPath {
			return p.Name()
		}
		return ""
	})
}

// unaliased returns t, and the element of a slice, without aliases: the type's name
// at run time.
func unaliased(t types.Type) types.Type {
	t = types.Unalias(t)
	if s, ok := t.(*types.Slice); ok {
		return types.NewSlice(unaliased(s.Elem()))
	}
	return t
}

// IsTensorMap reports whether t is gpu.TensorMap.
func IsTensorMap(t types.Type) bool { return GPUName(t) == "TensorMap" }

// textureDims are the texture types of package gpu and their dimensions.
var textureDims = map[string]int{"Texture1D": 1, "Texture2D": 2}

// TextureOf returns the dimensions and the texel type of a texture type; 0 for any
// other type.
func TextureOf(t types.Type) (dims int, texel types.Type) {
	dims = textureDims[GPUName(t)]
	if dims == 0 {
		return 0, nil
	}
	args := types.Unalias(t).(*types.Named).TypeArgs()
	if args.Len() != 1 {
		return 0, nil // the generic type itself
	}
	return dims, args.At(0)
}
