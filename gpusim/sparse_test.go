//go:build linux || darwin

package gpusim_test

// Arrays that are larger than the memory of the machine that simulates.

import (
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

const sparseKernel = `__global__ void K(const unsigned *in, unsigned *out, long long far) {
  long long i = blockIdx.x * blockDim.x + threadIdx.x + blockIdx.x * far;
  out[i] = in[i];
}`

// TestLargerThanTheHost: two arrays take most of a device's 141 GB. A kernel copies some elements far apart, and the rest is
// neither filled nor written.
func TestLargerThanTheHost(t *testing.T) {
	const n, far, blocks, threads = 17e9, 4e9, 4, 64
	k := gpusim.Must(gpusim.Must(gpusim.LoadText("k.cu", sparseKernel)).Kernel("K"))
	dev := openNamed(t, "H200")
	in, out := gpusim.Must(dev.MallocArray(n, 4)), gpusim.Must(dev.MallocArray(n, 4))
	filled := 0
	ramp := func(first int, elements []byte) error {
		filled += len(elements)
		for i := 0; i < len(elements); i += 4 {
			binary.LittleEndian.PutUint32(elements[i:], uint32(first+i/4))
		}
		return nil
	}
	if err := in.FillWith(ramp); err != nil {
		t.Fatal(err)
	}
	rep, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads)}, in, out, int64(far))
	if err != nil {
		t.Fatal(err)
	}
	if most := 2 * blocks * 4096; filled == 0 || filled > most {
		t.Errorf("%d bytes are filled, want at most %d", filled, most)
	}
	for b := range blocks {
		at := b*far + b*threads + 5
		var got [4]uint32
		if err := out.View(at, at+len(got)).CopyTo(got[:]); err != nil {
			t.Fatal(err)
		}
		if got[3] != uint32(at+3) {
			t.Errorf("element %d is %d, want %d", at+3, got[3], uint32(at+3))
		}
	}
	if o := rep.Outputs; len(o) != 1 || o[0].SHA256 != "" || !strings.Contains(rep.String(), "68000000000 bytes") {
		t.Errorf("outputs %v, want one without a digest", o)
	}
}

// TestFillingFails: a launch returns the error of who fills an array.
func TestFillingFails(t *testing.T) {
	k := gpusim.Must(gpusim.Must(gpusim.LoadText("k.cu", sparseKernel)).Kernel("K"))
	dev := openNamed(t, "H200")
	in, out := gpusim.Must(dev.MallocArray(1<<25, 4)), gpusim.Must(dev.MallocArray(1<<10, 4))
	gone := func(int, []byte) error { return errors.New("the file is gone") }
	if err := in.FillWith(gone); err != nil {
		t.Fatal(err)
	}
	_, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, in, out, int64(0))
	if list := diag.ListOf(err); len(list) != 1 || !strings.Contains(err.Error(), "the file is gone") {
		t.Errorf("got %v, want the error of the filler", err)
	}
	if err := gpusim.Must(dev.MallocArray(4, 4)).FillWith(gone); err == nil {
		t.Error("a small array is filled in spite of an error")
	}
}

// TestIndexWraps: an index in an int that a large array would need in 64 bits is negative, and the message says why.
// In an array that is too small for the whole number, the index is only out of range.
func TestIndexWraps(t *testing.T) {
	const source = `__global__ void K(float *out, int row, int width) { int x = threadIdx.x; out[row * width + x] = 1; }`
	k := gpusim.Must(gpusim.Must(gpusim.LoadText("k.cu", source)).Kernel("K"))
	dev := openNamed(t, "H200")
	for n, want := range map[int]string{
		3 << 30: "index -2147483648 is out of range, it has 3221225472 elements: an int has 32 bits, in which 2147483648 becomes -2147483648; " +
			"thread.*compute the index in 64 bits, for example \\(long long\\)row \\* width \\+ x",
		1 << 31: "index -2147483648 is out of range, it has 2147483648 elements; thread.*guard the access: if \\(i >= 0\\)",
	} {
		out := gpusim.Must(dev.MallocArray(n, 4))
		_, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out, 1<<16, 1<<15)
		if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("%d elements: got %v, want a message like %s", n, err, want)
		}
		dev.Reset()
	}
}

// TestNothingIsCopied: arrays without elements are copied like others.
func TestNothingIsCopied(t *testing.T) {
	dev := gpusim.Must(gpusim.Open("H200"))
	a := gpusim.Must(dev.UploadArray([]float32{}))
	if err := a.CopyTo([]float32{}); err != nil {
		t.Error(err)
	}
}
