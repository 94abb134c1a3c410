package cfront_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim"
)

// TestUnmasked launches warp functions without a mask, which devices from compute
// capability 7.0 on do not have.
func TestUnmasked(t *testing.T) {
	for name, call := range map[string]string{"__shfl": "__shfl(a[threadIdx.x], 3)", "__ballot": "__ballot(a[threadIdx.x])", "__any": "__any(a[threadIdx.x])", "__shfl_xor": "__shfl_xor(a[threadIdx.x], 1)"} {
		file := filepath.Join(t.TempDir(), "k.cu")
		if err := os.WriteFile(file, []byte("__global__ void K(int *a) {\n\ta[threadIdx.x] = "+call+";\n}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		k := gpusim.Must(gpusim.Must(gpusim.LoadFile(file)).Kernel("K"))
		for device, lacks := range map[string]bool{"H200": true, "V100": true, "K40": false} {
			dev := gpusim.Must(gpusim.Open(device))
			_, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, gpusim.Must(gpusim.Upload(dev, make([]int32, 32))))
			if want := name + " does not exist from compute capability 7.0 on"; lacks && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "k.cu:2")) {
				t.Errorf("%s on %s: got error %v, want %q in line 2", name, device, err, want)
			}
			if !lacks && err != nil {
				t.Errorf("%s on %s: got error %v, want none", name, device, err)
			}
		}
	}
}
