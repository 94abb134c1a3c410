package gpusim

// This file is what a device can do at most: the roofs of a roofline.

import "gpucourse/gpusim/arch"

// Peaks are the most that all SMs of a device do and are served in a second. What
// global loads do not have on a device is 0.
type Peaks struct {
	Float, Double float64 // operations on floats of 32 and of 64 bits: a product with a sum is two
	L1, L2, DRAM  float64 // bytes
}

// Peaks returns the most that the device can do.
func (d *Device) Peaks() Peaks { return PeaksOf(d.spec) }

// PeaksOf returns the most that a device can do, at the clock of its Spec.
func PeaksOf(s *Spec) Peaks {
	const fused = 2 // operations of a product with a sum
	hertz := float64(s.ClockMHz) * 1e6
	all := float64(s.SMs) * hertz
	p := Peaks{
		Float: fused * s.Clock.Ops[arch.ClassFloat].Rate * all, Double: fused * s.Clock.Ops[arch.ClassDouble].Rate * all,
		L2: s.Rates.L2BytesPerSecond, DRAM: s.Rates.DRAMBytesPerSecond,
	}
	if s.Global.GlobalInL1 {
		p.L1 = s.Rates.L1BytesPerCycle * all
	}
	return p
}

// Ridge is the arithmetic intensity from which on so many operations a second
// leave so many bytes a second enough time: operations a byte.
func Ridge(flops, bytes float64) float64 { return flops / bytes }
