package ir

// This file checks that a kernel is well formed: the declarations, the blocks, and
// each instruction against the facts table. verify_flow.go makes the checks that
// need the control-flow graph.

import (
	"errors"
	"fmt"
	"math"
)

// Verify returns an error with every rule that k breaks, or nil. k.SSA selects the
// rules of SSA form or those of the form after pass "phi-elimination". A broken rule is a bug
// of the compiler, never a mistake in the source.
func Verify(k *Kernel) error {
	v := &verifier{k: k, funcs: k.Funcs}
	v.declarations()
	v.blocks()
	if len(v.errs) == 0 {
		v.flow()
	}
	for _, f := range k.Funcs {
		if f.Body != nil {
			v.function(f)
		}
	}
	return errors.Join(v.errs...)
}

type verifier struct {
	k     *Kernel
	funcs []*Func // the functions that calls may name
	inner *Func   // the function whose body is checked; nil for the kernel
	block *Block
	in    *Instr
	errs  []error
}

// errorf records a broken rule, with the current instruction.
func (v *verifier) errorf(format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	where := "kernel " + v.k.Name
	if v.block != nil {
		where += fmt.Sprintf(" L%d", v.block.ID)
	}
	if v.in != nil {
		where += " " + v.k.InstrString(v.in)
	}
	v.errs = append(v.errs, fmt.Errorf("%s: %s", where, msg))
}

func powerOfTwo(n int) bool { return n > 0 && n&(n-1) == 0 }

func (v *verifier) declarations() {
	end := 0
	for _, p := range v.k.Params {
		switch {
		case p.Type.Bytes() == 0:
			v.errorf("parameter %s has no size", p.Name)
			continue
		case p.Offset < end || p.Offset%p.Type.Bytes() != 0:
			v.errorf("parameter %s overlaps or is misaligned at %d", p.Name, p.Offset)
		case p.Var != 0 && (int(p.Var) > len(v.k.Vars) || p.Type != U64):
			v.errorf("parameter %s cannot point to variable %d", p.Name, p.Var)
		}
		end = p.Offset + p.Type.Bytes()
	}
	if end > v.k.ParamBytes {
		v.errorf("parameters end at %d, beyond the block of %d bytes", end, v.k.ParamBytes)
	}
	names := map[string]bool{}
	for i := range v.k.Vars {
		x := &v.k.Vars[i]
		if x.Name == "" || names[x.Name] {
			v.errorf("variable %d has no name of its own: %q", i+1, x.Name)
		}
		names[x.Name] = true
		v.variable(x)
	}
}

func (v *verifier) variable(x *Var) {
	if x.Kind == 0 || int(x.Kind) >= len(varKinds) || x.Space != varKinds[x.Kind].space {
		v.errorf("variable %s of kind %d is not in space %v", x.Name, x.Kind, x.Space)
	}
	if x.Align != 0 && !powerOfTwo(x.Align) || !x.Kind.pointed() && x.Offset%max(x.Align, 1) != 0 {
		v.errorf("variable %s is misaligned: offset %d, alignment %d", x.Name, x.Offset, x.Align)
	}
	limit := math.MaxInt
	switch {
	case x.Kind == SharedVar:
		limit = v.k.SharedBytes
	case x.Space == Local:
		limit = v.k.frameBytes(x.Func)
	}
	if end := x.Offset + x.Bytes; end > limit {
		v.errorf("variable %s ends at %d, beyond the %d bytes of %v memory", x.Name, end, limit, x.Space)
	}
	if x.Kind.pointed() && !v.pointsTo(x) {
		v.errorf("%s has no pointer parameter at offset %d", x.Name, x.Offset)
	}
}

func (v *verifier) pointsTo(x *Var) bool {
	for _, p := range v.k.Params {
		if p.Offset == x.Offset && p.Type == U64 && v.k.Var(p.Var) == x {
			return true
		}
	}
	return false
}

