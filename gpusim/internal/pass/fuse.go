package pass

// This file fuses multiplications with additions.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// fuse makes one rounded-once operation of a product that is only added or subtracted, as nvcc
// does unless told otherwise (-fmad=true). Operations that the source rounds by themselves
// (ir.RN) stay as they are.
//
// Of two products in a sum one is fused. nvcc decides twice. LLVM, after it has brought sums into
// its canonical form (sums.go), fuses the products of sums, not of differences, in each block
// (PerformADDCombine in NVPTXISelLowering.cpp). ptxas fuses what is left, also across blocks, and
// prefers products with fewer uses (gpusim/validation/h100: contract.txt).
func fuse(k *ir.Kernel) {
	normalizeSums(k)
	dce(k)
	fuseSums(k)
	doubleByAdding(k)
	fuseLeft(k)
	fuseHalves(k)
	dce(k)
}

// fuseSums fuses a product with a sum of its block if all uses of the product are such sums.
func fuseSums(k *ir.Kernel) {
	f := &fuser{k: k, defs: k.DefUse()}
	for _, b := range k.Blocks {
		own := map[*ir.Instr]bool{}
		for _, in := range b.Instrs {
			own[in] = true
		}
		for _, in := range slices.Backward(b.Instrs) {
			if isSum(in) {
				f.fuseSum(in, own)
			}
		}
	}
}

func isSum(in *ir.Instr) bool { return in.Op == ir.Add && plainFloat(in) }

// fuseSum fuses the first product of a sum that may be fused. own are the instructions of its block.
func (f *fuser) fuseSum(in *ir.Instr, own map[*ir.Instr]bool) {
	for i, o := range in.Src {
		m := f.product(o)
		if m == nil || !own[m] {
			continue
		}
		uses := slices.DeleteFunc(slices.Clone(f.defs.Uses[o.Reg]), func(u *ir.Instr) bool { return !u.Reads(o.Reg) })
		if profile.FusesSum(len(uses)) && !slices.ContainsFunc(uses, func(u *ir.Instr) bool { return !isSum(u) || !own[u] }) {
			in.Op, in.Src = ir.Fma, []ir.Operand{m.Src[0], m.Src[1], in.Src[1-i]}
			return
		}
	}
}

// doubleByAdding makes x + x of 2·x, as LLVM does: ptxas finds no product there.
func doubleByAdding(k *ir.Kernel) {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == ir.Mul && plainFloat(in) && is(in, 1, ir.FloatBits(in.Type, 2)) {
				in.Op, in.Src = ir.Add, []ir.Operand{in.Src[0], in.Src[0]}
			}
		}
	}
}

// halfSums are the sums and differences of half precision, and what they become if their first or
// their second operand is a product.
var halfSums = map[ir.Mod][2]ir.Mod{
	ir.HalfAdd: {ir.HalfFma, ir.HalfFma}, ir.HalfSub: {ir.HalfFms, ir.HalfFnma},
	ir.HalfPairAdd: {ir.HalfPairFma, ir.HalfPairFma}, ir.HalfPairSub: {ir.HalfPairFms, ir.HalfPairFnma},
	ir.BfloatAdd: {ir.BfloatFma, ir.BfloatFma}, ir.BfloatSub: {ir.BfloatFms, ir.BfloatFnma},
	ir.BfloatPairAdd: {ir.BfloatPairFma, ir.BfloatPairFma}, ir.BfloatPairSub: {ir.BfloatPairFms, ir.BfloatPairFnma},
}

// halfProducts are the products that become part of them.
var halfProducts = []ir.Mod{ir.HalfMul, ir.HalfPairMul, ir.BfloatMul, ir.BfloatPairMul}

// fuseHalves fuses products of half precision whose uses are all sums or differences, as ptxas does.
func fuseHalves(k *ir.Kernel) {
	defs := k.DefUse()
	isHalfSum := func(in *ir.Instr) bool { return in.Op == ir.Math && halfSums[in.Mod] != [2]ir.Mod{} }
	only := map[*ir.Instr]bool{} // products that only sums use
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == ir.Math && slices.Contains(halfProducts, in.Mod) {
				only[in] = !slices.ContainsFunc(defs.Uses[in.Dst[0]], func(u *ir.Instr) bool { return !isHalfSum(u) })
			}
		}
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if !isHalfSum(in) {
				continue
			}
			if i := slices.IndexFunc(in.Src, func(o ir.Operand) bool { return o.IsReg && only[defs.Def[o.Reg]] }); i >= 0 {
				m := defs.Def[in.Src[i].Reg]
				in.Mod, in.Src = halfSums[in.Mod][i], []ir.Operand{m.Src[0], m.Src[1], in.Src[1-i]}
			}
		}
	}
}

type fuser struct {
	k    *ir.Kernel
	defs *ir.Defs
}

// plainFloat reports whether in may become part of a fused operation.
func plainFloat(in *ir.Instr) bool { return in.Type.Float() && in.Mod != ir.RN }

// product returns the multiplication that defines o, or nil.
func (f *fuser) product(o ir.Operand) *ir.Instr {
	if !o.IsReg || int(o.Reg) >= len(f.defs.Def) {
		return nil
	}
	if m := f.defs.Def[o.Reg]; m != nil && m.Op == ir.Mul && plainFloat(m) {
		return m
	}
	return nil
}

// addition is a sum or difference that may take a product.
type addition struct {
	in    *ir.Instr
	block ir.BlockID
	taken bool
}

// use is an operand of an addition, and whether its sign changes before.
type use struct {
	by      *addition
	operand int
	negated bool
}

