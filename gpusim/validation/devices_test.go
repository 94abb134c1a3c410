package validation

// This file checks, for every device, that whole launches show the latencies and rates of
// its Spec.

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/micro"
)

// bench launches on one device.
type bench struct {
	t    *testing.T
	dev  *gpusim.Device
	spec *arch.Spec
}

func newBench(t *testing.T, device string) *bench {
	t.Helper()
	dev := open(t, device)
	return &bench{t, dev, dev.Spec()}
}

// run launches a kernel without the passes that change its loops.
func (b *bench) run(kernel any, blocks, threads int, warm bool, args ...any) *gpusim.Report {
	b.t.Helper()
	config := gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads), Options: gpusim.Options{Warm: warm}, Without: micro.Plain}
	report, err := b.dev.Launch(kernel, config, args...)
	if err != nil {
		b.t.Fatal(err)
	}
	return report
}

// each returns the cycles per step, from launches with n and 2n iterations.
func (b *bench) each(steps int, kernel any, n int, warm bool, args ...any) float64 {
	b.t.Helper()
	few := b.run(kernel, 1, 1, warm, append([]any{n}, args...)...).Time.Cycles
	many := b.run(kernel, 1, 1, warm, append([]any{2 * n}, args...)...).Time.Cycles
	return (many - few) / float64(steps*n)
}

// chain uploads n elements, each of which holds the index of the element stride further on.
func (b *bench) chain(n, stride int) *gpusim.Buffer[uint32] {
	b.t.Helper()
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32((i + stride) % n)
	}
	buffer, err := gpusim.Upload(b.dev, words)
	if err != nil {
		b.t.Fatal(err)
	}
	return buffer
}

func zeros[T any](b *bench, n int) *gpusim.Buffer[T] {
	b.t.Helper()
	buffer, err := gpusim.Malloc[T](b.dev, n)
	if err != nil {
		b.t.Fatal(err)
	}
	return buffer
}

// level is a latency: that of the Spec and that of a chain of loads.
type level struct {
	name        string
	says, takes float64
}

// latencies returns the latencies of all levels that the device has.
func (b *bench) latencies() []level {
	k, m, word := &b.spec.Clock, &b.spec.Clock.Memory, zeros[uint32](b, 1)
	address := float64(k.Ops[arch.ClassWideMul].Latency + k.CrossLSU)
	index := float64(k.Ops[arch.ClassLogic].Latency + k.CrossLSU)
	const unrolled, warm, stride = 16, 4, 2048 // 8 KB apart
	const sharedChain = 4096 * 4               // bytes
	line := b.spec.Global.LineBytes / 4
	small, large := b.chain(16*line, line), b.chain(1<<20, stride)
	list := []level{{"float", float64(k.Ops[arch.ClassFloat].Latency), b.each(256, micro.FMALatency, 4, true, zeros[float32](b, 2))}}
	if b.spec.Shared.PerBlock >= sharedChain {
		list = append(list, level{"shared", float64(m.Shared) + index, b.each(unrolled, micro.ChaseShared, 16, true, 1, word)})
	}
	if b.spec.Global.GlobalInL1 {
		list = append(list, level{"L1", float64(m.L1) + address, b.each(unrolled, micro.Chase, 16, true, warm, small, word)})
	}
	if b.spec.Global.L2Bytes > 0 {
		list = append(list, level{"L2", float64(m.L2) + address, b.each(unrolled, micro.ChasePastL1, 16, true, warm, small, word)})
	}
	far := float64(m.Far) / 2 // every second line's home
	if m.RefreshEvery > 0 {   // on average
		far += float64(m.RefreshCycles*m.RefreshCycles) / float64(2*m.RefreshEvery)
	}
	return append(list, level{"memory", float64(m.DRAM) + far + address, b.each(unrolled, micro.Chase, 4, false, 0, large, word)})
}

func TestLatenciesAreTheSpecs(t *testing.T) {
	for _, name := range arch.Names() {
		list := newBench(t, name).latencies()
		for i, x := range list {
			t.Logf("%-18s %-7s says %5.0f, takes %6.1f", name, x.name, x.says, x.takes)
			if x.takes < 0.9*x.says || x.takes > 1.1*x.says {
				t.Errorf("%s: a step through %s takes %.1f cycles, the Spec says %.0f", name, x.name, x.takes, x.says)
			}
			if i > 0 && x.takes <= list[i-1].takes {
				t.Errorf("%s: a step through %s takes %.1f cycles, one through %s %.1f", name, x.name, x.takes, list[i-1].name, list[i-1].takes)
			}
		}
	}
}

// throughput returns how many lanes of a kernel's steps an SM executes per cycle. The
// kernel takes its number of iterations, other arguments and a word that it may write.
func (b *bench) throughput(kernel any, steps int, args ...any) float64 {
	b.t.Helper()
	threads := b.spec.Limits.ThreadsPerBlock
	args = append(args, zeros[float32](b, 1))
	few := b.run(kernel, 1, threads, true, append([]any{4}, args...)...).Time.Cycles
	many := b.run(kernel, 1, threads, true, append([]any{8}, args...)...).Time.Cycles
	return float64(4*steps*threads) / (many - few)
}

