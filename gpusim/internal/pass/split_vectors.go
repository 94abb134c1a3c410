package pass

// This file narrows vector loads of PTX to the elements that are used, as ptxas does. Passes for Go
// and CUDA C join only loads whose results are used.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// splitVectors replaces a vector load of which two elements or fewer are used: by a vector of two
// where they lie in one half, else by loads of one element each. Of four elements with three used
// ones the load stays (struct_first2, struct_middle, struct_three of gpusim/validation/h200).
func splitVectors(k *ir.Kernel) {
	uses := k.DefUse().Uses
	for _, b := range k.Blocks {
		for i := 0; i < len(b.Instrs); i++ {
			in := b.Instrs[i]
			if in.Op != ir.Ld || in.Vec == 1 || in.Volatile {
				continue
			}
			if parts := partsOf(in, uses); parts != nil {
				b.Instrs = slices.Replace(b.Instrs, i, i+1, parts...)
				i += len(parts) - 1
			}
		}
	}
}

// partsOf returns the loads that replace a vector load; nil where it stays.
func partsOf(in *ir.Instr, uses [][]*ir.Instr) (parts []*ir.Instr) {
	var used []int
	for i, r := range in.Dst {
		if len(uses[r]) > 0 {
			used = append(used, i)
		}
	}
	switch {
	case len(used) == 0 || len(used) > 2 || len(used) == in.Vec:
		return nil
	case len(used) == 2 && used[0]/2 == used[1]/2:
		return []*ir.Instr{partOf(in, used[0], 2)}
	}
	for _, i := range used {
		parts = append(parts, partOf(in, i, 1))
	}
	return parts
}

// partOf returns a load of n elements of a vector load, from element i on.
func partOf(in *ir.Instr, i, n int) *ir.Instr {
	part, bytes := *in, in.Type.Bytes()
	part.Dst, part.Vec, part.Off = in.Dst[i:i+n:i+n], n, in.Off+int64(i*bytes)
	part.Src, part.Align = slices.Clone(in.Src), n*bytes
	return &part
}
