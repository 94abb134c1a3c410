package cudart

// This file is what a program's constructors register: modules, kernels and variables.

import (
	"cmp"
	"encoding/binary"
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/fatbin"
)

// module is the code of one translation unit. It is read when a kernel or a variable of it is used.
type module struct {
	name   string
	code   uint64 // the address of the fat binary
	loaded *gpusim.Module
	err    error
}

// function is a kernel that the program knows by an address of its own.
type function struct {
	module    *module
	name      string // in the PTX
	kernel    *gpusim.Kernel
	maxShared int // bytes of dynamic shared memory that the program asked for
	cache     gpusim.Cache
}

// variable is a __device__, __constant__ or __managed__ variable.
type variable struct {
	module *module
	name   string
	bytes  int
	memory map[*gpusim.Device]*piece
}

func (s *session) registerFatBinary(c *call) status {
	wrapper := s.read(c.words[0], 24)
	s.modules = append(s.modules, &module{name: fmt.Sprintf("module%d.ptx", len(s.modules)+1), code: binary.LittleEndian.Uint64(wrapper[8:])})
	return status(len(s.modules))
}

func (s *session) registerFunction(c *call) status {
	s.functions[c.words[1]] = &function{module: s.modules[c.words[0]-1], name: s.text(c.words[3])}
	return success
}

func (s *session) registerVariable(c *call) status {
	s.variables[c.words[1]] = &variable{module: s.modules[c.words[0]-1], name: s.text(c.words[3]), bytes: int(c.words[5]), memory: map[*gpusim.Device]*piece{}}
	return success
}

func (s *session) registerManaged(c *call) status {
	panic(stop{fmt.Errorf("__managed__ variable %s: the simulated runtime has cudaMallocManaged alone", s.text(c.words[3]))})
}

// load reads the code of a module.
func (s *session) load(m *module) (*gpusim.Module, error) {
	if m.loaded == nil && m.err == nil {
		var text string
		if text, m.err = s.ptx(m.code); m.err == nil {
			m.loaded, m.err = gpusim.LoadText(m.name, text)
		}
	}
	return m.loaded, m.err
}

// ptx returns the PTX at an address: in a fat binary, or a text that ends with a zero.
func (s *session) ptx(address uint64) (string, error) {
	if n := fatbin.Size(s.read(address, fatbin.HeaderBytes)); n > 0 {
		return fatbin.PTX(s.read(address, n))
	}
	return s.text(address), nil
}

// kernelOf returns a kernel by its address or handle. A program whose kernel is not understood
// cannot go on.
func (s *session) kernelOf(address uint64) *function {
	f := s.functions[address]
	if f == nil || f.kernel != nil {
		return f
	}
	m, err := s.load(f.module)
	if err == nil {
		f.kernel, err = m.Kernel(f.name)
	}
	if err != nil {
		panic(stop{err})
	}
	return f
}

func (s *session) getKernel(c *call) status {
	if s.functions[c.words[1]] == nil {
		return invalidFunction
	}
	s.writeWord(c.words[0], c.words[1], 8) // the address is its own handle
	return success
}

// symbol returns the memory of a variable on a device.
func (s *session) symbol(d *gpusim.Device, address uint64) (*piece, status) {
	v := s.variables[address]
	if v == nil {
		return nil, invalidSymbol
	}
	if v.memory[d] == nil {
		a, err := s.variableMemory(d, v)
		if err != nil {
			return nil, s.complained(err, unknown)
		}
		v.memory[d] = &piece{device: d, array: a.Raw(), kind: gpusim.DeviceMemory, variable: true}
		s.list(v.memory[d])
	}
	return v.memory[d], success
}

// variableMemory returns the memory of a variable as the kernels of its module have it. Where no
// kernel uses it, it is memory of its own.
func (s *session) variableMemory(d *gpusim.Device, v *variable) (*gpusim.Array, error) {
	m, err := s.load(v.module)
	if err != nil {
		panic(stop{err})
	}
	for _, name := range m.Kernels() {
		k, err := m.Kernel(name)
		if err != nil {
			continue // it matters when it is launched
		}
		for _, symbol := range k.Symbols() {
			if symbol.Name == v.name {
				return d.Symbol(k, v.name)
			}
		}
	}
	return d.MallocArray(max(v.bytes, 1), 1)
}

func (s *session) symbolAddress(c *call) status {
	p, err := s.symbol(s.device(c), c.words[1])
	if err == success {
		s.writeWord(c.words[0], p.base, 8)
	}
	return err
}

func (s *session) symbolSize(c *call) status {
	v := s.variables[c.words[1]]
	if v == nil {
		return invalidSymbol
	}
	s.writeWord(c.words[0], uint64(v.bytes), 8)
	return success
}

// inSymbol returns a part of a variable.
func (s *session) inSymbol(c *call, address, offset, n uint64) ([]byte, status) {
	p, err := s.symbol(s.device(c), address)
	if err != success {
		return nil, err
	}
	if bytes := uint64(s.variables[address].bytes); offset > bytes || n > bytes-offset {
		return nil, invalidValue
	}
	return p.array.Bytes()[offset:][:n], success
}

func (s *session) memcpyToSymbol(c *call) status {
	to, err := s.inSymbol(c, c.words[0], c.words[3], c.words[2])
	if err == success {
		err = s.fetch(to, c.words[1])
	}
	return cmp.Or(err, s.waited())
}

func (s *session) memcpyFromSymbol(c *call) status {
	from, err := s.inSymbol(c, c.words[1], c.words[3], c.words[2])
	if err == success {
		err = s.deliver(c.words[0], from)
	}
	return cmp.Or(err, s.waited())
}
