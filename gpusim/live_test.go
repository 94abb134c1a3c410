package gpusim_test

// Registers along a kernel: what is in use is no more than what was given, and
// values are in use from their first instruction to their last.

import (
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/kernels"
)

// TestLiveIsWithinRegisters: the allocator and the view count the same values.
func TestLiveIsWithinRegisters(t *testing.T) {
	for _, device := range []string{"8800 GTX", "C2050", "K40", "H200"} {
		dev := openNamed(t, device)
		for _, c := range kernels.Cases() {
			l, err := dev.LiveRegisters(c.Kernel, gpusim.Config{})
			if err != nil {
				t.Fatal(err)
			}
			most := 0
			for _, p := range l.Points {
				most = max(most, p.Registers)
			}
			if most > l.Registers || l.Registers > l.Limit {
				t.Errorf("%s on %s: %d in use, %d given, %d allowed", c.Name, device, most, l.Registers, l.Limit)
			}
		}
	}
}

// Waits loads a value long before it uses it.
func Waits(out, in []float32) {
	i := gpu.ThreadIdx.X
	early := gpu.LoadVolatile(&in[i])
	late := gpu.LoadVolatile(&in[2*i])
	gpu.StoreVolatile(&out[i], late)
	out[2*i] = early
}

func TestLiveNamesValues(t *testing.T) {
	l, err := open(t).LiveRegisters(Waits, gpusim.Config{})
	if err != nil {
		t.Fatal(err)
	}
	holds := map[string][]string{}
	for _, line := range l.Lines {
		holds[strings.TrimSpace(line.Source)] = line.Values
		if !strings.HasSuffix(line.File, "live_test.go") || line.Line == 0 {
			t.Errorf("got a line at %s:%d, want one of this file", line.File, line.Line)
		}
	}
	for _, tt := range []struct {
		source, value string
		want          bool
	}{
		{"late := gpu.LoadVolatile(&in[2*i])", "early", true},
		{"gpu.StoreVolatile(&out[i], late)", "late", true},
		{"gpu.StoreVolatile(&out[i], late)", "early", true},
		{"early := gpu.LoadVolatile(&in[i])", "late", false},
	} {
		if got := slices.Contains(holds[tt.source], tt.value); got != tt.want {
			t.Errorf("%s: holds %v, want %s among them %v", tt.source, holds[tt.source], tt.value, tt.want)
		}
	}
}

// TestResourcesOfALaunch: fewer registers, more stack.
func TestResourcesOfALaunch(t *testing.T) {
	dev := open(t)
	free, err := dev.Resources(kernels.Spill1, gpusim.Config{})
	if err != nil {
		t.Fatal(err)
	}
	tight, err := dev.Resources(kernels.Spill1, gpusim.Config{MaxRegisters: 32})
	if err != nil {
		t.Fatal(err)
	}
	if free.StackFrame != 0 || tight.StackFrame == 0 || tight.Registers > 32 || len(tight.Locals) == 0 {
		t.Errorf("got %d bytes and %d bytes in %d registers, for %v", free.StackFrame, tight.StackFrame, tight.Registers, tight.Locals)
	}
}

// Tallies counts in a loop that leads back to its head from two places.
func Tallies(out, in []int32, n int) {
	i := gpu.ThreadIdx.X
	var counts [4]int32
	for v := range n {
		c := int(in[v*n+i])
		for w := range counts {
			if c == w {
				counts[w]++
			}
		}
	}
	out[i] = counts[0] + 3*counts[1] + 5*counts[2] + counts[3]
}

// TestReasonsEnd: loops may count each other's rounds, and their reasons must not
// go round in circles.
func TestReasonsEnd(t *testing.T) {
	r, err := open(t).Resources(Tallies, gpusim.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Locals {
		if v.Name != "counts" || !strings.Contains(v.Why, "is not constant: ") {
			t.Errorf("got %v, want a reason for counts", v)
		}
	}
}
