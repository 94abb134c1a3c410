package cudart

// This file says what devices there are.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
)

func (s *session) synchronize(c *call) status {
	s.device(c).Synchronize()
	return s.waited()
}

func (s *session) deviceCount(c *call) status {
	s.writeWord(c.words[0], uint64(len(s.devices)), 4)
	return success
}

func (s *session) getDevice(c *call) status {
	s.writeWord(c.words[0], uint64(s.threads[c.thread].device), 4)
	return success
}

// numbered returns a device by its number.
func (s *session) numbered(n uint64) *gpusim.Device {
	if n >= uint64(len(s.devices)) {
		return nil
	}
	return s.devices[n]
}

func (s *session) setDevice(c *call) status {
	n := uint64(uint32(c.words[0]))
	if s.numbered(n) == nil {
		return invalidDevice
	}
	s.threads[c.thread].device = int(n)
	return s.sticky
}

// nameBytes is the length of cudaDeviceProp.name, the first field.
const nameBytes = 256

func (s *session) properties(c *call) status {
	d := s.numbered(uint64(uint32(c.words[1])))
	if d == nil {
		return invalidDevice
	}
	values := figures(d.Spec())
	s.fill(deviceProp, c.words[0], values)
	name := make([]byte, nameBytes)
	copy(name, fullName(d.Spec()))
	s.write(c.words[0], name)
	return success
}

// fullName is a device's name as its driver says it.
func fullName(s *arch.Spec) string {
	if strings.Contains(s.Name, " ") {
		return s.Name
	}
	return "NVIDIA " + s.Name
}

// mostPitch is the largest pitch in bytes.
const mostPitch = 1<<31 - 1

// figures are the fields of cudaDeviceProp, by their names.
func figures(s *arch.Spec) map[string]uint64 {
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	v := map[string]int{
		"sharedMemPerBlock": s.Shared.PerBlock, "regsPerBlock": s.Regs.PerBlock, "warpSize": s.WarpSize, "memPitch": mostPitch,
		"maxThreadsPerBlock": s.Limits.ThreadsPerBlock,
		"maxThreadsDim[0]":   s.Limits.Block.X, "maxThreadsDim[1]": s.Limits.Block.Y, "maxThreadsDim[2]": s.Limits.Block.Z,
		"maxGridSize[0]": s.Limits.Grid.X, "maxGridSize[1]": s.Limits.Grid.Y, "maxGridSize[2]": s.Limits.Grid.Z,
		"totalConstMem": s.Limits.ConstBytes, "major": s.CC.Major, "minor": s.CC.Minor,
		"textureAlignment": s.Global.AllocAlign, "texturePitchAlignment": s.Global.SectorBytes, "surfaceAlignment": s.Global.AllocAlign,
		"multiProcessorCount": s.SMs, "canMapHostMemory": flag(s.Transfer.MapsHost), "concurrentKernels": 1, "ECCEnabled": 1,
		"asyncEngineCount": 2, "unifiedAddressing": flag(!s.Global.SeparateSpaces), "l2CacheSize": s.Global.L2Bytes,
		"maxThreadsPerMultiProcessor": s.Limits.ThreadsPerSM, "globalL1CacheSupported": flag(s.Global.GlobalInL1), "localL1CacheSupported": 1,
		"sharedMemPerMultiprocessor": s.Shared.PerSM, "regsPerMultiprocessor": s.Regs.PerSM, "managedMemory": flag(s.Transfer.PageBytes > 0),
		"concurrentManagedAccess": 0, "cooperativeLaunch": flag(s.CC.Major >= 6), "sharedMemPerBlockOptin": s.Shared.PerBlockOptin,
		"maxBlocksPerMultiProcessor": s.Limits.BlocksPerSM, "reservedSharedMemPerBlock": s.Shared.Reserved,
		"persistingL2CacheMaxSize": s.Caches.L2SetAside, "accessPolicyMaxWindowSize": windowOf(s),
		"memoryPoolsSupported": flag(s.CC.Major >= 6),
		"clockRate":            s.ClockMHz * 1000, "deviceOverlap": 1, "cooperativeMultiDeviceLaunch": 0,
	}
	values := map[string]uint64{"totalGlobalMem": uint64(s.Global.Bytes)}
	for name, n := range v {
		values[name] = uint64(n)
	}
	return values
}

// attributes are the fields of cudaDeviceProp behind cudaDeviceAttr, by number.
var attributes = map[uint64]string{
	1: "maxThreadsPerBlock", 2: "maxThreadsDim[0]", 3: "maxThreadsDim[1]", 4: "maxThreadsDim[2]",
	5: "maxGridSize[0]", 6: "maxGridSize[1]", 7: "maxGridSize[2]", 8: "sharedMemPerBlock", 9: "totalConstMem", 10: "warpSize",
	11: "memPitch", 12: "regsPerBlock", 13: "clockRate", 14: "textureAlignment", 15: "deviceOverlap", 16: "multiProcessorCount",
	17: "kernelExecTimeoutEnabled", 18: "integrated", 19: "canMapHostMemory", 20: "computeMode", 30: "surfaceAlignment", 31: "concurrentKernels", 32: "ECCEnabled",
	36: "memoryClockRate", 37: "memoryBusWidth", 38: "l2CacheSize", 39: "maxThreadsPerMultiProcessor", 40: "asyncEngineCount",
	41: "unifiedAddressing", 75: "major", 76: "minor", 79: "globalL1CacheSupported", 80: "localL1CacheSupported",
	81: "sharedMemPerMultiprocessor", 82: "regsPerMultiprocessor", 83: "managedMemory", 89: "concurrentManagedAccess",
	90: "computePreemptionSupported", 95: "cooperativeLaunch", 96: "cooperativeMultiDeviceLaunch", 97: "sharedMemPerBlockOptin",
	106: "maxBlocksPerMultiProcessor", 108: "persistingL2CacheMaxSize", 109: "accessPolicyMaxWindowSize", 111: "reservedSharedMemPerBlock", 115: "memoryPoolsSupported",
}

