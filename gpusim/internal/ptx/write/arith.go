package write

// This file writes arithmetic that is not one instruction of the same name.

import (
	"fmt"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
)

func (w *writer) move() { w.guarded("mov.%s %s, %s", bits(w.in.Type), w.dst(), w.src(0)) }

// special writes the read of a special register. The size of a warp is a constant of PTX.
func (w *writer) special() {
	name := w.in.Mod.String()
	if w.in.Mod == ir.WarpSize {
		name = "WARP_SZ"
	}
	w.guarded("mov.u32 %s, %s", w.dst(), name)
}

// clocks are the special registers with the time, by what they count and their bits.
var clocks = map[ir.Mod]map[int]string{
	ir.Cycles:      {32: "%clock", 64: "%clock64"},
	ir.Nanoseconds: {32: "%globaltimer_lo", 64: "%globaltimer"},
}

func (w *writer) clock() {
	w.emit("mov.%s %s, %s", w.in.Type, w.dst(), clocks[w.in.Mod][w.in.Type.Bits()])
}

// selection writes selp. There is none of predicates: a where p is true, and b where it is not.
func (w *writer) selection() {
	if w.in.Type != ir.Pred {
		w.plain(row{name: "selp", suffix: selected})
		return
	}
	a, b, p := w.src(0), w.src(1), w.src(2)
	left, right, not := w.temp(classes[1]), w.temp(classes[1]), w.temp(classes[1])
	w.emit("and.pred %s, %s, %s", left, a, p)
	w.emit("not.pred %s, %s", not, p)
	w.emit("and.pred %s, %s, %s", right, b, not)
	w.guarded("or.pred %s, %s, %s", w.dst(), left, right)
}

// convert writes a conversion. An integer wraps to a narrow type and is extended again.
func (w *writer) convert() {
	to, from := w.in.Type, w.in.From
	switch {
	case to.Float() && from.Float():
		mode := "cvt"
		if to.Bytes() < from.Bytes() {
			mode = "cvt.rn"
		}
		w.guarded("%s.%s.%s %s, %s", mode, to, from, w.dst(), w.register(0))
	case to.Float():
		w.guarded("cvt.rn.%s.%s %s, %s", to, from, w.dst(), w.register(0))
	case from.Float() && to.Bytes() < ir.U32.Bytes():
		whole := w.temp(classes[ir.U32.Bits()])
		w.emit("cvt.rzi.%s.%s %s, %s", to.Reg(), from, whole, w.register(0))
		w.guarded("cvt.%s.%s %s, %s", to.Reg(), to, w.dst(), whole)
	case from.Float():
		w.guarded("cvt.rzi.%s.%s %s, %s", to, from, w.dst(), w.register(0))
	case to.Bytes() < ir.U32.Bytes():
		w.guarded("cvt.%s.%s %s, %s", to.Reg(), to, w.dst(), w.register(0))
	case to.Bits() == from.Bits():
		w.guarded("mov.%s %s, %s", bits(to), w.dst(), w.src(0))
	default:
		w.guarded("cvt.%s.%s %s, %s", to, from.Reg(), w.dst(), w.register(0))
	}
}

func (w *writer) product() {
	if w.in.Type.Float() {
		w.plain(row{name: "mul", suffix: typed})
		return
	}
	w.plain(row{name: "mul.lo", suffix: typed})
}

func (w *writer) quotient() {
	if w.in.Type.Float() {
		w.guarded("div.rn.%s %s, %s, %s", w.in.Type, w.dst(), w.src(0), w.src(1))
		return
	}
	w.plain(row{name: "div", suffix: typed})
}

