package ir

// This file is the functions that a kernel calls: what they take of the stack,
// how they become part of the kernel, how they are written and checked.

import "slices"

// Func is a function that is called and not inlined.
type Func struct {
	Name string
	Body *Kernel // its code; nil after Link
	// Entry is its first block after Link, which begins with Args. It is never
	// the target of a branch.
	Entry BlockID
	Frame int // bytes of the stack that one activation takes, after Link
	// Recursive: it can come to call itself.
	Recursive bool
}

// entries returns the block of the kernel, and those of linked functions, in
// which control begins.
func (k *Kernel) entries() []BlockID {
	list := []BlockID{0}
	for _, f := range k.Funcs {
		if f.Body == nil {
			list = append(list, f.Entry)
		}
	}
	return list
}

// frameBytes returns the stack frame of function f, of the kernel for 0.
func (k *Kernel) frameBytes(f int) int {
	if f == 0 || f > len(k.Funcs) {
		return k.LocalBytes
	}
	return k.Funcs[f-1].Frame
}

// Link makes the functions' blocks and registers part of the kernel's. A local
// object of a function keeps its place in the function's frame (Var.Func); what
// else a function accesses is the kernel's own object of that name.
func (k *Kernel) Link() {
	for i, f := range k.Funcs {
		b := f.Body
		f.Body, f.Entry, f.Frame = nil, BlockID(len(k.Blocks)), b.LocalBytes
		l := linker{k: k, blocks: f.Entry, regs: Reg(len(k.Regs) - 1), vars: make([]VarID, len(b.Vars)+1)}
		for j := range b.Vars {
			l.vars[j+1] = k.adopt(b.Vars[j], i+1)
		}
		k.Regs = append(k.Regs, b.Regs[1:]...)
		for _, x := range b.Blocks {
			l.block(x)
		}
		k.GlobalLoads = append(k.GlobalLoads, l.loads(b.GlobalLoads)...)
		k.Usage.add(b.Usage)
	}
	k.alignFrames()
}

// alignFrames makes frames follow each other at the alignment that accesses to
// them count on: that of the widest access where a function has variables of its
// own, that of saved registers else.
func (k *Kernel) alignFrames() {
	align := 1
	for _, v := range k.Vars {
		switch {
		case v.Func == 0:
		case v.Kind == SavedVar:
			align = max(align, v.Align)
		default:
			align = maxVecBytes
		}
	}
	k.LocalBytes = alignUp(k.LocalBytes, align)
	for _, f := range k.Funcs {
		f.Frame = alignUp(f.Frame, align)
	}
}

// adopt returns the kernel's variable for one of function f's.
func (k *Kernel) adopt(v Var, f int) VarID {
	i := slices.IndexFunc(k.Vars, func(w Var) bool { return w.Name == v.Name })
	switch {
	case v.Space != Local && i >= 0:
		return VarID(i + 1)
	case i >= 0:
		v.Name += "." + k.Funcs[f-1].Name
	}
	if v.Space == Local {
		v.Func = f
	}
	k.Vars = append(k.Vars, v)
	return VarID(len(k.Vars))
}

// linker renames what one function's instructions name.
type linker struct {
	k      *Kernel
	blocks BlockID // added to blocks
	regs   Reg     // added to registers
	vars   []VarID // by the function's own
}

func (l *linker) block(b *Block) {
	b.ID = BlockID(len(l.k.Blocks))
	for _, in := range b.Instrs {
		for i := range in.Dst {
			in.Dst[i] += l.regs
		}
		for i := range in.Src {
			if in.Src[i].IsReg {
				in.Src[i].Reg += l.regs
			}
		}
		if in.Guard != NoReg {
			in.Guard += l.regs
		}
		for i := range in.Targets {
			in.Targets[i] += l.blocks
		}
		if in.Reconv != NoBlock {
			in.Reconv += l.blocks
		}
		in.Root = l.vars[in.Root]
	}
	l.k.Blocks = append(l.k.Blocks, b)
}

func (l *linker) loads(list []GlobalLoad) []GlobalLoad {
	for i := range list {
		list[i].Var = l.vars[list[i].Var]
	}
	return list
}

// add counts what a function takes beside its callers: registers are shared.
func (u *Usage) add(f *Usage) {
	if u == nil || f == nil {
		return
	}
	u.Registers, u.Predicates, u.Uniform = max(u.Registers, f.Registers), max(u.Predicates, f.Predicates), max(u.Uniform, f.Uniform)
	u.SpillBytes += f.SpillBytes
	u.SpillStores += f.SpillStores
	u.SpillLoads += f.SpillLoads
	u.Spills = append(u.Spills, f.Spills...)
}

// Calls returns the functions that block b and those that follow it call,
// ascending, in a linked kernel.
func (k *Kernel) calls(from BlockID) []int {
	var list []int
	for _, id := range postOrder(len(k.Blocks), int(from), func(b int) []BlockID { return k.Blocks[b].Succs() }) {
		for _, in := range k.Blocks[id].Instrs {
			if in.Op == Call && !slices.Contains(list, in.Func) {
				list = append(list, in.Func)
			}
		}
	}
	slices.Sort(list)
	return list
}

// Stack returns the bytes of local memory that a thread of a linked kernel
// needs: its frame and those of the deepest chain of calls. When a function can
// call itself the depth is not known, and counts once a function.
func (k *Kernel) Stack() (bytes int, known bool) {
	if len(k.Funcs) == 0 {
		return k.LocalBytes, true
	}
	known = true
	active := make([]bool, len(k.Funcs)+1)
	var deepest func(f int, entry BlockID) int
	deepest = func(f int, entry BlockID) int {
		active[f] = true
		defer func() { active[f] = false }()
		most := 0
		for _, c := range k.calls(entry) {
			if active[c] {
				known = false
				continue
			}
			most = max(most, deepest(c, k.Funcs[c-1].Entry))
		}
		return k.frameBytes(f) + most
	}
	bytes = deepest(0, 0)
	return bytes, known
}

