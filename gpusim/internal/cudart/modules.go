package cudart

// This file is what a program's constructors register: modules, kernels and variables.

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/internal/fatbin"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// module is the code of a translation unit, or of all whose device code is linked. It is read when a
// kernel or a variable of it is used.
type module struct {
	name   string
	codes  []uint64 // the addresses of the fat binaries
	loaded *gpusim.Module
	err    error
	// managed are the managed variables that have no memory yet.
	managed []*variable
	// user returns a kernel that uses a variable, nil for none; it stands for the text of a program
	// that is played.
	user func(variable string) (*gpusim.Kernel, error)
	// declared is the space of each variable in the text, by name; nil before it is read.
	declared map[string]string
}

// function is a kernel that the program knows by an address of its own.
type function struct {
	module    *module
	name      string // in the PTX
	kernel    *gpusim.Kernel
	maxShared int // bytes of dynamic shared memory that the program asked for
	calls     int // launches
}

// variable is a __device__, __constant__ or __managed__ variable.
type variable struct {
	module *module
	name   string
	bytes  int
	memory map[*gpusim.Device]*piece
	host   uint64 // where the program wants the address of a managed variable
	// initial is what a variable holds that no kernel of a program that is played uses.
	initial []byte
}

func (s *session) registerFatBinary(c *call) status {
	s.modules = append(s.modules, &module{name: fmt.Sprintf("module%d.ptx", len(s.modules)+1)})
	s.addCode(len(s.modules), c)
	return status(len(s.modules))
}

// registerLinked registers a translation unit whose device code is linked with that of others: they
// are one module.
func (s *session) registerLinked(c *call) status {
	if s.linked == 0 {
		s.linked = int(s.registerFatBinary(c))
	} else {
		s.addCode(s.linked, c)
	}
	return status(s.linked)
}

// addCode adds the code of a wrapper to module number n, counted from 1.
func (s *session) addCode(n int, c *call) {
	wrapper := s.read(c.words[0], 24)
	m := s.modules[n-1]
	m.codes = append(m.codes, binary.LittleEndian.Uint64(wrapper[8:]))
}

func (s *session) registerFunction(c *call) status {
	s.functions[c.words[1]] = &function{module: s.modules[c.words[0]-1], name: s.text(c.words[3])}
	return success
}

func (s *session) registerVariable(c *call) status {
	s.variables[c.words[1]] = &variable{module: s.modules[c.words[0]-1], name: s.text(c.words[3]), bytes: int(c.words[5]), memory: map[*gpusim.Device]*piece{}}
	return success
}

// registerManaged registers a variable whose address the program reads from a pointer of its own,
// after __cudaInitModule.
func (s *session) registerManaged(c *call) status {
	m := s.modules[c.words[0]-1]
	v := &variable{module: m, name: s.text(c.words[3]), bytes: int(c.words[5]), memory: map[*gpusim.Device]*piece{}, host: c.words[1]}
	m.managed = append(m.managed, v)
	s.variables[c.words[1]] = v
	return success
}

func (s *session) initModule(c *call) status {
	s.placeManaged(s.modules[c.words[0]-1])
	return 1 // it is ready
}

// placeManaged gives the managed variables of a module memory that the program has, too. It
// belongs to the first device.
func (s *session) placeManaged(m *module) {
	for _, v := range m.managed {
		p := &piece{device: s.devices[0], kind: gpusim.ManagedMemory, variable: true}
		var err error
		if p.data, p.place, err = s.o.Memory.Map(padding.Up(v.bytes, pageBytes)); err != nil {
			panic(stop{err})
		}
		k, err := s.userOf(v)
		var array any
		if k != nil {
			array, err = contexts.ShareVariable(p.device, k, v.name, p.data[:v.bytes], pageBytes)
		} else if err == nil {
			array, err = contexts.Share(p.device, "variable "+v.name, p.data[:v.bytes], pageBytes, true)
		}
		if err != nil {
			panic(stop{err})
		}
		p.array = array.(*gpusim.Array).Raw()
		s.list(p)
		if !s.mapFile(p.base, p.data, p.place) {
			panic(stop{fmt.Errorf("variable %s: something of the program lies at %#x", v.name, p.base)})
		}
		s.writeWord(v.host, p.base, 8)
		v.memory[p.device] = p
	}
	m.managed = nil
}

// load reads the code of a module.
func (s *session) load(m *module) (*gpusim.Module, error) {
	if m.loaded == nil && m.err == nil {
		var text string
		if text, m.err = s.ptx(m); m.err == nil {
			m.loaded, m.err = gpusim.LoadProgram(m.name, m.withAllVariables(text))
		}
	}
	return m.loaded, m.err
}

// ptx returns the PTX of a module.
func (s *session) ptx(m *module) (string, error) {
	var texts []string
	for _, address := range m.codes {
		text, err := s.ptxAt(address)
		if err != nil {
			return "", err
		}
		texts = append(texts, text)
	}
	return syntax.Join(m.name, texts)
}

// ptxAt returns the PTX at an address: in a fat binary, or a text that ends with a zero.
func (s *session) ptxAt(address uint64) (string, error) {
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
	s.placeManaged(f.module)
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
		if p := s.find(address); p != nil && p.variable && p.kind == gpusim.ManagedMemory && p.base == address {
			return p, success // in a program, the name of a managed variable is the variable itself
		}
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
	k, err := s.userOf(v)
	switch {
	case err != nil:
		panic(stop{err})
	case k != nil:
		return d.Symbol(k, v.name)
	}
	a, err := d.MallocArray(max(v.bytes, 1), 1)
	if err == nil {
		copy(a.Bytes(), v.initial)
	}
	return a, err
}

// userOf returns a kernel that uses a variable; nil where the module does not have it, as with
// some that the headers of a library register.
func (s *session) userOf(v *variable) (*gpusim.Kernel, error) {
	if v.module.user != nil {
		return v.module.user(v.name)
	}
	m, err := s.load(v.module)
	if err != nil || !v.module.has(v) {
		return nil, err
	}
	return m.Kernel(allVariables)
}

// allVariables is a kernel that is added to each module and uses all variables, so that also those
// have memory and initial values that no other kernel uses.
const allVariables = "__gpusim_all_variables"

// declaration finds the declaration of a variable in the text of a module.
var declaration = regexp.MustCompile(`(?m)^\s*(?:\.(?:visible|weak|common) )*\.(global|const)\s[^=;\n]*?([\w$]+)(?:\[\d*\])*\s*(?:=|;)`)

// has reports whether the text of a module declares a variable.
func (m *module) has(v *variable) bool { return m.declared[v.name] != "" }

// withAllVariables adds the kernel to a text, and notes what variables it declares.
func (m *module) withAllVariables(text string) string {
	m.declared = map[string]string{}
	for _, d := range declaration.FindAllStringSubmatch(text, -1) {
		m.declared[d[2]] = d[1]
	}
	if len(m.declared) == 0 {
		return text
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n.global .u8 %[2]s_used;\n.visible .entry %[2]s()\n{\n.reg .b16 %%used;\n", text, allVariables)
	for _, name := range slices.Sorted(maps.Keys(m.declared)) {
		fmt.Fprintf(&b, "ld.%s.u8 %%used, [%s];\nst.volatile.global.u8 [%s_used], %%used;\n", m.declared[name], name, allVariables)
	}
	b.WriteString("ret;\n}\n")
	return b.String()
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
