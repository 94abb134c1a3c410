package main

import (
	"fmt"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// Barriers
func Barriers(out []int32) {
	for range 64 {
		gpu.SyncThreads()
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = 1
}
func BarriersN(out []int32, n int) {
	for range n {
		gpu.SyncThreads()
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = 1
}
func WBarriersN(out []int32, n int) {
	for range n {
		gpu.SyncWarp()
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = 1
}
func FencesN(out []int32, n int) {
	for range n {
		gpu.Threadfence()
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = 1
}
func FencesBN(out []int32, n int) {
	for range n {
		gpu.ThreadfenceBlock()
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = 1
}
func FencesSN(out []int32, n int) {
	for range n {
		gpu.ThreadfenceSystem()
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = 1
}
func FencesStore(out []int32, n int) {
	for i := range n {
		out[gpu.ThreadIdx.X] = int32(i)
		gpu.Threadfence()
	}
}
func AtomSame(c []int32, n, stride int) {
	for range n {
		gpu.AtomicAdd(&c[(gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X)*stride], 1)
	}
}
func AtomSameU(c, out []int32, n, stride int) {
	s := int32(0)
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for range n {
		s += gpu.AtomicAdd(&c[i*stride], 1)
	}
	out[i] = s
}

func main() {
	dev := gpusim.Must(gpusim.Open("H200"))
	out, c := gpusim.Must(gpusim.Malloc[int32](dev, 1<<20)), gpusim.Must(gpusim.Malloc[int32](dev, 1<<20))
	active := func(k any, blocks, threads int, args ...any) float64 {
		t0 := time.Now()
		r := gpusim.Must(dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads), Options: gpusim.Options{Warm: true, Full: true}}, args...))
		_ = t0
		return r.Time.Cycles
	}
	for _, t := range []int{32, 64, 128, 256, 512, 1024} {
		a, b := active(BarriersN, 1, t, out, 64), active(BarriersN, 1, t, out, 1088)
		fmt.Print(t, " bar ", (b-a)/1024)
		a, b = active(WBarriersN, 1, t, out, 64), active(WBarriersN, 1, t, out, 1088)
		fmt.Print(" warp ", (b-a)/1024)
		a, b = active(FencesN, 1, t, out, 64), active(FencesN, 1, t, out, 1088)
		fmt.Print(" fence ", (b-a)/1024)
		a, b = active(FencesBN, 1, t, out, 64), active(FencesBN, 1, t, out, 1088)
		fmt.Print(" fenceb ", (b-a)/1024)
		a, b = active(FencesSN, 1, t, out, 64), active(FencesSN, 1, t, out, 1088)
		fmt.Print(" fences ", (b-a)/1024)
		a, b = active(FencesStore, 1, t, out, 64), active(FencesStore, 1, t, out, 1088)
		fmt.Println(" fencestore ", (b-a)/1024)
	}
	for _, blocks := range []int{1, 8, 64} {
		for _, s := range []int{0, 1, 8} {
			a, b := active(AtomSame, blocks, 256, c, 4, s), active(AtomSame, blocks, 256, c, 20, s)
			x, y := active(AtomSameU, blocks, 256, c, out, 4, s), active(AtomSameU, blocks, 256, c, out, 20, s)
			fmt.Println(blocks, s, (b-a)/16, (y-x)/16)
		}
	}
}
