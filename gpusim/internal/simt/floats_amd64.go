package simt

// This file computes with a warp's floats in vector registers, where the machine has them: most of the work of numeric
// kernels. When a result is NaN the Go loop decides its bits.

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

//go:noescape
func add32AVX(d, a, b *lanes[float32]) (nan bool)

//go:noescape
func add32ScalarAVX(d, a *lanes[float32], b float32) (nan bool)

//go:noescape
func sub32AVX(d, a, b *lanes[float32]) (nan bool)

//go:noescape
func mul32AVX(d, a, b *lanes[float32]) (nan bool)

//go:noescape
func mul32ScalarAVX(d, a *lanes[float32], b float32) (nan bool)

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

func add32Lanes(d, a, b *lanes[float32]) {
	if !haveAVX || add32AVX(d, a, b) {
		addFloats(d, a, b)
	}
}

func add32Scalar(d, a *lanes[float32], b float32) {
	if !haveAVX || add32ScalarAVX(d, a, b) {
		addFloat(d, a, b)
	}
}

func sub32Lanes(d, a, b *lanes[float32]) {
	if !haveAVX || sub32AVX(d, a, b) {
		subFloats(d, a, b)
	}
}

func mul32Lanes(d, a, b *lanes[float32]) {
	if !haveAVX || mul32AVX(d, a, b) {
		mulFloats(d, a, b)
	}
}

func mul32Scalar(d, a *lanes[float32], b float32) {
	if !haveAVX || mul32ScalarAVX(d, a, b) {
		mulFloat(d, a, b)
	}
}
