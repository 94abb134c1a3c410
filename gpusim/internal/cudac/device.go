package cudac

// This file writes calls of the functions of packages gpu, math and math/bits.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
	"sync"

	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// alone reports whether no other thread sees a function, and it sees no other thread.
// A fence is alone: it stands as a statement of its own.
func alone(name string) bool {
	f := intrinsic.ByGo[name]
	return f.Effect == intrinsic.Pure || f.Op == ir.Membar
}

var (
	deviceCalls     map[string]func(*function, *ast.CallExpr) ex
	simpleNames     = map[string]string{} // functions with the same arguments in CUDA C, by their names in Go
	fillDeviceCalls sync.Once
)

// deviceCall writes calls of the function of a name; nil if it is not of package gpu, math or
// bits. The table is filled late, because it and its functions refer to each other, and so
// that a program which writes no CUDA C is linked without them.
func deviceCall(name string) func(*function, *ast.CallExpr) ex {
	fillDeviceCalls.Do(func() { deviceCalls = newDeviceCalls() })
	return deviceCalls[name]
}

// simpleName returns the name in CUDA C of a function with the same arguments there.
func simpleName(name string) string {
	deviceCall(name) // fills the table
	return simpleNames[name]
}

func newDeviceCalls() map[string]func(*function, *ast.CallExpr) ex {
	calls := map[string]func(*function, *ast.CallExpr) ex{
		"gpu.Max": nanCall("max"), "gpu.Min": nanCall("min"), "math.Max": nanCall("max"), "math.Min": nanCall("min"),
		"gpu.MulRn": roundedCall("mul_rn"), "gpu.AddRn": roundedCall("add_rn"), "gpu.SubRn": roundedCall("sub_rn"),
		"gpu.LaneID": helperCall("lane_id"), "gpu.WarpID": helperCall("warp_id"),
		"gpu.Ldg": cached("__ldg"), "gpu.LoadVolatile": (*function).loadVolatile, "gpu.StoreVolatile": (*function).storeVolatile,
		"gpu.LoadCA": cached("__ldca"), "gpu.LoadCG": cached("__ldcg"), "gpu.LoadCS": cached("__ldcs"), "gpu.LoadLU": cached("__ldlu"), "gpu.LoadCV": cached("__ldcv"),
		"gpu.StoreWB": storeCached("__stwb"), "gpu.StoreCG": storeCached("__stcg"), "gpu.StoreCS": storeCached("__stcs"), "gpu.StoreWT": storeCached("__stwt"),
		"gpu.Shared": (*function).sharedPointer, "gpu.DynamicShared": func(f *function, e *ast.CallExpr) ex { return f.slice(e).ptr },
		"gpu.Pitched.Row":     func(f *function, e *ast.CallExpr) ex { return f.slice(e).ptr },
		"gpu.Texture1D.Fetch": textureRead("tex1Dfetch"), "gpu.Texture1D.At": textureRead("tex1D"), "gpu.Texture2D.At": textureRead("tex2D"),
		"gpu.Printf":       (*function).printf,
		"gpu.MatchAnySync": match("__match_any_sync", ""),
		"gpu.MatchAllSync": match("match_all", "match_all"),
		"math.NaN":         fixed("(double)NAN", precUnary), "math.Inf": (*function).inf, "math.IsInf": (*function).isInf,
		"gpu.ClusterRank": ofCluster("(int)%s.block_rank()", precUnary), "gpu.ClusterSize": ofCluster("(int)%s.num_blocks()", precUnary), "gpu.MapShared": ofCluster("%s.map_shared_rank", precPostfix),
		"gpu.ClusterSync": ofCluster("%s.sync()", precPostfix), "gpu.ClusterArrive": ofCluster("%s.barrier_arrive()", precPostfix), "gpu.ClusterWait": ofCluster("%s.barrier_wait()", precPostfix),
		"gpu.ClusterArriveRelaxed": fixed("__cluster_barrier_arrive_relaxed()", precPostfix),
		"gpu.Barrier.Init":         onBarrier("init(&%s, %s)"), "gpu.Barrier.Arrive": onBarrier("%s.arrive()"), "gpu.Barrier.ArriveTx": onBarrier("cuda::device::barrier_arrive_tx(%s, 1, %s)"),
		"gpu.Barrier.ExpectTx": onBarrier("cuda::device::barrier_expect_tx(%s, %s)"), "gpu.Barrier.Wait": onBarrier("%s.wait(std::move(%s))"),
		"gpu.Barrier.WaitParity": onBarrier("%s.wait_parity(%s)"), "gpu.Barrier.ArriveAndWait": onBarrier("%s.arrive_and_wait()"),
		"gpu.CopyBulk": bulkCopy("cp_async_bulk_global_to_shared"), "gpu.StoreBulk": bulkCopy("cp_async_bulk_shared_to_global"),
		"gpu.CommitBulk": fixed("cuda::device::experimental::cp_async_bulk_commit_group()", precPostfix), "gpu.FenceProxyAsync": fixed("cuda::device::experimental::fence_proxy_async_shared_cta()", precPostfix),
		"gpu.AddBulk": ofPTX("cp_reduce_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, cuda::ptx::op_add"), "gpu.ShareBulk": ofPTX("cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_shared"), "gpu.CopyBulkTo": ofPTX("cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global"),
		"gpu.CopyBox2DTo": (*function).boxForMany,
		"gpu.CopyBox1D":   boxCopy("cp_async_bulk_tensor_1d_global_to_shared"), "gpu.CopyBox2D": boxCopy("cp_async_bulk_tensor_2d_global_to_shared"), "gpu.CopyBox3D": boxCopy("cp_async_bulk_tensor_3d_global_to_shared"),
		"gpu.StoreBox1D": boxCopy("cp_async_bulk_tensor_1d_shared_to_global"), "gpu.StoreBox2D": boxCopy("cp_async_bulk_tensor_2d_shared_to_global"), "gpu.StoreBox3D": boxCopy("cp_async_bulk_tensor_3d_shared_to_global"),
		"gpu.WaitBulk": func(f *function, e *ast.CallExpr) ex {
			return postfix("cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<%s>{})", f.settled(e.Args[0], types.Typ[types.Int]).s)
		},
		"gpu.WaitBulkRead": func(f *function, e *ast.CallExpr) ex {
			return postfix("cuda::device::experimental::cp_async_bulk_wait_group_read<%s>()", f.settled(e.Args[0], types.Typ[types.Int]).s)
		},
		"gpu.ToHalf": (*function).halfBits, "gpu.Half.Float32": (*function).halfValue,
		"gpu.LoadMatrixX4": matrices("load_matrix_x4"), "gpu.LoadMatrixX4Trans": matrices("load_matrix_x4_trans"), "gpu.LoadMatrixX2": matrices("load_matrix_x2"), "gpu.LoadMatrixX2Trans": matrices("load_matrix_x2_trans"),
		"gpu.MmaM16N8K16": matrices("mma_m16n8k16"),
		"gpu.CopyAsync":   (*function).copyAsync, "gpu.CopyAsyncZfill": (*function).copyAsync,
		"math.Float64bits":     wrappedCall("(unsigned long long)__double_as_longlong"),
		"math.Float64frombits": wrappedCall("__longlong_as_double"),
	}
	for name, f := range intrinsic.ByGo {
		c := intrinsic.CName(name)
		switch {
		case calls[name] != nil || c == "":
		case f.Op == ir.Atom:
			calls[name] = atomic(c)
		case f.Op == ir.Shfl:
			calls[name] = shuffle(c)
		default:
			calls[name], simpleNames[name] = simpleCall(c), c
		}
	}
	for _, suffix := range []string{"", "32", "64"} {
		calls["bits.TrailingZeros"+suffix] = bitHelper("trailing_zeros")
		calls["bits.Len"+suffix] = bitHelper("bit_length")
	}
	for _, suffix := range []string{"", "8", "16", "32", "64"} {
		calls["bits.RotateLeft"+suffix] = bitHelper("rotate_left")
	}
	return calls
}

