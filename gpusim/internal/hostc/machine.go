// Package hostc runs the host code of a program in CUDA C, as far as its launches need it.
//
// Run executes main() from the syntax tree: variables, pointers, arrays, structs,
// functions, templates, the containers of C++ and the calls of CUDA's runtime for
// memory. It reports each launch with its shape, its arguments and what is in their arrays.
// Kernels are not executed, so what a kernel may write is unknown.
//
// A value that the program gets from outside, such as a file, a clock or a kernel, is
// unknown, and so is what is computed from it. Of an if with an unknown condition, the branch
// runs that goes on without an error. What a part that was left out would have written is
// unknown.
//
// Of a loop that runs often, functions of Go are made (code.go), which is five to ten times as fast.
// The program ends after the last launch that matters.
//
// Work has a budget. A loop without launches that takes too many steps is left, and the
// program goes on behind it; when all steps are spent, the program ends.
//
// Play is the same machine with a Runtime, which executes kernels. Then nothing is assumed: what is
// not read is refused (play.go).
package hostc

// This file is names, scopes and the program as a whole.

import (
	"cmp"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/padding"
)

// The budget of a program.
const (
	maxSteps     = 60 << 20 // expressions and statements
	maxLoopSteps = 24 << 20 // of a loop without launches
	maxBytes     = 1 << 29  // of memory that is not unknown
	maxBlocks    = 1 << 16  // allocations
	maxDepth     = 200      // calls inside one another
	maxTypes     = 1 << 12
	maxLaunches  = 1 << 12
	maxList      = 1 << 28 // elements of a container
)

// KernelCall is a launch of a kernel.
type KernelCall struct {
	Pos    diag.Pos
	Kernel string // as a kernel is named: "reduce<256>"
	// Grid and Block are 0 in a direction that is unknown; Shared is -1.
	Grid, Block [3]int
	Shared      int
	Args        []Arg // scalars and arrays, those in structs by their paths
	Symbols     []Arg // variables of the device that the program wrote
}

// Arg is an argument of a launch, or a part of one.
type Arg struct {
	Path  string // as C names it: "n", "a.width", "v.x"
	Array bool
	Known bool
	// Value is a scalar: an int64, uint64, float64 or bool.
	Value any
	// Bytes is the size of an array, -1 if that is unknown.
	Bytes    int
	First    int       // the byte of the array to which the argument points
	Address  uint64    // of an array whose place is known; 0 for others
	Contents *Contents // nil where nothing is known
	Texture  *Texture  // that a scalar names; nil for none
}

// binding is what a name means.
type binding struct {
	name     string
	isType   bool
	declared bool // of a variable of the file
	constant bool
	t        *typ   // of a type
	value    value  // of a constant
	place    lvalue // of a variable
	moving   *spot  // where it is, of a reference in code
	isPack   bool
	pack     []argument // the elements of a pack
}

// text names the argument of a template.
func (b *binding) text() string {
	if b.isType {
		if b.t == nil {
			return "?"
		}
		return b.t.text()
	}
	return cmp.Or(b.value.text(), "?")
}

// scope is the names that a block declares.
type scope struct {
	list  []binding
	outer *scope
	this  *lvalue // the object of a method
}

// machine runs a program.
type machine struct {
	mem     memory
	device  *arch.Spec // that the program finds
	stack   int        // the id of the block with the local variables
	sp      int
	scope   *scope
	globals map[string]*binding
	funcs   map[string][]*syntax.Func
	methods map[string][]*syntax.Func // defined outside of their structs: "S::f"
	structs map[string]*syntax.Struct
	aliases map[string]*syntax.Alias
	enums   map[string]*syntax.Enum
	types   map[string]*typ
	texts   map[string]uint64
	symbols []string        // the names of the variables of the device
	written map[string]bool // those that the program wrote

	steps    int
	limit    int     // of steps
	play     *player // nil where only launches matter
	depth    int
	hot      int // after how many iterations code is made of a loop
	loopEnd  int // the step at which the loop without launches is left; 0 outside of one
	spent    bool
	result   value
	returns  *typ        // the result of the current function; nil where it says auto
	refers   bool        // the current function returns a reference
	ref      *lvalue     // where the last call's result is, if that is a reference
	code     []*function // that variables hold, by their numbers
	literals map[*syntax.Literal]value
	statics  map[*syntax.Var]lvalue
	label    string   // that a goto looks for
	randoms  []uint32 // of rand()
	engines  []engine // of <random>
	argc     value
	arrays   map[uint64]textureArray // by their addresses
	textures map[uint64]*Texture     // by the numbers that name them
	made     int                     // launches
	copied   int                     // bytes of arrays that launches hold
	emit     func(*KernelCall)
	wants    func(kernel string) bool
	started  map[syntax.Stmt]kernels // what a statement launches
	rests    [][]syntax.Stmt         // what is still to run of each list of statements, the current one too
	cold     map[syntax.Stmt]bool    // loops of which no code is made
}

