package cudart

// This file is which lines of L2 a program asks to keep.

import (
	"encoding/binary"
	"math"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
)

// windowOf is the most bytes of a window (h100/modern/l2.txt: access_policy_window_max).
func windowOf(s *arch.Spec) int {
	if s.Caches.L2SetAside == 0 {
		return 0
	}
	return 128 << 20
}

// The struct cudaAccessPolicyWindow.
const (
	windowBytesAt = 8
	windowRatioAt = 16
	windowHitAt   = 20
	windowMissAt  = 24
	windowSize    = 28
)

// windowAt reads a window of the program.
func (s *session) windowAt(address uint64) gpusim.AccessWindow {
	data, order := s.read(address, windowSize), binary.LittleEndian
	return gpusim.AccessWindow{
		Base: gpusim.DevicePtr(order.Uint64(data)), Bytes: int(min(order.Uint64(data[windowBytesAt:]), math.MaxInt32)),
		HitRatio: math.Float32frombits(order.Uint32(data[windowRatioAt:])),
		Hit:      gpusim.AccessProperty(order.Uint32(data[windowHitAt:])), Miss: gpusim.AccessProperty(order.Uint32(data[windowMissAt:])),
	}
}

// streamWindow is the attribute of a stream that is its window.
const streamWindow = 1

func (s *session) setStreamAttribute(c *call) status {
	if c.words[1] != streamWindow {
		return success
	}
	w := s.windowAt(c.words[2])
	if w.Bytes > windowOf(s.device(c).Spec()) {
		return invalidValue
	}
	s.windows[c.words[0]] = w
	return success
}
