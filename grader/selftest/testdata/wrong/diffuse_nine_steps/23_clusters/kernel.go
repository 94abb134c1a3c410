package clusters

import "gpucourse/gpusim/gpu"

// Diffuse gets fewer cells than it makes steps with them: the ninth step of nine needs nine cells.
//
//gpu:cluster 8
func Diffuse(out, in []int32, steps int) {
	const halo = 8
	cells := gpu.Shared[[2][256 + 2*halo]int32]()
	t, rank := gpu.ThreadIdx.X, gpu.ClusterRank()
	cells[0][halo+t] = in[256*gpu.BlockIdx.X+t]
	for s := range steps {
		now, next := &cells[s%2], &cells[1-s%2]
		if s%9 == 0 {
			gpu.ClusterSync()
			if t < halo {
				now[t] = gpu.MapShared(now, (rank+7)%8)[256+t]
			} else if t < 2*halo {
				now[256+t] = gpu.MapShared(now, (rank+1)%8)[t]
			}
			gpu.ClusterSync()
		}
		gpu.SyncThreads()
		next[halo+t] = (now[halo+t-1] + 2*now[halo+t] + now[halo+t+1]) >> 2 // want anywhere `wrong result`
		if k := s % 9; t > k && t < halo {
			next[t] = (now[t-1] + 2*now[t] + now[t+1]) >> 2
		} else if t >= halo && t < 2*halo-1-k {
			next[256+t] = (now[256+t-1] + 2*now[256+t] + now[256+t+1]) >> 2
		}
	}
	gpu.SyncThreads()
	out[256*gpu.BlockIdx.X+t] = cells[steps%2][halo+t]
}