// extreme writes min or max. Without Num a NaN wins; of doubles PTX has no such form.
func (w *writer) extreme() {
	name, t := table[w.in.Op].name, w.in.Type
	switch {
	case t == ir.F32 && w.in.Mod != ir.Num:
		w.guarded("%s.NaN.f32 %s, %s, %s", name, w.dst(), w.src(0), w.src(1))
	case t == ir.F64 && w.in.Mod != ir.Num:
		a, b := w.register(0), w.register(1)
		p, sum, least := w.temp(classes[1]), w.temp(floats[64]), w.temp(floats[64])
		w.emit("setp.nan.f64 %s, %s, %s", p, a, b)
		w.emit("add.rn.f64 %s, %s, %s", sum, a, b)
		w.emit("%s.f64 %s, %s, %s", name, least, a, b)
		w.guarded("selp.f64 %s, %s, %s, %s", w.dst(), sum, least, p)
	default:
		w.guarded("%s.%s %s, %s, %s", name, t, w.dst(), w.src(0), w.src(1))
	}
}

// compare writes setp. Predicates differ where their exclusive or is true; of floats Go's != is true
// of a NaN.
func (w *writer) compare() {
	mod, t := w.in.Mod.String(), w.in.Type
	switch {
	case t == ir.Pred && w.in.Mod == ir.NE:
		w.guarded("xor.pred %s, %s, %s", w.dst(), w.src(0), w.src(1))
	case t == ir.Pred:
		differ := w.temp(classes[1])
		w.emit("xor.pred %s, %s, %s", differ, w.src(0), w.src(1))
		w.guarded("not.pred %s, %s", w.dst(), differ)
	case t.Float() && w.in.Mod == ir.NE:
		w.guarded("setp.neu.%s %s, %s, %s", t, w.dst(), w.register(0), w.src(1))
	default:
		w.guarded("setp.%s.%s %s, %s, %s", mod, t, w.dst(), w.register(0), w.src(1))
	}
}

// instructions are the functions that PTX has, with T for the type of floats. -0 and -2 say of which
// operand, a pair of halves, the sign changes first. Others are calls.
var instructions = map[ir.Mod]string{
	ir.Sqrt: "sqrt.rn.T", ir.Rcp: "rcp.rn.T",
	ir.Floor: "cvt.rmi.T.T", ir.Ceil: "cvt.rpi.T.T", ir.Trunc: "cvt.rzi.T.T", ir.RoundEven: "cvt.rni.T.T",
	ir.FastSin: "sin.approx.T", ir.FastCos: "cos.approx.T", ir.FastDivide: "div.approx.T", ir.Saturate: "cvt.sat.T.T",
	ir.ApproxRcp: "rcp.approx.ftz.T", ir.ApproxSqrt: "sqrt.approx.ftz.T", ir.ApproxRsqrt: "rsqrt.approx.ftz.T",
	ir.ApproxExp2: "ex2.approx.ftz.T", ir.ApproxLog2: "lg2.approx.ftz.T", ir.ApproxTanh: "tanh.approx.T",
	ir.FmaDown: "fma.rm.T", ir.FmaUp: "fma.rp.T", ir.FmaZero: "fma.rz.T",
	ir.DotBytes: "dp4a.s32.s32", ir.DotBytesMixed: "dp4a.s32.u32", ir.DotBytesUnsigned: "dp4a.u32.u32", ir.Permute: "prmt.b32",
	ir.HalfPairAdd: "add.rn.f16x2", ir.HalfPairSub: "sub.rn.f16x2", ir.HalfPairMul: "mul.rn.f16x2", ir.HalfPairMin: "min.f16x2", ir.HalfPairMax: "max.f16x2",
	ir.HalfPairFma: "fma.rn.f16x2", ir.HalfPairFms: "fma.rn.f16x2 -2", ir.HalfPairFnma: "fma.rn.f16x2 -0",
	ir.BfloatPairAdd: "add.rn.bf16x2", ir.BfloatPairSub: "sub.rn.bf16x2", ir.BfloatPairMul: "mul.rn.bf16x2", ir.BfloatPairMin: "min.bf16x2", ir.BfloatPairMax: "max.bf16x2",
	ir.BfloatPairFma: "fma.rn.bf16x2", ir.BfloatPairFms: "fma.rn.bf16x2 -2", ir.BfloatPairFnma: "fma.rn.bf16x2 -0",
}

