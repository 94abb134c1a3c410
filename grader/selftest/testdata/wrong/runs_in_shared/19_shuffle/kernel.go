// Each lane looks at its row in shared memory.
package shuffle

import "gpucourse/gpusim/gpu"

func Runs(values, lengths, in []int32, rows int) {
	numbers := gpu.Shared[[128]int32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*128+gpu.ThreadIdx.X
	if i >= 32*rows {
		return
	}
	numbers[t] = in[i]
	gpu.SyncWarp()
	row, lane := numbers[t-t%32:][:32], t%32
	mine, run := 0, 0
	for k := 1; k < 32; k++ {
		if row[k] != row[k-1] { // want anywhere `goal missed: \d+ wavefronts of shared memory, limit 0` `know of each other without memory`
			run++
		}
		if k == lane {
			mine = run
		}
	}
	if lane == 0 || row[lane] != row[lane-1] {
		length := 1
		for lane+length < 32 && row[lane+length] == row[lane] {
			length++
		}
		values[i-lane+mine], lengths[i-lane+mine] = row[lane], int32(length)
	}
	if lane > run {
		values[i], lengths[i] = 0, 0
	}
}
