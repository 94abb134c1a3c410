// A warp has a segment, and its lanes compare in shared memory.
package reduction

import (
	"math"

	"gpucourse/gpusim/gpu"
)

func Peaks(peaks, in []float32, start []int32, segments int) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	s := gpu.BlockIdx.X*8 + gpu.ThreadIdx.X/32
	if s >= segments {
		return
	}
	lane, end := gpu.ThreadIdx.X%32, int(start[s+1])
	most := float32(-math.MaxFloat32)
	for i := int(start[s]) + lane; i < end; i += 32 {
		most = max(most, in[i])
	}
	part[t] = most
	gpu.SyncWarp()
	for k := 16; k > 0; k /= 2 {
		if lane < k {
			part[t] = max(part[t], part[t+k])
		}
		gpu.SyncWarp()
	}
	if lane == 0 {
		peaks[s] = part[t]
	}
}