// values writes the arguments of a call with the types of its parameters.
func (f *function) valuesOf(e *ast.CallExpr) []string {
	sig := f.s.Info.TypeOf(e.Fun).(*types.Signature)
	var list []string
	for i, a := range e.Args {
		t := f.s.Info.TypeOf(a)
		if i < sig.Params().Len() && !(sig.Variadic() && i == sig.Params().Len()-1) {
			t = sig.Params().At(i).Type()
		}
		list = append(list, f.settled(a, t).s)
	}
	return list
}

func postfix(format string, args ...any) ex {
	return ex{s: fmt.Sprintf(format, args...), prec: precPostfix}
}

func fixed(text string, prec int) func(*function, *ast.CallExpr) ex {
	return func(*function, *ast.CallExpr) ex { return ex{s: text, prec: prec} }
}

// ofCluster calls a method of the group of all blocks of a cluster. Where there is no call yet, arguments follow.
func ofCluster(format string, prec int) func(*function, *ast.CallExpr) ex {
	text := fmt.Sprintf(format, "cooperative_groups::this_cluster()")
	return func(f *function, e *ast.CallExpr) ex {
		if strings.HasSuffix(text, ")") {
			return ex{s: text, prec: prec}
		}
		args := []string{f.expr(e.Args[0]).s, f.settled(e.Args[1], types.Typ[types.Int]).s}
		return ex{s: text + "(" + strings.Join(args, ", ") + ")", prec: prec}
	}
}

