// The first element of the row begins the comparison, and warps finish it by shuffles.
package reduction

import "gpucourse/gpusim/gpu"

func Largest(values []float32, places []int32, in []float32, width int) {
	best, place := gpu.DynamicShared[float32](), gpu.DynamicShared[int32]()[128:]
	t := gpu.ThreadIdx.X
	row := in[gpu.BlockIdx.X*width:][:width]
	at := int32(min(t, width-1))
	v := row[at]
	for c := t + 128; c < width; c += 128 {
		if row[c] > v {
			v, at = row[c], int32(c)
		}
	}
	for d := 16; d > 0; d /= 2 {
		other, there := gpu.ShflXorSync(gpu.FullMask, v, d), gpu.ShflXorSync(gpu.FullMask, at, d)
		if other > v || other == v && there < at {
			v, at = other, there
		}
	}
	if t%32 == 0 {
		best[t/32], place[t/32] = v, at
	}
	gpu.SyncThreads()
	if t > 0 {
		return
	}
	for w := 1; w < 4; w++ {
		if best[w] > v || best[w] == v && place[w] < at {
			v, at = best[w], place[w]
		}
	}
	values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = v, at
}
