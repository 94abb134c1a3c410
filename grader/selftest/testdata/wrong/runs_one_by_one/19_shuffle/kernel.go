// Each lane asks the other lanes one by one.
package shuffle

import "gpucourse/gpusim/gpu"

func Runs(values, lengths, in []int32, rows int) {
	i := gpu.BlockIdx.X*128 + gpu.ThreadIdx.X
	if i >= 32*rows {
		return
	}
	lane, v := gpu.ThreadIdx.X%32, in[i]
	last, run, mine, length := v, 0, 0, int32(1)
	for k := range 32 { // want anywhere `goal missed: \d+ warp instructions, limit` `look at the others one by one`
		other := gpu.ShflSync(gpu.FullMask, v, k)
		if k > 0 && other != last {
			run++
		}
		if k == lane {
			mine = run
		}
		if k > lane && run == mine {
			length++
		}
		last = other
	}
	before := gpu.ShflUpSync(gpu.FullMask, v, 1)
	if lane == 0 || v != before {
		values[i-lane+mine], lengths[i-lane+mine] = v, length
	}
	if lane > run {
		values[i], lengths[i] = 0, 0
	}
}
