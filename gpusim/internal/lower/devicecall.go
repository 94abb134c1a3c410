package lower

// This file lowers calls of functions that the device provides. One table maps the
// name of a function to its lowering.

import (
	"fmt"
	"go/constant"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/trace"
)

// deviceCall is one call of a function that the device provides.
type deviceCall struct {
	l    *lowerer
	a    *activation
	in   *ssa.Call
	fn   *ssa.Function
	name string // "gpu.AtomicAdd"
	args []val
}

// arg returns the operand of a scalar argument.
func (c *deviceCall) arg(i int) ir.Operand { return c.args[i].op }

// argType returns the layout of argument i.
func (c *deviceCall) argType(i int) *layout.Type { return c.l.typeOf(c.in.Call.Args[i].Type()) }

// deviceFunctions are the lowerings by package and name; a method is
// "gpu.Pitched.Row".
var deviceFunctions map[string]func(*deviceCall) val

func init() { // the table and its functions refer to each other
	deviceFunctions = map[string]func(*deviceCall) val{
		"gpu.Shared":          (*deviceCall).shared,
		sharedAligned:         (*deviceCall).shared,
		"gpu.DynamicShared":   (*deviceCall).dynamicShared,
		"gpu.Ldg":             loading(accessMode{readOnly: true}),
		"gpu.LoadVolatile":    loading(accessMode{volatile: true}),
		"gpu.StoreVolatile":   storing(accessMode{volatile: true}),
		"gpu.Pitched.Row":     (*deviceCall).row,
		"gpu.Texture1D.Fetch": sampling(ir.Tex1D, ir.S32),
		"gpu.Texture1D.At":    sampling(ir.Tex1D, ir.F32),
		"gpu.Texture2D.At":    sampling(ir.Tex2D, ir.F32),
		"gpu.Printf":          (*deviceCall).printf,
		"gpu.SyncWarp":        (*deviceCall).syncWarp,
		"gpu.ClusterSize":     (*deviceCall).clusterSize,
		"gpu.ClusterSync":     (*deviceCall).clusterSync,
		"gpu.ToHalf":          (*deviceCall).toHalf,
		"gpu.Half.Float32":    (*deviceCall).fromHalf,
		"gpu.CopyAsync":       (*deviceCall).copyAsync,
		"gpu.CopyAsyncZfill":  (*deviceCall).copyAsync,
		"cuda.CopyAsync":      (*deviceCall).copyAsync,

		"cuda.LoadFragment":      (*deviceCall).loadFragment,
		"cuda.StoreFragment":     (*deviceCall).storeFragment,
		"cuda.MultiplyFragments": (*deviceCall).multiplyFragments,
	}
	addCached(deviceFunctions)
	addBarriers(deviceFunctions)
	addBoxes(deviceFunctions)
	addInstructions(deviceFunctions)
	addMath(deviceFunctions)
	addCUDA(deviceFunctions)
}

// loweringOf are the lowerings of functions that are one instruction. Those of other
// operations have operands and a result of one type.
var loweringOf = map[ir.Op]func(*intrinsic.Function) func(*deviceCall) val{
	ir.Special: special, ir.ActiveMask: activeMask,
	ir.Bar: effect, ir.Membar: effect, ir.BarRed: combining,
	ir.Atom: atomic, ir.Shfl: shuffle, ir.Vote: vote, ir.Match: overWarp, ir.Redux: overWarp,
	ir.Popc: bitCount, ir.Clz: bitCount, ir.CopyGroup: copyGroup,
	ir.ClusterBar: effect, ir.MapShared: mapShared, ir.LoadMatrix: loadMatrix, ir.Product: product,
}

// addInstructions adds the functions that are one instruction and have no lowering yet.
func addInstructions(table map[string]func(*deviceCall) val) {
	for name, f := range intrinsic.ByGo {
		switch lowering := loweringOf[f.Op]; {
		case f.Op == ir.BadOp, table[name] != nil:
		case lowering != nil:
			table[name] = lowering(f)
		default:
			table[name] = sameType(f)
		}
	}
}

