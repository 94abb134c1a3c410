package write

// This file writes functions that are called, and their calls. A function of the IR reads the
// parameters of the kernel, which one of PTX cannot: it gets those that it reads as arguments, behind
// its own. Arguments and results lie in arrays, each aligned to its size.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/padding"
)

// function is a function that the kernel calls.
type function struct {
	name    string
	args    []ir.Type // without the return address
	results []ir.Type
	reads   []int // the offsets of parameters of the kernel that it or what it calls reads
}

// functions lists the functions with what they take.
func (m *module) functions() {
	for _, f := range m.k.Funcs {
		g := &function{name: m.name(f.Name)}
		f.Body.EachInstr(func(in *ir.Instr) {
			switch {
			case in.Op == ir.Args:
				g.args = typesOf(f.Body, in.Dst[1:])
			case in.Op == ir.Ret:
				g.results = nil
				for _, o := range in.Src[1:] {
					g.results = append(g.results, f.Body.Regs[o.Reg].Type)
				}
			case in.Op == ir.Ld && in.Space == ir.Param && variableAt(f.Body, int(in.Off)) == 0:
				g.read(int(in.Off))
			}
		})
		m.funcs = append(m.funcs, g)
	}
	for changed := true; changed; {
		changed = false
		for i, f := range m.k.Funcs {
			f.Body.EachInstr(func(in *ir.Instr) {
				if in.Op == ir.Call {
					for _, off := range m.funcs[in.Func-1].reads {
						changed = m.funcs[i].read(off) || changed
					}
				}
			})
		}
	}
}

func typesOf(k *ir.Kernel, regs []ir.Reg) (list []ir.Type) {
	for _, r := range regs {
		list = append(list, k.Regs[r].Type)
	}
	return list
}

// read notes a parameter of the kernel that a function reads; true for a new one.
func (f *function) read(off int) bool {
	if slices.Contains(f.reads, off) {
		return false
	}
	f.reads = append(f.reads, off)
	return true
}

// shared returns the parameter of the function that holds a parameter of the kernel.
func (f *function) shared(off int) string { return fmt.Sprintf("%s_shared%d", f.name, off) }

// places returns the offsets of values in an array, and its size.
func places(list []ir.Type) (at []int, size int) {
	for _, t := range list {
		size = padding.Up(size, bytesOf(t))
		at = append(at, size)
		size += bytesOf(t)
	}
	return at, max(size, 1)
}

// bytesOf is the size of a value in an array; a predicate takes a word.
func bytesOf(t ir.Type) int { return max(t.Bytes(), ir.U32.Bytes()) }

// arrayAlign is the alignment of an array of values.
const arrayAlign = 8

func (f *function) head(m *module) string {
	result, params := "", []string{}
	if _, size := places(f.results); len(f.results) > 0 {
		result = fmt.Sprintf("(.param .align %d .b8 %s_results[%d]) ", arrayAlign, f.name, size)
	}
	if _, size := places(f.args); len(f.args) > 0 {
		params = append(params, fmt.Sprintf(".param .align %d .b8 %s_arguments[%d]", arrayAlign, f.name, size))
	}
	for _, off := range f.reads {
		params = append(params, fmt.Sprintf(".param .%s %s", m.parameterAt(off).Type, f.shared(off)))
	}
	return fmt.Sprintf(".func %s%s(%s)", result, f.name, strings.Join(params, ", "))
}

// prototypes declares all functions, which may call one another.
func (m *module) prototypes() string {
	text := ""
	for _, f := range m.funcs {
		text += f.head(m) + ";\n"
	}
	return text
}

// function returns the text of function i.
func (m *module) function(i int, f *ir.Func) string {
	return m.funcs[i].head(m) + "\n" + newWriter(m, f.Body, m.funcs[i]).body()
}

// load writes a load of values from an array.
func (w *writer) values(array string, regs []ir.Reg) {
	list := typesOf(w.k, regs)
	at, _ := places(list)
	for i, r := range regs {
		if list[i] != ir.Pred {
			w.emit("ld.param.%s %s, [%s+%d]", list[i], w.reg(r), array, at[i])
			continue
		}
		word := w.temp(classes[32])
		w.emit("ld.param.b32 %s, [%s+%d]", word, array, at[i])
		w.emit("setp.ne.u32 %s, %s, 0", w.reg(r), word)
	}
}

// keep writes stores of values to an array.
func (w *writer) keep(array string, values []ir.Operand) {
	var list []ir.Type
	for _, o := range values {
		list = append(list, w.k.Regs[o.Reg].Type)
	}
	at, _ := places(list)
	for i, o := range values {
		v, t := w.reg(o.Reg), list[i].String()
		if list[i] == ir.Pred {
			word := w.temp(classes[32])
			w.emit("selp.b32 %s, 1, 0, %s", word, v)
			v, t = word, "b32"
		}
		w.emit("st.param.%s [%s+%d], %s", t, array, at[i], v)
	}
}

// arguments writes the loads of a function's arguments. It has no return address.
func (w *writer) arguments() { w.values(w.f.name+"_arguments", w.in.Dst[1:]) }

func (w *writer) leave() {
	w.keep(w.f.name+"_results", w.in.Src[1:])
	w.emit("ret")
}

// call writes the call of a function.
func (w *writer) call() {
	f := w.m.funcs[w.in.Func-1]
	w.calls++
	var params []string
	if _, size := places(f.args); len(f.args) > 0 {
		array := fmt.Sprintf("arguments%d", w.calls)
		params = append(params, array)
		w.emit(".param .align %d .b8 %s[%d]", arrayAlign, array, size)
		w.keep(array, w.in.Src[1:])
	}
	for _, off := range f.reads {
		params = append(params, w.pass(off))
	}
	results := ""
	if _, size := places(f.results); len(f.results) > 0 {
		results = fmt.Sprintf("results%d", w.calls)
		w.emit(".param .align %d .b8 %s[%d]", arrayAlign, results, size)
		w.emit("call (%s), %s, (%s)", results, f.name, join(params))
		w.values(results, w.in.Dst)
		return
	}
	w.emit("call %s, (%s)", f.name, join(params))
}

// pass writes a parameter of the kernel to one of a call, and returns the latter.
func (w *writer) pass(off int) string {
	p := w.m.parameterAt(off)
	t := p.Type
	v, from := w.temp(classOf(t.Reg())), place(p.name, int64(off-p.Offset))
	if w.f != nil {
		from = place(w.f.shared(off), 0)
	}
	name := fmt.Sprintf("shared%d_%d", w.calls, off)
	w.emit("ld.param.%s %s, %s", t, v, from)
	w.emit(".param .%s %s", t, name)
	w.emit("st.param.%s [%s], %s", t, name, v)
	return name
}
