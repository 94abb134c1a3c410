package gpusim_test

// Launches of which some blocks are executed, against launches of all blocks.

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

// Sampled doubles an array in place.
func Sampled(x []float32, n int) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n {
		x[i] *= 2
	}
}

// SampledRows adds as many numbers as each row has.
func SampledRows(sum, in []float32, count []int32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	s := float32(0)
	for k := range count[i] {
		s += in[(i*7+int(k)*13)%len(in)]
	}
	sum[i] = s
}

// SampledShift needs what the next block writes.
func SampledShift(x []float32) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i+1 < len(x) {
		x[i] = x[i+1]
	}
}

// SampledTurn uses what an atomic found.
func SampledTurn(x []float32, turn []int32) {
	if gpu.ThreadIdx.X == 0 {
		x[gpu.AtomicAdd(&turn[0], 1)] = 1
	}
}

// SampledSpeaker prints.
func SampledSpeaker(x []float32) {
	if gpu.BlockIdx.X+gpu.ThreadIdx.X == 0 {
		gpu.Printf("%f\n", x[0])
	}
}

const sampledBlocks, sampledThreads = 6000, 64

func sampledConfig(s gpusim.Sampling) gpusim.Config {
	return gpusim.Config{Grid: gpusim.Dim(sampledBlocks), Block: gpusim.Dim(sampledThreads), Options: gpusim.Options{Sample: s}}
}

// sampledCounters are those of a launch that need neither caches nor time.
var sampledCounters = []string{"inst_executed", "thread_inst_executed", "gld_transactions", "gst_transactions", "global_load_requests", "inst_per_warp"}

// TestSampled: where blocks do the same, all counters are exact, traffic is within 3 % and time within 5 %. Memory is as
// before, what the launch would have written cannot be read, and equal launches give equal reports.
func TestSampled(t *testing.T) {
	const n = sampledBlocks*sampledThreads - 5
	dev := open(t)
	x := upload(t, dev, ramp(sampledBlocks*sampledThreads))
	some := launch(t, dev, Sampled, sampledConfig(gpusim.SampleAlways), x, n)
	if s := some.Sampled; s == nil || s.Executed >= sampledBlocks/2 || s.Kinds != 2 || s.Addresses.Nearby+s.Addresses.Rotated > 0 {
		t.Fatalf("sampled: %+v", s)
	}
	refused(t, "reading", x.CopyTo(make([]float32, 1)), diag.SampledMemory, "sampled launch of Sampled")
	if want := ramp(sampledBlocks * sampledThreads); !slices.Equal(x.Slice(), want) {
		t.Error("the launch has changed memory")
	}
	if again := launch(t, dev, Sampled, sampledConfig(gpusim.SampleAlways), x, n); !bytes.Equal(again.JSON(), some.JSON()) {
		t.Error("equal launches give different reports")
	}
	all := launch(t, dev, Sampled, sampledConfig(gpusim.SampleNever), x, n)
	for _, name := range sampledCounters {
		got, want := metric(t, some, name), metric(t, all, name)
		if got != want || want == 0 {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	for name, within := range map[string]float64{"dram_read_bytes": 0.03, "lts__t_sectors_srcunit_tex_op_write.sum": 0.03, "sm__cycles_elapsed.max": 0.05} {
		if got, want := metric(t, some, name), metric(t, all, name); math.Abs(got/want-1) > within {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if err := x.CopyTo(make([]float32, 1)); err != nil {
		t.Error(err)
	}
}

// TestSampledRows: where blocks differ, each counter says within which interval it lies, and does.
func TestSampledRows(t *testing.T) {
	dev := open(t)
	const rows = sampledBlocks * sampledThreads
	count := make([]int32, rows)
	for i := range count {
		count[i] = int32(i * i % 23)
	}
	sum, in, counts := upload(t, dev, ramp(rows)), upload(t, dev, ramp(rows)), upload(t, dev, count)
	some := launch(t, dev, SampledRows, sampledConfig(gpusim.SampleAlways), sum, in, counts)
	all := launch(t, dev, SampledRows, sampledConfig(gpusim.SampleNever), sum, in, counts)
	if some.Sampled == nil || some.Sampled.Kinds < 2 {
		t.Fatalf("sampled: %+v", some.Sampled)
	}
	for _, name := range sampledCounters {
		m := gpusim.Metrics().Lookup(name)
		got, want, within := metric(t, some, name), metric(t, all, name), some.Sampled.Within[m.Name]
		if math.Abs(got-want) > within+1e-9*want {
			t.Errorf("%s: got %v ± %v, want %v", name, got, within, want)
		}
		if within > 0.02*want {
			t.Errorf("%s: ± %v of %v", name, within, want)
		}
	}
}

// TestNotSampled: a launch whose blocks need each other, or that shows something, is executed whole and says why.
func TestNotSampled(t *testing.T) {
	for _, x := range []struct {
		kernel any
		args   func(dev *gpusim.Device) []any
		why    string
	}{
		{SampledShift, func(dev *gpusim.Device) []any { return []any{upload(t, dev, ramp(sampledBlocks*sampledThreads))} }, "reads memory that the kernel writes"},
		{SampledTurn, func(dev *gpusim.Device) []any {
			return []any{upload(t, dev, ramp(sampledBlocks)), upload(t, dev, make([]int32, 1))}
		}, "uses the old value of an atomic operation"},
		{SampledSpeaker, func(dev *gpusim.Device) []any { return []any{upload(t, dev, ramp(1))} }, "it prints"},
	} {
		dev := open(t)
		rep := launch(t, dev, x.kernel, sampledConfig(gpusim.SampleAlways), x.args(dev)...)
		if rep.Sampled != nil || len(rep.Diagnostics) != 1 {
			t.Fatalf("%s: sampled %v, %v", rep.Kernel, rep.Sampled, rep.Diagnostics)
		}
		refused(t, rep.Kernel, rep.Diagnostics[0], diag.NotSampled, x.why)
	}
}

// TestSampleLarge: a small launch is executed whole.
func TestSampleLarge(t *testing.T) {
	dev := open(t)
	x := upload(t, dev, ramp(sampledBlocks*sampledThreads))
	if rep := launch(t, dev, Sampled, sampledConfig(gpusim.SampleLarge), x, 100); rep.Sampled != nil || len(rep.Diagnostics) > 0 {
		t.Errorf("sampled %+v, %v", rep.Sampled, rep.Diagnostics)
	}
	host := make([]float32, 2)
	if err := x.CopyTo(host); err != nil || host[1] != 2*ramp(2)[1] {
		t.Errorf("got %v, %v", host, err)
	}
}

// metric returns a metric that a report has.
func metric(t *testing.T, r *gpusim.Report, name string) float64 {
	t.Helper()
	v, ok := r.Metric(name)
	if !ok {
		t.Fatalf("%s: no %s", r.Kernel, name)
	}
	return v
}