// device lowers a call of a function without a Go body.
func (l *lowerer) device(a *activation, in *ssa.Call, fn *ssa.Function, args []val) val {
	c := &deviceCall{l: l, a: a, in: in, fn: fn, name: deviceName(fn), args: args}
	lower := deviceFunctions[c.name]
	if lower == nil {
		l.fail(diag.NoDeviceFunction, "", "kernels cannot call %s", c.name)
		return l.results(in)
	}
	return lower(c)
}

// deviceName returns package.Name of a function, or package.Type.Name of a method.
func deviceName(fn *ssa.Function) string {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return fn.Name()
	}
	name := obj.Pkg().Name() + "."
	if recv := obj.Signature().Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		name += t.(*types.Named).Obj().Name() + "."
	}
	return name + obj.Name()
}

// sharedAligned is gpu.Shared with the alignment that a variable of C has.
const sharedAligned = "cuda.SharedAligned"

// isShared reports whether c calls gpu.Shared.
func isShared(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && (deviceName(fn) == "gpu.Shared" || deviceName(fn) == sharedAligned)
}

// indexVariables are the special registers of gpu.ThreadIdx and of the other index
// variables, by field.
var indexVariables = map[string][]ir.Mod{
	"ThreadIdx": {ir.TidX, ir.TidY, ir.TidZ},
	"BlockIdx":  {ir.CtaidX, ir.CtaidY, ir.CtaidZ},
	"BlockDim":  {ir.NtidX, ir.NtidY, ir.NtidZ},
	"GridDim":   {ir.NctaidX, ir.NctaidY, ir.NctaidZ},
	"WarpSize":  {ir.WarpSize},
}

func special(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val { return val{op: c.l.special(f.Mod)} }
}

func effect(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		c.l.emit(ir.Instr{Op: f.Op, Mod: f.Mod})
		return val{}
	}
}

// combining lowers a barrier that combines a predicate: how many hold, or whether all or some
// do.
func combining(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		if f.Mod != ir.BarPopc {
			return val{op: c.l.opMod(f.Op, f.Mod, ir.Pred, c.arg(0))}
		}
		return val{op: c.l.mov(ir.S32, c.l.opMod(f.Op, f.Mod, ir.U32, c.arg(0)))}
	}
}

func (c *deviceCall) syncWarp() val {
	c.l.emit(ir.Instr{Op: ir.BarWarp, Src: []ir.Operand{ir.I(ir.U32.Mask())}})
	return val{}
}

// shared declares the variable of a call of gpu.Shared. Each call in the source has
// one variable, however often its function is inlined.
func (c *deviceCall) shared() val {
	l := c.l
	t := l.typeOf(deref(c.in.Type()))
	if t.Shape == layout.Unknown || t.Leaves() == 0 {
		l.fail(diag.Unsupported, "use a type of numbers, such as [32]float32", "gpu.Shared cannot hold %s", layout.TypeName(t.Go))
		return val{ptr: pointer{}}
	}
	return val{ptr: l.varPointer(l.object(c.in, func() ir.Var {
		v := describe(ir.Var{Name: l.nameOf(c.in, "shared"), Kind: ir.SharedVar, Space: ir.Shared}, t)
		v.Align = t.Align
		if len(c.args) > 0 {
			v.Align = max(v.Align, int(c.arg(0).Imm))
		}
		l.k.SharedBytes = place(&v, l.k.SharedBytes)
		return v
	}))}
}

// dynamicKey names the dynamic shared memory as elements of one type.
type dynamicKey struct{ elem types.Type }

// dynamicShared returns the dynamic shared memory of the launch as a slice.
func (c *deviceCall) dynamicShared() val {
	l := c.l
	t := l.typeOf(c.in.Type())
	id := c.dynamicVar(t.Elem)
	n := l.special(ir.DynSharedBytes)
	if t.Elem.Size > 1 {
		n = l.op(ir.Div, ir.U32, n, ir.I(uint64(t.Elem.Size)))
	}
	l.lengths[n.Reg] = true
	return val{ptr: l.varPointer(id), op: n}
}

