package simt

// This file holds special registers, addresses of objects, shuffles, votes and matches.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/trace"
)

// execSpecial reads a special register.
func execSpecial(w *warp, in *inst) {
	wk := w.worker
	switch m := in.ir.Mod; m {
	case ir.TidX, ir.TidY, ir.TidZ:
		w.copyValue(in, &wk.threadIdx[w.index][m-ir.TidX])
	case ir.CtaidX, ir.CtaidY, ir.CtaidZ:
		w.setScalar(in, uint64(launch.Axis(wk.block, m-ir.CtaidX)))
	case ir.LaneID:
		dy := int64(w.shape.width)
		if w.shape.rows == 1 {
			dy = 0
		}
		w.setAffine(in, 0, bitInt(w.shape.width > 1), dy)
	case ir.WarpID:
		w.setScalar(in, uint64(w.index))
	case ir.ClusterRank:
		w.setScalar(in, uint64(wk.rank))
	case ir.SMID:
		w.setScalar(in, uint64(wk.index%wk.p.spec.SMs))
	case ir.NumSMs:
		w.setScalar(in, uint64(wk.p.spec.SMs))
	default:
		v, ok := wk.launch.Special(m)
		if !ok {
			panic("BUG: special register " + m.String())
		}
		w.setScalar(in, uint64(v))
	}
}

// execClock reads a clock. Time is not modelled here: each instruction of the warp takes one unit.
func execClock(w *warp, in *inst) {
	w.setScalar(in, w.clock-w.worker.p.blocks[w.block].instructions+uint64(w.ip))
}

func bitInt(b bool) int64 { return int64(bit(b)) }

// execAddrOf writes the address of an object in its space.
func execAddrOf(w *warp, in *inst) {
	k := w.worker.p.Kernel
	v := k.Var(in.ir.Root)
	switch v.Kind {
	case ir.ParamSlice, ir.GlobalVar:
		w.setScalar(in, w.worker.launch.Windows[in.ir.Root-1].Lo)
	case ir.DynamicShared:
		w.setScalar(in, uint64(w.worker.p.DynamicOffset()))
	default:
		at := v.Offset
		if v.Func != 0 {
			at += w.frame.sp
		}
		w.setScalar(in, uint64(at))
	}
}

// execShfl gives each lane the value of another lane of its segment of width
// lanes. idx reads lane b, up the lane b below, down the lane b above, bfly the
// lane i xor b. Where that lane is outside the segment, the caller reads its own value.
// Where it brings no value, CUDA defines none; the result is 0, as on an H100
// (validation/h100/masks.txt), and with Launch.Shuffle a large number.
func execShfl(w *warp, in *inst) {
	masks, named, ok := w.memberMasks(in, in.shfl.mask)
	if !ok {
		return
	}
	width, ok := w.segmentWidths(in)
	if !ok {
		return
	}
	a, present := w.exchanged(in)
	if a.kind == scalar && w.undefined == nil && present&named == w.lanes && w.regs[in.shfl.mask].kind == scalar {
		w.copyValue(in, a)
		return
	}
	from, undefined := w.sources(in, masks, width, present)
	var word uint32
	var long uint64
	if seed := w.worker.launch.Shuffle; seed != 0 {
		word, long = undefinedWord|uint32(seed)<<31, undefinedLong|seed<<63
	}
	if a.wide {
		permute(lanesOf[uint64](w.beginWrite(in)), *lanesOf[uint64](w.expand(a)), &from, undefined, long)
	} else {
		permute(lanesOf[uint32](w.beginWrite(in)), *lanesOf[uint32](w.expand(a)), &from, undefined, word)
	}
	w.endWrite(in)
}

// sources returns the lane that each lane's value of a shuffle comes from, and the lanes that
// get an undefined value.
func (w *warp) sources(in *inst, masks, width *lanes[uint32], present trace.Mask) (from [arch.MaxLanes]uint8, undefined trace.Mask) {
	n := lanesOf[uint32](w.expand(&w.regs[in.b]))
	for i := range from {
		src := shflSource(in.ir.Mod, i, int(int32(n[i])), int(width[i]))
		if src < 0 || src >= arch.MaxLanes {
			src = i
		}
		if !(present & trace.Mask(masks[i])).Has(src) {
			undefined |= 1 << i
		}
		from[i] = uint8(src)
	}
	w.followShuffle(in, &from, undefined)
	return from, undefined
}

// segmentWidths returns the segment width of a shuffle for each lane. It faults
// unless active lanes pass a power of two up to the warp size: CUDA defines no
// others.
func (w *warp) segmentWidths(in *inst) (*lanes[uint32], bool) {
	l := lanesOf[uint32](w.expand(&w.regs[in.shfl.width]))
	most := uint32(w.worker.p.spec.WarpSize)
	for i, n := range l {
		if w.mask.Has(i) && (n == 0 || n > most || n&(n-1) != 0) {
			w.fault(in.ir, diag.ShuffleWidth, "let the width be a constant such as 4, 8 or 16",
				"the width %d of a shuffle is no power of two from 1 to %d; %s", int32(n), most, w.describeLane(i))
			return l, false
		}
	}
	return l, true
}

// shflSource returns the lane that lane i reads; −1 when it is outside of i's
// segment.
func shflSource(mode ir.Mod, i, n, width int) int {
	first := i &^ (width - 1)
	src := i
	switch mode {
	case ir.ShflIdx:
		return first | n&(width-1)
	case ir.ShflUp:
		src = i - n
	case ir.ShflDown:
		src = i + n
	case ir.ShflXor:
		src = i ^ n
	}
	if src < first && mode != ir.ShflXor || src >= first+width {
		return -1
	}
	return src
}

