package gpusim_test

// This file tests what initcheck knows of what the host has written.

import (
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// halve reads all elements.
func halve(x []float32) { x[gpu.ThreadIdx.X] /= 2 }

// fill writes four elements at a time, and then reads each.
func fill(x []float32) {
	first := gpu.ThreadIdx.X * 4
	x[first], x[first+1], x[first+2], x[first+3] = 1, 2, 3, 4
	gpu.SyncThreads()
	for k := range 4 {
		x[first+k] = gpu.LoadVolatile(&x[first+k]) + 1
	}
}

// TestInitcheckOfParts: initcheck reports the elements that the host did not write.
func TestInitcheckOfParts(t *testing.T) {
	tests := []struct {
		name    string
		copies  [][2]int // elements from, to
		kernel  any
		threads int
		want    uint64 // elements that are read unwritten
	}{
		{"nothing", nil, halve, 32, 32},
		{"all", [][2]int{{0, 32}}, halve, 32, 0},
		{"the first", [][2]int{{0, 3}}, halve, 32, 29},
		{"the last", [][2]int{{5, 32}}, halve, 32, 5},
		{"some in between", [][2]int{{5, 9}}, halve, 32, 23}, // the five before are not known
		{"one after the other", [][2]int{{0, 3}, {3, 7}, {30, 32}}, halve, 32, 23},
		{"none of one", [][2]int{{4, 4}}, halve, 32, 32},
		{"the kernel the others", [][2]int{{0, 1}, {31, 32}}, fill, 8, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dev := open(t)
			x := gpusim.Must(gpusim.Malloc[float32](dev, 32))
			for _, c := range tt.copies {
				part := x.View(c[0], c[1])
				if err := part.CopyFrom(ramp(part.Len())); err != nil {
					t.Fatal(err)
				}
			}
			rep, err := dev.Check(gpusim.AllChecks, tt.kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(tt.threads)}, x)
			if err != nil {
				t.Fatal(err)
			}
			got := uint64(0)
			for _, f := range rep.Findings {
				got += f.Count
			}
			if got != tt.want {
				t.Errorf("got %d elements, want %d: %v", got, tt.want, rep)
			}
		})
	}
}

// addTo adds to what out holds.
func addTo(out, in []float32) { out[gpu.ThreadIdx.X] = in[gpu.ThreadIdx.X] + 0*out[gpu.ThreadIdx.X] }

// TestForWriting: an output that was uploaded counts as unwritten if the host says so.
func TestForWriting(t *testing.T) {
	for _, forWriting := range []bool{false, true} {
		dev := open(t)
		out, in := upload(t, dev, ramp(32)), upload(t, dev, ramp(32))
		if forWriting {
			out.ForWriting()
		}
		rep, err := dev.Check(gpusim.Initcheck, addTo, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out, in)
		if err != nil {
			t.Fatal(err)
		}
		if (rep.Errors() > 0) != forWriting {
			t.Errorf("for writing is %v: got %v", forWriting, rep)
		}
	}
}

// addAll adds up in what out holds, by an atomic.
func addAll(out, in []float32) { gpu.AtomicAdd(&out[0], in[gpu.ThreadIdx.X]) }

// neighbour writes an element of out and reads the next one.
func neighbour(out, in []float32) {
	out[gpu.ThreadIdx.X] = in[gpu.ThreadIdx.X]
	out[0] = out[gpu.ThreadIdx.X+1]
}

// readOut reads out alone.
func readOut(out, in []float32) { in[gpu.ThreadIdx.X] = out[gpu.ThreadIdx.X] }

// TestAdviceOnUnwritten: what to do about memory that nobody has written depends on what the
// memory is for.
func TestAdviceOnUnwritten(t *testing.T) {
	for _, tt := range []struct {
		kernel     any
		forWriting bool
		want       string
	}{
		{addTo, true, "the launch has to write it"},
		{addAll, true, "the launch has to write it"},
		{addTo, false, "let the kernel write each element"},
		{neighbour, false, "let the kernel write each element"},
		{addAll, false, "set it to zero before the launch: an atomic"},
		{readOut, false, "copy data to it"},
	} {
		dev := open(t)
		out, err := gpusim.Malloc[float32](dev, 64)
		if err != nil {
			t.Fatal(err)
		}
		if tt.forWriting {
			out.ForWriting()
		}
		rep, err := dev.Check(gpusim.Initcheck, tt.kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out, upload(t, dev, ramp(64)))
		if err != nil {
			t.Fatal(err)
		}
		if len(rep.Findings) == 0 || !strings.HasPrefix(rep.Findings[0].Hint, tt.want) {
			t.Errorf("got %+v, want the hint %q", rep.Findings, tt.want)
		}
	}
}