func simpleCall(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		x := postfix("%s(%s)", name, strings.Join(f.valuesOf(e), ", "))
		if b, ok := f.basic(f.s.Info.TypeOf(e)); ok && b.Info()&types.IsBoolean != 0 {
			return ex{s: x.s + " != 0", prec: precEqual}
		}
		return x
	}
}

// wrappedCall is simpleCall of a name that begins with a conversion.
func wrappedCall(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		return ex{s: name + "(" + strings.Join(f.valuesOf(e), ", ") + ")", prec: precUnary}
	}
}

func helperCall(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		f.helpers[name] = true
		return postfix("%s(%s)", name, strings.Join(f.valuesOf(e), ", "))
	}
}

// bitHelper calls a template over the type of the first argument.
func bitHelper(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		f.helpers[name] = true
		t := f.s.Info.TypeOf(e.Fun).(*types.Signature).Params().At(0).Type()
		return postfix("%s<%s>(%s)", name, f.ctype(t), strings.Join(f.valuesOf(e), ", "))
	}
}

func nanCall(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		return postfix("%s(%s)", f.nanAware(name), strings.Join(f.valuesOf(e), ", "))
	}
}

func roundedCall(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		return postfix("%s(%s)", f.roundedName(name, f.s.Info.TypeOf(e)), strings.Join(f.valuesOf(e), ", "))
	}
}

// pointer writes a pointer that is only read through.
func (f *function) pointer(e ast.Expr) ex {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		if _, lit := ast.Unparen(u.X).(*ast.CompositeLit); !lit {
			return ex{s: "&" + f.paren(f.lvaluePlain(u.X), precUnary), prec: precUnary}
		}
	}
	return f.expr(e)
}

// cached writes a load with a cache operator, where CUDA has the function for the type.
func cached(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		if f.hasCached(f.s.Info.TypeOf(e)) {
			return postfix(name+"(%s)", f.pointer(e.Args[0]).s)
		}
		return ex{s: "*" + f.paren(f.pointer(e.Args[0]), precUnary), prec: precUnary}
	}
}

