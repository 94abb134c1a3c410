package arch

// This file computes what a device can do at most: the roofs of a roofline.

// Peaks are the highest rates of all SMs of a device together. A level that global
// loads do not use on the device has 0.
type Peaks struct {
	Float, Double float64 // operations per second on floats of 32 and 64 bits; a fused multiply-add is two
	L1, L2, DRAM  float64 // bytes per second
}

// Peaks returns the most that the device can do, at its clock.
func (s *Spec) Peaks() Peaks {
	const fused = 2 // operations of a product with a sum
	hertz := float64(s.ClockMHz) * 1e6
	all := float64(s.SMs) * hertz
	p := Peaks{
		Float: fused * s.Clock.Ops[ClassFloat].Rate * all, Double: fused * s.Clock.Ops[ClassDouble].Rate * all,
		L2: s.Rates.L2BytesPerSecond, DRAM: s.Rates.DRAMBytesPerSecond,
	}
	if s.Global.GlobalInL1 {
		p.L1 = s.Rates.L1BytesPerCycle * all
	}
	return p
}
