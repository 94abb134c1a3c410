package hostc

// This file plays a program: main() runs to its end, with a runtime that executes its kernels and
// takes its output.
//
// Whoever plays sees what the program prints, so nothing is assumed: what this package does not
// read, or reads by a rule of thumb, is refused where it is met. Then a value is unknown only where
// the program never set it, and a decision that depends on one is refused, too.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// Runtime is CUDA's runtime as a program that is played has it.
type Runtime interface {
	// Begin is called before main(), with the memory of the program and its variables of the device.
	Begin(p *Playing, symbols []Symbol)
	// Has reports whether Call knows a function.
	Has(name string) bool
	// Names are the functions that Call knows.
	Names() []string
	// Call calls a function with arguments as C passes them; those left out are 0.
	Call(at diag.Pos, name string, words []uint64) (result uint64)
	// Function returns the address that stands for a kernel.
	Function(kernel string) uint64
	// Launch launches a kernel in a stream and returns cudaGetLastError's number.
	Launch(l *KernelCall, stream uint64) uint64
	// ErrorText returns the name and the text of a number of an error.
	ErrorText(code uint64) (name, text string)
	// Constant returns the value of a name of CUDA's headers.
	Constant(name string) (value int64, ok bool)
	// Print takes what the program writes to standard output, or to the error output.
	Print(text string, toError bool)
}

// Symbol is a variable of the device.
type Symbol struct {
	Name  string
	At    uint64 // what stands for it in the program
	Bytes int
	Init  []byte
}

// playSteps is the budget of a program that is played, in seconds less than a minute.
var playSteps = 1 << 28

// player is what a machine has that plays.
type player struct {
	Runtime
	ctx    context.Context
	at     diag.Pos // of what runs
	in     syntax.Expr
	status int
	out    stream
	err    stream
}

// Play runs a program to its end, and returns its exit status. The arguments do not have the
// program's name. The error says what is not read, with its place, or that the context ended.
func Play(ctx context.Context, f *syntax.File, device *arch.Spec, args []string, r Runtime) (status int, err error) {
	m := newMachine(f, device, nil, nil)
	m.play = &player{Runtime: r, ctx: ctx}
	m.limit = playSteps
	m.mem.outside = m.outside
	defer func() {
		switch p := recover().(type) {
		case nil, exit:
			if m.spent && err == nil {
				err = m.refusal("the program takes more steps than are played")
			}
			status = m.play.status
		case refused:
			err = p.error
		default:
			panic(p)
		}
	}()
	if err := m.unread(); err != nil {
		return 0, err
	}
	m.declareGlobals(f.Decls)
	r.Begin(&Playing{m}, m.deviceVariables())
	for _, d := range m.funcs["main"] {
		if d.Body == nil {
			continue
		}
		v := m.call(d, m.commandLine(args)[:len(d.Params)], nil, nil, nil)
		if v.known && v.t.kind == integer {
			m.play.status = int(uint8(v.bits))
		}
		return m.play.status, nil
	}
	return 0, m.refusal("the program has no main()")
}

// commandLine is argc and argv.
func (m *machine) commandLine(args []string) []argument {
	words := append([]string{"./program"}, args...)
	addr := m.alloc(8*(len(words)+1), true)
	for i, w := range words {
		m.mem.setWord(addr+uint64(8*i), 8, m.textValue(w).bits, true)
	}
	texts := pointerTo(pointerTo(charType))
	return []argument{{value: intValue(intType, int64(len(words)))}, {value: value{t: texts, known: true, bits: addr}}}
}

// textValue is a text in memory of its own.
func (m *machine) textValue(text string) value {
	addr := m.alloc(len(text)+1, true)
	m.setBytes(addr, text)
	return value{t: pointerTo(charType), known: true, bits: addr}
}

func (m *machine) deviceVariables() (list []Symbol) {
	for _, name := range m.symbols {
		p := m.globals[name].place
		list = append(list, Symbol{Name: name, At: p.addr, Bytes: p.t.size, Init: m.mem.contents(p.addr, p.t.size).Data})
	}
	return list
}

// refused is the panic that ends a program that cannot be played.
type refused struct{ error }

// refusal says what of the program is not played.
func (m *machine) refusal(what string) diag.Diagnostic {
	return diag.Diagnostic{Code: diag.Unsupported, Pos: m.play.at, Message: what, Hint: otherWay}
}

// otherWay is how a program runs that this package does not read.
const otherWay = "gpusim run with nvcc runs every program: gpusim toolchain install nvcc"

func (m *machine) refuse(what string) { panic(refused{m.refusal(what)}) }

