package hostc

// This file is CUDA's runtime API: memory, symbols and what a program asks of its device.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/padding"
)

// cudaCalls are the functions of the runtime that do more than to succeed.
var cudaCalls = map[string]func(m *machine, c *invocation) value{
	"cudaMalloc": cudaMalloc, "cudaMallocManaged": cudaMalloc, "cudaMallocHost": cudaMalloc, "cudaHostAlloc": cudaMalloc, "cudaMallocAsync": cudaMalloc,
	"posix_memalign": func(m *machine, c *invocation) value {
		if len(c.args) == 3 {
			c.args = []argument{c.args[0], c.args[2]}
		}
		return cudaMalloc(m, c)
	},
	"cudaMallocPitch": cudaMallocPitch, "cudaMalloc3D": cudaMalloc3D, "cudaMemset3D": cudaMemset3D,
	"cudaMemcpy": cudaMemcpy, "cudaMemcpyAsync": cudaMemcpy, "cudaMemcpy2D": cudaMemcpy2D, "cudaMemcpy2DAsync": cudaMemcpy2D,
	"cudaMemset": cudaMemset, "cudaMemsetAsync": cudaMemset,
	"cudaMemcpyToSymbol": toSymbol, "cudaMemcpyToSymbolAsync": toSymbol, "cudaMemcpyFromSymbol": fromSymbol, "cudaMemcpyFromSymbolAsync": fromSymbol,
	"cudaGetSymbolAddress": symbolAddress, "cudaHostGetDevicePointer": devicePointer,
	"cudaGetDeviceCount":      func(m *machine, c *invocation) value { return m.answer(c.arg(0), 1) },
	"cudaGetDevice":           func(m *machine, c *invocation) value { return m.answer(c.arg(0), 0) },
	"cudaDeviceGetAttribute":  attribute,
	"cudaGetDeviceProperties": properties, "cudaGetLastError": success, "cudaPeekAtLastError": success,
	"cudaOccupancyMaxPotentialBlockSize": blockSize, "cudaOccupancyMaxActiveBlocksPerMultiprocessor": activeBlocks,
	"cudaLaunchKernel": launchKernel, "cudaLaunchCooperativeKernel": launchKernel,
	"cudaLaunchKernelEx": launchConfigured, "cudaLaunchKernelExC": launchConfigured,
	"cudaGetErrorString": nothing, "cudaGetErrorName": nothing, "cudaFree": success, "cudaFreeHost": success,
}

func success(*machine, *invocation) value { return intValue(intType, 0) }

// answer stores a number where a call wants its result.
func (m *machine) answer(to value, n int64) value {
	if to.known && to.t.kind == pointer {
		m.store(lvalue{to.t.elem, to.bits}, intValue(longType, n))
	}
	return intValue(intType, 0)
}

// setPointer stores an address where a call wants it.
func (m *machine) setPointer(to value, addr uint64) value {
	if to.known {
		m.mem.setWord(to.bits, 8, addr, addr != 0)
	}
	return intValue(intType, 0)
}

// cudaMalloc allocates memory of the device, or pinned or managed memory.
func cudaMalloc(m *machine, c *invocation) value {
	n, known := c.count(1)
	if !known {
		return m.setPointer(c.arg(0), m.unknownSize(voidType).bits)
	}
	return m.setPointer(c.arg(0), m.alloc(n, false))
}

// pitchBytes is what the length of a row is a multiple of.
const pitchBytes = 512

func cudaMallocPitch(m *machine, c *invocation) value {
	w, known1 := c.count(2)
	h, known2 := c.count(3)
	if !known1 || !known2 || w < 0 || h < 0 || w > placeMask || h > placeMask/(w+pitchBytes) {
		return m.setPointer(c.arg(0), m.unknownSize(voidType).bits)
	}
	w = padding.Up(w, pitchBytes)
	m.answer(c.arg(1), int64(w))
	return m.setPointer(c.arg(0), m.alloc(w*h, false))
}

