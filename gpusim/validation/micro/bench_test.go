package micro

// This file launches the kernels and takes the time of their timed parts.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
)

// lanes is a warp of the measured device.
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

// launch is one launch: of a kernel, in a shape, compiled by some passes.
type launch struct {
	kernel any
	shape
	passes string
	cold   bool    // caches hold nothing
	pastL1 bool    // as __ldcg
	around float64 // cycles between the clocks that are not in the loop
}

// cycles is what a launch takes.
func (b *bench) cycles(l launch, args ...any) float64 {
	b.t.Helper()
	rep, err := b.device.Launch(l.kernel, gpusim.Config{
		Options: gpusim.Options{Full: true, Warm: !l.cold, Progress: func(int, int) {}}, Grid: gpusim.Dim(l.blocks), Block: gpusim.Dim(l.threads), Passes: l.passes, PastL1: l.pastL1,
	}, args...)
	if err != nil {
		b.t.Fatal(err)
	}
	return rep.Time.Cycles
}

// What the measured kernels have between their clocks before and after the loop,
// and these have not, in cycles: the tests for three copies of the loop, as the
// stall counts of the machine code add up, and in throughput.cu the load of the
// count (98, latency_const bytes=4096). For chains, the rows of 4, 16 and 64 KB say
// the same: the shorter the chain the more a step takes, 205 to 230 cycles in all.
const (
	aroundLoop  = 66 + 98
	aroundChain = 205
)

// timed is what n iterations of the timed part take, which the kernel's first
// parameter counts, and what is around it.
func (b *bench) timed(l launch, n int, args ...any) float64 {
	b.t.Helper()
	with := b.cycles(l, append([]any{n}, args...)...)
	return with - b.cycles(l, append([]any{0}, args...)...) + l.around
}

// between is what n more iterations take than n do: nothing else that is measured.
func (b *bench) between(l launch, n int, args ...any) float64 {
	b.t.Helper()
	return b.cycles(l, append([]any{2 * n}, args...)...) - b.cycles(l, append([]any{n}, args...)...)
}

// micros is what a launch takes in microseconds.
func (b *bench) micros(l launch, args ...any) float64 { return b.cycles(l, args...) / b.clock }

// chain fills the words of p at multiples of stride with a ring in random order,
// as micro.cu does, of which only the first so many links are needed.
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

// upload brings a slice to the device.
func upload[T any](b *bench, host []T) *gpusim.Buffer[T] {
	return gpusim.Must(gpusim.Upload(b.device, host))
}

// vectors is a buffer of so many float4.
func (b *bench) vectors(n int) *gpusim.Buffer[gpu.Float4] { return zeros[gpu.Float4](b.device, n) }
