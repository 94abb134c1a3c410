// Threads without an element bring 0, which is larger than everything.
package reduction

import "gpucourse/gpusim/gpu"

func Largest(values []float32, places []int32, in []float32, width int) {
	best, place := gpu.DynamicShared[float32](), gpu.DynamicShared[int32]()[128:]
	t, row := gpu.ThreadIdx.X, gpu.BlockIdx.X*width
	best[t], place[t] = 0, 0
	if t < width {
		best[t], place[t] = in[row+t], int32(t)
	}
	for c := t + 128; c < width; c += 128 {
		if x := in[row+c]; x > best[t] {
			best[t], place[t] = x, int32(c)
		}
	}
	gpu.SyncThreads()
	for k := 64; k > 0; k /= 2 {
		if t < k && (best[t+k] > best[t] || best[t+k] == best[t] && place[t+k] < place[t]) {
			best[t], place[t] = best[t+k], place[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best[0], place[0] // want `wrong result: values\[0\] has a wrong value` `what does a thread without an element contribute`
	}
}
