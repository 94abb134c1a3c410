package write

// This file writes barriers, operations of warps, branches and printf.

import (
	"fmt"
	"regexp"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/padding"
)

func join(list []string) string { return strings.Join(list, ", ") }

// barrierOf writes a barrier that combines a predicate.
func (w *writer) barrierOf() {
	w.emit("bar.red.%s.%s %s, 0, %s", w.in.Mod, typed(w.in.Type), w.dst(), w.src(0))
}

// match writes match. The second result of match.all is not needed.
func (w *writer) match() {
	w.emit("match.%s.sync.%s %s, %s, %s", w.in.Mod, bits(w.in.Type), w.dst(), w.register(0), w.src(1))
}

// segmentShift is where the mask of segments lies in the operand c of a shuffle.
const segmentShift = 8

// shuffle writes shfl: of each half where a value has 64 bits.
func (w *writer) shuffle() {
	c := w.segments(w.m.spec.WarpSize)
	by, mask := w.src(1), w.src(2)
	one := func(d, a string) { w.emit("shfl.sync.%s.b32 %s, %s, %s, %s, %s", w.in.Mod, d, a, by, c, mask) }
	if w.in.Type.Bits() == ir.U32.Bits() {
		one(w.dst(), w.register(0))
		return
	}
	var from, to []string
	for range 2 {
		from, to = append(from, w.temp(classes[32])), append(to, w.temp(classes[32]))
	}
	w.emit("mov.b64 %s, %s", vector(from), w.register(0))
	one(to[0], from[0])
	one(to[1], from[1])
	w.emit("mov.b64 %s, %s", w.dst(), vector(to))
}

// segments returns the operand c of a shuffle of segments as wide as operand 3 says: the mask of the
// lanes that number a segment, and the last lane that may be read; the first one of up.
func (w *writer) segments(lanes int) string {
	last := lanes - 1
	if w.in.Mod == ir.ShflUp {
		last = 0
	}
	if width := w.in.Src[3]; !width.IsReg {
		return fmt.Sprint((lanes-int(width.Imm))<<segmentShift | last)
	}
	c := w.temp(classes[32])
	w.emit("sub.s32 %s, %d, %s", c, lanes, w.src(3))
	w.emit("shl.b32 %s, %s, %d", c, c, segmentShift)
	w.emit("or.b32 %s, %s, %d", c, c, last)
	return c
}

// next reports whether a block stands behind the one that w.in ends.
func (w *writer) next(id ir.BlockID) bool {
	for i, b := range w.k.Blocks {
		if b.Term() == w.in {
			return i+1 < len(w.k.Blocks) && w.k.Blocks[i+1].ID == id
		}
	}
	return false
}

func (w *writer) jump() {
	if to := w.in.Targets[0]; !w.next(to) {
		w.emit("bra.uni %s", w.label(to))
	}
}

func (w *writer) branch() {
	taken, other, p := w.in.Targets[0], w.in.Targets[1], w.src(0)
	if w.next(taken) {
		w.emit("@!%s bra %s", p, w.label(other))
		return
	}
	w.emit("@%s bra %s", p, w.label(taken))
	if !w.next(other) {
		w.emit("bra.uni %s", w.label(other))
	}
}

func (w *writer) exit() {
	if w.f != nil {
		w.emit("exit")
	} else {
		w.emit("ret")
	}
}

// verbs are the verbs of a format.
var verbs = regexp.MustCompile(`%([-+# 0-9.]*)([a-zA-Z%])`)

// print writes the call of vprintf, whose arguments lie in local memory, each aligned to its size.
func (w *writer) print() {
	w.calls++
	buffer := w.m.name(fmt.Sprintf("args%d", w.calls))
	at := 0
	for _, a := range w.in.Src {
		t, v := w.k.Regs[a.Reg].Type, w.reg(a.Reg)
		if t == ir.F32 {
			wide := w.temp(floats[64])
			w.emit("cvt.f64.f32 %s, %s", wide, v)
			t, v = ir.F64, wide
		}
		at = padding.Up(at, t.Bytes())
		w.emit("st.local.%s %s, %s", t, place(buffer, int64(at)), v)
		at += t.Bytes()
	}
	format := w.format()
	const align = 8
	w.declarations = append(w.declarations, fmt.Sprintf(".local .align %d .b8 %s[%d];", align, buffer, max(padding.Up(at, align), align)))
	w.m.externs["vprintf"] = ".extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);\n"
	text, arguments := w.temp(classes[64]), w.temp(classes[64])
	w.emit("mov.u64 %s, %s", text, w.m.text(format))
	w.emit("cvta.global.u64 %s, %s", text, text)
	w.emit("mov.u64 %s, %s", arguments, buffer)
	w.emit("cvta.local.u64 %s, %s", arguments, arguments)
	for i, v := range []string{text, arguments} {
		w.emit(".param .b64 print%d_%d", w.calls, i)
		w.emit("st.param.b64 [print%d_%d], %s", w.calls, i, v)
	}
	w.emit(".param .b32 printed%d", w.calls)
	w.guarded("call (printed%d), vprintf, (print%d_0, print%d_1)", w.calls, w.calls, w.calls)
}

// format is the format of a printf in C.
func (w *writer) format() string {
	if w.k.CFormats {
		return w.in.Text
	}
	next := 0
	return verbs.ReplaceAllStringFunc(w.in.Text, func(verb string) string {
		part := verbs.FindStringSubmatch(verb)
		if part[2] == "%" {
			return verb
		}
		next++
		return "%" + part[1] + verbInC(part[2], w.k.Regs[w.in.Src[next-1].Reg].Type)
	})
}

// verbInC returns a verb of Go as C writes it for an argument of a type.
func verbInC(verb string, t ir.Type) string {
	long := ""
	if t.Bits() == ir.U64.Bits() && !t.Float() {
		long = "ll"
	}
	switch {
	case verb == "v" && t.Float():
		return "g"
	case (verb == "d" || verb == "v" || verb == "t") && t.Signed():
		return long + "d"
	case verb == "d" || verb == "v" || verb == "t":
		return long + "u"
	case t.Float() || verb == "c":
		return verb
	}
	return long + verb
}