// storeCached writes a store with a cache operator, where CUDA has the function for the type.
func storeCached(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		if u, ok := ast.Unparen(e.Args[0]).(*ast.UnaryExpr); ok {
			f.writes(u.X)
		}
		elem := f.under(f.s.Info.TypeOf(e.Args[0])).(*types.Pointer).Elem()
		to, v := f.pointer(e.Args[0]), f.settled(e.Args[1], elem)
		if f.hasCached(elem) {
			return postfix(name+"(%s, %s)", to.s, v.s)
		}
		return ex{s: "*" + f.paren(to, precUnary) + " = " + v.s, prec: precAssign}
	}
}

// hasCached reports whether CUDA has functions such as __ldg and __stcg for a type.
func (f *function) hasCached(t types.Type) bool {
	_, basic := f.basic(t)
	return basic && f.kind(t) != types.Bool || vectorType(f.substitute(t)) && f.hasLdg(t)
}

// hasLdg reports whether CUDA has __ldg of a vector type: not of three elements.
func (f *function) hasLdg(t types.Type) bool {
	return !strings.HasSuffix(layout.GPUName(f.substitute(t)), "3")
}

func (f *function) volatilePointer(e *ast.CallExpr) string {
	p := f.s.Info.TypeOf(e.Args[0])
	elem := f.under(p).(*types.Pointer).Elem()
	if _, ok := f.basic(elem); !ok {
		f.refuse(e.Pos(), "access its numbers one by one", "CUDA C has no volatile access to a whole %s", elem)
	}
	if o, ok := f.original(p).(*types.Pointer); ok {
		elem = o.Elem()
	}
	return "*(volatile " + f.ctype(elem) + "*)" + f.paren(f.pointer(e.Args[0]), precUnary)
}

func (f *function) loadVolatile(e *ast.CallExpr) ex {
	return ex{s: f.volatilePointer(e), prec: precUnary}
}

func (f *function) storeVolatile(e *ast.CallExpr) ex {
	if u, ok := ast.Unparen(e.Args[0]).(*ast.UnaryExpr); ok {
		f.writes(u.X)
	}
	elem := f.under(f.s.Info.TypeOf(e.Args[0])).(*types.Pointer).Elem()
	return ex{s: f.volatilePointer(e) + " = " + f.settled(e.Args[1], elem).s, prec: precAssign}
}

// object writes what a pointer points to, or a variable whose method is called.
func (f *function) object(e ast.Expr) string {
	p := f.expr(e)
	if _, pointer := f.under(f.s.Info.TypeOf(e)).(*types.Pointer); !pointer {
		return f.paren(p, precPostfix)
	}
	if name, ok := strings.CutPrefix(p.s, "&"); ok && p.prec == precUnary {
		return name
	}
	return "(*" + f.paren(p, precUnary) + ")"
}

// onBarrier writes a method of gpu.Barrier, whose format has a place for the barrier and one for each argument.
func onBarrier(format string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		args := []any{f.object(ast.Unparen(e.Fun).(*ast.SelectorExpr).X)}
		for _, a := range f.valuesOf(e) {
			args = append(args, a)
		}
		return postfix(format, args...)
	}
}

// bulkCopy writes gpu.CopyBulk and gpu.StoreBulk.
func bulkCopy(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		elem := f.under(f.s.Info.TypeOf(e.Args[0])).(*types.Pointer).Elem()
		n := f.paren(f.settled(e.Args[2], types.Typ[types.Int]), precMul)
		text := fmt.Sprintf("cuda::device::experimental::%s(%s, %s, %s * sizeof(%s)", name, f.expr(e.Args[0]).s, f.pointer(e.Args[1]).s, n, f.ctype(elem))
		for _, bar := range e.Args[3:] {
			text += ", " + f.object(bar)
		}
		return ex{s: text + ")", prec: precPostfix}
	}
}

