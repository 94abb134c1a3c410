package write

// This file writes accesses to memory.

import (
	"fmt"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// base returns a register that holds the address of an object in its space.
func (w *writer) base(id ir.VarID) string {
	if w.bases[id] == "" {
		w.bases[id] = w.temp(classes[32])
		name := w.symbol(id)
		if w.k.Var(id).Space == ir.Shared {
			w.begin = append(w.begin, fmt.Sprintf("mov.u32 %s, %s;", w.bases[id], name))
		} else {
			wide := w.temp(classes[64])
			w.begin = append(w.begin, fmt.Sprintf("mov.u64 %s, %s;", wide, name), fmt.Sprintf("cvt.u32.u64 %s, %s;", w.bases[id], wide))
		}
	}
	return w.bases[id]
}

func (w *writer) addressOf() {
	w.emit("mov.b32 %s, %s", w.dst(), w.base(w.in.Root))
}

// address returns the address of an access in brackets.
func (w *writer) address() string {
	o, off := w.in.Src[0], w.in.Off
	relative := w.in.Root != 0 && w.in.Space != ir.Global
	if !o.IsReg {
		off += int64(ir.AddrType(w.in.Space).Extend(o.Imm))
	}
	switch {
	case relative && !o.IsReg:
		return place(w.symbol(w.in.Root), off)
	case relative:
		sum := w.temp(classes[32])
		w.emit("add.s32 %s, %s, %s", sum, w.base(w.in.Root), w.reg(o.Reg))
		return place(sum, off)
	case !o.IsReg:
		return fmt.Sprintf("[%d]", off)
	}
	return place(w.reg(o.Reg), off)
}

func place(base string, off int64) string {
	if off == 0 {
		return "[" + base + "]"
	}
	return fmt.Sprintf("[%s+%d]", base, off)
}

// access returns the modifiers of a load or store: "volatile.global.v4.f32". Local memory, which no
// other thread sees, has no volatile accesses.
func (w *writer) access() string {
	in := w.in
	text := in.Space.String()
	if in.Volatile && in.Space != ir.Local {
		text = "volatile." + text
	}
	if in.ReadOnly && in.Op == ir.Ld && !in.Volatile && in.Space == ir.Global {
		text += ".nc"
	}
	text += operator(in)
	if in.Vec > 1 {
		text += fmt.Sprintf(".v%d", in.Vec)
	}
	return text + "." + in.Type.String()
}

// operator returns the cache operator of a load or store. Policies are not written.
func operator(in *ir.Instr) string {
	switch h := in.Hint; {
	case in.Volatile || in.Space != ir.Global:
		return ""
	case h.L1 == trace.L1Found:
		return ".lu"
	case h.L1 == trace.L1Bypass:
		return ".cg"
	case h.Once:
		return ".cs"
	}
	return ""
}

func (w *writer) load() {
	if w.in.Space == ir.Param {
		w.parameter()
		return
	}
	w.guarded("ld.%s %s, %s", w.access(), vector(w.results()), w.address())
}

// parameter writes the load of a parameter, or the address of a variable in global memory.
func (w *writer) parameter() {
	off := int(w.in.Off)
	if id := variableAt(w.k, off); id != 0 {
		w.emit("mov.u64 %s, %s", w.dst(), w.symbol(id))
		return
	}
	if w.f != nil {
		w.emit("ld.param.%s %s, [%s]", w.in.Type, w.dst(), w.f.shared(off))
		return
	}
	p := w.m.parameterAt(off)
	w.emit("ld.param.%s %s, %s", w.in.Type, w.dst(), place(p.name, int64(off-p.Offset)))
}

func (w *writer) store() {
	var values []string
	for i := range w.in.Src[1:] {
		if w.in.Vec > 1 {
			values = append(values, w.register(i+1))
		} else {
			values = append(values, w.src(i+1))
		}
	}
	w.guarded("st.%s %s, %s", w.access(), w.address(), vector(values))
}

// atomicTypes are the suffixes of atomics that do not take the type itself.
func atomicType(mod ir.Mod, t ir.Type) string {
	switch {
	case mod == ir.AtomAdd && t == ir.S64:
		return "u64"
	case mod == ir.AtomExch, mod == ir.AtomCas, mod == ir.AtomAnd, mod == ir.AtomOr, mod == ir.AtomXor:
		return bits(t)
	}
	return t.String()
}

// atomic writes an atomic. PTX adds the negative of what an atomic of the IR subtracts.
func (w *writer) atomic() {
	mod, name := w.in.Mod, w.in.Mod.String()
	values := w.sources()[1:]
	if mod == ir.AtomSub {
		mod, name = ir.AtomAdd, ir.AtomAdd.String()
		negative := w.temp(classOf(w.in.Type))
		w.emit("neg.%s %s, %s", signed(w.in.Type), negative, w.register(1))
		values[0] = negative
	}
	text := fmt.Sprintf("atom.%s.%s.%s %s, %s", w.in.Space, name, atomicType(mod, w.in.Type), w.dst(), w.address())
	for _, v := range values {
		text += ", " + v
	}
	w.guarded("%s", text)
}

// texture writes the read of a texture: always four elements, of 32 bits.
func (w *writer) texture() {
	const channels = 4
	in := w.in
	handle := w.temp(classes[64])
	p := w.m.parameterAt(w.k.Var(in.Root).Offset)
	w.emit("ld.param.u64 %s, [%s]", handle, p.name)
	list := w.results()
	for len(list) < channels {
		list = append(list, w.temp(classOf(in.Type)))
	}
	where := w.register(0)
	if in.Mod == ir.Tex2D {
		where += ", " + w.register(1)
	}
	w.guarded("tex.%s.v4.%s.%s {%s}, [%s, {%s}]", in.Mod, in.Type.Reg(), in.From, join(list), handle, where)
}
