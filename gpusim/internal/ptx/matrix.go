package ptx

// This file lowers matrices in the registers of a warp: ldmatrix, stmatrix, mma, wmma and wgmma.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// productKind is a kind of factors: the words of their types, and the shapes of mma that have them.
type productKind struct {
	mod    ir.Mod
	a, b   string
	sums   string // types of sums
	shapes string // of mma.sync
	depth  int    // of wgmma; 0: no wgmma takes these factors
}

var productKinds = []productKind{
	{ir.OfHalves, "f16", "f16", "f32 f16", "m16n8k8|m16n8k16", 16},
	{ir.OfBfloats, "bf16", "bf16", "f32", "m16n8k8|m16n8k16", 16},
	{ir.OfTensor32, "tf32", "tf32", "f32", "m16n8k4|m16n8k8", 8},
	{ir.OfDoubles, "f64", "f64", "f64", "m8n8k4|m16n8k4|m16n8k8|m16n8k16", 0},
	{ir.OfS8, "s8", "s8", "s32", "m16n8k16|m16n8k32", 32},
	{ir.OfU8, "u8", "u8", "s32", "m16n8k16|m16n8k32", 32},
	{ir.OfS8U8, "s8", "u8", "s32", "m16n8k16|m16n8k32", 32},
	{ir.OfU8S8, "u8", "s8", "s32", "m16n8k16|m16n8k32", 32},
	{ir.OfE4M3, "e4m3", "e4m3", "f32", "m16n8k32", 32},
	{ir.OfE5M2, "e5m2", "e5m2", "f32", "m16n8k32", 32},
	{ir.OfE4M3E5M2, "e4m3", "e5m2", "f32", "m16n8k32", 32},
	{ir.OfE5M2E4M3, "e5m2", "e4m3", "f32", "m16n8k32", 32},
}

// sumTypes are the types of registers that hold sums; one of f16 holds two.
var sumTypes = map[string]ir.Type{"f32": ir.F32, "f16": ir.U32, "s32": ir.S32, "f64": ir.F64}

// sumKinds are the same as kinds of operands.
var sumKinds = map[string]string{"f32": "f32", "f16": "f16x2", "s32": "s32", "f64": "f64"}

// matrixForms are the forms of operations on matrices.
func matrixForms() (list []form) {
	for n, count := range map[string]int{"x1": 1, "x2": 2, "x4": 4} {
		list = append(list,
			form{op: "ldmatrix", mods: "sync aligned m8n8 " + n + " trans? shared? b16", operands: "vec=b32 addr", build: loadMatrix(count)},
			form{op: "stmatrix", mods: "sync aligned m8n8 " + n + " trans? shared? b16", operands: "addr vec=b32", build: storeMatrix(count)})
	}
	for _, k := range productKinds {
		for sum := range strings.FieldsSeq(k.sums) {
			v, f := sumKinds[sum], "b32"
			if k.mod == ir.OfDoubles {
				f = "f64"
			}
			mods := fmt.Sprintf("sync aligned %s row col %s %s %s %s", k.shapes, sum, k.a, k.b, sum)
			list = append(list, form{op: "mma", mods: mods, operands: fmt.Sprintf("vec=%s vec=%s vec=%s vec=%s", v, f, f, v), build: product(k.mod, sum)})
			if k.depth > 0 {
				list = append(list, groupForms(k, sum)...)
			}
		}
	}
	list = append(list,
		form{op: "wgmma", mods: "fence sync aligned", build: productGroup(ir.ProductFence)},
		form{op: "wgmma", mods: "commit_group sync aligned", build: productGroup(ir.ProductCommit)},
		form{op: "wgmma", mods: "wait_group sync aligned", operands: "a=u32", build: productGroup(ir.ProductWait)})
	return append(list, wmmaForms()...)
}

// groupForms are the forms of wgmma of a kind: a in shared memory, or in registers.
func groupForms(k productKind, sum string) (list []form) {
	var shapes []string
	const step, most = 8, 256
	for n := step; n <= most; n += step {
		shapes = append(shapes, fmt.Sprintf("m64n%dk%d", n, k.depth))
	}
	mods := fmt.Sprintf("mma_async sync aligned %s %s %s %s", strings.Join(shapes, "|"), sum, k.a, k.b)
	tail := ""
	if k.mod < ir.OfS8 || k.mod > ir.OfU8S8 {
		tail = " a=s32 a=s32" // the signs of factors
	}
	v := sumKinds[sum]
	shared, registers := tail, tail
	if k.mod == ir.OfHalves || k.mod == ir.OfBfloats {
		shared, registers = tail+" a=s32 a=s32", tail+" a=s32" // which factors lie across
	}
	return []form{
		{op: "wgmma", mods: mods, operands: "vec=" + v + " vec=b32 a=b64 a=pred" + registers, build: groupProduct(k.mod, sum, true)},
		{op: "wgmma", mods: mods, operands: "vec=" + v + " a=b64 a=b64 a=pred" + shared, build: groupProduct(k.mod, sum, false)},
	}
}

