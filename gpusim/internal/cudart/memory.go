package cudart

// This file is the memory that a program asks for.

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
)

// piece is one allocation.
type piece struct {
	base, end uint64
	device    *gpusim.Device
	array     *gpusim.Array // bytes
	kind      gpusim.MemoryKind
	flags     uint64 // of cudaHostAlloc
	variable  bool   // of a module, which the program cannot free
	data      []byte // in the shared file, whole pages; nil of device memory
	place     int    // in the shared file
	by        string // the function that allocated it
	site      int64  // of its call
}

// pageBytes is a page of the host.
const pageBytes = 4096

// find returns the piece that holds an address, nil where the address is the program's own.
func (s *session) find(address uint64) *piece {
	i, ok := slices.BinarySearchFunc(s.memory, address, func(p *piece, a uint64) int { return cmp.Compare(p.base, a) })
	if !ok {
		i--
	}
	if i < 0 || address >= s.memory[i].end {
		return nil
	}
	return s.memory[i]
}

// keep lists a piece and writes its address where the program wants it.
func (s *session) keep(p *piece, to uint64) status {
	s.list(p)
	s.writeWord(to, p.base, 8)
	return success
}

// list lists a piece, which the call that is served allocates.
func (s *session) list(p *piece) {
	p.by, p.site = s.call.row.name, s.call.site
	p.base = p.array.Address()
	delete(s.freed, p.base)
	p.end = p.base + uint64(p.array.Len())
	i, _ := slices.BinarySearchFunc(s.memory, p.base, func(p *piece, a uint64) int { return cmp.Compare(p.base, a) })
	s.memory = slices.Insert(s.memory, i, p)
}

func (s *session) malloc(c *call) status { return s.mallocBytes(c, c.words[0], c.words[1]) }

func (s *session) mallocBytes(c *call, to, bytes uint64) status {
	if to == 0 {
		return invalidValue
	}
	address, err := s.mallocPiece(c, bytes)
	if err == success {
		s.writeWord(to, address, 8)
	}
	return err
}

// mallocPiece allocates device memory; its address is 0 for no bytes. Kernels reach the whole of
// what the device hands out, as on hardware: a read beyond the end by a few bytes is no fault. The
// checkers tell of it.
func (s *session) mallocPiece(c *call, bytes uint64) (address uint64, err status) {
	switch {
	case bytes == 0:
		return 0, success
	case tooLarge(bytes):
		return 0, memoryAllocation
	}
	d := s.device(c)
	handed := int(bytes)
	if s.o.Check == 0 {
		handed = padding.Up(handed, d.Spec().Global.AllocAlign)
	}
	a, failed := d.MallocArray(handed, 1)
	if failed != nil {
		return 0, s.complained(failed, memoryAllocation)
	}
	p := &piece{device: d, array: a, kind: gpusim.DeviceMemory}
	s.list(p)
	p.end = p.base + bytes
	return p.base, success
}

// mostBytes is more than the memory of any device.
const mostBytes = 1 << 46

// tooLarge reports whether the product of sides is more bytes than any memory has.
func tooLarge(sides ...uint64) bool {
	product := uint64(1)
	for _, n := range sides {
		high, low := bits.Mul64(product, n)
		if product = low; high > 0 || low > mostBytes {
			return !slices.Contains(sides, 0)
		}
	}
	return false
}

func (s *session) mallocPitch(c *call) status {
	align := uint64(s.device(c).Spec().Global.PitchAlign)
	if tooLarge(c.words[2], c.words[3]) {
		return memoryAllocation
	}
	pitch := padding.Up(c.words[2], align)
	s.writeWord(c.words[1], pitch, 8)
	return s.mallocBytes(c, c.words[0], pitch*c.words[3])
}

func (s *session) mallocHost(c *call) status {
	p := &piece{device: s.device(c), kind: gpusim.PinnedMemory}
	if len(c.words) > 2 {
		p.flags = c.words[2]
	}
	return s.share(c, p)
}

func (s *session) mallocManaged(c *call) status {
	return s.share(c, &piece{device: s.device(c), kind: gpusim.ManagedMemory})
}

// share allocates a piece that the program can reach, too.
func (s *session) share(c *call, p *piece) status {
	to, bytes := c.words[0], c.words[1]
	if bytes == 0 || to == 0 {
		return invalidValue
	}
	if bytes > 1<<36 {
		return memoryAllocation
	}
	var err error
	if p.data, p.place, err = s.o.Memory.Map(padding.Up(int(bytes), pageBytes)); err != nil {
		return s.complained(err, memoryAllocation)
	}
	reached := p.data // whole pages, as on hardware
	if s.o.Check != 0 {
		reached = p.data[:bytes]
	}
	array, err := contexts.Share(p.device, fmt.Sprintf("%s(%d)", c.row.name, bytes), reached, pageBytes, p.kind == gpusim.ManagedMemory)
	if err != nil {
		return s.complained(err, memoryAllocation)
	}
	p.array = array.(*gpusim.Array)
	if !s.mapFile(p.array.Address(), p.data, p.place) {
		panic(stop{fmt.Errorf("%s: something of the program lies at %#x, where the device has this memory", c.row.name, p.array.Address())})
	}
	defer func() { p.end = p.base + bytes }()
	return s.keep(p, to)
}

