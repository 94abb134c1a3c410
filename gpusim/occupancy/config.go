package occupancy

// This file divides an SM's memory between shared memory and L1.

import "gpucourse/gpusim/arch"

// SharedConfig returns how many bytes of an SM's memory become shared memory
// for a kernel. Where a kernel can prefer a division, it is the one preferred;
// where the size is fixed, that size.
//
// On later devices the driver chooses among Shared.Configs: the one that a
// carve-out asks for, and otherwise it does not say how. The rule is read from the 728 launches of gpusim/validation/h200, of
// which it gives 727: room for twice the resident blocks, once where an SM
// holds no more than two, but not more than the first configuration with half
// of the largest unless the resident blocks need it; for kernels without shared
// memory room for what the driver keeps of four times as many blocks as the SM
// has warps for. An SM never holds more than Limits.BlocksPerSM.
func SharedConfig(s *arch.Spec, d BlockResources) int {
	m := &s.Shared
	if m.Configs == nil || m.Splits[arch.CacheNone] > 0 {
		return m.PerSM
	}
	o := Occupy(s, d)
	if m.Carveout != 0 {
		return carved(m, o.BlockShared)
	}
	resident := min(o.Limits.Warps, o.Limits.Registers, o.Limits.Blocks)
	if d.Shared == 0 {
		return configOf(m, min(4*o.Limits.Warps, o.Limits.Blocks)*o.BlockShared)
	}
	wanted := resident
	if resident > 2 {
		wanted = min(2*resident, o.Limits.Blocks)
	}
	half := configOf(m, m.PerSM/2)
	return max(configOf(m, resident*o.BlockShared), min(half, configOf(m, wanted*o.BlockShared)))
}

// carved returns the configuration for a carve-out and blocks with so many
// bytes each: the smallest that has the percentage asked for, or else one block.
// Source: cuda_occupancy.h; carve_… in gpusim/validation/h200/caches/caches_l1.csv.
func carved(m *arch.SharedMemory, block int) int {
	return max(configOf(m, m.PerSM*max(m.Carveout, 0)/100), configOf(m, block))
}

// sharedPerSM is the shared memory that an SM has for blocks with so many bytes each.
func sharedPerSM(m *arch.SharedMemory, block int) int {
	if m.Carveout != 0 {
		return carved(m, block)
	}
	return m.PerSM
}

// configOf returns the smallest configuration with so many bytes, or the largest.
func configOf(m *arch.SharedMemory, bytes int) int {
	for _, n := range m.Configs {
		if n >= bytes {
			return n
		}
	}
	return m.PerSM
}
