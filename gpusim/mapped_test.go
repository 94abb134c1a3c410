package gpusim_test

// Zero-copy: kernels that read and write memory of the host.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

func twice(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = 2 * in[i]
}

// TestZeroCopy reads from the host and writes to the device, and the other way.
func TestZeroCopy(t *testing.T) {
	const n = 4096
	dev := openNamed(t, "H200")
	host := gpusim.Must(gpusim.MallocMapped[float32](dev, n))
	mine := gpusim.Must(gpusim.Malloc[float32](dev, n)) // behind the host's, in front of it in memory
	for i := range host.Slice() {
		host.Slice()[i] = float32(i)
	}
	config := gpusim.Config{Grid: gpusim.Dim(n / 256), Block: gpusim.Dim(256)}
	read := gpusim.Must(dev.Launch(twice, config, mine, host))
	written := gpusim.Must(dev.Launch(twice, config, host, mine))
	if got := host.Slice()[n-1]; got != 4*(n-1) {
		t.Errorf("the host's last element: got %v, want %v", got, 4*(n-1))
	}
	const reads, writes = "lts__t_sectors_srcunit_tex_aperture_sysmem_op_read.sum", "lts__t_sectors_srcunit_tex_aperture_sysmem_op_write.sum"
	for _, tt := range []struct {
		rep  *gpusim.Report
		name string
		want float64
		ok   bool
	}{
		{read, reads, n / 8, true}, {read, "pcie__read_bytes.sum", 35 * n / 8, true}, {read, writes, 0, true},
		{written, writes, n / 8, true}, {written, "pcie__write_bytes.sum", 36 * n / 8, true}, {written, "sysmem_read_transactions", 0, true},
		{gpusim.Must(dev.Launch(twice, config, mine, mine)), reads, 0, false},
	} {
		if got, ok := tt.rep.Metric(tt.name); got != tt.want || ok != tt.ok {
			t.Errorf("%s: got %v (%v), want %v (%v)", tt.name, got, ok, tt.want, tt.ok)
		}
	}
	if err := host.Free(); err != nil {
		t.Error(err)
	}
}

func TestMappedMistakes(t *testing.T) {
	dev := openNamed(t, "H200")
	_, err := gpusim.MallocMapped[int](dev, 1)
	refused(t, "int", err, diag.ElementType, "64 bits")
	_, err = gpusim.MallocMapped[int32](dev, -1)
	refused(t, "a negative size", err, diag.NegativeSize, "MallocMapped of -1 int32")
	_, err = gpusim.MallocMapped[int32](openNamed(t, "GeForce 8800 GTX"), 1)
	refused(t, "a device without", err, diag.NoSetting, "do not reach memory of the host")
}

// TestMappedMemoryIsTheHosts: it is not the device's that is full.
func TestMappedMemoryIsTheHosts(t *testing.T) {
	dev := openNamed(t, "GeForce GTX 280")
	const most = 1 << 30
	gpusim.Must(gpusim.MallocMapped[uint8](dev, 1<<20))
	all := gpusim.Must(gpusim.Malloc[uint8](dev, most))
	if err := all.Free(); err != nil {
		t.Error(err)
	}
}