func (v *verifier) blocks() {
	if len(v.k.Blocks) == 0 {
		v.errorf("no blocks")
	}
	for i, b := range v.k.Blocks {
		v.block, v.in = b, nil
		if int(b.ID) != i {
			v.errorf("block %d has the ID %d", i, b.ID)
		}
		if len(b.Instrs) == 0 {
			v.errorf("an empty block")
		}
		for j, in := range b.Instrs {
			v.in = in
			if in.Op == BadOp || in.Op >= numOps {
				v.errorf("an invalid operation")
				continue
			}
			if in.Op.Facts().Term != (j == len(b.Instrs)-1) {
				v.errorf("a terminator must be the last of its block, and only it")
			}
			v.instr()
		}
	}
	v.block, v.in = nil, nil
}

func (v *verifier) instr() {
	in, f := v.in, v.in.Op.Facts()
	if fn := in.Mod.Func(); !f.Types.Has(in.Type) || fn != nil && !fn.Takes(in.Type) {
		v.errorf("type %q is not one of the operation's", in.Type)
		return
	}
	if in.Op.converts() != (in.From != NoType) || in.From != NoType && !f.Types.Has(in.From) {
		v.errorf("source type %q", in.From)
		return
	}
	if ofFloat := in.Mod == f.FloatMod && in.Type.Float(); !ofFloat && (in.Mod < f.Mods[0] || in.Mod > f.Mods[1]) {
		v.errorf("modifier %d is not one of the operation's", in.Mod)
		return
	}
	if in.Guard != NoReg && !in.Guardable() {
		v.errorf("a guard on an operation that takes none")
	}
	if in.Keep && (v.k.SSA || in.Guard == NoReg || f.Guarded && in.Op != Ld) {
		v.errorf("a result that is kept in no lanes")
	}
	if int(in.Pos) >= len(v.k.Frames) && in.Pos != 0 {
		v.errorf("position %d of %d", in.Pos, len(v.k.Frames))
	}
	v.fields()
	v.calls()
	v.memory()
	v.operands()
	v.targets()
}

// fields checks that the fields which only some operations use are zero elsewhere.
func (v *verifier) fields() {
	in, f := v.in, v.in.Op.Facts()
	if in.Op != Phi && in.Preds != nil {
		v.errorf("predecessors on an operation other than phi")
	}
	if (in.Func != 0) != (in.Op == Call) {
		v.errorf("a function on an operation other than a call")
	}
	if in.Text != "" && in.Op != Printf && in.Op != Trap && in.Op != Expect {
		v.errorf("a text on an operation that takes none")
	}
	if in.Reconv != NoBlock && in.Op != CBra {
		v.errorf("a reconvergence point on an operation other than a conditional branch")
	}
	rooted := f.Memory || in.Op == AddrOf || in.Op == Tex
	if !f.Memory && (in.Space != spaceOf[in.Op] || in.Off != 0 || in.Align != 0) || !rooted && in.Root != 0 {
		v.errorf("an address on an operation that is no access")
	}
	if in.Volatile && in.Op != Ld && in.Op != St {
		v.errorf("volatile on an operation other than ld and st")
	}
	if in.ReadOnly && (in.Op != Ld || in.Space != Global) {
		v.errorf("read-only on an operation other than ld.global")
	}
	if in.Hint != (Hint{}) && in.Op != Ld && in.Op != St {
		v.errorf("a cache hint on an operation other than ld and st")
	}
	if in.Uniform && (in.Op != Ld || in.Space != Global || in.Volatile) {
		v.errorf("uniform on an operation other than a plain ld.global")
	}
}

// spaceOf is the space of operations that access memory without an address.
var spaceOf = map[Op]Space{Tex: Texture}

// accessSpaces are the spaces each operation may name.
var accessSpaces = map[Op][]Space{
	Ld:   {Param, Const, Global, Shared, Local, Cluster},
	St:   {Global, Shared, Local, Cluster},
	Atom: {Global, Shared, Cluster},
}

// maxVecBytes is the most bytes that one lane accesses in one instruction, on every
// device (CUDA C++ Programming Guide, device memory accesses).
const maxVecBytes = 16