func (s *session) attribute(c *call) status {
	d := s.numbered(uint64(uint32(c.words[2])))
	name := attributes[c.words[1]]
	switch {
	case d == nil:
		return invalidDevice
	case name == "":
		return invalidValue
	}
	s.writeWord(c.words[0], figures(d.Spec())[name], 4)
	return success
}

func (s *session) deviceFlags(c *call) status {
	const mapHost = 8 // as hardware says when nothing was set
	s.writeWord(c.words[0], mapHost, 4)
	return success
}

func (s *session) busID(c *call) status {
	n := c.words[2]
	if s.numbered(n) == nil {
		return invalidDevice
	}
	id := append(fmt.Appendf(nil, "0000:%02X:00.0", n+1), 0)
	if int(c.words[1]) < len(id) {
		return invalidValue
	}
	s.write(c.words[0], id)
	return success
}

// peerRank is cudaDevP2PAttrPerformanceRank, which is 0 for the best.
const peerRank = 1

// peerAttribute answers cudaDeviceGetP2PAttribute.
func (s *session) peerAttribute(c *call) status {
	a, b := s.numbered(c.words[2]), s.numbered(c.words[3])
	if a == nil || b == nil || a == b {
		return invalidDevice
	}
	value := uint64(0)
	if c.words[1] != peerRank && a.CanAccessPeer(b) {
		value = 1
	}
	s.writeWord(c.words[0], value, 4)
	return success
}

func (s *session) chooseDevice(c *call) status {
	s.writeWord(c.words[0], 0, 4)
	return success
}

func (s *session) cacheConfig(c *call) status {
	s.writeWord(c.words[0], 0, 4)
	return success
}

func (s *session) bankWidth(c *call) status {
	const fourBytes = 1
	s.writeWord(c.words[0], fourBytes, 4)
	return success
}

// reset frees what the program has on the device.
func (s *session) reset(c *call) status {
	for _, p := range slices.Clone(s.memory) {
		if p.device == s.device(c) && !p.variable {
			s.release(p.base, p.kind == gpusim.PinnedMemory)
		}
	}
	s.waited()
	s.device(c).Reset()
	s.sticky, s.fault = success, success
	s.memory = slices.DeleteFunc(s.memory, func(p *piece) bool { return p.device == s.device(c) })
	for _, v := range s.variables {
		delete(v.memory, s.device(c))
	}
	return success
}

// The limits of cudaDeviceSetLimit.
const (
	limitStack = iota
	limitPrintf
	limitHeap
	limitSetAside = 6
)

func (s *session) setLimit(c *call) status {
	switch c.words[0] {
	case limitStack:
		s.stacks = int(c.words[1])
	case limitPrintf, limitHeap:
	case limitSetAside:
		s.setAside = int(min(c.words[1], uint64(s.device(c).Spec().Caches.L2SetAside)))
	default:
		return unsupportedLimit
	}
	return success
}

func (s *session) getLimit(c *call) status {
	const stack, printf, heap = 1024, 1 << 20, 8 << 20 // as hardware says them when nothing was set
	value, known := map[uint64]int{limitStack: max(s.stacks, stack), limitPrintf: printf, limitHeap: heap, limitSetAside: s.setAside}[c.words[1]]
	if !known {
		return unsupportedLimit
	}
	s.writeWord(c.words[0], uint64(value), 8)
	return success
}

func (s *session) canAccessPeer(c *call) status {
	a, b := s.numbered(c.words[1]), s.numbered(c.words[2])
	if a == nil || b == nil {
		return invalidDevice
	}
	can := uint64(0)
	if a.CanAccessPeer(b) {
		can = 1
	}
	s.writeWord(c.words[0], can, 4)
	return success
}

func (s *session) enablePeer(c *call) status {
	peer := s.numbered(c.words[0])
	if peer == nil {
		return invalidDevice
	}
	return s.complained(s.device(c).EnablePeerAccess(peer), invalidDevice)
}

func (s *session) disablePeer(c *call) status {
	peer := s.numbered(c.words[0])
	if peer == nil {
		return invalidDevice
	}
	return s.complained(s.device(c).DisablePeerAccess(peer), peerNotEnabled)
}

// runtimeVersion is CUDA 13.0, whose answers these are.
const runtimeVersion = 13000

func (s *session) version(c *call) status {
	s.writeWord(c.words[0], runtimeVersion, 4)
	return success
}
