package lower

// This file follows which local variables of C a thread has set. Package cfront marks where a
// variable begins without a value (cuda.Unset); each value that may come from there has a
// flag, which is 1 while the variable is unset, and a read of it expects 0. Only kernels that
// are compiled for checkers have flags.

import (
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/limit"
)

// unsetCall marks a variable without a value.
const unsetCall = "cuda.Unset"

// unsetName returns the name of the variable that begins without a value at v; "" for other
// values.
func unsetName(v ssa.Value) string {
	c, ok := v.(*ssa.Call)
	if !ok {
		return ""
	}
	fn := c.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) > 0 || deviceName(fn) != unsetCall {
		return ""
	}
	return constant.StringVal(c.Call.Args[0].(*ssa.Const).Value)
}

// mayBeUnset returns the names of the variables that values of a function may come from
// before they are set: of the marks, and of the phis and shuffles that they reach. A lane may
// pass what it has not set to a shuffle, as long as no lane uses it.
func mayBeUnset(fn *ssa.Function) map[ssa.Value]string {
	names := map[ssa.Value]string{}
	var work []ssa.Value
	add := func(v ssa.Value, name string) {
		if _, known := names[v]; !known {
			names[v] = name
			work = append(work, v)
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && unsetName(v) != "" {
				add(v, unsetName(v))
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Phi:
				add(r, names[v])
			case *ssa.Call:
				if shuffled(r) == v {
					add(r, names[v])
				}
			}
		}
	}
	return names
}

// shuffled returns the value that a shuffle passes on; nil for other calls.
func shuffled(c *ssa.Call) ssa.Value {
	if fn := c.Call.StaticCallee(); fn == nil || len(fn.Blocks) > 0 || !strings.HasPrefix(deviceName(fn), "gpu.Shfl") {
		return nil
	}
	return c.Call.Args[shuffledArg]
}

// unsetFlag returns the flag of a value.
func (a *activation) unsetFlag(v ssa.Value) ir.Operand {
	if unsetName(v) != "" {
		return ir.I(1)
	}
	return a.flags[v]
}

// flagPhi emits the flag of a phi that may be unset.
func (l *lowerer) flagPhi(a *activation, in *ssa.Phi) {
	if _, may := a.unset[in]; !may {
		return
	}
	d := l.k.NewReg(ir.U32, "")
	phi := l.emit(ir.Instr{Op: ir.Phi, Type: ir.U32, Dst: []ir.Reg{d}})
	a.flags[in] = ir.R(d)
	here := l.cur
	l.pending = append(l.pending, func() {
		for i, p := range in.Block().Preds {
			if pred := a.last[p.Index]; pred != nil && branches(pred, here) && !slices.Contains(phi.Preds, pred.ID) {
				phi.Preds, phi.Src = append(phi.Preds, pred.ID), append(phi.Src, a.unsetFlag(in.Edges[i]))
			}
		}
	})
}

// expectSet expects that the variables which an instruction reads are set.
func (l *lowerer) expectSet(a *activation, in ssa.Instruction) {
	if len(a.unset) == 0 {
		return
	}
	switch in := in.(type) {
	case *ssa.Phi, *ssa.DebugRef, *ssa.MakeClosure:
		return
	case *ssa.Store:
		if unsetName(in.Val) != "" {
			return // the declaration of a variable whose address is taken
		}
	}
	call, _ := in.(*ssa.Call)
	for _, operand := range in.Operands(nil) {
		if call != nil && *operand == shuffled(call) {
			continue
		}
		if name, may := a.unset[*operand]; may {
			l.emit(ir.Instr{Op: ir.Expect, Mod: ir.IsSet, Type: ir.U32, Src: []ir.Operand{a.unsetFlag(*operand), ir.I(1)}, Text: name})
		}
	}
}

// A variable whose address is taken has a second variable of its layout, whose bytes are ones
// where the first was set. Where the kernel stores through a pointer to an unknown variable,
// none has one.

// shadowKey names the second variable.
type shadowKey struct{ of ir.VarID }

// followSet makes the second variable of a local variable of C, as one that is not set.
func (l *lowerer) followSet(p pointer, t *layout.Type) {
	if !l.checked || !l.src.C || l.untraced || t.Size > limit.LocalBytes || t.Holds(layout.Pointer) || t.Holds(layout.Slice) || t.Holds(layout.Texture) || t.Holds(layout.Func) {
		return
	}
	second := l.local(shadowKey{p.root}, l.varName(p.root)+" is set", t)
	l.clear(second, t)
	l.seconds[p.root] = second.root
}

// second returns the place in the second variable that tells whether a place is set; ok is
// false if there is none.
func (l *lowerer) second(p pointer) (q pointer, ok bool) {
	q = p
	q.root, ok = l.seconds[p.root]
	return q, ok && p.space == ir.Local
}

// bitsAs is the unsigned type of the size of a type.
func bitsAs(t ir.Type) ir.Type {
	return map[int]ir.Type{1: ir.U8, 2: ir.U16, 4: ir.U32, 8: ir.U64}[t.Bytes()]
}

// markSet notes that a scalar is set.
func (l *lowerer) markSet(p pointer, t ir.Type) {
	if p.space == ir.Local && p.root == 0 && !l.untraced {
		l.untraced, l.again = true, len(l.seconds) > 0
	}
	if q, ok := l.second(p); ok {
		l.storeScalar(q, ir.I(bitsAs(t).Mask()), bitsAs(t), accessMode{})
	}
}

// expectMarked expects that a scalar is set.
func (l *lowerer) expectMarked(p pointer, t ir.Type) {
	q, ok := l.second(p)
	if !ok {
		return
	}
	u := bitsAs(t)
	set := l.loadScalar(q, u, accessMode{})
	unset := l.op(ir.Selp, ir.U32, ir.I(1), ir.I(0), l.setp(ir.NE, u.Reg(), set, ir.I(u.Mask())))
	l.emit(ir.Instr{Op: ir.Expect, Mod: ir.IsSet, Type: ir.U32, Src: []ir.Operand{unset, ir.I(1)}, Text: l.varName(p.root)})
}
