package gpu

// This file holds shuffles, votes, matches and reductions: what the threads of one warp
// tell each other without memory. Every thread named in mask must make the same call.
//
// A shuffle may be given a width, a power of two: it then stays within segments
// of so many neighbouring lanes, which count their lanes from 0. Without one the
// whole warp is the segment.

import (
	"math"
	"reflect"

	"gpucourse/gpusim/internal/native"
)

// FullMask names all lanes of a warp.
const FullMask = 0xffffffff

// ShflSync returns the v of lane `lane` of the segment. CUDA: __shfl_sync(mask, v, lane, width).
func ShflSync[T Number](mask uint32, v T, lane int, width ...int) T {
	return shuffle("ShflSync", mask, v, width, func(_, first, size int) int { return first + lane&(size-1) })
}

// ShflUpSync returns the v of the lane delta below; lanes that have none in
// their segment keep their own v. CUDA: __shfl_up_sync(mask, v, delta, width).
func ShflUpSync[T Number](mask uint32, v T, delta int, width ...int) T {
	return shuffle("ShflUpSync", mask, v, width, func(self, first, _ int) int {
		return inside(self-delta, first, WarpSize)
	})
}

// ShflDownSync returns the v of the lane delta above; lanes that have none in
// their segment keep their own v. CUDA: __shfl_down_sync(mask, v, delta, width).
func ShflDownSync[T Number](mask uint32, v T, delta int, width ...int) T {
	return shuffle("ShflDownSync", mask, v, width, func(self, first, size int) int {
		return inside(self+delta, first, first+size)
	})
}

// ShflXorSync returns the v of the lane whose number is this one's xor
// laneMask. A lane in a later segment is out of reach, one in an earlier segment
// is not. CUDA: __shfl_xor_sync(mask, v, laneMask, width).
func ShflXorSync[T Number](mask uint32, v T, laneMask int, width ...int) T {
	return shuffle("ShflXorSync", mask, v, width, func(self, first, size int) int {
		return inside(self^laneMask, 0, first+size)
	})
}

// BallotSync returns the lanes of mask where p holds, bit i for lane i.
// CUDA: __ballot_sync(mask, p).
func BallotSync(mask uint32, p bool) uint32 {
	var set uint32
	for lane, q := range native.Self("gpu.BallotSync").Exchange("BallotSync", mask, p) {
		if q == true {
			set |= 1 << lane
		}
	}
	return set
}

// AnySync reports whether p holds in any lane of mask. CUDA: __any_sync(mask, p).
func AnySync(mask uint32, p bool) bool {
	for _, q := range native.Self("gpu.AnySync").Exchange("AnySync", mask, p) {
		if q == true {
			return true
		}
	}
	return false
}

// AllSync reports whether p holds in every lane of mask. CUDA: __all_sync(mask, p).
func AllSync(mask uint32, p bool) bool {
	for _, q := range native.Self("gpu.AllSync").Exchange("AllSync", mask, p) {
		if q == false {
			return false
		}
	}
	return true
}

// MatchAnySync returns the lanes of mask whose v has the same bits as the caller's.
// CUDA: __match_any_sync(mask, v).
func MatchAnySync[T Number](mask uint32, v T) uint32 {
	equal, _ := match("MatchAnySync", mask, v)
	return equal
}

// MatchAllSync returns the lanes of mask if the bits of v are the same in all of them,
// and 0 otherwise. CUDA: __match_all_sync(mask, v, &p), where p is whether that is not 0.
func MatchAllSync[T Number](mask uint32, v T) uint32 {
	equal, all := match("MatchAllSync", mask, v)
	if equal != all {
		return 0
	}
	return all
}

// match returns the lanes of mask whose v has the same bits as the caller's, and all
// lanes of mask that exist.
func match[T Number](name string, mask uint32, v T) (equal, all uint32) {
	for lane, x := range native.Self("gpu."+name).Exchange(name, mask, v) {
		if x == nil {
			continue
		}
		all |= 1 << lane
		if bitsOf(x.(T)) == bitsOf(v) {
			equal |= 1 << lane
		}
	}
	return equal, all
}

