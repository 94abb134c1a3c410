package gpusim_test

// This file counts the pages of managed memory that move.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// TestMigrations: the host fills 16 pages, a kernel works on a part of them, the
// host reads one element.
func TestMigrations(t *testing.T) {
	const page, elements = 64 << 10, 16 * (64 << 10) / 4
	for _, tt := range []struct {
		device      string
		made, moved int // pages of the host's, and pages that the kernel moved
		faults      int // of the kernel
		page        int
	}{
		{"H200", 16, 4, 3, page},               // the third fault brings the fourth page
		{"Tesla K20c", 256, 256, 256, 4 << 10}, // all, of 4 KiB
	} {
		dev := openNamed(t, tt.device)
		x := gpusim.Must(gpusim.MallocManaged[float32](dev, elements))
		for i := range x.Len() {
			x.Set(i, float32(i))
		}
		gpusim.Must(dev.Launch(Scale, gpusim.Config{Grid: gpusim.Dim(elements / 4 / 256), Block: gpusim.Dim(256)}, x, float32(2)))
		if got := x.At(5); got != 10 {
			t.Errorf("%s: element 5 is %v, want 10", tt.device, got)
		}
		want := report.Migrations{DeviceFaults: tt.faults, HostFaults: tt.made + 1, ToDevice: tt.moved * tt.page, ToHost: tt.page}
		if got := x.Migrations(); got != want {
			t.Errorf("%s: got %+v, want %+v", tt.device, got, want)
		}
		if p := gpusim.Must(dev.Pointer(x)); p.CUDAType() != "cudaMemoryTypeManaged (3)" || p.HostPointer != p.DevicePointer {
			t.Errorf("%s: the pointer is known as %+v", tt.device, p)
		}
		if err := x.Free(); err != nil {
			t.Error(err)
		}
	}
	_, err := gpusim.MallocManaged[float32](openNamed(t, "Tesla C2050"), 4)
	refused(t, "no managed memory", err, diag.NoSetting, "has no managed memory")
}

// TestFirstTouch: pages that the device touches first do not move.
func TestFirstTouch(t *testing.T) {
	dev := openNamed(t, "H200")
	x := gpusim.Must(gpusim.MallocManaged[float32](dev, 1<<14))
	gpusim.Must(dev.Launch(Scale, gpusim.Config{Grid: gpusim.Dim(64), Block: gpusim.Dim(256)}, x, float32(2)))
	if got, want := x.Migrations(), (report.Migrations{DeviceFaults: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