// lost is the value of what is not understood: the expression that is computed.
func (m *machine) lost() value {
	if m.play != nil {
		m.refuse(fmt.Sprintf("%s is not read of host code", kindOf(m.play.in)))
	}
	return unknown(opaqueType)
}

// kindOf names an expression.
func kindOf(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Lambda:
		return "a lambda"
	case *syntax.Name:
		return "name " + x.Name
	case *syntax.Call:
		switch f := x.Fun.(type) {
		case *syntax.Name:
			return "this call of " + f.Name
		case *syntax.Member:
			return "this call of method " + f.Name
		}
		return "this call"
	case *syntax.Member:
		return "member " + x.Name
	case *syntax.Leave:
		return x.Word
	case *syntax.List:
		return "a list in braces as an argument"
	}
	return "this expression"
}

// playable refuses a struct with functions that the host calls: constructors and destructors run
// where nobody writes a call.
func (m *machine) playable(s *syntax.Struct) {
	if m.play == nil {
		return
	}
	if s.Union {
		m.refuse("a union is not read of host code")
	}
	for _, f := range s.Methods {
		if !f.Attrs.Device || f.Attrs.Host {
			m.refuse("struct " + s.Name + " has functions of the host, which are not read")
		}
	}
}

// forgotten is called where a decision depends on an unknown value.
func (m *machine) forgotten() {
	if m.play != nil {
		m.mistake(diag.UnsetVariable, m.setFirst(), "what happens here depends on a value that was never set")
	}
}

// namePlayed is a name that the program does not declare.
func (m *machine) namePlayed(name string) value {
	if v, ok := streams[name]; ok {
		return v
	}
	n, ok := m.play.Constant(name)
	if !ok {
		m.undeclared("name", name, m.variables())
	}
	return intValue(intType, n)
}

// outside is called for an access beyond all memory of the program.
func (m *machine) outside(addr uint64) {
	switch {
	case addr < pageBytes:
		m.mistake(diag.BadPointer, "set it first", "the program follows a pointer that is null or was never set, which ends it with a segmentation fault")
	case addr>>placeBits == 0:
		m.mistake(diag.BadPointer, "copy with cudaMemcpy, or use cudaMallocManaged", "the host follows a pointer of the device, which ends the program with a segmentation fault")
	}
	m.mistake(diag.IndexOutOfRange, "keep the index below the array's length", "the program reaches beyond an array of the host")
}

// Playing is the memory of a program that is played.
type Playing struct{ m *machine }

// Read reads memory of the program. What was never set is 0.
func (p *Playing) Read(to []byte, addr uint64) {
	b, place := p.m.mem.find(addr)
	if b == nil || place+len(to) > b.size {
		p.m.outside(addr)
	}
	copy(to, p.m.mem.contents(addr, len(to)).Data)
}

// Write writes memory of the program.
func (p *Playing) Write(addr uint64, data []byte) {
	b, place := p.m.mem.find(addr)
	if b == nil || place+len(data) > b.size {
		p.m.outside(addr)
	}
	p.m.mem.spans(addr, len(data), true, func(page *page, at, n, done int) {
		if page == nil {
			p.m.refuse("the program has more memory than is played")
		}
		copy(page.data[at:at+n], data[done:])
		page.mark(at, n, true)
	})
}

// Share gives the program memory of the device at its address.
func (p *Playing) Share(addr uint64, data []byte) { p.m.mem.share(addr, data) }

// Unshare takes it away.
func (p *Playing) Unshare(addr uint64) { p.m.mem.unshare(addr) }

// Fill sets the fields of a struct of the runtime, by their names; those without a value become 0.
func (p *Playing) Fill(record string, addr uint64, values map[string]uint64) {
	t := basicTypes[record]
	if t == nil {
		p.m.refuse("struct " + record + " is not read of host code")
	}
	p.m.mem.set(addr, t.size, 0, true)
	for name, v := range values {
		base, index, isArray := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		f := t.field(base)
		if f == nil {
			continue
		}
		at := lvalue{f.t, addr + uint64(f.offset)}
		if isArray {
			at.t = f.t.elem
			at.addr += uint64(at.t.size) * uint64(index[0]-'0')
		}
		p.m.mem.setWord(at.addr, at.t.size, v, true)
	}
}