// bitsOf returns the bits of a number.
func bitsOf[T Number](v T) uint64 {
	x := reflect.ValueOf(v)
	switch {
	case x.CanInt():
		return uint64(x.Int())
	case x.CanUint():
		return x.Uint()
	}
	return math.Float64bits(x.Float()) // a wider float keeps different bits apart
}

// The functions below combine the v of all lanes of mask in one instruction, on devices of
// compute capability 8.0 and later.

// Word is what reductions of a warp work on.
type Word interface {
	~int32 | ~uint32 | ~int | ~uint
}

// ReduceAddSync returns the sum of the v of all lanes of mask. CUDA: __reduce_add_sync(mask, v).
func ReduceAddSync[T Word](mask uint32, v T) T {
	return reduce("ReduceAddSync", mask, v, func(a, b T) T { return a + b })
}

// ReduceMinSync returns the smallest v of all lanes of mask. CUDA: __reduce_min_sync(mask, v).
func ReduceMinSync[T Word](mask uint32, v T) T {
	return reduce("ReduceMinSync", mask, v, func(a, b T) T { return min(a, b) })
}

// ReduceMaxSync returns the largest v of all lanes of mask. CUDA: __reduce_max_sync(mask, v).
func ReduceMaxSync[T Word](mask uint32, v T) T {
	return reduce("ReduceMaxSync", mask, v, func(a, b T) T { return max(a, b) })
}

// ReduceAndSync returns the bits that the v of all lanes of mask have. CUDA: __reduce_and_sync(mask, v).
func ReduceAndSync(mask, v uint32) uint32 {
	return reduce("ReduceAndSync", mask, v, func(a, b uint32) uint32 { return a & b })
}

// ReduceOrSync returns the bits that the v of some lane of mask has. CUDA: __reduce_or_sync(mask, v).
func ReduceOrSync(mask, v uint32) uint32 {
	return reduce("ReduceOrSync", mask, v, func(a, b uint32) uint32 { return a | b })
}

// ReduceXorSync returns the bits that the v of an odd number of lanes of mask have.
// CUDA: __reduce_xor_sync(mask, v).
func ReduceXorSync(mask, v uint32) uint32 {
	return reduce("ReduceXorSync", mask, v, func(a, b uint32) uint32 { return a ^ b })
}

// reduce combines the v of all lanes of mask that exist.
func reduce[T any](name string, mask uint32, v T, combine func(a, b T) T) T {
	total, first := v, true
	for _, x := range native.Self("gpu."+name).Exchange(name, mask, v) {
		switch x, ok := x.(T); {
		case !ok:
		case first:
			total, first = x, false
		default:
			total = combine(total, x)
		}
	}
	return total
}

// ActiveMask returns the lanes that execute this call together. CUDA:
// __activemask(). A native run knows no lockstep and returns every lane of the
// warp that has not ended.
func ActiveMask() uint32 { return native.Self("gpu.ActiveMask").Alive() }

// nobody is no lane.
const nobody = -1

// inside returns a lane that is in [from, to), and nobody otherwise.
func inside(lane, from, to int) int {
	if lane < from || lane >= to {
		return nobody
	}
	return lane
}

// shuffle hands out the v of the lane that source picks for lane self of a
// segment of size lanes that begins at first. Beyond the segment the caller keeps its own v.
// A lane that does not exist or does not take part gives 0.
func shuffle[T Number](name string, mask uint32, v T, width []int, source func(self, first, size int) int) T {
	t, size := native.Self("gpu."+name), WarpSize
	if len(width) > 0 {
		size = width[0]
	}
	values := t.Exchange(name, mask, v)
	i := source(t.Lane(), t.Lane()&^(size-1), size)
	if i == nobody || i >= WarpSize {
		return v
	}
	taken, _ := values[i].(T)
	return taken
}