// transposed is the modifier of a matrix that is moved by rows or by columns.
func transposed(m *match) ir.Mod {
	if m.has("trans") {
		return ir.Columns
	}
	return ir.Rows
}

func loadMatrix(n int) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		dst := vector(m.Operands[0])
		if len(dst) != n {
			l.fail("ldmatrix.x%d has %d results", n, n)
			return
		}
		l.spread(ir.Instr{Op: ir.LoadMatrix, Mod: transposed(m), Type: ir.U32, Src: []ir.Operand{l.inReg(ir.U32, l.sharedAddress(m.Operands[1]))}}, types["b32"], dst)
	}
}

func storeMatrix(n int) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		src := vector(m.Operands[1])
		if len(src) != n {
			l.fail("stmatrix.x%d has %d operands", n, n)
			return
		}
		in := ir.Instr{Op: ir.StoreMatrix, Mod: transposed(m), Type: ir.U32, Src: []ir.Operand{l.inReg(ir.U32, l.sharedAddress(m.Operands[0]))}}
		in.Src = append(in.Src, l.registers(src, types["b32"])...)
		l.emit(in)
	}
}

// registers returns operands of a type, each in a register.
func (l *lowerer) registers(list []syntax.Operand, t typ) (out []ir.Operand) {
	for _, o := range list {
		out = append(out, l.inReg(t.reg(), l.operand(o, t)))
	}
	return out
}

// spread emits an instruction with a result for each of several registers.
func (l *lowerer) spread(in ir.Instr, t typ, dst []syntax.Operand) {
	for range dst {
		in.Dst = append(in.Dst, l.k.NewReg(t.reg(), ""))
	}
	l.emit(in)
	for i, o := range dst {
		l.defOperand(o, t, ir.R(in.Dst[i]))
	}
}

// product builds mma.sync.
func product(mod ir.Mod, sum string) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		factors, sums := types["b32"], types[sumKinds[sum]]
		if mod == ir.OfDoubles {
			factors = types["f64"]
		}
		in := ir.Instr{Op: ir.Product, Mod: mod, Type: sumTypes[sum]}
		in.Src = slices.Concat(l.registers(vector(m.Operands[1]), factors), l.registers(vector(m.Operands[2]), factors), l.registers(vector(m.Operands[3]), sums))
		l.spread(in, sums, vector(m.Operands[0]))
	}
}

// groupProduct builds wgmma.
func groupProduct(mod ir.Mod, sum string, registers bool) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		dst, sums := vector(m.Operands[0]), types[sumKinds[sum]]
		flags := uint64(0)
		bits := []uint64{ir.NegateA, ir.NegateB, ir.AcrossA, ir.AcrossB}
		if registers {
			bits = []uint64{ir.NegateA, ir.NegateB, ir.AcrossB}
		}
		for i, o := range m.Operands[4:] {
			if negative := int64(o.Bits) < 0; i < 2 && negative || i >= 2 && o.Bits == 1 {
				flags |= bits[i]
			}
		}
		in := ir.Instr{Op: ir.GroupProduct, Mod: mod, Type: sumTypes[sum], Src: []ir.Operand{ir.I(flags), l.inReg(ir.Pred, l.operand(m.Operands[3], types["pred"])), l.inReg(ir.U64, l.operand(m.Operands[2], types["b64"]))}}
		if registers {
			in.Src = append(in.Src, l.registers(vector(m.Operands[1]), types["b32"])...)
		} else {
			in.Src = append(in.Src, l.inReg(ir.U64, l.operand(m.Operands[1], types["b64"])))
		}
		in.Src = append(in.Src, l.registers(dst, sums)...)
		l.spread(in, sums, dst)
	}
}

func productGroup(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		n := ir.I(0)
		if len(m.Operands) > 0 {
			n = l.use(0)
		}
		l.noResult(ir.ProductGroup, mod, n)
	}
}
