package micro

// This file launches the kernels and measures their timed parts.

import (
	"flag"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
)

// lanes is the warp size of the measured device.
const lanes = 32

// bench is the device that the kernels run on.
type bench struct {
	t      *testing.T
	device *gpusim.Device
	clock  float64 // MHz
	sink   *gpusim.Buffer[float32]
	word   *gpusim.Buffer[uint32]
	number *gpusim.Buffer[int32]
	added  map[int]atomicTimes // by words
	// asked counts the rows of the families that leave rows out.
	asked int
}

var every = flag.Bool("every", false, "simulate every row of the long families, not one in ten")

// leavesOut reports whether the next row of a long family is left out: one in ten stays.
func (b *bench) leavesOut() bool {
	const oneIn = 10
	b.asked++
	return !*every && b.asked%oneIn != 1
}

func newBench(t *testing.T) *bench {
	d := gpusim.Must(gpusim.Open("H200"))
	return &bench{
		t: t, device: d, clock: float64(d.Spec().ClockMHz),
		sink: zeros[float32](d, 1), word: zeros[uint32](d, 1), number: zeros[int32](d, 1),
		added: map[int]atomicTimes{},
	}
}

func zeros[T any](d *gpusim.Device, n int) *gpusim.Buffer[T] {
	return gpusim.Must(gpusim.Malloc[T](d, n))
}

// shape is a grid of blocks.
type shape struct{ blocks, threads int }

// launch is one launch: a kernel, its grid and block, and a choice of passes.
type launch struct {
	kernel any
	shape
	without gpusim.Passes
	cold    bool    // caches hold nothing
	pastL1  bool    // as __ldcg
	around  float64 // cycles between the clocks that are not in the loop
}

// cycles returns the cycles of a launch.
func (b *bench) cycles(l launch, args ...any) float64 {
	b.t.Helper()
	rep, err := b.device.Launch(l.kernel, gpusim.Config{
		Options: gpusim.Options{Full: true, Warm: !l.cold, Progress: func(int, int) {}}, Grid: gpusim.Dim(l.blocks), Block: gpusim.Dim(l.threads), Without: l.without, Settings: gpusim.Settings{PastL1: l.pastL1},
	}, args...)
	if err != nil {
		b.t.Fatal(err)
	}
	return rep.Time.Cycles
}

// Cycles of instructions that the measured kernels have between their clock reads and the
// Go kernels lack: the tests of three copies of the loop, from the stall counts of the
// machine code, and in throughput.cu the load of the iteration count (98, latency_const
// bytes=4096). The chains of 4, 16 and 64 KB confirm it: 205 to 230 cycles in total.
const (
	aroundLoop  = 66 + 98
	aroundChain = 205
)

// timed returns the cycles of n iterations of the timed part, and of the instructions
// around it. The kernel's first parameter is n.
func (b *bench) timed(l launch, n int, args ...any) float64 {
	b.t.Helper()
	with := b.cycles(l, append([]any{n}, args...)...)
	return with - b.cycles(l, append([]any{0}, args...)...) + l.around
}

// between returns the difference between 2n and n iterations, which contains nothing else.
func (b *bench) between(l launch, n int, args ...any) float64 {
	b.t.Helper()
	return b.cycles(l, append([]any{2 * n}, args...)...) - b.cycles(l, append([]any{n}, args...)...)
}

// micros returns the time of a launch in microseconds.
func (b *bench) micros(l launch, args ...any) float64 { return b.cycles(l, args...) / b.clock }

// chain fills the words of p at multiples of stride with a cycle in random order, as
// micro.cu does. Only the first links of the cycle are filled.
func chain(words, stride, links int) []uint32 {
	order := make([]uint32, 0, words/stride)
	for i := 0; i < words; i += stride {
		order = append(order, uint32(i))
	}
	s := uint32(7)
	for i := len(order) - 1; i > 0; i-- {
		s = cases.Step(s)
		j := int(s>>4) % (i + 1)
		order[i], order[j] = order[j], order[i]
	}
	for i, at := range order {
		if at == 0 {
			order[0], order[i] = order[i], order[0]
		}
	}
	p := make([]uint32, words)
	for i := range min(links, len(order)) {
		p[order[i]] = order[(i+1)%len(order)]
	}
	return p
}

// upload copies a slice to the device.
func upload[T any](b *bench, host []T) *gpusim.Buffer[T] {
	return gpusim.Must(gpusim.Upload(b.device, host))
}

// vectors returns a buffer of n float4.
func (b *bench) vectors(n int) *gpusim.Buffer[gpu.Float4] { return zeros[gpu.Float4](b.device, n) }