// Spilled returns the bytes that a thread stores to local memory, and loads, in
// function f (0: the kernel) for want of registers and to keep its caller's, each
// instruction counted once.
func (k *Kernel) Spilled(f int) (stores, loads int) {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			v := k.Var(in.Root)
			if v == nil || v.Func != f || v.Kind != SpillVar && v.Kind != SavedVar {
				continue
			}
			if in.Op == St {
				stores += in.Natural()
			} else {
				loads += in.Natural()
			}
		}
	}
	return stores, loads
}

// LocalPerThread returns the bytes of local memory that a launch with a stack of
// so many bytes gives each thread: what is needed where that is known, else at
// least the stack.
func (k *Kernel) LocalPerThread(stack int) int {
	bytes, known := k.Stack()
	if known {
		return bytes
	}
	return max(bytes, stack)
}

// function writes a function that is not linked yet.
func (w *printer) function(f *Func) {
	w.f("\n.func %s\n", word(f.Name))
	inner := &printer{Printer: w.Printer, k: f.Body, funcs: w.k.Funcs}
	inner.attributes()
	inner.b.WriteString("{\n")
	inner.body()
	w.b.WriteString(inner.b.String() + "}\n")
}

// links writes where the linked functions begin.
func (w *printer) links() {
	for _, f := range w.k.Funcs {
		if f.Body == nil {
			w.f("\t.func %s L%d %d%s;\n", word(f.Name), f.Entry, f.Frame, map[bool]string{true: " .recursive"}[f.Recursive])
		}
	}
}

// callee spells the function of a call.
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

// function checks the body of a function.
func (v *verifier) function(f *Func) {
	inner := &verifier{k: f.Body, funcs: v.funcs, inner: f}
	inner.declarations()
	inner.blocks()
	if len(inner.errs) == 0 {
		inner.flow()
	}
	v.errs = append(v.errs, inner.errs...)
}

// calls checks what belongs to calls: Args first and only in functions, Ret
// only there, arguments and results as many as the function has.
func (v *verifier) calls() {
	in := v.in
	switch {
	case in.Op == Args && v.entryOf() == nil:
		v.errorf("arguments outside of the first block of a function")
	case in.Op == Ret && v.inner == nil && !v.linked():
		v.errorf("a return outside of a function")
	case in.Op == Exit && v.inner != nil:
		v.errorf("an exit inside of a function")
	case in.Op == Call && (in.Func <= 0 || in.Func > len(v.funcs)):
		v.errorf("no function %d", in.Func)
	case in.Op == Call:
		f := v.funcs[in.Func-1]
		args, rets := v.signature(f)
		if args != len(in.Src) || rets >= 0 && rets != len(in.Dst) {
			v.errorf("%d arguments and %d results, want %d and %d", len(in.Src), len(in.Dst), args, rets)
		}
	}
}

// linked reports whether the block at hand may belong to a linked function:
// their blocks follow the kernel's.
func (v *verifier) linked() bool {
	return slices.ContainsFunc(v.k.Funcs, func(f *Func) bool { return f.Body == nil && f.Entry <= v.block.ID })
}

// entryOf returns the function that begins with the block at hand, or nil.
func (v *verifier) entryOf() *Func {
	if v.inner != nil && v.block.ID == 0 {
		return v.inner
	}
	for _, f := range v.k.Funcs {
		if f.Body == nil && f.Entry == v.block.ID {
			return f
		}
	}
	return nil
}

// signature counts the arguments and results of a function, the address to
// return to among the arguments; no results (−1) when it never returns.
func (v *verifier) signature(f *Func) (args, rets int) {
	k, entry := f.Body, BlockID(0)
	if k == nil {
		k, entry = v.k, f.Entry
	}
	rets = -1
	for _, id := range postOrder(len(k.Blocks), int(entry), func(b int) []BlockID { return k.Blocks[b].Succs() }) {
		for _, in := range k.Blocks[id].Instrs {
			switch in.Op {
			case Args:
				args = len(in.Dst)
			case Ret:
				rets = len(in.Src) - 1
			}
		}
	}
	return args, rets
}

// kept returns the registers of its caller that a function's first block stores
// before it uses them itself.
func (v *verifier) kept(b *Block) map[Reg]bool {
	kept := map[Reg]bool{}
	if v.entryOf() == nil {
		return kept
	}
	for _, in := range b.Instrs {
		if root := v.k.Var(in.Root); root != nil && root.Kind == SavedVar || in.Op == Selp {
			in.EachUse(func(r Reg) { kept[r] = true })
		}
	}
	return kept
}

// function reads what function writes.
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

// link reads what links writes.
func (p *parser) link() {
	f := &Func{Name: p.name("a function's name"), Entry: p.label(), Frame: p.count("a stack frame")}
	f.Recursive = p.accept(".recursive")
	p.expect(";")
	p.k.Funcs = append(p.k.Funcs, f)
}

// resolve gives calls the functions that they name.
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

// call reads the results and the function of a call.
func (p *parser) call(in *Instr) {
	if t := p.peek().text; t == "{" {
		p.group(func() { in.Dst = append(in.Dst, p.reg()) })
		p.expect(",")
	}
	line := p.peek().line
	p.calls = append(p.calls, namedCall{in, p.name("a function"), line})
}