// TestUnitsReachTheirRates: the 192 cores of a Kepler SM need dual issue. Four independent
// chains leave a sixth of the cycles without a second instruction.
func TestUnitsReachTheirRates(t *testing.T) {
	for _, name := range arch.Names() {
		b := newBench(t, name)
		k := &b.spec.Clock
		check := func(what string, kernel any, rate float64, args ...any) {
			t.Helper()
			single := float64(k.Schedulers*b.spec.WarpSize) / float64(k.IssueCycles)
			least := 0.9 * min(rate, single)
			if rate > single {
				least = 0.85 * min(rate, single*float64(k.Issue))
			}
			rate = min(rate, single*float64(k.Issue))
			if got := b.throughput(kernel, 64, args...); got < least || got > 1.01*rate {
				t.Errorf("%s: %s in %.1f lanes a cycle, want %.1f", name, what, got, rate)
			}
		}
		check("float", micro.Ffma4, k.Ops[arch.ClassFloat].Rate, float32(0))
		if b.spec.Has(arch.Float64) {
			check("double", micro.DFma, k.Ops[arch.ClassDouble].Rate)
		}
	}
}

// copied returns the bytes per second of a long copy, without the launch and without what
// L2 keeps.
func (b *bench) copied() float64 {
	b.t.Helper()
	const vector, least = 16, 1 << 22
	n := max(least, b.spec.Global.L2Bytes) / vector
	in, out := zeros[gpu.Float4](b, 2*n), zeros[gpu.Float4](b, 2*n)
	defer in.Free()
	defer out.Free()
	const threads = 256
	took := func(n int) float64 {
		return b.run(micro.StreamCopy, 8*b.spec.SMs, threads, false, in, out, int64(n)).Time.Microseconds
	}
	return float64(2*vector*n) / (took(2*n) - took(n)) * 1e6
}

// families are devices of one kind, oldest first.
var families = [][]string{
	{"8800 GTX", "GTX 280", "GTX 980", "RTX 3090", "RTX 4090"},
	{"C2050", "K20c", "K40", "P100", "V100", "A100", "H100", "H200", "B200"},
	{"T4"}, {"Toy4"},
}

// largeL2 is the size of an L2, in bytes, from which copies that exceed it take seconds.
const largeL2 = 16 << 20

// TestStreamsReachTheMemorysRate: copies reach the memory's rate, and newer devices of a family
// copy faster. Of the devices with a large L2 only the measured one is tried. All of them:
//
//	go test ./gpusim/validation -every -run Streams -v
func TestStreamsReachTheMemorysRate(t *testing.T) {
	if testing.Short() {
		t.Skip("large copies on every device")
	}
	for _, family := range families {
		last := 0.0
		for _, name := range family {
			b := newBench(t, name)
			if b.spec.Global.L2Bytes > largeL2 && name != testSpec.Name && !*every {
				continue
			}
			rate, got := b.spec.Rates.DRAMBytesPerSecond, b.copied()
			if share := b.spec.Clock.Memory.DRAMShare; share > 0 {
				rate *= share
			}
			t.Logf("%-10s copies %7.1f of %7.1f GB/s", name, got/1e9, rate/1e9)
			if got < 0.85*rate || got > 1.05*rate {
				t.Errorf("%s copies %.1f GB/s of %.1f", name, got/1e9, rate/1e9)
			}
			if got <= last {
				t.Errorf("%s copies %.1f GB/s, the one before %.1f", name, got/1e9, last/1e9)
			}
			last = got
		}
	}
}

// TestFamiliesAreComplete: every device is in a family.
func TestFamiliesAreComplete(t *testing.T) {
	var listed []string
	for _, name := range slices.Concat(families...) {
		listed = append(listed, open(t, name).Spec().Name)
	}
	for _, name := range arch.Names() {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is in no family", name)
		}
	}
}

// TestTimesDoNotDependOnTheHost: reports are equal, byte for byte, for any number of
// workers.
func TestTimesDoNotDependOnTheHost(t *testing.T) {
	for _, name := range arch.Names() {
		var first []byte
		for _, workers := range []int{1, 3} {
			b := newBench(t, name)
			const n, threads = 1 << 12, 64
			config := gpusim.Config{Grid: gpusim.Dim(40), Block: gpusim.Dim(threads), Options: gpusim.Options{Workers: workers}}
			report, err := b.dev.Launch(micro.StreamCopy, config, zeros[gpu.Float4](b, n), zeros[gpu.Float4](b, n), int64(n))
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(report)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = text
			} else if !bytes.Equal(first, text) {
				t.Errorf("%s: another report with %d workers:\n%s\n%s", name, workers, first, text)
			}
		}
	}
}