// exit is the panic that ends the program.
type exit struct{}

// Run executes the program, which finds one device. It calls emit for each launch; wants says for
// which kernels the contents of arrays matter.
func Run(f *syntax.File, device *arch.Spec, wants func(kernel string) bool, emit func(*KernelCall)) {
	for _, knowsArgc := range []bool{true, false} {
		m := newMachine(f, device, wants, emit)
		if knowsArgc {
			m.argc = intValue(intType, 1)
		} else {
			m.argc = unknown(intType) // it asks for arguments, and ends without them
		}
		m.program(f)
		if m.made > 0 {
			return
		}
	}
}

func newMachine(f *syntax.File, device *arch.Spec, wants func(string) bool, emit func(*KernelCall)) *machine {
	m := &machine{
		device: device, hot: hotRounds, limit: maxSteps,
		globals: map[string]*binding{}, funcs: map[string][]*syntax.Func{}, methods: map[string][]*syntax.Func{}, structs: map[string]*syntax.Struct{},
		aliases: map[string]*syntax.Alias{}, enums: map[string]*syntax.Enum{}, types: map[string]*typ{}, texts: map[string]uint64{},
		written: map[string]bool{}, literals: map[*syntax.Literal]value{}, statics: map[*syntax.Var]lvalue{}, started: map[syntax.Stmt]kernels{}, cold: map[syntax.Stmt]bool{}, emit: emit, wants: wants,
	}
	m.stack = int(m.mem.alloc(1<<32, false) >> placeBits)
	m.sp = 64
	m.collect(f.Decls)
	return m
}

// program declares the variables of the file, and calls main.
func (m *machine) program(f *syntax.File) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(exit); !ok {
				panic(r)
			}
		}
	}()
	m.declareGlobals(f.Decls)
	for _, d := range m.funcs["main"] {
		if d.Body == nil {
			continue
		}
		args := []argument{{value: m.argc}, {value: unknown(pointerTo(pointerTo(charType)))}, {value: unknown(opaqueType)}}
		m.call(d, args[:min(len(args), len(d.Params))], nil, nil, nil)
		return
	}
}

// collect files what the source declares, by names without namespaces.
func (m *machine) collect(decls []syntax.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.Func:
			if d.Of != "" {
				m.methods[d.Of+"::"+d.Name] = append(m.methods[d.Of+"::"+d.Name], d)
			} else {
				m.funcs[d.Name] = append(m.funcs[d.Name], d)
			}
		case *syntax.Struct:
			m.collectStruct(d)
		case *syntax.Alias:
			m.aliases[d.Name] = d
		case *syntax.Enum:
			m.enums[d.Name] = d
		}
	}
}

func (m *machine) collectStruct(s *syntax.Struct) {
	if old := m.structs[s.Name]; old == nil || !s.Special && s.Defined {
		m.structs[s.Name] = s
	}
	m.collect(s.Nested)
}

// declareGlobals makes the variables and constants of the file.
func (m *machine) declareGlobals(decls []syntax.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.Var:
			if d.TParams == nil {
				m.global(d)
			}
		case *syntax.Enum:
			m.enumItems(d, func(b binding) { m.globals[b.name] = &b })
		case *syntax.Struct:
			m.declareGlobals(d.Nested)
			for _, v := range d.Fields {
				if v.Attrs.Static && v.Init != nil && d.TParams == nil {
					m.global(v)
				}
			}
		}
	}
}

