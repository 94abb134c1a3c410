package gpusim

// This file runs launches on L1 caches that do not know of each other.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/occupancy"
)

// staleL1 returns the L1 caches of a launch that asks for them, else nil.
func (c *Config) staleL1(s *arch.Spec, k *ir.Kernel) *simt.StaleL1 {
	if !c.Incoherent {
		return nil
	}
	bytes := s.Caches.L1.Bytes
	if all := s.Caches.Unified; all > 0 {
		demand := occupancy.BlockResources{Threads: c.Block.Count(), Registers: k.Usage.Registers, Shared: k.SharedBytes + c.Shared}
		bytes = max(bytes, all-occupancy.SharedConfig(s, demand))
	}
	return &simt.StaleL1{Bytes: bytes}
}
