// All loads of a lane are under way before it compares: no segment has more than 13 times 32 elements.
package reduction

import "gpucourse/gpusim/gpu"

func Peaks(peaks, in []float32, start []int32, segments int) {
	const lanes = 32
	s := gpu.BlockIdx.X*8 + gpu.WarpID()
	if s >= segments {
		return
	}
	first, last := int(start[s])+gpu.LaneID(), int(start[s+1])-1
	var v [13]float32
	for k := range v {
		v[k] = in[min(first+k*lanes, last)]
	}
	most := v[0]
	for _, x := range v {
		most = max(most, x)
	}
	for i := first + len(v)*lanes; i <= last; i += lanes { // a segment of another length
		most = max(most, in[i])
	}
	for d := lanes / 2; d > 0; d /= 2 {
		most = max(most, gpu.ShflXorSync(gpu.FullMask, most, d))
	}
	if gpu.LaneID() == 0 {
		peaks[s] = most
	}
}