// undefinedWord and undefinedLong are large as integers and as floats. With their first bit
// they are negative.
const (
	undefinedWord uint32 = 0x7a5d3c1b
	undefinedLong uint64 = 0x7a5d3c17e96b4d2f
)

// permute gives each lane the value of the lane that it comes from, and nothing to undefined
// ones.
func permute[T uint32 | uint64](d *lanes[T], a lanes[T], from *[arch.MaxLanes]uint8, undefined trace.Mask, nothing T) {
	for i := range d {
		d[i] = a[from[i]&(arch.MaxLanes-1)]
	}
	for ; undefined != 0; undefined &= undefined - 1 {
		d[undefined.First()&(arch.MaxLanes-1)] = nothing
	}
}

// execVote combines a predicate over the present lanes of each lane's mask.
func execVote(w *warp, in *inst) {
	masks, _, ok := w.memberMasks(in, in.b)
	if !ok {
		return
	}
	voters, present := w.exchanged(in)
	yes := trace.Mask(voters.base)
	var any, all trace.Mask
	var ballot lanes[uint32]
	for i, m := range masks {
		here := trace.Mask(m) & present
		ballot[i] = uint32(yes & here)
		any |= bit(yes&here != 0) << i
		all |= bit(yes&here == here) << i
	}
	switch in.ir.Mod {
	case ir.VoteBallot:
		*lanesOf[uint32](w.beginWrite(in)) = ballot
		w.endWriteClassified(in, w.regs[in.b].kind != vector)
	case ir.VoteAny:
		w.setPred(in, any)
	case ir.VoteAll:
		w.setPred(in, all)
	}
}

// execMatch finds, among the present lanes of each lane's mask, those with the same bits.
func execMatch(w *warp, in *inst) {
	masks, _, ok := w.memberMasks(in, in.b)
	if !ok {
		return
	}
	var same lanes[uint32]
	a, present := w.exchanged(in)
	if a.wide {
		same = equalBits(lanesOf[uint64](w.expand(a)))
	} else {
		same = equalBits(lanesOf[uint32](w.expand(a)))
	}
	w.observeMatch(in, &same)
	d := lanesOf[uint32](w.beginWrite(in))
	for i, m := range masks {
		here := m & uint32(present)
		d[i] = same[i] & here
		if in.ir.Mod == ir.MatchAll && d[i] != here {
			d[i] = 0
		}
	}
	w.endWrite(in)
}

// reductions combine two values of a reduction.
var reductions = map[ir.Mod]func(a, b uint32, t ir.Type) uint32{
	ir.ReduxAdd: func(a, b uint32, _ ir.Type) uint32 { return a + b },
	ir.ReduxAnd: func(a, b uint32, _ ir.Type) uint32 { return a & b },
	ir.ReduxOr:  func(a, b uint32, _ ir.Type) uint32 { return a | b },
	ir.ReduxXor: func(a, b uint32, _ ir.Type) uint32 { return a ^ b },
	ir.ReduxMin: func(a, b uint32, t ir.Type) uint32 {
		if t.Signed() {
			return uint32(min(int32(a), int32(b)))
		}
		return min(a, b)
	},
	ir.ReduxMax: func(a, b uint32, t ir.Type) uint32 {
		if t.Signed() {
			return uint32(max(int32(a), int32(b)))
		}
		return max(a, b)
	},
}

// execRedux combines the values of the present lanes of each lane's mask.
func execRedux(w *warp, in *inst) {
	masks, _, ok := w.memberMasks(in, in.b)
	if !ok {
		return
	}
	a, present := w.exchanged(in)
	values, combine := *lanesOf[uint32](w.expand(a)), reductions[in.ir.Mod]
	d := lanesOf[uint32](w.beginWrite(in))
	var sum uint32
	var of trace.Mask // the lanes that sum is of
	for i, m := range masks {
		if here := trace.Mask(m) & present; here != of {
			sum, of = reduced(&values, here, combine, in.ir.Type), here
		}
		d[i] = sum
	}
	w.endWriteClassified(in, true)
}

// reduced combines the values of some lanes; 0 of none.
func reduced(values *lanes[uint32], of trace.Mask, combine func(a, b uint32, t ir.Type) uint32, t ir.Type) (sum uint32) {
	for rest := of; rest != 0; rest &= rest - 1 {
		if v := values[rest.First()]; rest == of {
			sum = v
		} else {
			sum = combine(sum, v, t)
		}
	}
	return sum
}

// observeMatch tells the observer how many values a match looks for: one if it asks whether
// all lanes hold the same.
func (w *warp) observeMatch(in *inst, same *lanes[uint32]) {
	f := w.worker.observer.Match
	if f == nil {
		return
	}
	values, rest := 0, uint32(w.mask)
	for rest != 0 && (values == 0 || in.ir.Mod == ir.MatchAny) {
		values++
		rest &^= same[trace.Mask(rest).First()]
	}
	if w.meeting != nil {
		w.meeting.values = values // the observer is notified when the lanes continue
		return
	}
	f(w.event(in.pc), values)
}

// equalBits returns, for each lane, the lanes that hold the same.
func equalBits[T uint32 | uint64](a *lanes[T]) (same lanes[uint32]) {
	for i, x := range a {
		for j, y := range a {
			same[i] |= uint32(bit(x == y)) << j
		}
	}
	return same
}
