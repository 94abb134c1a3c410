// A thread has a segment.
package reduction

import "gpucourse/gpusim/gpu"

func Peaks(peaks, in []float32, start []int32, segments int) {
	s := gpu.BlockIdx.X*8 + gpu.ThreadIdx.X
	if gpu.ThreadIdx.X >= 8 || s >= segments {
		return
	}
	most := in[start[s]]
	for i := int(start[s]) + 1; i < int(start[s+1]); i++ {
		most = max(most, in[i]) // want anywhere `goal missed: \d+ sectors loaded, limit` `which threads load them at the same time`
	}
	peaks[s] = most
}
