package micro

// This file holds chains of loads: each load returns the address of the next. nvcc unrolled
// them by sixteen.

import "gpucourse/gpusim/gpu"

// Chase follows p from element 0 for 16·warm steps, which fill the caches, then for 16·n
// steps.
func Chase(n, warm int, p, sink []uint32) {
	j := uint32(0)
	for range warm {
		for range 16 {
			j = p[j]
		}
	}
	for range n {
		for range 16 {
			j = p[j]
		}
	}
	sink[0] = j
}

// ChasePastL1 is Chase with loads that bypass L1. CUDA: __ldcg.
func ChasePastL1(n, warm int, p, sink []uint32) {
	j := uint32(0)
	for range warm {
		for range 16 {
			j = gpu.LoadVolatile(&p[j])
		}
	}
	for range n {
		for range 16 {
			j = gpu.LoadVolatile(&p[j])
		}
	}
	sink[0] = j
}

// ChaseShared follows a chain of 4096 words of shared memory.
func ChaseShared(n, stride int, sink []uint32) {
	s := gpu.Shared[[4096]uint32]()
	for k := range 4096 {
		s[k] = uint32(k+stride) % 4096
	}
	j := uint32(0)
	for range n {
		for range 16 {
			j = s[j]
		}
	}
	sink[0] = j
}

// Chain is the chain of ChaseConst.
var Chain gpu.Constant[[16384]uint32]

// ChaseConst follows a chain in constant memory.
func ChaseConst(n, warm int, sink []uint32) {
	j := uint32(0)
	for range warm {
		for range 16 {
			j = Chain.V[j]
		}
	}
	for range n {
		for range 16 {
			j = Chain.V[j]
		}
	}
	sink[0] = j
}

// ConstSteps reads words of constant memory at a fixed distance, one after another. The
// words must be zeros.
func ConstSteps(n, step int, sink []uint32) {
	j, at := uint32(0), uint32(0)
	for range n {
		j = Chain.V[j+at]
		at += uint32(step)
	}
	sink[0] = j
}

// ConstLines is a chain of n loads of a warp. The parameters are the number of distinct
// words of a load, the distance between them, and the step from load to load. A first walk
// brings the words to the caches, as far as they fit.
func ConstLines(n, walk, lines, apart, step int, sink []uint32) {
	at, j := uint32(gpu.ThreadIdx.X%lines*apart), uint32(0)
	for k := range walk {
		j = Chain.V[(j+at+uint32(k)*16)&16383]
	}
	base := uint32(0)
	for range n {
		j = Chain.V[(j+at+base)&8191]
		base += uint32(step)
	}
	sink[0] = j
}

// BankLatency is a chain of loads of a whole warp with a stride between the words of its
// lanes.
func BankLatency(n, stride int, sink []uint32) {
	s := gpu.Shared[[4096]uint32]()
	lane := uint32(gpu.ThreadIdx.X)
	for k := lane; k < 4096; k += 32 {
		s[k] = 0
	}
	gpu.SyncWarp()
	j := uint32(0)
	for range n {
		for range 32 {
			j = s[(lane*uint32(stride)+j)&4095]
		}
	}
	if lane == 0 {
		sink[0] = j
	}
}

// fours is the number of groups of four lines that Fours reads.
const fours = 1 << 15

// Fours is chain.cu: loads of four lines, one pending load per warp. The parameters are the
// distances, in groups of four lines, between iterations, warps and blocks, and a factor
// for all of them.
func Fours(n int, p []gpu.Uint4, sink []uint32, turn, warp, block, all uint32) {
	t := uint32(gpu.ThreadIdx.X)
	lane, x := t%32, uint32(0)
	at := (uint32(gpu.BlockIdx.X)*block + t/32*warp) * all
	for range n {
		x = p[at%fours*32+lane+x].X
		at += turn * all
	}
	if x == 12345 {
		sink[0] = x
	}
}
