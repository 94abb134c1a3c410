package gpusim_test

// Constant banks, parameters and uniform loads as a host program sees them.

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

var bankCoef gpu.Constant[[8]float32]

// scaled multiplies by a coefficient that all threads share.
func scaled(out []float32, by gpu.ReadOnly[float32], n int) {
	if i := gpu.ThreadIdx.X; i < n {
		out[i] = by[n] * bankCoef.V[3]
	}
}

func TestConstantBanks(t *testing.T) {
	k, err := gpusim.Compile(scaled)
	if err != nil {
		t.Fatal(err)
	}
	for device, want := range map[string][]string{
		"GeForce 8800 GTX": {"c[0x3][0x0] bankCoef [8]float32, 32 bytes"},
		"Tesla C2050":      {"c[0x0][0x8] gpu.BlockDim, 12 bytes", "c[0x0][0x14] gpu.GridDim, 12 bytes", "c[0x0][0x20] out, 8 bytes", "c[0x0][0x28] out.len, 4 bytes"},
		"H200":             {"c[0x0][0x0] gpu.BlockDim, 12 bytes", "c[0x0][0xc] gpu.GridDim, 12 bytes", "c[0x0][0x210] out, 8 bytes", "c[0x0][0x218] out.len, 4 bytes"},
	} {
		dev, err := gpusim.Open(device)
		if err != nil {
			t.Fatal(err)
		}
		got := k.ConstantBanks(dev.Spec())
		for i, line := range want {
			if i >= len(got) || got[i].String() != line {
				t.Errorf("%s: got %v, want entry %d to be %s", device, got, i, line)
			}
		}
	}
	loads := fmt.Sprint(k.GlobalLoads())
	if want := "[{constants_test.go 20 by true }]"; loads != want {
		t.Errorf("got global loads %s, want %s", loads, want)
	}
}

// block is a parameter of so many bytes.
type (
	block256  struct{ Data [256]uint8 }
	block257  struct{ Data [257]uint8 }
	block4096 struct{ Data [4096]uint8 }
	block4097 struct{ Data [4097]uint8 }
)

func takes256(block256)   { gpu.SyncThreads() }
func takes257(block257)   { gpu.SyncThreads() }
func takes4096(block4096) { gpu.SyncThreads() }
func takes4097(block4097) { gpu.SyncThreads() }

// TestParameterLimits: 4 KB of parameters since cc 2.0, 256 bytes before.
func TestParameterLimits(t *testing.T) {
	for _, tt := range []struct {
		device   string
		kernel   any
		argument any
		fits     bool
	}{
		{"GeForce 8800 GTX", takes256, block256{}, true},
		{"GeForce 8800 GTX", takes257, block257{}, false},
		{"Tesla C2050", takes4096, block4096{}, true},
		{"Tesla C2050", takes4097, block4097{}, false},
		{"H200", takes4096, block4096{}, true},
		{"H200", takes4097, block4097{}, false},
	} {
		dev, err := gpusim.Open(tt.device)
		if err != nil {
			t.Fatal(err)
		}
		_, err = dev.Launch(tt.kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, tt.argument)
		if tt.fits {
			if err != nil {
				t.Errorf("%s with %T: got %v, want it to run", tt.device, tt.argument, err)
			}
			continue
		}
		refused(t, tt.device, err, diag.ParamsTooLarge, "the parameters of takes")
	}
}

// TestLoadsInCUDA: what is said of the loads of a kernel in CUDA C has the words of CUDA C.
func TestLoadsInCUDA(t *testing.T) {
	k := gpusim.Must(gpusim.Must(gpusim.LoadText("k.cu", "__global__ void K(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x]; }")).Kernel("K"))
	loads := k.GlobalLoads()
	if len(loads) != 1 || !strings.Contains(loads[0].Why, "threadIdx.x") || strings.Contains(loads[0].Why, "gpu.") {
		t.Errorf("got %v, want one load whose address depends on threadIdx.x", loads)
	}
}