// dynamicVar declares the dynamic shared memory as elements of one type.
func (c *deviceCall) dynamicVar(t *layout.Type) ir.VarID {
	return c.l.object(dynamicKey{t.Go}, func() ir.Var {
		elem, _ := t.Inner()
		return ir.Var{
			Name: c.l.nameOf(c.in, "shared"), Kind: ir.DynamicShared, Space: ir.Shared, GoType: layout.TypeName(types.NewSlice(t.Go)),
			Elem: ir.Elem{GoType: layout.TypeName(elem.Go), Bytes: elem.Size, Align: elem.Align}, Align: layout.MaxVector,
		}
	})
}

// nameOf returns the name of the variable that a call is assigned to, or fallback.
func (l *lowerer) nameOf(c *ssa.Call, fallback string) string {
	if n := l.src.Names[c.Pos()]; n != "" {
		return n
	}
	return fallback
}

func loading(as accessMode) func(*deviceCall) val {
	return func(c *deviceCall) val {
		return c.l.load(c.args[0].ptr, c.l.typeOf(c.in.Type()), as)
	}
}

func storing(as accessMode) func(*deviceCall) val {
	return func(c *deviceCall) val {
		c.l.store(c.args[0].ptr, c.args[1], c.argType(1), as)
		return val{}
	}
}

// The hints of the cache operators cg, cs and lu.
var (
	past      = ir.Hint{L1: trace.L1Bypass}
	streaming = ir.Hint{Once: true}
	last      = ir.Hint{L1: trace.L1Found, Once: true}
)

// addCached adds the loads and stores with a cache operator.
func addCached(table map[string]func(*deviceCall) val) {
	table["gpu.LoadCA"], table["gpu.StoreWB"] = loading(accessMode{}), storing(accessMode{})
	table["gpu.LoadCG"], table["gpu.StoreCG"] = loading(accessMode{hint: past}), storing(accessMode{})
	table["gpu.LoadCS"], table["gpu.StoreCS"] = loading(accessMode{hint: streaming}), storing(accessMode{hint: streaming})
	table["gpu.LoadLU"], table["gpu.StoreWT"] = loading(accessMode{hint: last}), storing(accessMode{})
	table["gpu.LoadCV"] = loading(accessMode{volatile: true})
}

// row is Pitched.Row: Data[y*Stride : y*Stride+Width].
func (c *deviceCall) row() val {
	l := c.l
	p, t := c.args[0], c.argType(0)
	data, width, stride := l.elem(p, t, 0), l.elem(p, t, 1), l.elem(p, t, 3)
	at := l.op(ir.Mul, ir.S32, c.arg(1), stride.op)
	elem := l.typeOf(c.in.Type()).Elem
	return val{ptr: l.index(data.ptr, subscript{at, ir.S32}, elem.Size), op: width.op}
}

// atomic lowers an atomic operation on global or shared memory.
func atomic(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		l, p, t := c.l, c.args[0].ptr, c.argType(1)
		switch {
		case p.space == ir.Local:
			l.fail(diag.LocalAtomic, "an ordinary operation does the same: no other thread sees a local variable",
				"%s on the local variable %s", c.name, l.varName(p.root))
			return l.results(c.in)
		case p.space == ir.NoSpace:
			l.nilAccess()
			return l.results(c.in)
		case !l.writable(p):
			return l.results(c.in)
		}
		in := ir.Instr{
			Op: f.Op, Mod: f.Mod, Type: t.Scalar, Space: p.space, Root: p.root, Off: p.off, Align: p.aligned(),
			Src: []ir.Operand{p.base}, Dst: []ir.Reg{l.k.NewReg(t.Scalar, "")},
		}
		for i := range c.args[1:] {
			in.Src = append(in.Src, c.arg(i+1))
		}
		l.emit(in)
		return val{op: ir.R(in.Dst[0])}
	}
}

// shuffledArg is the argument of a shuffle that other lanes get.
const shuffledArg = 1