// ofPTX writes a bulk copy with a function of cuda::ptx, whose first arguments are in head.
func ofPTX(head string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		elem := f.under(f.s.Info.TypeOf(e.Args[0])).(*types.Pointer).Elem()
		n := f.paren(f.settled(e.Args[2], types.Typ[types.Int]), precMul)
		text := fmt.Sprintf("cuda::ptx::%s, %s, %s, %s * sizeof(%s)", head, f.expr(e.Args[0]).s, f.pointer(e.Args[1]).s, n, f.ctype(elem))
		if len(e.Args) > 3 {
			text += ", " + f.handle(e.Args[3])
		}
		for _, blocks := range e.Args[min(4, len(e.Args)):] {
			text += ", (unsigned short)" + f.paren(f.settled(blocks, types.Typ[types.Uint32]), precUnary)
		}
		return ex{s: text + ")", prec: precPostfix}
	}
}

// handle writes the address of the word in which a barrier is.
func (f *function) handle(bar ast.Expr) string {
	return "cuda::device::barrier_native_handle(" + f.object(bar) + ")"
}

// boxForMany writes gpu.CopyBox2DTo.
func (f *function) boxForMany(e *ast.CallExpr) ex {
	number := func(i int, t types.BasicKind) string { return f.settled(e.Args[i], types.Typ[t]).s }
	return postfix("cuda::ptx::cp_async_bulk_tensor(cuda::ptx::space_cluster, cuda::ptx::space_global, %s, &%s, {%s, %s}, %s, (unsigned short)(%s))",
		f.pointer(e.Args[0]).s, f.paren(f.expr(e.Args[1]), precUnary), number(2, types.Int), number(3, types.Int), f.handle(e.Args[4]), number(5, types.Uint32))
}

// boxCopy writes gpu.CopyBox2D, gpu.StoreBox2D and their like.
func boxCopy(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		var args []string
		for _, a := range e.Args {
			switch t := f.s.Info.TypeOf(a); {
			case layout.IsTensorMap(t):
				args = append(args, "&"+f.paren(f.expr(a), precUnary))
			case layout.GPUName(deref(t)) == "Barrier":
				args = append(args, f.object(a))
			case deref(t) != t:
				args = append(args, f.pointer(a).s)
			default:
				args = append(args, f.settled(a, types.Typ[types.Int]).s)
			}
		}
		return postfix("cuda::device::experimental::%s(%s)", name, strings.Join(args, ", "))
	}
}

// deref returns what a pointer points to, and any other type as it is.
func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// halfBits and halfValue write conversions of gpu.Half, which is an unsigned short.
func (f *function) halfBits(e *ast.CallExpr) ex {
	return postfix("__half_as_ushort(__float2half(%s))", f.valuesOf(e)[0])
}

func (f *function) halfValue(e *ast.CallExpr) ex {
	x := ast.Unparen(e.Fun).(*ast.SelectorExpr).X
	return postfix("__half2float(__ushort_as_half(%s))", f.settled(x, f.s.Info.TypeOf(x)).s)
}

// matrices calls a helper that takes and returns arrays as values.
func matrices(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		f.helpers[name] = true
		f.byValue(f.s.Info.TypeOf(e))
		var args []string
		for _, a := range e.Args {
			t := f.s.Info.TypeOf(a)
			if f.isArray(t) {
				f.byValue(t)
				args = append(args, f.convertTo(a, t).s)
			} else {
				args = append(args, f.pointer(a).s)
			}
		}
		return postfix("%s(%s)", name, strings.Join(args, ", "))
	}
}

// copyAsync writes gpu.CopyAsync and gpu.CopyAsyncZfill, whose numbers of elements are bytes in CUDA C.
func (f *function) copyAsync(e *ast.CallExpr) ex {
	elem := f.under(f.s.Info.TypeOf(e.Args[0])).(*types.Pointer).Elem()
	args := []string{f.expr(e.Args[0]).s, f.pointer(e.Args[1]).s}
	for _, e := range e.Args[2:] {
		n, size := f.settled(e, types.Typ[types.Int]), "sizeof("+f.ctype(elem)+")"
		if n.s != "1" {
			size = f.paren(n, precMul) + " * " + size
		}
		args = append(args, size)
	}
	return postfix("%s(%s)", intrinsic.CName("gpu.CopyAsync"), strings.Join(args, ", "))
}

