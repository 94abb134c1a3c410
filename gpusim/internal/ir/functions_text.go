package ir

// This file prints and parses functions and calls.

import "slices"

// function prints a function that is not linked yet.
func (w *printer) function(f *Func) {
	w.f("\n.func %s\n", word(f.Name))
	inner := &printer{Printer: w.Printer, k: f.Body, funcs: w.k.Funcs}
	inner.attributes()
	inner.b.WriteString("{\n")
	inner.body()
	w.b.WriteString(inner.b.String() + "}\n")
}

// links prints the entry blocks of the linked functions.
func (w *printer) links() {
	for _, f := range w.k.Funcs {
		if f.Body == nil {
			w.f("\t.func %s L%d %d%s;\n", word(f.Name), f.Entry, f.FrameBytes, map[bool]string{true: " .recursive"}[f.Recursive])
		}
	}
}

// callee prints the function that a call names.
func (w *printer) callee(in *Instr) string {
	funcs := w.funcs
	if funcs == nil {
		funcs = w.k.Funcs
	}
	if in.Func <= 0 || in.Func > len(funcs) {
		return "?"
	}
	return word(funcs[in.Func-1].Name)
}

// function parses what printer.function prints.
func (p *parser) function() {
	f := &Func{Name: p.name("a function's name")}
	outer := p.k
	p.k = &Kernel{Name: f.Name, Frames: outer.Frames, Regs: []RegInfo{{}}, Params: slices.Clone(outer.Params), ParamBytes: outer.ParamBytes}
	for i := range p.k.Params {
		p.k.Params[i].Var = 0
	}
	given := p.attributes()
	p.expect("{")
	for p.err == nil && p.declaration() {
	}
	for p.err == nil && !p.accept("}") {
		p.block()
	}
	p.finish(given)
	f.Body, outer.Frames, p.k = p.k, p.k.Frames, outer
	p.k.Funcs = append(p.k.Funcs, f)
}

// link parses one line that printer.links prints.
func (p *parser) link() {
	f := &Func{Name: p.name("a function's name"), Entry: p.label(), FrameBytes: p.count("a stack frame")}
	f.Recursive = p.accept(".recursive")
	p.expect(";")
	p.k.Funcs = append(p.k.Funcs, f)
}

// resolve finds the functions that calls name.
func (p *parser) resolve() {
	for _, c := range p.calls {
		i := slices.IndexFunc(p.k.Funcs, func(f *Func) bool { return f.Name == c.name })
		if i < 0 && p.err == nil {
			p.fail(c.line, "no function is called %s", c.name)
			return
		}
		c.in.Func = i + 1
	}
}

// namedCall is a call whose function may come later in the text.
type namedCall struct {
	in   *Instr
	name string
	line int
}

// call parses the results and the function of a call.
func (p *parser) call(in *Instr) {
	if t := p.peek().text; t == "{" {
		p.group(func() { in.Dst = append(in.Dst, p.reg()) })
		p.expect(",")
	}
	line := p.peek().line
	p.calls = append(p.calls, namedCall{in, p.name("a function"), line})
}
