package clusters

import "gpucourse/gpusim/gpu"

// Diffuse keeps heat in registers, and meets its neighbours once in eight steps.
//
//gpu:cluster 8
func Diffuse(out, in []int32, steps int) {
	const halo = 8
	cells := gpu.Shared[[2][halo + 256 + halo + 2]int32]() // place 0 and the last one are never right
	given := gpu.Shared[[2][2 * halo]int32]()              // by the neighbours
	t, rank := gpu.ThreadIdx.X, gpu.ClusterRank()
	place, edge := 1+halo+t, 1+t // of the own cell, and of a copy
	if t >= halo {
		edge = 1 + 256 + t
	}
	if t < 2 {
		cells[t][0], cells[t][halo+256+halo+1] = 0, 0
	}
	heat, copied := in[256*gpu.BlockIdx.X+t], int32(0)
	gpu.ClusterSync()
	for begin := 0; begin < steps; begin += halo {
		turn := begin / halo % 2
		if t < halo {
			*gpu.MapShared(&given[turn][halo+t], (rank+7)%8) = heat
		} else if t >= 256-halo {
			*gpu.MapShared(&given[turn][t-(256-halo)], (rank+1)%8) = heat
		}
		gpu.ClusterSync()
		if t < 2*halo {
			copied = given[turn][t]
		}
		for s := range min(halo, steps-begin) {
			now := &cells[s%2]
			now[place] = heat
			if t < 2*halo {
				now[edge] = copied
			}
			gpu.SyncThreads()
			heat = (now[place-1] + 2*heat + now[place+1]) >> 2
			if t < 2*halo {
				copied = (now[edge-1] + 2*copied + now[edge+1]) >> 2
			}
		}
	}
	out[256*gpu.BlockIdx.X+t] = heat
}
