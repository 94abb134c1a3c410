// Lane 0 looks at what the other lanes have found, one after the other, in shared memory.
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
	part[t] = most // want `is written by .*, and read by .*`
	if lane == 0 {
		for k := range 32 {
			most = max(most, part[t+k])
		}
		peaks[s] = most
	}
}
