package ir

import "fmt"

// This file holds the facts that depend on the instruction: the number and the
// types of its operands and results.

// AddrType returns the register type of an address in s.
func AddrType(s Space) Type {
	if s == Global || s == Texture {
		return U64
	}
	return U32
}

// Bits returns the width of a value of t in a register: 1 for Pred, 0 for NoType.
func (t Type) Bits() int {
	switch t.Reg() {
	case NoType:
		return 0
	case Pred:
		return 1
	}
	return t.Reg().Bytes() * 8
}

// Mask returns the bits that a value of t may use in an immediate.
func (t Type) Mask() uint64 {
	if t == Pred {
		return 1
	}
	return 1<<(t.Bytes()*8) - 1
}

// Narrow returns the 32-bit type with the signedness of the 64-bit integer t:
// the source type of MulWide and MadWide.
func (t Type) Narrow() Type {
	if t.Signed() {
		return S32
	}
	return U32
}

// Wide returns the 64-bit type with the signedness of the 32-bit integer t.
func (t Type) Wide() Type {
	if t.Signed() {
		return S64
	}
	return U64
}

// SameClass reports whether registers of types a and b belong to one class: they
// differ in signedness at most.
func SameClass(a, b Type) bool {
	return a.Bits() == b.Bits() && a.Float() == b.Float() && (a == NoType) == (b == NoType)
}

// NumSrc returns how many operands in must have; −1 means any number.
func (in *Instr) NumSrc() int {
	switch in.Op {
	case St:
		return 1 + in.Vec
	case Atom:
		if in.Mod == AtomCas {
			return 3
		}
		return 2
	case Bar, BarRed:
		own := in.Op.ownSrc()
		if len(in.Src) > own {
			return own + BarArrive.Facts().Src
		}
		return own
	case Tex:
		return in.Coordinates() + texels[in.Mod-Tex1D]
	case Math:
		if f := in.Mod.Func(); f != nil {
			return f.Operands()
		}
		return 1
	}
	return in.Op.Facts().Src
}

// texels is how many coordinates in a texture a Tex has, by its modifier.
var texels = [...]int{1, 2, 3, 1, 2, 3, 3}

// Coordinates returns the place of the first coordinate of a Tex. The handle stands before it, if no
// Root says which texture is read, and then the layer.
func (in *Instr) Coordinates() (at int) {
	if in.Root == 0 {
		at++
	}
	if in.Layered() {
		at++
	}
	return at
}

// Layered reports whether a Tex names a layer.
func (in *Instr) Layered() bool {
	return in.Mod == Tex1DLayered || in.Mod == Tex2DLayered || in.Mod == TexCubeLayered
}

// Access names an access of memory: "ld.global.16", the operation, the space and the bytes per lane.
func (in *Instr) Access() string {
	return fmt.Sprintf("%s.%s.%d", in.Op.Facts().Name, in.Space, in.Natural())
}

// ownSrc returns how many operands of a barrier stand before its number.
func (op Op) ownSrc() int {
	if op == BarRed {
		return 1
	}
	return 0
}

// Barrier returns the operands of a barrier of its own: its number, and the number of threads that
// meet there. ok is false for the barrier of the whole block.
func (in *Instr) Barrier() (number, threads Operand, ok bool) {
	at := in.Op.ownSrc()
	if !in.Op.Facts().Block || len(in.Src) <= at {
		return number, threads, false
	}
	return in.Src[at], in.Src[at+1], true
}

// NumDst returns how many results in must have; −1 means any number.
func (in *Instr) NumDst() int {
	if in.Op == Ld || in.Op == Tex {
		return in.Vec
	}
	return in.Op.Facts().Dst
}

// converts reports whether the operands have type From and the results Type.
func (op Op) converts() bool { return op == Cvt || op == Tex }

// SrcType returns the type of operand i. NoType means the type of its register: an
// argument of Printf or Call, or a result of Ret, is never an immediate.
func (in *Instr) SrcType(i int) Type {
	if args := in.Op.Facts().Args; args != nil {
		return args[min(i, len(args)-1)]
	}
	switch in.Op {
	case Selp:
		if i == 2 {
			return Pred
		}
	case Shl, Shr:
		if i == 1 {
			return U32
		}
	case MulWide, MadWide:
		if i < 2 {
			return in.Type.Narrow()
		}
	case Tex:
		switch {
		case i >= in.Coordinates():
			return in.From
		case i == 0 && in.Root == 0:
			return U64
		}
		return U32
	case Cvt:
		return in.From
	case Ld, St, Atom:
		if i == 0 {
			return AddrType(in.Space)
		}
	case Shfl:
		if i > 0 {
			return U32
		}
	case Vote:
		if i == 0 {
			return Pred
		}
		return U32
	case Match:
		if i == 1 {
			return U32
		}
	case BarWarp:
		return U32
	case Bar, BarArrive:
		return U32
	case BarRed:
		if i > 0 {
			return U32
		}
		return Pred
	case CBra:
		return Pred
	case Printf, Call, Ret:
		return NoType
	}
	return in.Type
}

// DstType returns the register type of the results. NoType means that each result
// has the type of its register.
func (in *Instr) DstType() Type {
	switch in.Op {
	case Setp:
		return Pred
	case LoadMatrix:
		return U32
	case Popc, Clz, Match:
		return U32
	}
	return in.Type.Reg()
}

// Natural returns the bytes that one lane accesses, which is also the alignment
// that the access needs.
func (in *Instr) Natural() int { return in.Type.Bytes() * max(in.Vec, 1) }

// Alignment returns the proven alignment of a Ld or St in bytes, at least the size
// of the element.
func (in *Instr) Alignment() int { return max(in.Align, in.Type.Bytes()) }
