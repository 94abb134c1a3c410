package simt

// This file multiplies and adds a warp's floats in vector registers, where
// the machine has them: the inner loop of most numeric kernels. The results
// are those of num.Fma32; when one is NaN the Go loop decides its bits.

import (
	"golang.org/x/sys/cpu"

	"gpucourse/gpusim/arch"
)

// The assembly holds exactly this many lanes.
const _ = -uint(arch.MaxLanes ^ 32)

// haveAVX says whether the assembly may run.
var haveAVX = cpu.X86.HasAVX2 && cpu.X86.HasFMA

//go:noescape
func fma32AVX(d, a, b, c *lanes[float32]) (nan bool)

//go:noescape
func fma32ScalarAVX(d *lanes[float32], a float32, b, c *lanes[float32]) (nan bool)

func fma32Lanes(d, a, b, c *lanes[float32]) {
	if !haveAVX || fma32AVX(d, a, b, c) {
		fma32LanesGo(d, a, b, c)
	}
}

func fma32Scalar(d *lanes[float32], a float32, b, c *lanes[float32]) {
	if !haveAVX || fma32ScalarAVX(d, a, b, c) {
		fma32ScalarGo(d, a, b, c)
	}
}
