package ptx

// This file takes what the source of a kernel says of its parameters.

import (
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// Declared is the declaration of a kernel in CUDA C, as far as it is known. The zero value knows
// nothing.
type Declared struct {
	Pos    diag.Pos
	Params []Param
}

// Param is a parameter in CUDA C.
type Param struct {
	Name   string
	Pieces []Piece // its scalars and pointers; nil where its type is not known
}

// Piece is a scalar or a pointer in a parameter.
type Piece struct {
	Path    string // as a launch names it: "a.width"
	Offset  int    // bytes in the parameter
	Pointer bool
	Type    Type // of a pointer: of its elements; the zero value where it is not known
}

// Type is a type in memory.
type Type struct {
	ir.Record
	Align int
	Name  string // as a launch spells it: "float32"
}

// piece returns what stands at an offset of parameter i; nil where that is not known.
func (d *Declared) piece(i, offset int) *Piece {
	if i >= len(d.Params) {
		return nil
	}
	for j := range d.Params[i].Pieces {
		if p := &d.Params[i].Pieces[j]; p.Offset == offset {
			return p
		}
	}
	return nil
}

// as returns the type of the piece in place of t, with which the kernel reads it, if both have one
// size.
func (p *Piece) as(t ir.Type) ir.Type {
	if s := p.Type.Scalars; !p.Pointer && len(s) == 1 && s[0].Type.Bytes() == t.Bytes() {
		return s[0].Type
	}
	return t
}

// number returns the type of the number that the piece is: its address, if it is a pointer; t where
// that is not known.
func (p *Piece) number(t ir.Type) ir.Type {
	switch {
	case p.Pointer:
		return ir.U64
	case len(p.Type.Scalars) == 1:
		return p.Type.Scalars[0].Type
	}
	return t
}

// isArray reports whether the piece is a pointer to elements of a known type.
func (p *Piece) isArray() bool { return p != nil && p.Pointer && len(p.Type.Scalars) > 0 }

// elementsOf returns the type of the elements of an array: as the source declares them, or else as
// the kernel accesses them.
func elementsOf(accessed ir.Type, p *Piece) Type {
	if p.isArray() {
		return p.Type
	}
	return Type{ir.Record{Bytes: accessed.Bytes(), Scalars: []ir.Scalar{{Type: accessed}}}, accessed.Bytes(), goNames[accessed]}
}
