package hostc

// This file is CUDA's runtime API: memory, symbols and what a program asks of its device.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cfront/syntax"
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
	"cudaMallocPitch": cudaMallocPitch,
	"cudaMemcpy":      cudaMemcpy, "cudaMemcpyAsync": cudaMemcpy, "cudaMemcpy2D": cudaMemcpy2D, "cudaMemcpy2DAsync": cudaMemcpy2D,
	"cudaMemset": cudaMemset, "cudaMemsetAsync": cudaMemset,
	"cudaMemcpyToSymbol": toSymbol, "cudaMemcpyToSymbolAsync": toSymbol, "cudaMemcpyFromSymbol": fromSymbol, "cudaMemcpyFromSymbolAsync": fromSymbol,
	"cudaGetSymbolAddress": symbolAddress, "cudaHostGetDevicePointer": devicePointer,
	"cudaGetDeviceCount": func(m *machine, c *invocation) value { return m.answer(c.arg(0), 1) },
	"cudaGetDevice":      func(m *machine, c *invocation) value { return m.answer(c.arg(0), 0) },
	"cudaDeviceGetAttribute": func(m *machine, c *invocation) value {
		return m.answer(c.arg(0), map[uint64]int64{1: int64(device.Limits.ThreadsPerBlock), 8: int64(device.Shared.PerBlock), 10: int64(device.WarpSize), 16: int64(device.SMs)}[c.arg(1).bits])
	},
	"cudaGetDeviceProperties": properties, "cudaGetLastError": success, "cudaPeekAtLastError": success,
	"cudaOccupancyMaxPotentialBlockSize":            occupancy,
	"cudaOccupancyMaxActiveBlocksPerMultiprocessor": func(m *machine, c *invocation) value { return m.answer(c.arg(0), 2) },
	"cudaLaunchKernel":                              launchKernel, "cudaLaunchCooperativeKernel": launchKernel,
	"cudaGetErrorString": nothing, "cudaGetErrorName": nothing, "cudaFree": success, "cudaFreeHost": success,
}

// device is what a program finds: the device of the simulator by default.
var device = func() *arch.Spec {
	s, err := arch.Find("H200")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return s
}()

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
	return m.setPointer(c.arg(0), m.mem.alloc(n, false))
}

func cudaMallocPitch(m *machine, c *invocation) value {
	const pitchBytes = 512
	w, known1 := c.count(2)
	h, known2 := c.count(3)
	if !known1 || !known2 || w < 0 || h < 0 || w > placeMask || h > placeMask/(w+pitchBytes) {
		return m.setPointer(c.arg(0), m.unknownSize(voidType).bits)
	}
	w = padding.Up(w, pitchBytes)
	m.answer(c.arg(1), int64(w))
	return m.setPointer(c.arg(0), m.mem.alloc(w*h, false))
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
	switch u := x.(type) {
	case *syntax.Unary:
		x = u.X
	case *syntax.Cast:
		return m.symbol(u.X)
	}
	n, isName := x.(*syntax.Name)
	if !isName {
		return at, false
	}
	b := m.lookup(n.Name)
	if b == nil || b.place.t == nil {
		return at, false
	}
	m.written[n.Name] = true
	return b.place, true
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

// deviceProperties is cudaDeviceProp, as far as programs ask for it.
var deviceProperties = func() *typ {
	var fields []field
	fields = append(fields, field{name: "name", t: arrayOf(charType, 256)})
	for _, name := range []string{"totalGlobalMem", "sharedMemPerBlock", "sharedMemPerMultiprocessor", "sharedMemPerBlockOptin", "totalConstMem"} {
		fields = append(fields, field{name: name, t: sizeType})
	}
	for _, p := range devicePropertyValues {
		fields = append(fields, field{name: p.name, t: intType})
	}
	fields = append(fields, field{name: "maxThreadsDim", t: arrayOf(intType, 3)}, field{name: "maxGridSize", t: arrayOf(intType, 3)})
	return recordOf("cudaDeviceProp", fields)
}()

// devicePropertyValues are the numbers of 32 bits in it.
var devicePropertyValues = []struct {
	name string
	n    int
}{
	{"regsPerBlock", device.Regs.PerBlock}, {"regsPerMultiprocessor", device.Regs.PerSM}, {"warpSize", device.WarpSize},
	{"maxThreadsPerBlock", device.Limits.ThreadsPerBlock}, {"maxThreadsPerMultiProcessor", device.Limits.ThreadsPerSM}, {"maxBlocksPerMultiProcessor", device.Limits.BlocksPerSM},
	{"multiProcessorCount", device.SMs}, {"major", device.CC.Major}, {"minor", device.CC.Minor}, {"clockRate", 1000 * device.ClockMHz},
	{"memoryClockRate", 3201000}, {"memoryBusWidth", 6144}, {"l2CacheSize", device.Global.L2Bytes},
	{"concurrentKernels", 1}, {"managedMemory", 1}, {"concurrentManagedAccess", 1}, {"cooperativeLaunch", 1}, {"canMapHostMemory", 1}, {"unifiedAddressing", 1}, {"asyncEngineCount", 3}, {"deviceOverlap", 1},
}

func init() { basicTypes["cudaDeviceProp"] = deviceProperties }

func properties(m *machine, c *invocation) value {
	p := c.arg(0)
	if !p.known || p.t.kind != pointer || p.t.elem != deviceProperties {
		return intValue(intType, 0)
	}
	set := func(name string, n int64) {
		f := deviceProperties.field(name)
		m.store(lvalue{f.t, p.bits + uint64(f.offset)}, intValue(longType, n))
	}
	for _, v := range devicePropertyValues {
		set(v.name, int64(v.n))
	}
	set("totalGlobalMem", 141<<30)
	set("sharedMemPerBlock", int64(device.Shared.PerBlock))
	set("sharedMemPerBlockOptin", int64(device.Shared.PerBlockOptin))
	set("sharedMemPerMultiprocessor", int64(device.Shared.PerSM))
	set("totalConstMem", int64(device.Limits.ConstBytes))
	for i, n := range []int{device.Limits.Block.X, device.Limits.Block.Y, device.Limits.Block.Z} {
		m.store(lvalue{intType, p.bits + uint64(deviceProperties.field("maxThreadsDim").offset+4*i)}, intValue(intType, int64(n)))
	}
	for i, n := range []int{device.Limits.Grid.X, device.Limits.Grid.Y, device.Limits.Grid.Z} {
		m.store(lvalue{intType, p.bits + uint64(deviceProperties.field("maxGridSize").offset+4*i)}, intValue(intType, int64(n)))
	}
	return intValue(intType, 0)
}

// occupancy suggests a block as large as a small kernel can have.
func occupancy(m *machine, c *invocation) value {
	m.answer(c.arg(0), int64(device.Limits.ThreadsPerSM/device.Limits.ThreadsPerBlock*device.SMs))
	return m.answer(c.arg(1), int64(device.Limits.ThreadsPerBlock))
}
