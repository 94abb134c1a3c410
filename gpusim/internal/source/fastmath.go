package source

// This file is what -use_fast_math of nvcc changes in a kernel: quotients, roots and functions of
// 32-bit floats become instructions of the special function unit and products, as nvcc's headers
// and ptxas write them. Denormal numbers become zeros: ir.Kernel.FlushDenormals.

import (
	"math"

	"gpucourse/gpusim/internal/ir"
)

// Factors of the functions, as nvcc's headers have them.
const (
	log2e    = 1.4426950216293334961
	log2of10 = 3.3219280242919921875
	ln2      = 0.69314718246459960938
	log10of2 = 0.30103000998497009277
)

// fastMath rewrites a kernel and the functions that it calls.
func fastMath(k *ir.Kernel) {
	k.FlushDenormals = true
	f := fast{k: k, defs: map[ir.Reg]*ir.Instr{}}
	k.EachInstr(func(in *ir.Instr) {
		for _, r := range in.Dst {
			f.defs[r] = in
		}
	})
	for _, b := range k.Blocks {
		f.list = nil
		for _, in := range b.Instrs {
			if !f.rewrite(in) {
				f.list = append(f.list, in)
			}
		}
		b.Instrs = f.list
	}
	for _, called := range k.Funcs {
		if called.Body != nil {
			fastMath(called.Body)
		}
	}
}

// fast rewrites the instructions of a kernel.
type fast struct {
	k    *ir.Kernel
	defs map[ir.Reg]*ir.Instr
	list []*ir.Instr // of the block
	at   *ir.Instr   // that is rewritten
}

// approximate has the functions that one instruction stands for, with a product in front of sines.
var approximate = map[ir.Mod]ir.Mod{
	ir.Sqrt: ir.ApproxSqrt, ir.Rsqrt: ir.ApproxRsqrt, ir.Exp2: ir.ApproxExp2, ir.Log2: ir.ApproxLog2, ir.FastLog2: ir.ApproxLog2,
	ir.Tanh: ir.ApproxTanh, ir.Sin: ir.FastSin, ir.Cos: ir.FastCos,
}

// rewrite appends what stands for an instruction; it is false of one that stays.
func (f *fast) rewrite(in *ir.Instr) bool {
	f.at = in
	if in.Type != ir.F32 || in.Op != ir.Div && in.Op != ir.Math {
		return false
	}
	if in.Op == ir.Div {
		f.quotient(in.Src[0], in.Src[1], true)
		return true
	}
	x := in.Src[0]
	if mod, ok := approximate[in.Mod]; ok {
		f.last(ir.Math, mod, x)
		return true
	}
	switch in.Mod {
	case ir.FastDivide:
		f.quotient(x, in.Src[1], false)
	case ir.Tan, ir.FastTan:
		f.quotient(f.function(ir.FastSin, x), f.function(ir.FastCos, x), false)
	case ir.Exp, ir.FastExp:
		f.last(ir.Math, ir.ApproxExp2, f.product(x, log2e))
	case ir.FastExp10:
		f.last(ir.Math, ir.ApproxExp2, f.product(x, log2of10))
	case ir.Log, ir.FastLog:
		f.last(ir.Mul, ir.NoMod, f.function(ir.ApproxLog2, x), float(ln2))
	case ir.Log10, ir.FastLog10:
		f.last(ir.Mul, ir.NoMod, f.function(ir.ApproxLog2, x), float(log10of2))
	case ir.Pow, ir.FastPow:
		f.power(x, in.Src[1])
	default:
		return false
	}
	return true
}

// quotient is x/y. Of 1 and a square root it is the reciprocal square root.
func (f *fast) quotient(x, y ir.Operand, roots bool) {
	one := !x.IsReg && x.Imm == float(1).Imm
	if root := f.defs[y.Reg]; one && roots && y.IsReg && root != nil && root.Op == ir.Math && root.Mod == ir.Sqrt {
		f.last(ir.Math, ir.ApproxRsqrt, root.Src[0])
		return
	}
	if one {
		f.last(ir.Math, ir.ApproxRcp, y)
		return
	}
	f.last(ir.Mul, ir.NoMod, x, f.function(ir.ApproxRcp, y))
}

// power is x to the power y; exp10f is a power of 10.
func (f *fast) power(x, y ir.Operand) {
	if !x.IsReg && x.Imm == float(10).Imm {
		f.last(ir.Math, ir.ApproxExp2, f.product(y, log2of10))
		return
	}
	log := f.function(ir.ApproxLog2, x)
	product := f.emit(ir.Mul, ir.NoMod, f.k.NewReg(ir.F32, ""), y, log)
	f.last(ir.Math, ir.ApproxExp2, product)
}

func float(v float32) ir.Operand { return ir.I(uint64(math.Float32bits(v))) }

// function computes a function into a new register.
func (f *fast) function(mod ir.Mod, x ir.Operand) ir.Operand {
	return f.emit(ir.Math, mod, f.k.NewReg(ir.F32, ""), x)
}

func (f *fast) product(x ir.Operand, factor float32) ir.Operand {
	return f.emit(ir.Mul, ir.NoMod, f.k.NewReg(ir.F32, ""), x, float(factor))
}

// last computes the result of the instruction that is rewritten.
func (f *fast) last(op ir.Op, mod ir.Mod, src ...ir.Operand) {
	f.emit(op, mod, f.at.Dst[0], src...)
}

func (f *fast) emit(op ir.Op, mod ir.Mod, to ir.Reg, src ...ir.Operand) ir.Operand {
	in := *f.at
	in.Op, in.Mod, in.Dst, in.Src = op, mod, []ir.Reg{to}, src
	f.list = append(f.list, &in)
	return ir.R(to)
}