func (s *session) free(c *call) status { return s.release(c.words[0], false) }

func (s *session) freeHost(c *call) status { return s.release(c.words[0], true) }

// release frees the piece at an address; host says that it is of cudaMallocHost.
func (s *session) release(address uint64, host bool) status {
	if address == 0 {
		return success
	}
	p := s.find(address)
	if p == nil || p.base != address || p.variable || (p.kind == gpusim.PinnedMemory) != host {
		return s.cannotFree(address, p)
	}
	if err := p.array.Free(); err != nil {
		return s.complained(err, invalidValue)
	}
	s.freed[address] = s.call.site
	s.memory = slices.DeleteFunc(s.memory, func(other *piece) bool { return other == p })
	if p.data != nil {
		s.unmap(p.base, len(p.data))
		if err := s.o.Memory.Unmap(p.data); err != nil {
			panic(stop{err})
		}
	}
	return s.waited()
}

// hostRegister remembers memory of the program as page-locked. It stays where it is, so kernels do
// not reach it.
func (s *session) hostRegister(c *call) status {
	p, n := c.words[0], c.words[1]
	switch {
	case p == 0 || n == 0:
		return invalidValue
	case s.registered(p):
		return hostMemoryRegistered
	}
	s.pinned[p] = p + n
	return success
}

func (s *session) hostUnregister(c *call) status {
	if s.pinned[c.words[0]] == 0 {
		return hostMemoryNotRegistered
	}
	delete(s.pinned, c.words[0])
	return success
}

// registered reports whether an address lies in memory that the program registered.
func (s *session) registered(address uint64) bool {
	for begin, end := range s.pinned {
		if begin <= address && address < end {
			return true
		}
	}
	return false
}

func (s *session) hostDevicePointer(c *call) status {
	p := s.find(c.words[1])
	if s.registered(c.words[1]) {
		panic(stop{errors.New("kernels do not reach memory of cudaHostRegister here: allocate it with cudaMallocHost")})
	}
	if p == nil || p.kind == gpusim.DeviceMemory {
		return invalidValue
	}
	s.writeWord(c.words[0], c.words[1], 8)
	return success
}

func (s *session) hostFlags(c *call) status {
	p := s.find(c.words[1])
	if p == nil || p.kind != gpusim.PinnedMemory {
		return invalidValue
	}
	s.writeWord(c.words[0], p.flags, 4)
	return success
}

// The memory types of cudaPointerAttributes.
var memoryTypes = map[gpusim.MemoryKind]uint64{gpusim.PinnedMemory: 1, gpusim.DeviceMemory: 2, gpusim.ManagedMemory: 3}

func (s *session) pointerAttributes(c *call) status {
	p := s.find(c.words[1])
	if p == nil {
		const noDevice = ^uint64(1) // -2
		s.fill(pointerAttributes, c.words[0], map[string]uint64{"device": noDevice, "hostPointer": c.words[1]})
		return success
	}
	values := map[string]uint64{"type": memoryTypes[p.kind], "device": uint64(slices.Index(s.devices, p.device)), "devicePointer": c.words[1]}
	if p.kind != gpusim.DeviceMemory {
		values["hostPointer"] = c.words[1]
	}
	s.fill(pointerAttributes, c.words[0], values)
	return success
}

// prefetch is a hint: pages move when one side touches them.
func (s *session) prefetch(c *call) status {
	if p := s.find(c.words[0]); p == nil || p.kind != gpusim.ManagedMemory {
		return invalidValue
	}
	return s.sticky
}

func (s *session) advise(c *call) status {
	if p := s.find(c.words[0]); p == nil || p.kind != gpusim.ManagedMemory {
		return invalidValue
	}
	return success
}

// poolOf returns a pool of memory: it is a handle without meaning, as all memory is of one pool.
func (s *session) poolOf(c *call) status {
	if s.numbered(c.words[1]) == nil {
		return invalidDevice
	}
	return s.newPool(c)
}

func (s *session) newPool(c *call) status {
	s.writeWord(c.words[0], s.handle(), 8)
	return success
}

func (s *session) memGetInfo(c *call) status {
	total := uint64(s.device(c).Spec().Global.Bytes)
	used := uint64(0)
	for _, p := range s.memory {
		if p.device == s.device(c) && p.kind != gpusim.PinnedMemory {
			used += p.end - p.base
		}
	}
	lent := min(total, limit.MemoryBytes) // programs fill what they are told is free
	s.writeWord(c.words[0], lent-min(used, lent), 8)
	s.writeWord(c.words[1], total, 8)
	return success
}
