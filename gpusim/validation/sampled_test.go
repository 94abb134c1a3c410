package validation

// This file compares launches of which some blocks are executed with launches of all blocks.

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

// The required agreement.
const (
	sampledCounter = 0.01 // of a counter where blocks do not depend on data
	sampledInside  = 0.95 // of the counters where they do lie in their intervals
	sampledCycles  = 0.03 // geometric mean of the cycles
	sampledEach    = 0.10 // of the cycles of each launch
	sampledTraffic = 0.02 // of what DRAM reads and writes
	sampledRare    = 0.01 // events per block that a sample need not meet: Sampled.Unseen tells of them
)

// sampledQuick are the cases that are launched without -every.
var sampledQuick = regexp.MustCompile(`^(structs of 16 bytes|lower half|clusters)$`)

// sampledAgreement is how a sampled launch agrees with one of all blocks.
type sampledAgreement struct {
	counters        int
	outside         []string // counters that differ more than they may
	traffic, cycles string
	ratio           float64 // of cycles
	dram            float64 // by how much DRAM reads and writes more or less, as a part of both
}

// TestSampledLaunches compares a few launches, and asks of each that its counters agree. All launches, with every cycle of
// those of all blocks played, and the figures of all of them:
//
//	go test ./gpusim/validation -every -run SampledLaunches -v -timeout 60m
func TestSampledLaunches(t *testing.T) {
	m := gpusim.Must(gpusim.LoadFile("testdata/sampled.cu"))
	counters, outside, logs, launches := 0, 0, 0., 0
	for _, c := range sampledCases() {
		if !*every && *only == "" && !sampledQuick.MatchString(c.Name) || !regexp.MustCompile(*only).MatchString(c.Name) {
			continue
		}
		a := launchSampled(t, m, c)
		if a == nil {
			continue
		}
		if c.irregular {
			counters, outside = counters+a.counters, outside+len(a.outside)
		} else if len(a.outside) > 0 {
			t.Errorf("%s: %s", c.Name, strings.Join(a.outside, "; "))
		}
		if a.dram > sampledTraffic && c.traffic == "" || math.Abs(a.ratio-1) > sampledEach {
			t.Errorf("%s: %s, cycles %s", c.Name, a.traffic, a.cycles)
		}
		logs += math.Abs(math.Log(a.ratio))
		launches++
	}
	if *only != "" || launches == 0 {
		return
	}
	inside, mean := 1-float64(outside)/float64(counters), math.Exp(logs/float64(launches))-1
	t.Logf("%d launches: of %d counters of irregular kernels %.1f %% lie in their intervals; cycles differ by %.1f %% in the geometric mean", launches, counters, 100*inside, 100*mean)
	if !*every {
		return
	}
	if inside < sampledInside {
		t.Errorf("%.1f %% of the intervals have the truth", 100*inside)
	}
	if mean > sampledCycles {
		t.Errorf("cycles differ by %.1f %%", 100*mean)
	}
}

// launchSampled launches a case twice. It returns nil where no sample is taken.
func launchSampled(t *testing.T, m *gpusim.Module, c sampledCase) *sampledAgreement {
	t.Helper()
	kernel := c.Kernel
	if name, ok := kernel.(string); ok {
		kernel = gpusim.Must(m.Kernel(name))
	}
	dev := gpusim.Must(gpusim.Open(testSpec.Name))
	args := c.Args()
	for i := range args {
		args[i] = upload(t, dev, args[i])
	}
	launch := func(o gpusim.Options) (*gpusim.Report, time.Duration) {
		start := time.Now()
		report, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Shared: c.Shared, Options: o}, args...)
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		return report, time.Since(start)
	}
	some, took := launch(gpusim.Options{Sample: gpusim.SampleAlways})
	if some.Sampled == nil {
		if c.whole == "" || !tells(some, c.whole) {
			t.Errorf("%s: all blocks were executed: %v", c.Name, some.Diagnostics)
		}
		return nil
	}
	if c.whole != "" {
		t.Errorf("%s: some blocks were executed: %v", c.Name, some.Sampled)
	}
	counted, _ := launch(gpusim.Options{Sample: gpusim.SampleAlways, NoCaches: true})
	all, tookAll := launch(gpusim.Options{Full: *every || *only != ""})
	a := compareSampled(c, some, counted, all)
	t.Logf("%-36s %5.1f of %5.1f s, %5d of %6d blocks, %5d kinds: %d of %d counters off, %s, cycles %s", c.Name,
		took.Seconds(), tookAll.Seconds(), some.Sampled.Executed, some.Sampled.Blocks, some.Sampled.Kinds, len(a.outside), a.counters, a.traffic, a.cycles)
	if c.irregular && len(a.outside) > 0 {
		t.Logf("    %s", strings.Join(a.outside, "; "))
	}
	return a
}