// cudaMalloc3D is cudaMallocPitch of a cudaExtent, with the answers in a cudaPitchedPtr.
func cudaMalloc3D(m *machine, c *invocation) value {
	to, extent := c.arg(0), c.arg(1)
	if !to.known || to.t.kind != pointer || to.t.elem != pitchedType || !extent.known || extent.t != extentType {
		return intValue(intType, 0)
	}
	w, h, d := m.fieldOf(extent, 0), m.fieldOf(extent, 1), m.fieldOf(extent, 2)
	rows := m.binary("*", h, d)
	pitch := lvalue{sizeType, m.alloc(8, false)}
	cudaMallocPitch(m, &invocation{args: []argument{{value: to}, {value: value{t: pointerTo(sizeType), known: true, bits: pitch.addr}}, {value: w}, {value: rows}}})
	for i, v := range []value{m.load(pitch), w, h} {
		m.store(m.fieldPlace(lvalue{pitchedType, to.bits}, &pitchedType.fields[i+1]), v)
	}
	return intValue(intType, 0)
}

// fieldOf is a field of a struct.
func (m *machine) fieldOf(of value, i int) value {
	return m.load(m.fieldPlace(lvalue{of.t, of.bits}, &of.t.fields[i]))
}

// cudaMemset3D sets all of what a cudaPitchedPtr points to.
func cudaMemset3D(m *machine, c *invocation) value {
	to, v, extent := c.arg(0), c.arg(1), c.arg(2)
	if !to.known || to.t != pitchedType || !extent.known || extent.t != extentType {
		return intValue(intType, 0)
	}
	bytes := m.binary("*", m.binary("*", m.fieldOf(to, 1), m.fieldOf(extent, 1)), m.fieldOf(extent, 2))
	return cudaMemset(m, &invocation{args: []argument{{value: m.fieldOf(to, 0)}, {value: v}, {value: bytes}}})
}

func cudaMemcpy(m *machine, c *invocation) value {
	m.copyBytes(c.arg(0), c.arg(1), c.arg(2))
	return intValue(intType, 0)
}

func cudaMemcpy2D(m *machine, c *invocation) value {
	to, from := c.arg(0), c.arg(2)
	toPitch, ok1 := c.count(1)
	fromPitch, ok2 := c.count(3)
	rows, ok3 := c.count(5)
	if ok1 && ok2 && ok3 && to.known && from.known {
		for range rows {
			m.copyBytes(to, from, c.arg(4))
			to.bits += uint64(toPitch)
			from.bits += uint64(fromPitch)
		}
	}
	return intValue(intType, 0)
}

func cudaMemset(m *machine, c *invocation) value {
	setMemory(m, c)
	return intValue(intType, 0)
}

// symbol returns the variable of the device that an argument names.
func (m *machine) symbol(x syntax.Expr) (at lvalue, ok bool) {
	name, at, ok := m.symbolNamed(x)
	if ok {
		m.written[name] = true
	}
	return at, ok
}

func (m *machine) symbolNamed(x syntax.Expr) (name string, at lvalue, ok bool) {
	switch u := x.(type) {
	case *syntax.Unary:
		x = u.X
	case *syntax.Cast:
		return m.symbolNamed(u.X)
	}
	n, isName := x.(*syntax.Name)
	if !isName {
		return "", at, false
	}
	b := m.lookup(n.Name)
	if b == nil || b.place.t == nil {
		return "", at, false
	}
	return n.Name, b.place, true
}

func toSymbol(m *machine, c *invocation) value {
	if len(c.exprs) < 3 {
		return intValue(intType, 0)
	}
	at, ok := m.symbol(c.exprs[0])
	if ok && (len(c.args) < 4 || c.arg(3).known) {
		if len(c.args) > 3 {
			at.addr += c.arg(3).bits
		}
		m.copyBytes(value{t: pointerTo(voidType), known: true, bits: at.addr}, c.arg(1), c.arg(2))
	}
	return intValue(intType, 0)
}

func fromSymbol(m *machine, c *invocation) value {
	if len(c.exprs) < 3 {
		return intValue(intType, 0)
	}
	if at, ok := m.symbol(c.exprs[1]); ok {
		m.copyBytes(c.arg(0), value{t: pointerTo(voidType), known: true, bits: at.addr}, c.arg(2))
	}
	return intValue(intType, 0)
}

func symbolAddress(m *machine, c *invocation) value {
	if len(c.exprs) == 2 {
		if at, ok := m.symbol(c.exprs[1]); ok {
			return m.setPointer(c.arg(0), at.addr)
		}
	}
	return intValue(intType, 0)
}

func devicePointer(m *machine, c *invocation) value {
	if c.arg(1).known {
		return m.setPointer(c.arg(0), c.arg(1).bits)
	}
	return intValue(intType, 0)
}