// shuffle lowers a shuffle. Its arguments are the mask, the value, the lane or
// delta, and optionally the width. The flag of a value that may be unset goes with it.
func shuffle(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		pass := func(t ir.Type, v ir.Operand) ir.Operand {
			return c.l.opMod(f.Op, f.Mod, t, v, c.arg(2), c.arg(0), c.width())
		}
		if v := c.in.Call.Args[shuffledArg]; c.a.unset[v] != "" {
			c.a.flags[c.in] = pass(ir.U32, c.a.unsetFlag(v))
		}
		return val{op: pass(c.argType(shuffledArg).Scalar, c.arg(shuffledArg))}
	}
}

// width returns the width of a shuffle, by default the warp size.
func (c *deviceCall) width() ir.Operand {
	const at = 3
	if _, none := c.in.Call.Args[at].(*ssa.Const); none {
		return c.l.special(ir.WarpSize)
	}
	if n := c.args[at].op; n.IsReg || n.Imm != 1 {
		c.l.fail(diag.TypeError, "write one width, or none for the whole warp", "%s takes one width at most", c.name)
	}
	return c.l.load(c.args[at].ptr, c.argType(at).Elem, accessMode{}).op
}

func vote(f *intrinsic.Function) func(*deviceCall) val {
	t := ir.Pred
	if f.Mod == ir.VoteBallot {
		t = ir.U32
	}
	return func(c *deviceCall) val {
		return val{op: c.l.opMod(f.Op, f.Mod, t, c.arg(1), c.arg(0))}
	}
}

// overWarp lowers a match or a reduction. Its arguments are the mask and the value.
func overWarp(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		return val{op: c.l.opMod(f.Op, f.Mod, c.argType(1).Scalar, c.arg(1), c.arg(0))}
	}
}

func activeMask(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val { return val{op: c.l.op(f.Op, ir.U32)} }
}

// printf lowers gpu.Printf. The format must be constant and the arguments numbers.
func (c *deviceCall) printf() val {
	l := c.l
	format, ok := c.in.Call.Args[0].(*ssa.Const)
	if !ok || format.Value == nil {
		l.fail(diag.PrintfFormat, "write the format as a literal", "gpu.Printf: the format is not a constant")
		return val{}
	}
	in := ir.Instr{Op: ir.Printf, Text: constant.StringVal(format.Value)}
	var args []arg
	if c.args[1].args != nil {
		args = *c.args[1].args
	}
	for i, x := range args {
		if x.t == nil || x.t.Shape != layout.Scalar {
			l.fail(diag.PrintfFormat, "print its fields or elements one by one", "gpu.Printf: argument %d is not a number or bool", i+1)
			return val{}
		}
		in.Src = append(in.Src, l.inReg(x.t.Reg(), x.v.op))
	}
	if n := verbs(in.Text); n != len(args) {
		l.fail(diag.PrintfFormat, "give one argument for each verb", "gpu.Printf: the format has %s for %s", diag.Count(n, "verbs"), diag.Count(len(args), "arguments"))
	}
	if width := tooWide(in.Text); width != "" {
		l.fail(diag.PrintfFormat, fmt.Sprintf("use at most %d", limit.PrintedWidth), "gpu.Printf: the format asks for %s characters or digits", width)
	}
	l.emit(in)
	return val{}
}

// widths finds the width and the precision of a verb.
var widths = regexp.MustCompile(`%[-+# 0]*([0-9]*|\*)(?:\.([0-9]*|\*))?`)

// tooWide returns a width or a precision of a format that is above the limit; "" for none.
func tooWide(format string) string {
	for _, verb := range widths.FindAllStringSubmatch(strings.ReplaceAll(format, "%%", ""), -1) {
		for _, digits := range verb[1:] {
			if n, err := strconv.Atoi(digits); digits != "" && digits != "*" && (err != nil || n > limit.PrintedWidth) {
				return digits
			}
		}
	}
	return ""
}

// verbs counts the verbs in a format, and the widths and precisions that arguments have.
func verbs(format string) (n int) {
	for _, verb := range widths.FindAllString(strings.ReplaceAll(format, "%%", ""), -1) {
		n += 1 + strings.Count(verb, "*")
	}
	return n
}

