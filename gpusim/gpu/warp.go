package gpu

// This file holds shuffles and votes: what the threads of one warp tell each
// other without memory. Every thread named in mask must make the same call.

import "gpucourse/gpusim/internal/native"

// FullMask names all lanes of a warp.
const FullMask = 0xffffffff

// ShflSync returns the v of lane `lane` of the warp. CUDA: __shfl_sync(mask, v, lane).
func ShflSync[T Number](mask uint32, v T, lane int) T {
	return shuffle("ShflSync", mask, v, func(_, size int) int { return lane & (size - 1) })
}

// ShflUpSync returns the v of the lane delta below; lanes that have none keep
// their own v. CUDA: __shfl_up_sync(mask, v, delta).
func ShflUpSync[T Number](mask uint32, v T, delta int) T {
	return shuffle("ShflUpSync", mask, v, func(self, _ int) int { return self - delta })
}

// ShflDownSync returns the v of the lane delta above; lanes that have none
// keep their own v. CUDA: __shfl_down_sync(mask, v, delta).
func ShflDownSync[T Number](mask uint32, v T, delta int) T {
	return shuffle("ShflDownSync", mask, v, func(self, _ int) int { return self + delta })
}

// ShflXorSync returns the v of the lane whose number is this one's xor
// laneMask. CUDA: __shfl_xor_sync(mask, v, laneMask).
func ShflXorSync[T Number](mask uint32, v T, laneMask int) T {
	return shuffle("ShflXorSync", mask, v, func(self, _ int) int { return self ^ laneMask })
}

// BallotSync returns the lanes of mask where p holds, bit i for lane i.
// CUDA: __ballot_sync(mask, p).
func BallotSync(mask uint32, p bool) uint32 {
	var set uint32
	for lane, q := range native.Self("gpu.BallotSync").Meet("BallotSync", mask, p) {
		if q == true {
			set |= 1 << lane
		}
	}
	return set
}

// AnySync reports whether p holds in any lane of mask. CUDA: __any_sync(mask, p).
func AnySync(mask uint32, p bool) bool {
	for _, q := range native.Self("gpu.AnySync").Meet("AnySync", mask, p) {
		if q == true {
			return true
		}
	}
	return false
}

// AllSync reports whether p holds in every lane of mask. CUDA: __all_sync(mask, p).
func AllSync(mask uint32, p bool) bool {
	for _, q := range native.Self("gpu.AllSync").Meet("AllSync", mask, p) {
		if q == false {
			return false
		}
	}
	return true
}

// ActiveMask returns the lanes that execute this call together. CUDA:
// __activemask(). A native run knows no lockstep and returns every lane of the
// warp that has not ended.
func ActiveMask() uint32 { return native.Self("gpu.ActiveMask").Alive() }

// shuffle hands out the v of the lane that from picks. A lane that does not
// exist or does not take part leaves the caller its own v.
func shuffle[T Number](name string, mask uint32, v T, from func(self, size int) int) T {
	t := native.Self("gpu." + name)
	values := t.Meet(name, mask, v)
	if i := from(t.Lane(), WarpSize); i >= 0 && i < WarpSize && values[i] != nil {
		return values[i].(T)
	}
	return v
}
