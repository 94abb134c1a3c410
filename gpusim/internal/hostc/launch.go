package hostc

// This file records launches.

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// launch launches a kernel: kernel<<<grid, block, shared, stream>>>(args).
func (m *machine) launch(x *syntax.ConfiguredCall) value {
	v := m.eval(x.Kernel)
	var config []argument
	for _, c := range x.Config {
		if l, ok := c.(*syntax.List); ok {
			config = append(config, m.argumentOf(m.temporary(basicTypes["dim3"], l.Elems, true)))
			continue
		}
		config = append(config, m.argument(c))
	}
	args := m.arguments(x.Args)
	if m.play != nil && (v.fn == nil || len(config) == 0 || len(config) > 4) {
		m.refuse("this launch")
	}
	if v.fn != nil && len(config) > 0 {
		block := [3]int{1, 1, 1}
		if len(config) > 1 {
			block = m.extent(config[1])
		}
		shared, stream := argument{value: intValue(intType, 0)}, argument{value: intValue(intType, 0)}
		if len(config) > 2 {
			shared = config[2]
		}
		if len(config) > 3 {
			stream = config[3]
		}
		m.made++
		m.record(x.Pos, v.fn, m.extent(config[0]), block, shared.value, stream.value, args)
	}
	return value{t: voidType}
}

// launchKernel is cudaLaunchKernel(kernel, grid, block, pointers to the arguments, shared).
func launchKernel(m *machine, c *invocation) value {
	if len(c.args) < 4 || c.arg(0).fn == nil {
		return intValue(intType, 0)
	}
	fn := c.arg(0).fn
	shared, stream := argument{value: intValue(intType, 0)}, argument{value: intValue(intType, 0)}
	if len(c.args) > 4 {
		shared = c.args[4]
	}
	if len(c.args) > 5 {
		stream = c.args[5]
	}
	var args []argument
	for i := range fn.decls[0].Params {
		args = append(args, m.pointedArgument(c.arg(3), fn.decls[0].Params[i], i))
	}
	m.made++
	m.record(c.exprs[0].Position(), fn, m.extent(c.args[1]), m.extent(c.args[2]), shared.value, stream.value, args)
	return intValue(intType, 0)
}

// launchConfigured is cudaLaunchKernelEx(config, kernel, arguments), and cudaLaunchKernelExC with
// pointers to them.
func launchConfigured(m *machine, c *invocation) value {
	config, fn := c.arg(0), c.arg(1).fn
	if !config.known || config.t.kind != pointer || config.t.elem != configType || fn == nil {
		return intValue(intType, 0)
	}
	at := value{t: configType, known: true, bits: config.bits}
	args := c.args[2:]
	if c.name == "cudaLaunchKernelExC" {
		args = nil
		for i, p := range fn.decls[0].Params {
			args = append(args, m.pointedArgument(c.arg(2), p, i))
		}
	}
	grid, block := m.extent(argument{value: m.fieldOf(at, 0)}), m.extent(argument{value: m.fieldOf(at, 1)})
	m.made++
	m.record(c.exprs[0].Position(), fn, grid, block, m.fieldOf(at, 2), m.fieldOf(at, 3), args)
	return intValue(intType, 0)
}

// pointedArgument is the argument to which an element of a void*[] points.
func (m *machine) pointedArgument(list value, p *syntax.Var, i int) argument {
	if !list.known {
		return argument{value: unknown(opaqueType)}
	}
	addr, known := m.mem.word(list.bits+uint64(8*i), 8)
	t := m.typeOf(p.Type)
	if !known {
		return argument{value: unknown(t)}
	}
	at := lvalue{t, addr}
	return argument{m.load(at), at, true}
}

// extent returns the size of a grid or block; a direction of unknown size is 0.
func (m *machine) extent(a argument) (n [3]int) {
	n = [3]int{1, 1, 1}
	v := a.value
	if v.t.kind != record {
		n[0] = sizeOf(v)
		return n
	}
	for i := range min(len(n), len(v.t.fields)) {
		n[i] = 0
		if v.known {
			n[i] = sizeOf(m.load(m.fieldPlace(lvalue{v.t, v.bits}, &v.t.fields[i])))
		}
	}
	return n
}

func sizeOf(v value) int {
	switch {
	case !v.known || !v.t.number():
		return 0
	case v.t.kind == floating: // ceil(n / 256.0)
		return int(uint32(v.float()))
	}
	return int(uint32(v.bits))
}

// record tells of a launch, and forgets what the kernel may write.
func (m *machine) record(at diag.Pos, fn *function, grid, block [3]int, shared, stream value, args []argument) {
	d := m.choose(globals(fn.decls), args, fn.args)
	if d == nil && m.play != nil {
		m.noLaunch(at, fn, len(args))
	}
	if d == nil {
		return
	}
	outer := m.scope
	in := &scope{}
	m.templateArguments(in, d, args, fn.args) // the names in them are those of the host
	m.scope = in
	defer func() { m.scope = outer }()
	l := &KernelCall{Pos: at, Kernel: m.kernelName(d), Grid: grid, Block: block, Shared: -1}
	if shared.known && shared.t.kind == integer {
		l.Shared = int(shared.int())
	}
	if m.play != nil {
		m.play.at = at
		m.fits(d, args)
		m.describeArguments(l, d, args)
		m.launchPlayed(l, stream)
		return
	}
	if l.Kernel != "" && m.made <= maxLaunches && m.wants(l.Kernel) {
		m.describeArguments(l, d, args)
		m.describeSymbols(l)
		m.emit(l)
	}
	for i, p := range d.Params {
		if i < len(args) {
			m.forgetWritten(m.typeOf(p.Type), p.Type, args[i].value)
		}
	}
}