// math writes a function of floats or of words.
func (w *writer) math() {
	text, negated, _ := strings.Cut(instructions[w.in.Mod], " -")
	if w.in.Mod == ir.Rsqrt && w.in.Type == ir.F32 {
		text = "rsqrt.approx.T"
	}
	switch {
	case text != "":
		x := w.sources()
		if i, err := strconv.Atoi(negated); err == nil {
			v := w.temp(classes[ir.U32.Bits()])
			w.emit("xor.b32 %s, %s, 0x80008000", v, w.register(i)) // the signs of a pair
			x[i] = v
		}
		w.guarded("%s %s, %s", strings.ReplaceAll(text, "T", w.in.Type.String()), w.dst(), strings.Join(x, ", "))
	case halves[w.in.Mod] != "":
		w.halves(halves[w.in.Mod])
	default:
		w.libdevice(intrinsic.LibdeviceName(intrinsic.OfFloats{Mod: w.in.Mod, Type: w.in.Type}))
	}
}

// libdevice writes the call of a function of floats.
func (w *writer) libdevice(name string) {
	if name == "" {
		panic("BUG: PTX has no " + w.in.Mod.String())
	}
	t := bits(w.in.Type)
	var params, args []string
	w.calls++
	for i, v := range w.sources() {
		arg := fmt.Sprintf("arg%d_%d", w.calls, i)
		params = append(params, fmt.Sprintf(".param .%s arg%d", t, i))
		args = append(args, arg)
		w.emit(".param .%s %s", t, arg)
		w.emit("st.param.%s [%s], %s", w.in.Type, arg, v)
	}
	w.m.externs[name] = fmt.Sprintf(".extern .func (.param .%s result) %s(%s);\n", t, name, strings.Join(params, ", "))
	w.emit(".param .%s result%d", t, w.calls)
	w.emit("call (result%d), %s, (%s)", w.calls, name, strings.Join(args, ", "))
	w.emit("ld.param.%s %s, [result%d]", w.in.Type, w.dst(), w.calls)
}

// halves are the operations on numbers of 16 bits in the lowest bits of a float. -z and -x say which
// operand changes its sign first.
var halves = map[ir.Mod]string{
	ir.HalfAdd: "add.rn.f16", ir.HalfSub: "sub.rn.f16", ir.HalfMul: "mul.rn.f16",
	ir.HalfFma: "fma.rn.f16", ir.HalfFms: "fma.rn.f16 -z", ir.HalfFnma: "fma.rn.f16 -x",
	ir.BfloatAdd: "add.rn.bf16", ir.BfloatSub: "sub.rn.bf16", ir.BfloatMul: "mul.rn.bf16",
	ir.BfloatFma: "fma.rn.bf16", ir.BfloatFms: "fma.rn.bf16 -z", ir.BfloatFnma: "fma.rn.bf16 -x",
	ir.HalfValue: "cvt.f32.f16", ir.HalfBits: "cvt.rn.f16.f32", ir.BfloatBits: "cvt.rn.bf16.f32",
}

// halves writes an operation on numbers of 16 bits, which registers of their own hold.
func (w *writer) halves(text string) {
	op, negated, _ := strings.Cut(text, " ")
	var args []string
	for i := range w.in.Src {
		v := w.register(i)
		if w.in.Mod == ir.HalfBits || w.in.Mod == ir.BfloatBits {
			args = append(args, v)
			continue
		}
		whole, h := w.temp(classes[32]), w.temp(half)
		w.emit("mov.b32 %s, %s", whole, v)
		w.emit("cvt.u16.u32 %s, %s", h, whole)
		if negated == "-x" && i == 0 || negated == "-z" && i == 2 {
			w.emit("xor.b16 %s, %s, 0x8000", h, h) // the sign
		}
		args = append(args, h)
	}
	if w.in.Mod == ir.HalfValue {
		w.guarded("%s %s, %s", op, w.dst(), args[0])
		return
	}
	h, whole := w.temp(half), w.temp(classes[32])
	w.emit("%s %s, %s", op, h, strings.Join(args, ", "))
	w.emit("cvt.u32.u16 %s, %s", whole, h)
	w.guarded("mov.b32 %s, %s", w.dst(), whole)
}
