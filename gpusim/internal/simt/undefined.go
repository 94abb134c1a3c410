package simt

// This file follows the values of shuffles from lanes that bring none, which CUDA leaves
// undefined. What is computed from an undefined value is undefined. It matters where it decides
// something: in an address, a value in memory, a branch, a guard, a vote or printed text. Only
// an observer of undefined values makes warps do this.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// undefinedValues says which lanes of a warp's registers are undefined.
type undefinedValues []undefinedLanes // by register slot

// undefinedLanes is the undefined lanes of one value, with the shuffles that they come from.
type undefinedLanes struct {
	mask   trace.Mask
	source *[arch.MaxLanes]undefinedSource // by lane; nil while mask is 0
}

// undefinedSource is a lane's part in a shuffle.
type undefinedSource struct {
	pc         int32
	lane, from uint8 // the lane that got an undefined value, and the lane that it named
}

// set makes a lane undefined.
func (v *undefinedLanes) set(lane int, from undefinedSource) {
	if v.source == nil {
		v.source = new([arch.MaxLanes]undefinedSource)
	}
	v.mask |= 1 << lane
	v.source[lane] = from
}

// add makes some lanes undefined as those of another value are.
func (v *undefinedLanes) add(of *undefinedLanes, lanes trace.Mask) {
	for rest := of.mask & lanes &^ v.mask; rest != 0; rest &= rest - 1 {
		v.set(rest.First(), of.source[rest.First()])
	}
}

// assign sets some lanes of a result.
func (v *undefinedLanes) assign(to *undefinedLanes, lanes trace.Mask) {
	v.mask &^= lanes
	v.add(to, lanes)
}

// useUndefined tells the observer of lanes that use an undefined value of a register.
func (w *warp) useUndefined(slot int32, lanes trace.Mask) {
	v := &w.undefined[slot]
	for rest := v.mask & lanes; rest != 0; rest &= rest - 1 {
		from := v.source[rest.First()]
		e := w.event(from.pc)
		e.Lanes = trace.MaskOf(int(from.lane), 1)
		w.worker.observer.Undefined(e, int(from.from))
	}
	v.mask &^= lanes
}

// followUndefined finds what an instruction, which the warp is about to execute, uses and
// computes of undefined values.
func (w *warp) followUndefined(in *inst) {
	lanes := w.mask
	if in.guard != 0 {
		w.useUndefined(in.guard, lanes)
		p := w.pred(in.guard)
		if in.not {
			p = ^p
		}
		lanes &= p
	}
	switch in.ir.Op {
	case ir.Call, ir.Args: // their moves are followed
		return
	case ir.Shfl: // the value is followed with the lanes that it comes from
		w.useOperands(in.ir.Src[1:], lanes)
		return
	}
	var result undefinedLanes
	if facts := in.ir.Op.Facts(); facts.Effect || facts.Memory || in.ir.Op == ir.Tex {
		w.useOperands(in.ir.Src, lanes)
	} else {
		w.addOperands(&result, in, lanes)
	}
	for _, d := range in.ir.Dst {
		w.undefined[d].assign(&result, lanes)
	}
}

func (w *warp) useOperands(list []ir.Operand, lanes trace.Mask) {
	for _, o := range list {
		if o.IsReg {
			w.useUndefined(int32(o.Reg), lanes)
		}
	}
}

// addOperands adds what an instruction computes from undefined values. A selection takes one
// operand; and and or of predicates are decided by one defined operand that is false or true.
func (w *warp) addOperands(result *undefinedLanes, in *inst, lanes trace.Mask) {
	u := w.undefined
	switch op := in.ir.Op; {
	case op == ir.Selp:
		p := w.pred(in.c)
		result.add(&u[in.a], lanes&p)
		result.add(&u[in.b], lanes&^p)
		result.add(&u[in.c], lanes)
	case (op == ir.And || op == ir.Or) && in.ir.Type == ir.Pred:
		decides := func(slot int32) trace.Mask {
			p := w.pred(slot)
			if op == ir.And {
				p = ^p
			}
			return p &^ u[slot].mask
		}
		result.add(&u[in.a], lanes&^decides(in.b))
		result.add(&u[in.b], lanes&^decides(in.a))
	default:
		for _, o := range in.ir.Src {
			if o.IsReg {
				result.add(&u[o.Reg], lanes)
			}
		}
	}
}

// followMove follows a move of an argument or a result.
func (w *warp) followMove(in *inst) {
	if w.undefined != nil {
		w.undefined[in.dst].assign(&w.undefined[in.a], w.mask)
	}
}

// followShuffle notes which lanes get undefined values: those whose source brings none, and
// those whose source brings one that is undefined.
func (w *warp) followShuffle(in *inst, from *[arch.MaxLanes]uint8, missing trace.Mask) {
	if w.worker.observer.Undefined == nil || w.undefined == nil && missing&w.mask == 0 {
		return
	}
	if w.undefined == nil {
		w.undefined = make(undefinedValues, len(w.regs))
	}
	brought := &w.undefined[in.a]
	if w.meeting != nil {
		brought = &w.meeting.undefined
	}
	var result undefinedLanes
	for rest := w.mask; rest != 0; rest &= rest - 1 {
		lane := rest.First()
		switch at := int(from[lane]); {
		case missing.Has(lane):
			result.set(lane, undefinedSource{in.pc, uint8(lane), from[lane]})
		case brought.mask.Has(at):
			result.set(lane, brought.source[at])
		}
	}
	w.undefined[in.dst].assign(&result, w.mask)
}
