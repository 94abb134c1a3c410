package ptx

// This file divides the statements of a function into basic blocks.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// block is a basic block while it is lowered.
type block struct {
	label    string
	code     []scoped
	end      scoped   // a branch, ret, exit or trap; zero where control goes on to next
	targets  []*block // of end, if its predicate holds; one for each label of brx
	next     *block   // where control goes on; nil behind an end without a predicate
	noUnroll bool     // pragma "nounroll" stands at its label
	ir       *ir.Block
	values   map[*register]ir.Operand // at this point of the block
	entering map[*register]ir.Reg     // stand for the values at the start of the block
}

// scoped is an instruction with its scope and form.
type scoped struct {
	*match
	scope *scope
}

// divider makes blocks of the statements of one function.
type divider struct {
	l      *lowerer
	first  *block
	cur    *block // nil behind an instruction that ends a block
	ret    *block // where ret goes; nil in a kernel, whose threads end
	jumps  []jump
	tables map[string][]string // the labels of .branchtargets
}

// jump is a branch whose labels are not found yet.
type jump struct {
	from   *block
	in     scoped
	labels []string
}

// divide returns the first block of a function. Control that reaches its end goes to ret.
func (l *lowerer) divide(f *syntax.Func, s *scope, ret *block) *block {
	d := &divider{l: l, ret: ret, tables: map[string][]string{}}
	d.start(&block{label: "begin"})
	d.statements(f.Body.Stmts, newScope(s))
	if d.cur != nil {
		d.plain(&syntax.Instr{Pos: f.Pos, Op: "ret"}, s)
	}
	d.resolve()
	return d.first
}

// start makes b the block that instructions are appended to.
func (d *divider) start(b *block) {
	if d.first == nil {
		d.first = b
	}
	if d.cur != nil {
		d.cur.next = b
	}
	d.cur = b
}

// statements divides what stands in a scope. Its labels are known in front of them, and nowhere else.
func (d *divider) statements(list []syntax.Stmt, s *scope) {
	s.labels = map[string]*block{}
	for _, stmt := range list {
		if label, ok := stmt.(*syntax.Label); ok && s.labels[label.Name] == nil {
			s.labels[label.Name] = &block{label: label.Name}
		}
	}
	for i, stmt := range list {
		switch stmt := stmt.(type) {
		case *syntax.Var:
			d.l.declare(stmt, s)
		case *syntax.Block:
			d.statements(stmt.Stmts, newScope(s))
		case *syntax.Label:
			d.start(s.labels[stmt.Name])
			if next, ok := at(list, i+1).(*syntax.Pragma); ok {
				d.cur.noUnroll = next.Text == "nounroll"
			}
		case *syntax.Targets:
			d.tables[stmt.Name] = stmt.List
		case *syntax.Instr:
			d.instr(stmt, s)
		}
	}
}

// at returns an element of a list, or nil behind its end.
func at(list []syntax.Stmt, i int) syntax.Stmt {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// instr appends an instruction. A guarded one that is no branch gets a block of its own.
func (d *divider) instr(in *syntax.Instr, s *scope) {
	if d.l.instrs++; d.l.instrs > limit.Instrs {
		if d.l.instrs == limit.Instrs+1 {
			d.l.failAt(in.Pos, "the kernel has more than %d instructions, with those of the functions that it calls", limit.Instrs)
		}
		return
	}
	if d.cur == nil {
		d.start(&block{label: "unreached"})
	}
	if in.Guard == "" || in.Op == "bra" {
		d.plain(in, s)
		return
	}
	arm, next, plain := &block{label: "guarded"}, &block{label: "next"}, *in
	plain.Guard = ""
	d.cur.end, d.cur.targets, d.cur.next = scoped{&match{Instr: in, form: guarded}, s}, []*block{arm}, next
	d.cur = arm
	d.plain(&plain, s)
	d.start(next)
}

// guarded stands for the form of an instruction whose guard decides what is next.
var guarded = &form{}

// plain appends an instruction without a guard, or a branch.
func (d *divider) plain(in *syntax.Instr, s *scope) {
	if in.Op == "call" {
		d.call(in, s)
		return
	}
	m := d.l.matchOf(in)
	if m == nil {
		return
	}
	x := scoped{m, s}
	switch {
	case in.Op == "bra" || in.Op == "brx":
		d.branch(x)
	case in.Op == "ret" && d.ret != nil:
		d.cur.next, d.cur = d.ret, nil
	case m.form.ends():
		d.cur.end, d.cur = x, nil
	default:
		d.cur.code = append(d.cur.code, x)
	}
}

// branch ends the block at a branch.
func (d *divider) branch(x scoped) {
	labels := []string{x.Operands[0].Name}
	if x.Op == "brx" {
		labels = d.tables[x.Operands[1].Name]
	}
	d.jumps = append(d.jumps, jump{d.cur, x, labels})
	from := d.cur
	if from.end = x; x.Guard == "" {
		d.cur = nil
		return
	}
	d.start(&block{label: "next"})
}

// resolve finds the blocks that branches go to.
func (d *divider) resolve() {
	for _, j := range d.jumps {
		if len(j.labels) == 0 {
			d.l.failAt(j.in.Pos, "the labels of %s are not listed by a .branchtargets before it", j.in.Op)
		}
		for _, name := range j.labels {
			b := j.in.scope.labelled(name)
			if b == nil {
				d.l.failAt(j.in.Pos, "the label %s is not in the function", name)
				continue
			}
			j.from.targets = append(j.from.targets, b)
		}
	}
}

// successors returns where control goes behind a block.
func (b *block) successors() []*block {
	if b.next == nil {
		return b.targets
	}
	return append([]*block{b.next}, b.targets...)
}

// reached returns the blocks that control reaches, in reverse post-order.
func reached(first *block) []*block {
	var order []*block
	seen := map[*block]bool{}
	var visit func(b *block)
	visit = func(b *block) {
		seen[b] = true
		for _, s := range b.successors() {
			if !seen[s] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(first)
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}
