// Every thread adds the block's sum to the total.
package reduction

import "gpucourse/gpusim/gpu"

func Total(total, in []float32, n int) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	v := float32(0)
	for i := gpu.BlockIdx.X*256 + t; i < n; i += gpu.GridDim.X * 256 {
		v += in[i]
	}
	part[t] = v
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k {
			part[t] += part[t+k]
		}
		gpu.SyncThreads()
	}
	gpu.AtomicAdd(&total[0], part[0]) // want `wrong result: total\[0\] has a wrong value` `is each sum added once`
}
