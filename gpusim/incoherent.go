package gpusim

// This file runs launches on L1 caches that do not know of each other.

import (
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/simt"
)

// staleL1 returns the L1 caches of a launch that asks for them, else nil.
func (c *Config) staleL1(s *launch.Shape) *simt.StaleL1 {
	if !c.Incoherent {
		return nil
	}
	caches := &s.Spec.Caches
	bytes := caches.L1.Bytes
	if all := caches.Unified; all > 0 {
		bytes = max(bytes, all-s.SharedConfig())
	}
	return &simt.StaleL1{Bytes: bytes}
}