// describeArguments lists the arguments of a launch.
func (m *machine) describeArguments(l *KernelCall, d *syntax.Func, args []argument) {
	for i, p := range d.Params {
		if i < len(args) {
			l.Args = m.describe(l.Args, p.Name, m.typeOf(p.Type), args[i].value)
		}
	}
}

func globals(list []*syntax.Func) (kernels []*syntax.Func) {
	for _, d := range list {
		if d.Attrs.Global {
			kernels = append(kernels, d)
		}
	}
	return kernels
}

// kernelName writes a kernel with its template arguments; "" where one is unknown.
func (m *machine) kernelName(d *syntax.Func) string {
	name := d.Key(d.Name)
	if len(m.scope.list) == 0 {
		return name
	}
	words := make([]string, len(m.scope.list))
	for i := range m.scope.list {
		b := &m.scope.list[i]
		if words[i] = cmp.Or(m.enumerator(d.TParams[i].Type, b.value), b.text()); words[i] == "" || strings.Contains(words[i], "?") {
			return ""
		}
	}
	return name + "<" + strings.Join(words, ",") + ">"
}

// enumerator returns the name of a value of an enumeration; "" for another type.
func (m *machine) enumerator(t syntax.Type, v value) (name string) {
	n, ok := t.(*syntax.Named)
	if !ok || m.enums[n.Name] == nil {
		return ""
	}
	d := m.enums[n.Name]
	m.enumItems(d, func(b binding) {
		if name == "" && b.value.known && b.value.bits == v.bits {
			name = d.Key(d.Name) + "::" + b.name
		}
	})
	return name
}

// text writes a constant as a template argument.
func (v value) text() string {
	switch {
	case v.fn != nil:
		return v.fn.name
	case !v.known:
		return ""
	case v.t.kind == boolean:
		return strconv.FormatBool(v.bits != 0)
	case v.t.kind == integer && !v.t.num.Unsigned():
		return strconv.FormatInt(v.int(), 10)
	case v.t.kind == integer:
		return strconv.FormatUint(v.bits, 10)
	}
	return ""
}

// describe lists the scalars and arrays of an argument.
func (m *machine) describe(list []Arg, path string, t *typ, v value) []Arg {
	v = convert(decayedUnless(v, t), t)
	switch t.kind {
	case boolean, integer, floating:
		return append(list, m.describeTexture(Arg{Path: path, Known: v.known, Value: v.scalar()}, v))
	case pointer:
		return append(list, m.describeArray(path, v))
	case array:
		for i := range min(t.n, maxDepth) {
			list = m.describe(list, fmt.Sprintf("%s[%d]", path, i), t.elem, m.part(v, lvalue{t.elem, v.bits + uint64(i*t.elem.size)}))
		}
	case record:
		for i := range t.fields {
			f := &t.fields[i]
			list = m.describe(list, path+"."+f.name, f.t, m.part(v, lvalue{f.t, v.bits + uint64(f.offset)}))
		}
	}
	return list
}

// part loads a part of an array or struct.
func (m *machine) part(of value, at lvalue) value {
	if !of.known {
		return unknown(at.t)
	}
	return m.load(at)
}

func (v value) scalar() any {
	switch {
	case !v.known:
		return nil
	case v.t.kind == boolean:
		return v.bits != 0
	case v.t.kind == floating:
		return v.float()
	case !v.t.num.Unsigned():
		return v.int()
	}
	return v.bits
}

// describeArray copies what an argument points to.
func (m *machine) describeArray(path string, v value) Arg {
	a := Arg{Path: path, Array: true, Bytes: -1}
	if m.play != nil {
		a.Known, a.Address = v.known, v.bits
		return a
	}
	b, place := m.mem.find(v.bits)
	if !v.known || b == nil || b.unsized || place > b.size {
		return a
	}
	a.Known, a.Bytes, a.First, a.Address = true, b.size, place, v.bits
	if m.copied+a.Bytes <= maxBytes && (b.zero || len(b.pages) > 0) {
		m.copied += a.Bytes
		a.Contents = m.mem.contents(v.bits-uint64(place), a.Bytes)
	}
	return a
}

// describeSymbols lists the variables of the device that the program wrote.
func (m *machine) describeSymbols(l *KernelCall) {
	for _, name := range m.symbols {
		b := m.globals[name]
		if !m.written[name] || b == nil {
			continue
		}
		a := Arg{Path: name, Array: true, Known: true, Bytes: b.place.t.size, Contents: m.mem.contents(b.place.addr, b.place.t.size)}
		l.Symbols = append(l.Symbols, a)
	}
}

// forgetWritten forgets what is where an argument points, unless the kernel only reads it.
func (m *machine) forgetWritten(t *typ, p syntax.Type, v value) {
	v = decayedUnless(v, t)
	switch t.kind {
	case pointer:
		if ptr, ok := p.(*syntax.Pointer); ok && isConst(ptr.Elem) || !v.known {
			return
		}
		if b, place := m.mem.find(v.bits); b != nil {
			m.mem.set(v.bits-uint64(place), b.size, 0, false)
		}
	case record:
		if !v.known {
			return
		}
		for i := range t.fields {
			f := &t.fields[i]
			var written syntax.Type
			if f.decl != nil {
				written = f.decl.Type
			}
			m.forgetWritten(f.t, written, m.load(lvalue{f.t, v.bits + uint64(f.offset)}))
		}
	}
}

func isConst(t syntax.Type) bool {
	n, ok := t.(*syntax.Named)
	return ok && n.Const
}
