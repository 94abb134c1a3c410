// A lane counts the numbers that stand before its own, and stores it at that place.
package synchronization

import "gpucourse/gpusim/gpu"

func Sort(out, in []int32, rows int) {
	s := gpu.Shared[[8][32]int32]()
	row, lane, i := &s[gpu.ThreadIdx.X/32], gpu.LaneID(), gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	if i >= 32*rows {
		return
	}
	v, place := in[i], 0
	row[lane] = v
	gpu.SyncWarp()
	for k := range 32 {
		if row[k] < v || row[k] == v && k < lane {
			place++
		}
	}
	gpu.SyncWarp()
	row[place] = v
	gpu.SyncWarp()
	out[i] = row[lane]
}
