package ptx

// This file calls functions through registers. The address of a function is its number in a window
// of its own, and a call compares it with the addresses of all functions that it may be.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// functions is the window of the addresses of functions.
const functions = 5 << 56

// handle returns the address of a function; 0 where none has the name.
func (l *lowerer) handle(name string) uint64 {
	at := slices.IndexFunc(l.m.Funcs, func(f *syntax.Func) bool { return f.Name == name && !f.Entry && f.Body != nil })
	if at < 0 {
		return 0
	}
	return functions + uint64(at)
}

// through appends a call through a register: a comparison and a call for each function with such
// parameters whose address the module takes.
func (d *divider) through(in *syntax.Instr, s *scope, results []syntax.Operand, name string, args []syntax.Operand) {
	all, behind := slices.Concat(results, args), &block{label: "behind"}
	for _, f := range d.l.taken() {
		if len(f.Results) != len(results) || len(f.Params) != len(args) || !alike(f, all, s) {
			continue
		}
		arm, next := &block{label: f.Name}, &block{label: "next"}
		d.compare(in, s, name, d.l.handle(f.Name), arm, next)
		d.cur = arm
		if slices.Contains(d.l.calling, f.Name) {
			d.trap(in, s, "the function "+f.Name+" calls itself through a pointer, which is not simulated")
		} else {
			d.inline(in, s, f, all)
			d.cur.next = behind
		}
		d.cur = next
	}
	d.trap(in, s, "a call through a pointer that holds the address of no function with such parameters (an address that main() passes is known to gpusim run alone)")
	d.cur = behind
}

// alike reports whether the parameters of a function have the sizes of what a call passes.
func alike(f *syntax.Func, args []syntax.Operand, s *scope) bool {
	for i, v := range slices.Concat(f.Results, f.Params) {
		if x, ok := s.find(args[i].Name).(*symbol); ok && bytesOf(x.v) != bytesOf(v) {
			return false
		}
	}
	return true
}

// compare ends the block with a branch to arm where a register holds an address, and else to next.
func (d *divider) compare(in *syntax.Instr, s *scope, name string, handle uint64, arm, next *block) {
	inner := newScope(s)
	equal := &register{name: "equal", t: types["pred"], class: ir.Pred, known: true}
	inner.names[equal.name] = equal
	d.l.regs = append(d.l.regs, equal)
	test := &syntax.Instr{Pos: in.Pos, Loc: in.Loc, Op: in.Op, Operands: []syntax.Operand{{Kind: syntax.Name, Name: name}}}
	form := &form{kinds: []string{"a=u64"}, build: func(l *lowerer, _ *match) {
		l.set(equal, ir.Pred, l.opMod(ir.Setp, ir.EQ, ir.U64, l.inReg(ir.U64, l.use(0)), ir.I(handle)))
	}}
	d.cur.code = append(d.cur.code, scoped{&match{Instr: test, form: form}, inner})
	branch := &syntax.Instr{Pos: in.Pos, Loc: in.Loc, Op: "bra", Guard: equal.name}
	d.cur.end, d.cur.targets, d.cur.next = scoped{&match{Instr: branch, form: guarded}, inner}, []*block{arm}, next
}

// trap ends the block with a fault.
func (d *divider) trap(in *syntax.Instr, s *scope, text string) {
	form := &form{build: func(l *lowerer, _ *match) { l.emit(ir.Instr{Op: ir.Trap, Text: text}) }}
	plain := *in
	plain.Guard = ""
	x := scoped{&match{Instr: &plain, form: form}, s}
	d.cur.code = append(d.cur.code, x)
	d.cur.end = scoped{&match{Instr: &plain, form: guarded}, s}
}

// taken returns the functions whose address the module takes: in initial values, in moves and in
// lists of functions.
func (l *lowerer) taken() (list []*syntax.Func) {
	if l.addresses == nil {
		l.addresses = map[string]bool{}
		for _, v := range l.m.Vars {
			if v.Init != nil {
				l.takes(*v.Init)
			}
		}
		for _, f := range l.m.Funcs {
			if f.Body != nil {
				l.takesIn(f.Body.Stmts)
			}
		}
	}
	for _, f := range l.m.Funcs {
		if l.addresses[f.Name] && !f.Entry && f.Body != nil {
			list = append(list, f)
		}
	}
	return list
}

func (l *lowerer) takesIn(list []syntax.Stmt) {
	for _, stmt := range list {
		switch stmt := stmt.(type) {
		case *syntax.Block:
			l.takesIn(stmt.Stmts)
		case *syntax.Targets:
			for _, name := range stmt.List {
				l.addresses[name] = true
			}
		case *syntax.Instr:
			if stmt.Op == "mov" || stmt.Op == "st" || stmt.Op == "selp" {
				for _, o := range stmt.Operands {
					l.takes(o)
				}
			}
		}
	}
}

// takes notes the names in an operand.
func (l *lowerer) takes(o syntax.Operand) {
	if o.Kind == syntax.Name {
		l.addresses[o.Name] = true
	}
	for _, x := range o.List {
		l.takes(x)
	}
}
