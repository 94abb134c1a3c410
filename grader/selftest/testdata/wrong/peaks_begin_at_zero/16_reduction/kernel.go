// What is compared begins with 0.
package reduction

import "gpucourse/gpusim/gpu"

func Peaks(peaks, in []float32, start []int32, segments int) {
	s := gpu.BlockIdx.X*8 + gpu.ThreadIdx.X/32
	if s >= segments {
		return
	}
	lane, end := gpu.ThreadIdx.X%32, int(start[s+1])
	most := float32(0)
	for i := int(start[s]) + lane; i < end; i += 32 {
		most = max(most, in[i])
	}
	for d := 16; d > 0; d /= 2 {
		most = max(most, gpu.ShflXorSync(gpu.FullMask, most, d))
	}
	if lane == 0 {
		peaks[s] = most // want anywhere `wrong result: peaks\[\d+\] has a wrong value` `all elements may be negative`
	}
}