// tells reports whether a report says why no sample was taken.
func tells(r *gpusim.Report, why string) bool {
	for _, d := range r.Diagnostics {
		if d.Code == diag.NotSampled && strings.Contains(d.Message, why) {
			return true
		}
	}
	return false
}

// compareSampled compares the metrics of two launches. counted has those that need neither caches nor time.
func compareSampled(c sampledCase, some, counted, all *gpusim.Report) *sampledAgreement {
	a := &sampledAgreement{ratio: some.Time.Cycles / all.Time.Cycles}
	for _, v := range counted.Metrics {
		name := v.Metric.Name
		got, _ := some.Metric(name)
		want, known := all.Metric(name)
		within := some.Sampled.Within[name] + 1e-9*math.Abs(want)
		if !c.irregular {
			within = max(within, sampledCounter*math.Abs(want))
		}
		if want > 0 && want < sampledRare*float64(some.Sampled.Blocks) {
			continue
		}
		if a.counters++; !known || math.Abs(got-want) > within {
			a.outside = append(a.outside, fmt.Sprintf("%s %.6g ± %.2g, not %.6g", name, got, some.Sampled.Within[name], want))
		}
	}
	differ, sum := 0., 0.
	for _, x := range []struct{ what, metric string }{{"read", "dram__bytes_read.sum"}, {"written", "dram__bytes_write.sum"}, {"L2", "lts__t_sectors_op_read.sum"}} {
		got, _ := some.Metric(x.metric)
		want, _ := all.Metric(x.metric)
		if strings.HasPrefix(x.metric, "dram") {
			differ, sum = differ+math.Abs(got-want), sum+want
		}
		if want > 0 {
			a.traffic += fmt.Sprintf("%s %+.1f %% of %.3g, ", x.what, 100*(got/want-1), want)
		}
	}
	a.dram = differ / max(1, sum)
	a.traffic = strings.TrimSuffix(a.traffic, ", ")
	a.cycles = fmt.Sprintf("%+.1f %% of %.0f", 100*(a.ratio-1), all.Time.Cycles)
	return a
}

// BenchmarkGridSize copies arrays of up to 2³² numbers: the time of a sampled launch does not grow with its grid, once it
// has more waves than are played.
func BenchmarkGridSize(b *testing.B) {
	const block = 256
	kernel := gpusim.Must(gpusim.Must(gpusim.LoadFile("testdata/sampled.cu")).Kernel("copyLong"))
	for bits := 10; bits <= 32; bits += 2 {
		n := 1 << bits
		b.Run(fmt.Sprintf("2^%d threads", bits), func(b *testing.B) {
			dev := gpusim.Must(gpusim.Open(testSpec.Name))
			in, out := gpusim.Must(gpusim.Malloc[float32](dev, n)), gpusim.Must(gpusim.Malloc[float32](dev, n))
			for b.Loop() {
				config := gpusim.Config{Grid: gpusim.Dim(n / block), Block: gpusim.Dim(block), Options: gpusim.Options{Sample: gpusim.SampleAlways}}
				report := gpusim.Must(dev.Launch(kernel, config, out, in))
				if report.Sampled != nil {
					b.ReportMetric(float64(report.Sampled.Executed), "blocks")
				}
			}
		})
	}
}
