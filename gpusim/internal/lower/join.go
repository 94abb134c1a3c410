package lower

// This file makes the phis of values that come from several blocks.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// join makes the phis of one joined value of any type.
type join struct {
	l     *lowerer
	of    any    // names the join in every attempt
	name  string // in messages
	seen  []val  // the incoming values that are lowered, at least one
	fills []func(pred *ir.Block, v val)
	// refused is true when a mistake of this join was reported.
	refused bool
	// each, when set, makes the operand of each leaf in place of a phi.
	each func(t ir.Type, get func(val) ir.Operand) ir.Operand
	// frames is true for a value that one stack frame passes to another. The object
	// of a pointer into local memory is then unknown.
	frames bool
}

// leaf makes the phis of the part of the value that get selects.
func (j *join) leaf(t *layout.Type, path string, get func(val) val) val {
	switch t.Shape {
	case layout.Struct, layout.Array:
		v := val{elems: make([]val, t.Parts())}
		for i := range v.elems {
			et, _ := t.Part(i)
			v.elems[i] = j.leaf(et, path+t.PartName(i), func(v val) val { return j.l.elem(get(v), t, i) })
		}
		return v
	case layout.Pointer, layout.Slice, layout.Texture:
		v := val{ptr: j.pointer(t, path, get)}
		if t.Shape == layout.Slice {
			v.op = j.scalar(ir.S32, func(v val) ir.Operand { return get(v).op })
		}
		return v
	}
	return val{op: j.scalar(t.Reg(), func(v val) ir.Operand { return get(v).op })}
}

// scalar emits one phi, or calls each. get selects the operand from an incoming
// value.
func (j *join) scalar(t ir.Type, get func(val) ir.Operand) ir.Operand {
	if j.each != nil {
		return j.each(t, get)
	}
	d := j.l.k.NewReg(t, "")
	in := j.l.emit(ir.Instr{Op: ir.Phi, Type: t, Dst: []ir.Reg{d}})
	j.fills = append(j.fills, func(pred *ir.Block, v val) {
		in.Preds = append(in.Preds, pred.ID)
		in.Src = append(in.Src, get(v))
	})
	return ir.R(d)
}

// pointer emits the phi of the address of a pointer. The points-to analysis knows
// its target.
func (j *join) pointer(t *layout.Type, path string, get func(val) val) pointer {
	l, key := j.l, joinKey{j.of, path}
	for _, v := range j.seen {
		j.add(key, get(v).ptr)
	}
	to, _ := l.points.assume(key)
	if to.space == ir.NoSpace {
		j.fills = append(j.fills, func(_ *ir.Block, v val) { j.add(key, get(v).ptr) })
		return pointer{align: layout.MaxVector}
	}
	base := j.scalar(ir.AddrType(to.space), func(v val) ir.Operand {
		p := get(v).ptr
		if !j.add(key, p) {
			return ir.I(0)
		}
		return l.address(p, to.root)
	})
	return pointer{space: to.space, root: to.root, readOnly: to.readOnly, base: base, align: t.Elem.Align}
}

// add adds the target of p to those of the joined pointer. It reports a mistake
// when they lie in different spaces.
func (j *join) add(key joinKey, p pointer) bool {
	to := p.target()
	if j.frames && to.space == ir.Local {
		to.root = 0
	}
	if j.l.points.add(key, to) {
		return true
	}
	if !j.refused {
		j.l.mixedSpaces(j.name, j.l.points.targets[key].space, p.space)
	}
	j.refused = true
	return false
}

// fill gives every phi its operand from pred. Instructions that compute an operand
// go to the end of pred.
func (j *join) fill(pred *ir.Block, v val) {
	j.l.before(pred, func() {
		for _, f := range j.fills {
			f(pred, v)
		}
	})
}
