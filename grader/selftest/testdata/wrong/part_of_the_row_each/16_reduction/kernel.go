// Each thread looks at a stretch of the row, so that lanes are far apart.
package reduction

import (
	"math"

	"gpucourse/gpusim/gpu"
)

func Largest(values []float32, places []int32, in []float32, width int) {
	best, place := gpu.DynamicShared[float32](), gpu.DynamicShared[int32]()[128:]
	t, row := gpu.ThreadIdx.X, gpu.BlockIdx.X*width
	each := (width + 127) / 128
	v, at := float32(-math.MaxFloat32), 0
	for c := t * each; c < min((t+1)*each, width); c++ {
		if x := in[row+c]; x > v { // want `goal missed: 11139 sectors loaded, limit 4406.25` `columns t, t \+ 128`
			v, at = x, c
		}
	}
	best[t], place[t] = v, int32(at)
	gpu.SyncThreads()
	for k := 64; k > 0; k /= 2 {
		if t < k && (best[t+k] > best[t] || best[t+k] == best[t] && place[t+k] < place[t]) {
			best[t], place[t] = best[t+k], place[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best[0], place[0]
	}
}