// sharedPointer writes gpu.Shared where its result is no variable's first value.
func (f *function) sharedPointer(e *ast.CallExpr) ex {
	elem := f.s.Info.TypeOf(e).Underlying().(*types.Pointer).Elem()
	name := f.temp("shared")
	f.line("__shared__ %s;", f.declare(elem, name, false))
	return f.pointerToVar(elem, name)
}

func textureRead(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		sel := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		args := append([]string{f.expr(sel.X).s}, f.valuesOf(e)...)
		return postfix("%s<%s>(%s)", name, f.ctype(f.s.Info.TypeOf(e)), strings.Join(args, ", "))
	}
}

func shuffle(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		t := f.s.Info.TypeOf(e)
		args := []string{
			f.settled(e.Args[0], f.s.Info.TypeOf(e.Args[0])).s,
			f.typed(e.Args[1], f.settled(e.Args[1], t), t).s,
		}
		for _, a := range e.Args[2:] {
			args = append(args, f.settled(a, f.s.Info.TypeOf(a)).s)
		}
		return postfix("%s(%s)", name, strings.Join(args, ", "))
	}
}

// match writes a match, with the helper that it needs.
func match(name, helper string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		if helper != "" {
			f.helpers[helper] = true
		}
		t := f.s.Info.TypeOf(e.Fun).(*types.Signature).Params().At(1).Type()
		return postfix("%s(%s, %s)", name, f.valuesOf(e)[0], f.typed(e.Args[1], f.settled(e.Args[1], t), t).s)
	}
}

// atomic writes an atomic operation. Those that CUDA does not have for a type are
// helpers with the same name.
func atomic(name string) func(*function, *ast.CallExpr) ex {
	return func(f *function, e *ast.CallExpr) ex {
		t := f.under(f.s.Info.TypeOf(e.Args[0])).(*types.Pointer).Elem()
		if h := atomicHelper(name, f.kind(t)); h != "" {
			f.helpers[h] = true
		}
		f.order(name, t, e)
		args := []string{f.expr(e.Args[0]).s}
		for _, a := range e.Args[1:] {
			args = append(args, f.typed(a, f.settled(a, t), t).s)
		}
		return postfix("%s(%s)", name, strings.Join(args, ", "))
	}
}

// What Program.Free says.
const (
	floatOrder  = "the order of float additions is free"
	resultOrder = "the order of atomic operations is free, and their results are used"
)

// order notes what the order of atomic operations decides.
func (f *function) order(name string, t types.Type, e *ast.CallExpr) {
	switch {
	case f.isFloat(t) && (name == "atomicAdd" || name == "atomicSub"):
		f.free = floatOrder
	case f.statement != e && f.free == "":
		f.free = resultOrder
	}
}

// cudaType is what CUDA calls the types of more than 32 bits, and float.
var cudaType = map[string]string{"s64": "long long", "u64": "unsigned long long", "f32": "float", "f64": "double"}

// atomicHelper names the helper for an operation on a kind, "" for those that CUDA has.
func atomicHelper(name string, k types.BasicKind) string {
	suffix := map[types.BasicKind]string{types.Int64: "s64", types.Uint64: "u64", types.Uintptr: "u64", types.Float32: "f32", types.Float64: "f64"}[k]
	if suffix == "" {
		return ""
	}
	if f := intrinsic.ByC[name]; f.Variants[0].Has(cudaType[suffix]) {
		return ""
	}
	return name + " " + suffix
}