// figure is what a program may ask of its device: a field of cudaDeviceProp, an attribute, or both.
type figure struct {
	field     string
	attribute string // without cudaDevAttr
	number    int64  // of the attribute
	t         *typ
	of        func(*arch.Spec) int64 // nil where it is unknown
}

func one(*arch.Spec) int64 { return 1 }

var figures = []figure{
	{"totalGlobalMem", "", 0, sizeType, func(s *arch.Spec) int64 { return s.Global.Bytes }},
	{"sharedMemPerBlock", "MaxSharedMemoryPerBlock", 8, sizeType, func(s *arch.Spec) int64 { return int64(s.Shared.PerBlock) }},
	{"sharedMemPerBlockOptin", "MaxSharedMemoryPerBlockOptin", 97, sizeType, func(s *arch.Spec) int64 { return int64(s.Shared.PerBlockOptin) }},
	{"sharedMemPerMultiprocessor", "MaxSharedMemoryPerMultiprocessor", 81, sizeType, func(s *arch.Spec) int64 { return int64(s.Shared.PerSM) }},
	{"totalConstMem", "TotalConstantMemory", 9, sizeType, func(s *arch.Spec) int64 { return int64(s.Limits.ConstBytes) }},
	{"regsPerBlock", "MaxRegistersPerBlock", 12, intType, func(s *arch.Spec) int64 { return int64(s.Regs.PerBlock) }},
	{"regsPerMultiprocessor", "MaxRegistersPerMultiprocessor", 82, intType, func(s *arch.Spec) int64 { return int64(s.Regs.PerSM) }},
	{"warpSize", "WarpSize", 10, intType, func(s *arch.Spec) int64 { return int64(s.WarpSize) }},
	{"maxThreadsPerBlock", "MaxThreadsPerBlock", 1, intType, func(s *arch.Spec) int64 { return int64(s.Limits.ThreadsPerBlock) }},
	{"maxThreadsPerMultiProcessor", "MaxThreadsPerMultiProcessor", 39, intType, func(s *arch.Spec) int64 { return int64(s.Limits.ThreadsPerSM) }},
	{"maxBlocksPerMultiProcessor", "MaxBlocksPerMultiprocessor", 106, intType, func(s *arch.Spec) int64 { return int64(s.Limits.BlocksPerSM) }},
	{"multiProcessorCount", "MultiProcessorCount", 16, intType, func(s *arch.Spec) int64 { return int64(s.SMs) }},
	{"major", "ComputeCapabilityMajor", 75, intType, func(s *arch.Spec) int64 { return int64(s.CC.Major) }},
	{"minor", "ComputeCapabilityMinor", 76, intType, func(s *arch.Spec) int64 { return int64(s.CC.Minor) }},
	{"clockRate", "ClockRate", 13, intType, func(s *arch.Spec) int64 { return int64(1000 * s.ClockMHz) }},
	{"memoryClockRate", "MemoryClockRate", 36, intType, nil},
	{"memoryBusWidth", "GlobalMemoryBusWidth", 37, intType, nil},
	{"l2CacheSize", "L2CacheSize", 38, intType, func(s *arch.Spec) int64 { return int64(s.Global.L2Bytes) }},
	{"asyncEngineCount", "AsyncEngineCount", 40, intType, func(s *arch.Spec) int64 { return int64(s.Transfer.CopyEngines) }},
	{"concurrentKernels", "ConcurrentKernels", 31, intType, one},
	{"managedMemory", "ManagedMemory", 83, intType, one}, {"concurrentManagedAccess", "ConcurrentManagedAccess", 89, intType, one},
	{"cooperativeLaunch", "CooperativeLaunch", 95, intType, one}, {"canMapHostMemory", "CanMapHostMemory", 19, intType, one},
	{"unifiedAddressing", "UnifiedAddressing", 41, intType, one}, {"deviceOverlap", "GpuOverlap", 15, intType, one},
	{"", "MaxBlockDimX", 2, intType, func(s *arch.Spec) int64 { return int64(s.Limits.Block.X) }},
	{"", "MaxGridDimX", 5, intType, func(s *arch.Spec) int64 { return int64(s.Limits.Grid.X) }},
}

// deviceProperties is cudaDeviceProp, as far as programs ask for it.
var deviceProperties = func() *typ {
	fields := []field{{name: "name", t: arrayOf(charType, 256)}, {name: "maxThreadsDim", t: arrayOf(intType, 3)}, {name: "maxGridSize", t: arrayOf(intType, 3)}}
	for _, f := range figures {
		if f.field != "" {
			fields = append(fields, field{name: f.field, t: f.t})
		}
	}
	return recordOf("cudaDeviceProp", fields)
}()