// Field returns a field of a struct of the runtime by its path, as in "res.linear.desc.x"; 0 where the
// program set none.
func (p *Playing) Field(record string, addr uint64, path string) uint64 {
	at := lvalue{basicTypes[record], addr}
	if at.t == nil {
		p.m.refuse("struct " + record + " is not read of host code")
	}
	for name := range strings.SplitSeq(path, ".") {
		base, index, isElement := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		at = p.m.fieldPlace(at, at.t.field(base))
		if isElement {
			at.t = at.t.elem
			at.addr += uint64(at.t.size) * uint64(index[0]-'0')
		}
	}
	bits, _ := p.m.mem.word(at.addr, at.t.size)
	return bits
}

// Refuse ends the program: a call does what is not played.
func (p *Playing) Refuse(what string) { p.m.refuse(what) }

// played are the functions of libraries that a program may call that is played.
var played = []string{
	"malloc", "calloc", "realloc", "free", "aligned_alloc", "memcpy", "memmove", "memset", "rand", "random", "srand", "fill", "fill_n", "iota", "min", "max", "swap", "begin", "end", "size",
	"strlen", "strcmp", "strcpy", "atoi", "atol", "atoll", "atof", "getenv", "cudaLaunchKernel", "cudaCreateChannelDesc",
}

// libraryPlayed calls a function of a library in a program that is played.
func (m *machine) libraryPlayed(c *invocation) value {
	if call := printing[c.name]; call != nil {
		return call(m, c)
	}
	switch {
	case endings[c.name] && c.name != "cudaDeviceReset":
		return m.end(c)
	case slices.Contains(played, c.name):
		return calls[c.name](m, c)
	case strings.HasPrefix(c.name, "make_") && basicTypes[c.name[len("make_"):]] != nil:
		at := m.local(basicTypes[c.name[len("make_"):]])
		m.constructFrom(at, c.args)
		return m.load(at)
	case m.play.Has(c.name):
		return m.runtimeCall(c)
	}
	if v, ok := m.mathCall(c); ok {
		return v
	}
	m.undeclared("function", c.name, m.functions())
	return value{}
}

// end is exit and its like.
func (m *machine) end(c *invocation) value {
	const aborted = 134 // what a shell shows of a program that abort ended
	m.play.status = aborted
	if n, known := c.count(0); known {
		m.play.status = int(uint8(n))
	}
	panic(exit{})
}

// runtimeCall calls CUDA's runtime.
func (m *machine) runtimeCall(c *invocation) value {
	m.takesAddress(c)
	words := make([]uint64, len(c.args))
	for i := range c.args {
		words[i] = m.word(c, i)
	}
	return intValue(intType, int64(m.play.Call(m.play.at, c.name, words)))
}

// word is an argument of the runtime as C passes it.
func (m *machine) word(c *invocation, i int) uint64 {
	if strings.Contains(c.name, "Symbol") {
		if _, at, ok := m.symbolNamed(c.expr(i)); ok && slices.ContainsFunc(m.symbols, func(s string) bool { return m.globals[s].place == at }) {
			return at.addr
		}
	}
	v := c.arg(i)
	switch {
	case v.fn != nil:
		return m.play.Function(m.functionName(v.fn))
	case v.t.kind == record || v.t.kind == array || v.t.kind == opaque:
		m.refuse("argument " + ordinal(i) + " of " + c.name + " is not read of host code")
	case !v.known:
		m.unsetArgument(c, i)
	case v.t.kind == floating: // parameters of the runtime are integers and pointers
		return uint64(int64(v.float()))
	}
	return v.bits
}

func ordinal(i int) string { return string(rune('1' + i)) }

// functionName is the name of a kernel that is no argument of a launch.
func (m *machine) functionName(f *function) string {
	if len(f.decls) != 1 || !f.decls[0].Attrs.Global {
		m.refuse("this function is no kernel with one definition")
	}
	outer := m.scope
	defer func() { m.scope = outer }()
	in := &scope{}
	m.templateArguments(in, f.decls[0], nil, f.args)
	m.scope = in
	name := m.kernelName(f.decls[0])
	if name == "" {
		m.refuse("the template arguments of kernel " + f.decls[0].Name + " are not known")
	}
	return name
}

// launchPlayed launches a kernel in a program that is played.
func (m *machine) launchPlayed(l *KernelCall, stream value) {
	switch {
	case l.Kernel == "":
		m.refuse("the template arguments of this kernel are not known")
	case !stream.known:
		m.refuse("the stream was never set")
	case l.Shared < 0:
		m.refuse("the size of dynamic shared memory was never set")
	}
	for i := range l.Args {
		if a := &l.Args[i]; !a.Known {
			m.mistake(diag.UnsetVariable, "set it first", "argument %s of kernel %s was never set", a.Path, l.Kernel)
		}
	}
	m.play.Launch(l, stream.bits)
}