func (f *function) inf(e *ast.CallExpr) ex {
	if n, ok := intValue(f.s.Info.Types[e.Args[0]].Value); ok {
		if n < 0 {
			return ex{s: "-(double)INFINITY", prec: precUnary}
		}
		return ex{s: "(double)INFINITY", prec: precUnary}
	}
	return ex{s: "(" + f.settled(e.Args[0], types.Typ[types.Int]).s + ") >= 0 ? (double)INFINITY : -(double)INFINITY", prec: precConditional}
}

func (f *function) isInf(e *ast.CallExpr) ex {
	x := f.expr(e.Args[0])
	switch n, _ := intValue(f.s.Info.Types[e.Args[1]].Value); {
	case n > 0:
		return ex{s: f.operand(x, precEqual, false) + " == (double)INFINITY", prec: precEqual}
	case n < 0:
		return ex{s: f.operand(x, precEqual, false) + " == -(double)INFINITY", prec: precEqual}
	}
	return ex{s: "isinf(" + x.s + ") != 0", prec: precEqual}
}

// multipleDevice writes a function of the device with two results.
func (f *function) multipleDevice(name string, e *ast.CallExpr) []value {
	pkg, fn, _ := strings.Cut(name, ".")
	sig := f.s.Info.TypeOf(e.Fun).(*types.Signature)
	args := strings.Join(f.valuesOf(e), ", ")
	var names []string
	var values []value
	for i := range 2 {
		t := sig.Results().At(i).Type()
		n := f.temp("r")
		f.line("%s;", f.declare(t, n, false))
		names = append(names, n)
		values = append(values, value{ex: primary(n)})
	}
	suffix := map[string]string{"gpu": "f"}[pkg]
	switch fn {
	case "Sincos":
		f.line("sincos%s(%s, &%s, &%s);", suffix, args, names[0], names[1])
	case "Frexp":
		f.helpers["frexp_go"] = true
		f.line("%s = frexp_go(%s, &%s);", names[0], args, names[1])
	case "Modf":
		f.helpers["modf_go"] = true
		f.line("%s = modf_go(%s, &%s);", names[1], args, names[0])
	case "Mul", "Mul32", "Mul64":
		f.helpers["full_product"] = true
		f.line("full_product(%s, &%s, &%s);", args, names[0], names[1])
	default:
		f.refuse(e.Pos(), "", "%s cannot be written in CUDA C", name)
	}
	return values
}

// printf writes gpu.Printf with C's verbs.
func (f *function) printf(e *ast.CallExpr) ex {
	format := constant.StringVal(f.s.Info.Types[e.Args[0]].Value)
	var b strings.Builder
	args := []string{}
	next := 1
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		j := i + 1
		for j < len(format) && strings.IndexByte("+-# 0123456789.", format[j]) >= 0 {
			j++
		}
		if j == len(format) {
			break
		}
		if format[j] == '%' {
			b.WriteString("%%")
		} else if next < len(e.Args) {
			verb, arg := f.printed(format[j], e.Args[next])
			b.WriteString(format[i:j] + verb)
			args = append(args, arg)
			next++
		}
		i = j
	}
	quoted := fmt.Sprintf("%q", b.String())
	return postfix("printf(%s)", strings.Join(append([]string{quoted}, args...), ", "))
}

// printed returns C's verb and the argument for one of Go's verbs.
func (f *function) printed(verb byte, e ast.Expr) (string, string) {
	t := types.Default(f.s.Info.TypeOf(e))
	x := f.settled(e, t)
	long := prefixed(f.bits(t) == 64, "ll")
	switch {
	case f.kind(t) == types.Bool:
		return "s", f.paren(x, precConditional+1) + ` ? "true" : "false"`
	case f.isFloat(t):
		if verb == 'v' {
			verb = 'g'
		}
		return string(verb), x.s
	case verb == 'x' || verb == 'X' || verb == 'o' || verb == 'c':
		return long + string(verb), x.s
	case f.unsigned(t):
		return long + "u", x.s
	}
	return long + "d", x.s
}