func (m *machine) enumItems(d *syntax.Enum, add func(binding)) {
	next := int64(0)
	for _, item := range d.Items {
		v := intValue(intType, next)
		if item.Value != nil {
			v = convert(m.eval(item.Value), intType)
		}
		next = v.int() + 1
		add(binding{name: item.Name, constant: true, value: v})
	}
}

// global makes a variable of the file.
func (m *machine) global(v *syntax.Var) {
	if v.Attrs.Extern && v.Init == nil && m.globals[v.Name] != nil || v.Attrs.Shared {
		return
	}
	if m.play != nil && m.globals[v.Name] != nil && !v.Attrs.Extern && m.globals[v.Name].declared {
		m.refuse("variable " + v.Name + " is declared in two namespaces, which are not told apart in host code")
	}
	t := m.variableType(v)
	addr := m.mem.alloc(max(t.size, 1), true)
	b := &binding{name: v.Name, place: lvalue{t, addr}, declared: !v.Attrs.Extern}
	m.globals[v.Name] = b
	if v.Attrs.Device || v.Attrs.Constant || v.Attrs.Managed {
		m.symbols = append(m.symbols, v.Name)
	}
	if v.Init != nil || t.kind == record {
		m.initialize(b.place, v.Init)
	}
}

// lookup finds a name; nil for none.
func (m *machine) lookup(name string) *binding {
	for s := m.scope; s != nil; s = s.outer {
		for i := len(s.list) - 1; i >= 0; i-- {
			if s.list[i].name == name {
				return &s.list[i]
			}
		}
		if s.this != nil {
			if b := m.member(s.this, name); b != nil {
				return b
			}
		}
	}
	return m.globals[name]
}

// meaning finds what a name in an expression means. Names are kept without their namespaces, so that
// a program that is played must not need them.
func (m *machine) meaning(x *syntax.Name) *binding {
	b := m.lookup(x.Name)
	if m.play != nil && x.Qualified && b != m.globals[x.Name] {
		m.refuse("name " + x.Name + " means something else here than in its namespace, which is not read of host code")
	}
	return b
}

// member finds a field, or a template argument, of the object of a method.
func (m *machine) member(this *lvalue, name string) *binding {
	if f := this.t.field(name); f != nil {
		return &binding{name: name, place: m.fieldPlace(*this, f)}
	}
	if this.t.args == nil {
		return nil
	}
	for i := range this.t.args.list {
		if this.t.args.list[i].name == name {
			return &this.t.args.list[i]
		}
	}
	return nil
}

// fieldPlace returns where a field is; that of a reference is where it points.
func (m *machine) fieldPlace(of lvalue, f *field) lvalue {
	at := lvalue{f.t, of.addr + uint64(f.offset)}
	if f.refers() {
		return lvalue{f.t.elem, m.load(at).bits}
	}
	return at
}

// refers reports whether a field is a reference.
func (f *field) refers() bool {
	if f.decl == nil {
		return false
	}
	_, ok := f.decl.Type.(*syntax.Reference)
	return ok
}

func (m *machine) enter() func() {
	outer, sp := m.scope, m.sp
	m.scope = &scope{outer: outer}
	return func() { m.scope, m.sp = outer, sp }
}

func (m *machine) bind(b binding) { m.scope.list = append(m.scope.list, b) }

// local makes room for a variable, about which nothing is known.
func (m *machine) local(t *typ) lvalue {
	m.sp = padding.Up(m.sp, max(t.align, 1))
	addr := addressOf(m.stack, m.sp)
	m.sp += max(t.size, 1)
	m.mem.set(addr, t.size, 0, false)
	return lvalue{t, addr}
}

// step counts a step of work.
func (m *machine) step() {
	if m.steps++; m.steps > m.limit {
		m.spent = true
		panic(exit{})
	}
	if m.play != nil && m.steps&(1<<16-1) == 0 && m.play.ctx.Err() != nil {
		panic(refused{m.play.ctx.Err()})
	}
}

// alloc makes an allocation. Its first page counts as work: most programs store something there.
func (m *machine) alloc(size int, zero bool) uint64 {
	m.work(min(max(size, 0), pageBytes))
	return m.mem.alloc(size, zero)
}

// work counts the bytes that one call moves, as steps.
func (m *machine) work(bytes int) {
	m.steps += bytes / 64
	m.step()
}