func init() {
	basicTypes["cudaDeviceProp"] = deviceProperties
	address := pointerTo(voidType)
	basicTypes["cudaPointerAttributes"] = recordOf("cudaPointerAttributes", []field{
		{name: "type", t: intType}, {name: "device", t: intType}, {name: "devicePointer", t: address}, {name: "hostPointer", t: address},
	})
	basicTypes["cudaFuncAttributes"] = recordOf("cudaFuncAttributes", []field{
		{name: "sharedSizeBytes", t: sizeType}, {name: "constSizeBytes", t: sizeType}, {name: "localSizeBytes", t: sizeType}, {name: "maxThreadsPerBlock", t: intType},
		{name: "numRegs", t: intType}, {name: "ptxVersion", t: intType}, {name: "binaryVersion", t: intType}, {name: "maxDynamicSharedSizeBytes", t: intType},
	})
	for _, f := range figures {
		constants["cudaDevAttr"+f.attribute] = intValue(intType, f.number)
	}
}

// value returns what a device has of a figure.
func (f *figure) value(s *arch.Spec) value {
	if f.of == nil {
		return unknown(f.t)
	}
	return intValue(longType, f.of(s))
}

func properties(m *machine, c *invocation) value {
	p := c.arg(0)
	if !p.known || p.t.kind != pointer || p.t.elem != deviceProperties {
		return intValue(intType, 0)
	}
	place := func(name string) lvalue {
		return m.fieldPlace(lvalue{deviceProperties, p.bits}, deviceProperties.field(name))
	}
	for i := range figures {
		if f := &figures[i]; f.field != "" {
			m.store(place(f.field), f.value(m.device))
		}
	}
	m.storeExtent(place("maxThreadsDim"), m.device.Limits.Block)
	m.storeExtent(place("maxGridSize"), m.device.Limits.Grid)
	return intValue(intType, 0)
}

// storeExtent stores an extent in an int[3].
func (m *machine) storeExtent(at lvalue, d arch.Dim3) {
	for i, n := range []int{d.X, d.Y, d.Z} {
		m.store(lvalue{intType, at.addr + uint64(i*intType.size)}, intValue(intType, int64(n)))
	}
}

func attribute(m *machine, c *invocation) value {
	to, number := c.arg(0), c.arg(1)
	if !to.known || to.t.kind != pointer {
		return intValue(intType, 0)
	}
	found := unknown(intType)
	for i := range figures {
		if f := &figures[i]; f.attribute != "" && number.known && number.int() == f.number {
			found = f.value(m.device)
		}
	}
	m.store(lvalue{to.t.elem, to.bits}, found)
	return intValue(intType, 0)
}

// blockSize suggests a block as large as a small kernel can have, within its launch bounds and the
// limit that the program gives.
func blockSize(m *machine, c *invocation) value {
	limits := &m.device.Limits
	threads := limits.ThreadsPerBlock
	if n, known := c.count(4); known && n > 0 {
		threads = min(threads, n)
	}
	if n := m.mostThreads(c.arg(2).fn); n > 0 {
		threads = min(threads, n)
	}
	m.answer(c.arg(0), int64(limits.ThreadsPerSM/threads*m.device.SMs))
	return m.answer(c.arg(1), int64(threads))
}

// mostThreads is the threads per block of a kernel's launch bounds; 0 for none.
func (m *machine) mostThreads(kernel *function) int {
	if kernel == nil || len(kernel.decls) == 0 || len(kernel.decls[0].Attrs.Bounds) == 0 {
		return 0
	}
	return sizeOf(m.eval(kernel.decls[0].Attrs.Bounds[0]))
}

// activeBlocks says how many blocks of a small kernel an SM holds.
func activeBlocks(m *machine, c *invocation) value {
	threads, known1 := c.count(2)
	shared, known2 := c.count(3)
	if !known1 || !known2 || threads < 1 {
		return m.answer(c.arg(0), 1)
	}
	s := launch.Shape{Spec: m.device, Block: arch.Dim3{X: threads, Y: 1, Z: 1}, Dynamic: shared}
	return m.answer(c.arg(0), int64(s.Occupancy().Blocks))
}
