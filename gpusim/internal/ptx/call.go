package ptx

// This file inlines the functions that are called.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// call appends the blocks of a function. Its parameters and results are the .param variables of
// the call.
func (d *divider) call(in *syntax.Instr, s *scope) {
	results, name, args, ok := callOf(in)
	f, driver := d.l.functionOf(name), driverOf(name)
	_, pointer := s.find(name).(*register)
	switch {
	case ok && f == nil && driver != nil && len(args) == driver.args:
		d.driver(in, s, driver, slices.Concat(args, results))
		return
	case ok && pointer:
		d.through(in, s, results, name, args)
		return
	case !ok:
		d.l.failAt(in.Pos, "the call names no function")
		return
	case f == nil && strings.HasPrefix(strings.TrimLeft(name, "_"), "cuda"):
		d.l.failAt(in.Pos, "the function %s of the device runtime is called: kernels that launch kernels, or decide what a graph runs, are not simulated", name)
		return
	case f == nil:
		d.l.failAt(in.Pos, "the function %s is called, whose code is not in the file", name)
		return
	case slices.Contains(d.l.calling, name):
		d.l.failAt(in.Pos, "the function %s calls itself (%s), which is not simulated: calls are inlined", name, strings.Join(append(d.l.calling[slices.Index(d.l.calling, name):], name), ", "))
		return
	case len(results) != len(f.Results) || len(args) != len(f.Params):
		d.l.failAt(in.Pos, "the call of %s has other parameters than the function", name)
		return
	}
	d.inline(in, s, f, slices.Concat(results, args))
}

// inline appends the blocks of a function with these results and arguments.
func (d *divider) inline(in *syntax.Instr, s *scope, f *syntax.Func, args []syntax.Operand) {
	if d.l.inlined == limit.Functions {
		d.l.failAt(in.Pos, "more than %d calls are inlined", limit.Functions)
		return
	}
	inner := newScope(d.l.global)
	for i, v := range slices.Concat(f.Results, f.Params) {
		x, ok := s.find(args[i].Name).(*symbol)
		if !ok || x.v.Space != "param" {
			d.l.failAt(in.Pos, "an argument of %s is no .param variable", f.Name)
			return
		}
		inner.names[v.Name] = x
	}
	d.l.inlined++
	d.l.calling = append(d.l.calling, f.Name)
	behind := &block{label: "behind"}
	d.cur.next = d.l.divide(f, inner, behind)
	d.cur = behind
	d.l.calling = d.l.calling[:len(d.l.calling)-1]
}

// callOf returns the parts of a call: call (results), name, (arguments).
func callOf(in *syntax.Instr) (results []syntax.Operand, name string, args []syntax.Operand, ok bool) {
	rest := in.Operands
	if len(rest) > 0 && rest[0].Kind == syntax.List {
		results, rest = rest[0].List, rest[1:]
	}
	if len(rest) == 0 || rest[0].Kind != syntax.Name {
		return nil, "", nil, false
	}
	name = rest[0].Name
	if len(rest) > 1 {
		args = rest[1].List
	}
	return results, name, args, len(rest) <= 3 // a prototype or a list of functions may follow
}

// functionOf returns the function of a name with a body, or nil.
func (l *lowerer) functionOf(name string) *syntax.Func {
	for _, f := range l.m.Funcs {
		if f.Name == name && !f.Entry && f.Body != nil {
			return f
		}
	}
	return nil
}

// driver is a function of the device that has no code in a file.
type driver struct {
	args  int
	build func(l *lowerer, args []*symbol) // the results stand behind the arguments
	ends  bool                             // it does not return
}

// drivers are those functions by their names.
var drivers = map[string]*driver{
	"vprintf":      {args: 2, build: (*lowerer).print},
	"__assertfail": {args: 5, build: (*lowerer).assertFail, ends: true},
	"malloc":       {args: 1, build: (*lowerer).allocate},
	"free":         {args: 1, build: func(*lowerer, []*symbol) {}},
}

// driverOf returns the function of a name, which may be one of libdevice; nil for an unknown name.
func driverOf(name string) *driver {
	f, ok := intrinsic.Libdevice[name]
	if !ok {
		return drivers[name]
	}
	return &driver{args: f.Operands(), build: func(l *lowerer, args []*symbol) { l.libdevice(f, args) }}
}

// libdevice lowers the call of a function of floats.
func (l *lowerer) libdevice(f intrinsic.OfFloats, args []*symbol) {
	t := types[f.Type.String()]
	in := ir.Instr{Op: ir.Math, Mod: f.Mod, Type: f.Type}
	for _, x := range args[:f.Operands()] {
		r := l.slot(x, 0, t)
		in.Src = append(in.Src, l.reinterpret(f.Type, r.class, l.read(r)))
	}
	v := l.result(in)
	for _, x := range args[f.Operands():] {
		l.set(l.slot(x, 0, t), f.Type, v)
	}
}

// driver appends a call of a function of the driver.
func (d *divider) driver(in *syntax.Instr, s *scope, f *driver, args []syntax.Operand) {
	var list []*symbol
	for _, a := range args {
		x, ok := s.find(a.Name).(*symbol)
		if !ok || x.v.Space != "param" {
			d.l.failAt(in.Pos, "an argument of %s is no .param variable", in.Op)
			return
		}
		list = append(list, x)
	}
	x := scoped{&match{Instr: in, form: &form{build: func(l *lowerer, _ *match) { f.build(l, list) }}}, s}
	if d.cur.code = append(d.cur.code, x); f.ends {
		d.cur.end, d.cur = scoped{&match{Instr: in, form: guarded}, s}, nil
	}
}
