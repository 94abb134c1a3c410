package arch

// This file lists the properties of a device, as a device query prints them.

import (
	"fmt"
	"strconv"
	"strings"
)

// Property is one figure of a device. Value is empty where the device has no
// such thing. CUDA is the field of cudaDeviceProp, where there is one.
type Property struct{ Name, Value, Unit, CUDA string }

// Properties returns the figures of the device: the same rows for every device.
// CUDA: cudaGetDeviceProperties.
func (s *Spec) Properties() []Property {
	rows := make([]Property, len(properties))
	for i, p := range properties {
		rows[i] = Property{p.name, p.value(s), p.unit, p.cuda}
	}
	return rows
}

// properties is the table behind Properties.
var properties = []struct {
	name, unit, cuda string
	value            func(*Spec) string
}{
	{"compute capability", "", "major, minor", func(s *Spec) string { return s.CC.String() }},
	{"figures", "", "", func(s *Spec) string { return s.Evidence.String() }},
	{"SMs", "", "multiProcessorCount", func(s *Spec) string { return some(s.SMs) }},
	{"clock", "MHz", "clockRate", func(s *Spec) string { return some(s.ClockMHz) }},
	{"memory", "bytes", "totalGlobalMem", func(s *Spec) string { return strconv.FormatInt(s.Global.Bytes, 10) }},
	{"one address space for all contexts", "", "unifiedAddressing", func(s *Spec) string { return yes(!s.Global.SeparateSpaces) }},
	{"memory bandwidth", "GB/s", "", func(s *Spec) string { return billions(s.Rates.DRAMBytesPerSecond) }},
	{"warp size", "threads", "warpSize", func(s *Spec) string { return some(s.WarpSize) }},
	{"threads per block", "", "maxThreadsPerBlock", func(s *Spec) string { return some(s.Limits.ThreadsPerBlock) }},
	{"threads per SM", "", "maxThreadsPerMultiProcessor", func(s *Spec) string { return some(s.Limits.ThreadsPerSM) }},
	{"warps per SM", "", "", func(s *Spec) string { return some(s.Limits.WarpsPerSM) }},
	{"blocks per SM", "", "maxBlocksPerMultiProcessor", func(s *Spec) string { return some(s.Limits.BlocksPerSM) }},
	{"extents of a block", "threads", "maxThreadsDim", func(s *Spec) string { return extents(s.Limits.Block) }},
	{"extents of a grid", "blocks", "maxGridSize", func(s *Spec) string { return extents(s.Limits.Grid) }},
	{"parameters of a kernel", "bytes", "", func(s *Spec) string { return some(s.Limits.ParamBytes) }},
	{"registers per thread", "", "", func(s *Spec) string { return some(s.Regs.PerThreadMax) }},
	{"registers per block", "", "regsPerBlock", func(s *Spec) string { return some(s.Regs.PerBlock) }},
	{"registers per SM", "", "regsPerMultiprocessor", func(s *Spec) string { return some(s.Regs.PerSM) }},
	{"shared memory per block", "bytes", "sharedMemPerBlock", func(s *Spec) string { return some(s.Shared.PerBlock) }},
	{"shared memory per block, when asked for", "bytes", "sharedMemPerBlockOptin", func(s *Spec) string { return some(s.Shared.PerBlockOptin) }},
	{"shared memory per block, kept by the driver", "bytes", "reservedSharedMemPerBlock", func(s *Spec) string { return some(s.Shared.Reserved) }},
	{"shared memory per SM", "bytes", "sharedMemPerMultiprocessor", func(s *Spec) string { return some(s.Shared.PerSM) }},
	{"shared memory, sizes to choose from", "KB", "", func(s *Spec) string { return kilobytes(s.Shared.Configs) }},
	{"L1 and shared memory together", "bytes", "", func(s *Spec) string { return some(s.Caches.Unified) }},
	{"banks of shared memory", "", "", func(s *Spec) string { return some(s.Shared.Banks) }},
	{"row of a bank", "bytes", "", func(s *Spec) string { return some(s.Shared.BankBytes) }},
	{"L1, at least", "", "", func(s *Spec) string { return geometry(s.Caches.L1) }},
	{"global loads in L1", "", "", func(s *Spec) string { return yes(s.Global.GlobalInL1) }},
	{"read-only and texture cache", "", "", func(s *Spec) string { return geometry(s.Caches.ReadOnly) }},
	{"L2", "bytes", "l2CacheSize", func(s *Spec) string { return some(s.Global.L2Bytes) }},
	{"constant memory", "bytes", "totalConstMem", func(s *Spec) string { return some(s.Limits.ConstBytes) }},
	{"constant cache", "", "", func(s *Spec) string { return geometry(s.Caches.Const) }},
	{"constant cache behind it", "", "", func(s *Spec) string { return geometry(s.Caches.ConstMid) }},
	{"coalescing", "", "", func(s *Spec) string { return "by " + s.Global.Coalesce.String() }},
	{"smallest transfer", "bytes", "", func(s *Spec) string { return some(s.Global.SectorBytes) }},
	{"allocations begin at multiples of", "bytes", "", func(s *Spec) string { return some(s.Global.AllocAlign) }},
	{"rows of pitched memory at multiples of", "bytes", "", func(s *Spec) string { return some(s.Global.PitchAlign) }},
}

// some is a number, or "" for 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func billions(x float64) string { return fmt.Sprintf("%.4g", x/1e9) }

func extents(d Dim3) string { return fmt.Sprintf("%d × %d × %d", d.X, d.Y, d.Z) }

// kilobytes lists sizes in units of 1024 bytes.
func kilobytes(sizes []int) string {
	var texts []string
	for _, n := range sizes {
		texts = append(texts, strconv.Itoa(n>>10))
	}
	return strings.Join(texts, ", ")
}

// geometry is the size of a cache and of its lines.
func geometry(c Cache) string {
	if c == (Cache{}) {
		return ""
	}
	return fmt.Sprintf("%d bytes, lines of %d", c.Bytes, c.LineBytes)
}
