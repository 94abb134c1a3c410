// Of equal elements the one wins that a lower thread holds, not the one of the first column.
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
	for k := 64; k > 0; k /= 2 {
		if t < k && best[t+k] > best[t] {
			best[t], place[t] = best[t+k], place[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best[0], place[0] // want `wrong result: places\[\d+\] has a wrong value` `which of two equal elements wins`
	}
}