// fuseLeft fuses a product if each of its uses is an addition that takes no other product.
// Products of fewer uses come first, and of two the first operand. A product of two registers
// stays if an addition in another block uses it.
func fuseLeft(k *ir.Kernel) {
	f := &assembler{fuser: fuser{k: k, defs: k.DefUse()}, of: map[*ir.Instr]*addition{}, block: map[*ir.Instr]ir.BlockID{}, before: map[*ir.Instr][]*ir.Instr{}}
	list := f.additions()
	var products []*ir.Instr
	uses := map[*ir.Instr][]use{}
	for _, a := range list {
		for _, o := range a.in.Src {
			if m := f.factors(o); m != nil && uses[m] == nil {
				if u := f.uses(m.Dst[0], false); len(u) > 0 {
					uses[m], products = u, append(products, m)
				}
			}
		}
	}
	slices.SortStableFunc(products, func(x, y *ir.Instr) int { return len(uses[x]) - len(uses[y]) })
	for _, m := range products {
		f.take(m, uses[m])
	}
	for _, b := range k.Blocks {
		b.Instrs = f.insert(b.Instrs)
	}
}

// assembler fuses as ptxas does.
type assembler struct {
	fuser
	of     map[*ir.Instr]*addition
	block  map[*ir.Instr]ir.BlockID  // of products
	before map[*ir.Instr][]*ir.Instr // what must precede a fused operation
}

// additions returns all sums and differences in the order of the code.
func (f *assembler) additions() (list []*addition) {
	for _, b := range f.k.Blocks {
		for _, in := range b.Instrs {
			switch {
			case !plainFloat(in):
			case in.Op == ir.Mul:
				f.block[in] = b.ID
			case in.Op == ir.Add || in.Op == ir.Sub:
				f.of[in] = &addition{in: in, block: b.ID}
				list = append(list, f.of[in])
			}
		}
	}
	return list
}

// factors returns the product that o is, or whose sign it changes.
func (f *assembler) factors(o ir.Operand) *ir.Instr {
	if m := f.product(o); m != nil || !o.IsReg {
		return m
	}
	if n := f.defs.Def[o.Reg]; n != nil && n.Op == ir.Neg {
		return f.product(n.Src[0])
	}
	return nil
}

// uses returns the uses of a register if all are additions, or else nil.
func (f *assembler) uses(r ir.Reg, negated bool) (list []use) {
	for _, u := range f.defs.Uses[r] {
		a := f.of[u]
		switch {
		case a != nil && u.Src[0] != u.Src[1]:
			list = append(list, use{a, slices.Index(u.Src, ir.R(r)), negated})
		case u.Op == ir.Neg && !negated:
			more := f.uses(u.Dst[0], true)
			if more == nil {
				return nil
			}
			list = append(list, more...)
		default:
			return nil
		}
	}
	return list
}

// constantBank reports whether an operand is a constant or a parameter, which takes no register.
func (f *assembler) constantBank(o ir.Operand) bool {
	if !o.IsReg {
		return true
	}
	in := f.defs.Def[o.Reg]
	return in != nil && in.Op == ir.Ld && in.Space == ir.Param
}

// take fuses a product with all additions that use it, unless one of them has taken another, or
// both of its operands are the product, or it is too far away.
func (f *assembler) take(m *ir.Instr, uses []use) {
	seen := map[*addition]bool{}
	anywhere := slices.ContainsFunc(m.Src, f.constantBank)
	for _, u := range uses {
		if u.by.taken || seen[u.by] || u.by.block != f.block[m] && !anywhere {
			return
		}
		seen[u.by] = true
	}
	for _, u := range uses {
		u.by.taken = true
		f.fuse(m, u)
	}
}

// fuse turns an addition into m.Src[0]·m.Src[1] + the other operand.
func (f *assembler) fuse(m *ir.Instr, u use) {
	in := u.by.in
	a, b, c := m.Src[0], m.Src[1], in.Src[1-u.operand]
	minus := in.Op == ir.Sub
	if minus && u.operand == 0 {
		c = f.negate(in, c)
	}
	if (minus && u.operand == 1) != u.negated {
		if b.IsReg {
			a = f.negate(in, a)
		} else {
			b = f.negate(in, b)
		}
	}
	in.Op, in.Src = ir.Fma, []ir.Operand{a, b, c}
}

// negate changes the sign of an operand of in: of a constant at once, of a register by an
// instruction, which hardware has as a modifier of the operand.
func (f *assembler) negate(in *ir.Instr, o ir.Operand) ir.Operand {
	if !o.IsReg {
		return negatedConstant(in.Type, o)
	}
	if n := f.defs.Def[o.Reg]; n != nil && n.Op == ir.Neg {
		return n.Src[0]
	}
	r := f.k.NewReg(in.Type, "")
	f.before[in] = append(f.before[in], &ir.Instr{Op: ir.Neg, Type: in.Type, Dst: []ir.Reg{r}, Src: []ir.Operand{o}, Pos: in.Pos})
	return ir.R(r)
}

func negatedConstant(t ir.Type, o ir.Operand) ir.Operand {
	v, _ := ir.Eval(&ir.Instr{Op: ir.Neg, Type: t}, []uint64{o.Imm})
	return ir.I(v)
}

// insert puts what must precede an instruction before it.
func (f *assembler) insert(list []*ir.Instr) []*ir.Instr {
	if len(f.before) == 0 {
		return list
	}
	var out []*ir.Instr
	for _, in := range list {
		out = append(append(out, f.before[in]...), in)
	}
	return out
}