// isVarargs reports whether v holds the variable arguments of a call.
func isVarargs(v *ssa.Alloc) bool {
	t, ok := deref(v.Type()).Underlying().(*types.Array)
	return ok && types.IsInterface(t.Elem())
}

// storeVararg stores a variable argument. Index variables cannot be stored to.
func (l *lowerer) storeVararg(p pointer, v val) {
	if p.specials != nil || v.args == nil {
		l.fail(diag.IndexStore, "copy it into a local variable first", "index variables such as gpu.ThreadIdx cannot be assigned")
		return
	}
	*p.vararg = (*v.args)[0]
}

// global returns a pointer to a package variable.
func (l *lowerer) global(v *ssa.Global) val {
	if v.Pkg.Pkg.Path() != layout.GPUPath {
		return val{ptr: l.symbol(v)}
	}
	mods := indexVariables[v.Name()]
	if mods == nil {
		l.fail(diag.NoDeviceFunction, "", "kernels cannot use gpu.%s", v.Name())
	}
	return val{ptr: pointer{specials: mods}}
}

// readIndex reads an index variable or one of its fields.
func (l *lowerer) readIndex(specials []ir.Mod) val {
	if len(specials) == 1 {
		return val{op: l.special(specials[0])}
	}
	v := val{}
	for _, m := range specials {
		v.elems = append(v.elems, val{op: l.special(m)})
	}
	return v
}

// symbol returns a pointer to a gpu.Constant or gpu.Global.
func (l *lowerer) symbol(v *ssa.Global) pointer {
	t := l.typeOf(deref(v.Type()))
	name := v.Pkg.Pkg.Name() + "." + v.Name()
	switch layout.GPUName(t.Go) {
	case "Constant":
		return l.varPointer(l.object(v, func() ir.Var {
			n := deviceVar(ir.Var{Name: v.Name(), Kind: ir.ConstVar, Space: ir.Const, Symbol: name, ReadOnly: true, Pos: l.src.Pos(v.Pos())}, t.Fields[0].Type)
			used := 0
			for _, o := range l.k.Vars {
				if o.Kind == ir.ConstVar {
					used = max(used, o.Offset+o.Bytes)
				}
			}
			place(&n, used)
			return n
		}))
	case "Global":
		return l.globalSymbol(v, name, t)
	}
	p := l.src.Pos(v.Pos())
	l.errs = append(l.errs, HostVariable(p, l.src.Line(p), v.Name()))
	return pointer{}
}

// deviceVar is describe for a variable that the host can reach.
func deviceVar(v ir.Var, t *layout.Type) ir.Var {
	v = describe(v, t)
	elem, _ := t.Inner()
	v.Record = elem.Record()
	return v
}

// globalSymbol returns a pointer to a gpu.Global. The launch passes its address in
// one more parameter, after those of the kernel.
func (l *lowerer) globalSymbol(v *ssa.Global, name string, t *layout.Type) pointer {
	id := l.object(v, func() ir.Var {
		l.k.ParamBytes = padding.Up(l.k.ParamBytes, layout.PointerBytes)
		n := deviceVar(ir.Var{Name: v.Name(), Kind: ir.GlobalVar, Space: ir.Global, Symbol: name, Pos: l.src.Pos(v.Pos())}, t.Fields[0].Type)
		n.Offset = l.k.ParamBytes
		return n
	})
	n := l.k.Var(id)
	if base, ok := l.symbols[id]; ok {
		return pointer{space: ir.Global, root: id, base: base, align: n.Align}
	}
	if l.k.ParamBytes == n.Offset { // first use in the kernel
		l.k.Params = append(l.k.Params, ir.Parameter{Name: n.Name, Type: ir.U64, Offset: n.Offset, Var: id})
		l.k.ParamBytes = n.Offset + layout.PointerBytes
	}
	base := l.atTop(ir.Instr{Op: ir.Ld, Type: ir.U64, Space: ir.Param, Vec: 1, Src: []ir.Operand{ir.I(0)}, Off: int64(n.Offset), Align: layout.PointerBytes})
	l.symbols[id] = base
	return pointer{space: ir.Global, root: id, base: base, align: n.Align}
}
