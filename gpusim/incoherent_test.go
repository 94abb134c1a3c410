package gpusim_test

// L1 caches that do not know of each other: what a block reads after another
// has written.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// The kernels run on one SM more than there are: blocks 0 and SMs share an L1,
// and block 1 writes between them.

func relay(out, x []int32) {
	if b := gpu.BlockIdx.X; b == 1 {
		x[0] = 42
	} else {
		out[b] = x[0]
	}
}

func relayVolatile(out, x []int32) {
	if b := gpu.BlockIdx.X; b == 1 {
		x[0] = 42
	} else {
		out[b] = x[0]
		out[b] = gpu.LoadVolatile(&x[0])
	}
}

func relayAtomic(out, x []int32) {
	if b := gpu.BlockIdx.X; b == 1 {
		gpu.AtomicAdd(&x[0], 42)
	} else {
		out[b] = x[0]
		gpu.AtomicAdd(&x[1], 1) // in the same line
		out[b] = x[0]
	}
}

func relayFenced(out, x []int32) {
	if b := gpu.BlockIdx.X; b == 1 {
		x[0] = 42
	} else {
		gpu.Threadfence()
		out[b] = x[0]
	}
}

// relayOwn reads what the block wrote itself.
func relayOwn(out, x []int32) {
	b := gpu.BlockIdx.X
	out[b] = x[0]
	if b == 0 {
		x[0] = 42
	}
	gpu.SyncThreads()
	out[b] += x[0]
}

// relayReadOnly reads through the read-only cache what is written beside it.
func relayReadOnly(out, x []int32, same gpu.ReadOnly[int32]) {
	if b := gpu.BlockIdx.X; b == 1 {
		x[0] = 42
	} else {
		out[b] = same[0]
	}
}

// relayFar reads so much in between that the line leaves L1.
func relayFar(out, x []int32) {
	b := gpu.BlockIdx.X
	if b == 1 {
		x[0] = 42
		return
	}
	out[b] = x[0]
	if b == 0 {
		for i := 1; i < len(x); i++ {
			out[b] += x[i]
		}
	}
}

func TestIncoherent(t *testing.T) {
	const stale, fresh = 0, 42
	for _, tt := range []struct {
		name       string
		kernel     any
		off        bool
		incoherent map[string]int32 // what the last block reads
	}{
		{"plain", relay, false, map[string]int32{"C2050": stale, "H200": stale, "V100": stale, "K20c": fresh, "GTX 280": fresh}},
		{"coherent unless asked", relay, true, map[string]int32{"C2050": fresh, "H200": fresh}},
		{"volatile", relayVolatile, false, map[string]int32{"C2050": fresh, "H200": fresh}},
		{"after an atomic", relayAtomic, false, map[string]int32{"H200": fresh}},
		{"after a fence", relayFenced, false, map[string]int32{"H200": fresh}},
		{"own store", relayOwn, false, map[string]int32{"C2050": 84, "H200": 84}},
		{"read-only", relayReadOnly, false, map[string]int32{"K20c": stale, "H200": stale}},
		{"far", relayFar, false, map[string]int32{"C2050": fresh}},
	} {
		for device, want := range tt.incoherent {
			if got := lastRead(t, device, tt.kernel, !tt.off); got != want {
				t.Errorf("%s on %s: the last block reads %d, want %d", tt.name, device, got, want)
			}
		}
	}
}

// lastRead returns what the last block reads, which shares an SM with block 0.
func lastRead(t *testing.T, device string, kernel any, incoherent bool) int32 {
	dev := openNamed(t, device)
	blocks := dev.Spec().SMs + 1
	out := gpusim.Must(gpusim.Malloc[int32](dev, blocks))
	x := gpusim.Must(gpusim.Malloc[int32](dev, 1<<14))
	args := []any{out, x}
	if k := gpusim.Must(gpusim.Compile(kernel)); len(k.Parameters()) == 3 {
		args = append(args, x)
	}
	config := gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(1), Options: gpusim.Options{Incoherent: incoherent}}
	if _, err := dev.Launch(kernel, config, args...); err != nil {
		t.Fatalf("%s: %v", device, err)
	}
	return gpusim.Must(out.Host())[blocks-1]
}
