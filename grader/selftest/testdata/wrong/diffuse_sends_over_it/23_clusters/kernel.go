package clusters

import "gpucourse/gpusim/gpu"

// Diffuse has one place for what its neighbours send, and they send again before it has read.
//
//gpu:cluster 8
func Diffuse(out, in []int32, steps int) {
	const halo = 16
	cells := gpu.Shared[[2][256 + 2*halo]int32]()
	given := gpu.Shared[[2 * halo]int32]()
	t, rank := gpu.ThreadIdx.X, gpu.ClusterRank()
	cells[0][halo+t] = in[256*gpu.BlockIdx.X+t]
	gpu.ClusterSync()
	for s := range steps {
		now, next := &cells[s%2], &cells[1-s%2]
		k := s % halo
		if k == 0 {
			if t < halo {
				*gpu.MapShared(&given[halo+t], (rank+7)%8) = now[halo+t]
			} else if t >= 256-halo {
				*gpu.MapShared(&given[t-256+halo], (rank+1)%8) = now[halo+t]
			}
			gpu.ClusterSync()
			if t < halo {
				now[t] = given[t]
			} else if t < 2*halo {
				now[256+t] = given[t] // want anywhere `with no barrier of the cluster between`
			}
		}
		gpu.SyncThreads()
		next[halo+t] = (now[halo+t-1] + 2*now[halo+t] + now[halo+t+1]) >> 2
		if t > k && t < halo {
			next[t] = (now[t-1] + 2*now[t] + now[t+1]) >> 2
		} else if t >= halo && t < 2*halo-1-k {
			next[256+t] = (now[256+t-1] + 2*now[256+t] + now[256+t+1]) >> 2
		}
	}
	out[256*gpu.BlockIdx.X+t] = cells[steps%2][halo+t]
}
