// No bank conflict, but neighbours first: a warp takes part as long as one of its lanes does.
package reduction

import (
	"math"

	"gpucourse/gpusim/gpu"
)

func Largest(values []float32, places []int32, in []float32, width int) {
	best, place := gpu.DynamicShared[float32](), gpu.DynamicShared[int32]()[128:]
	t, row := gpu.ThreadIdx.X, gpu.BlockIdx.X*width
	v, at := float32(-math.MaxFloat32), 0
	for c := t; c < width; c += 128 {
		if x := in[row+c]; x > v {
			v, at = x, c
		}
	}
	best[t], place[t] = v, int32(at)
	gpu.SyncThreads()
	for k := 1; k < 128; k *= 2 {
		if t%(2*k) == 0 {
			if best[t+k] > best[t] || best[t+k] == best[t] && place[t+k] < place[t] {
				best[t], place[t] = best[t+k], place[t+k] // want `goal missed: \d+ wavefronts of shared memory, limit 7200` `as long as one of its lanes compares`
			}
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best[0], place[0]
	}
}