func (v *verifier) memory() {
	in := v.in
	if int(in.Root) > len(v.k.Vars) || in.Root < 0 {
		v.errorf("no variable %d", in.Root)
		return
	}
	if root := v.k.Var(in.Root); in.Op == Tex {
		v.texture(root)
	} else if in.Op == AddrOf && (root == nil || root.Kind.pointed()) {
		v.errorf("want a shared, local or constant variable")
	} else if in.Op != AddrOf && root != nil && root.Space != in.Space {
		v.errorf("variable %s is in space %v", root.Name, root.Space)
	}
	spaces, ok := accessSpaces[in.Op]
	if !ok {
		return
	}
	legal := false
	for _, s := range spaces {
		legal = legal || s == in.Space
	}
	if !legal {
		v.errorf("space %q is not one of the operation's", in.Space)
	}
	if in.Op == Atom {
		return
	}
	if in.Vec != 1 && in.Vec != 2 && in.Vec != 4 || in.Natural() > maxVecBytes {
		v.errorf("%d elements of %v", in.Vec, in.Type)
	}
	if in.Align != 0 && !powerOfTwo(in.Align) || in.Vec > 1 && in.Align < in.Natural() {
		v.errorf("alignment %d is not proven enough", in.Align)
	}
}

// texture checks the fields of a texture read.
func (v *verifier) texture(root *Var) {
	in := v.in
	switch {
	case in.Root != 0 && (root == nil || root.Kind != TextureVar):
		v.errorf("want a texture")
	case in.Vec != 1 && in.Vec != 2 && in.Vec != 4:
		v.errorf("%d channels", in.Vec)
	case in.From != F32 && (in.From != S32 || in.Mod != Tex1D):
		v.errorf("coordinates of type %v", in.From)
	}
}

func (v *verifier) operands() {
	in := v.in
	if n := in.NumDst(); n >= 0 && n != len(in.Dst) {
		v.errorf("%d results, want %d", len(in.Dst), n)
	}
	if n := in.NumSrc(); n >= 0 && n != len(in.Src) {
		v.errorf("%d operands, want %d", len(in.Src), n)
	}
	for _, r := range in.Dst {
		v.register(r, in.DstType())
	}
	for i, o := range in.Src {
		t := in.SrcType(i)
		switch {
		case o.IsReg && in.Op == Mov && t != Pred:
			v.sameWidth(o.Reg, t)
		case o.IsReg:
			v.register(o.Reg, t)
		case t == NoType:
			v.errorf("operand %d must be a register", i)
		case o.Imm&^t.Mask() != 0:
			v.errorf("operand %d: %#x is too wide for %v", i, o.Imm, t)
		}
	}
	if in.Guard != NoReg {
		v.register(in.Guard, Pred)
	}
}

// register checks that r exists and holds values of type t; NoType means any type.
func (v *verifier) register(r Reg, t Type) {
	if r <= NoReg || int(r) >= len(v.k.Regs) {
		v.errorf("no register %d", r)
		return
	}
	have := v.k.Regs[r].Type
	if have.Reg() != have || have == NoType {
		v.errorf("register %d is of type %q", r, have)
	} else if t != NoType && !SameClass(have, t) {
		v.errorf("register %d of type %v is used as %v", r, have, t)
	}
}

// sameWidth checks the source of a Mov, which may reinterpret the bits of a float
// as an integer and the reverse.
func (v *verifier) sameWidth(r Reg, t Type) {
	if v.register(r, NoType); r > NoReg && int(r) < len(v.k.Regs) && v.k.Regs[r].Type.Bits() != t.Bits() {
		v.errorf("register %d of type %v is used as %v", r, v.k.Regs[r].Type, t)
	}
}

func (v *verifier) targets() {
	in := v.in
	want := map[Op]int{Bra: 1, CBra: 2}[in.Op]
	if len(in.Targets) != want {
		v.errorf("%d targets, want %d", len(in.Targets), want)
	}
	for _, t := range append(in.Targets[:len(in.Targets):len(in.Targets)], in.Preds...) {
		if t < 0 || int(t) >= len(v.k.Blocks) {
			v.errorf("no block L%d", t)
		}
	}
	for i, t := range in.Targets {
		if t == NoBlock {
			v.errorf("a branch to the entry")
		}
		if i > 0 && t == in.Targets[0] {
			v.errorf("both ways lead to L%d", t)
		}
	}
	if in.Reconv < 0 || int(in.Reconv) >= len(v.k.Blocks) {
		v.errorf("no block L%d", in.Reconv)
	}
}
