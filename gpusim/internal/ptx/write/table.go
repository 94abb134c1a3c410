package write

// This file is the table of operations: one row for each.

import (
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// row says how an operation is written. Without write it is one instruction: the name, the modifier,
// a suffix for the type, and then results and operands as in the IR.
type row struct {
	name   string
	suffix func(ir.Type) string
	write  func(*writer)
}

// typed is the suffix of an operation whose type says all: "s32".
func typed(t ir.Type) string { return t.String() }

// bits is the suffix of an operation on bits: "b32", "pred".
func bits(t ir.Type) string {
	if t == ir.Pred {
		return "pred"
	}
	return "b" + map[int]string{1: "8", 2: "16", 4: "32", 8: "64"}[t.Bytes()]
}

// signed is the suffix of an operation that PTX has for signed numbers alone.
func signed(t ir.Type) string {
	if t.Float() {
		return t.String()
	}
	return "s" + strings.TrimPrefix(bits(t), "b")
}

// narrow is the suffix of a wide product: the type of its factors.
func narrow(t ir.Type) string { return t.Narrow().String() }

// selected is the suffix of selp and mov, which keep the class of registers.
func selected(t ir.Type) string {
	if t.Float() {
		return t.String()
	}
	return bits(t)
}

var table map[ir.Op]row

func init() { // the rows refer to the writer, which refers to the table
	table = map[ir.Op]row{
		ir.Mov:     {write: (*writer).move},
		ir.Special: {write: (*writer).special},
		ir.Selp:    {name: "selp", suffix: selected, write: (*writer).selection},
		ir.Cvt:     {write: (*writer).convert},

		ir.Add:     {name: "add", suffix: typed},
		ir.Sub:     {name: "sub", suffix: typed},
		ir.Mul:     {write: (*writer).product},
		ir.MulHi:   {name: "mul.hi", suffix: typed},
		ir.MulWide: {name: "mul.wide", suffix: narrow},
		ir.Mad:     {name: "mad.lo", suffix: typed},
		ir.MadWide: {name: "mad.wide", suffix: narrow},
		ir.Fma:     {name: "fma.rn", suffix: typed},
		ir.Div:     {write: (*writer).quotient},
		ir.Rem:     {name: "rem", suffix: typed},
		ir.Min:     {name: "min", write: (*writer).extreme},
		ir.Max:     {name: "max", write: (*writer).extreme},
		ir.Neg:     {name: "neg", suffix: signed},
		ir.Abs:     {name: "abs", suffix: signed},

		ir.And:  {name: "and", suffix: bits},
		ir.Or:   {name: "or", suffix: bits},
		ir.Xor:  {name: "xor", suffix: bits},
		ir.Not:  {name: "not", suffix: bits},
		ir.Shl:  {name: "shl", suffix: bits},
		ir.Shr:  {name: "shr", suffix: typed},
		ir.Popc: {name: "popc", suffix: bits},
		ir.Clz:  {name: "clz", suffix: bits},
		ir.Brev: {name: "brev", suffix: bits},
		ir.Setp: {write: (*writer).compare},
		ir.Math: {write: (*writer).math},

		ir.Ld:     {write: (*writer).load},
		ir.St:     {write: (*writer).store},
		ir.Atom:   {write: (*writer).atomic},
		ir.Tex:    {write: (*writer).texture},
		ir.AddrOf: {write: (*writer).addressOf},

		ir.Bar:        {write: func(w *writer) { w.emit("bar.sync 0") }},
		ir.BarRed:     {write: (*writer).barrierOf},
		ir.BarWarp:    {name: "bar.warp.sync"},
		ir.Membar:     {write: (*writer).fence},
		ir.Shfl:       {write: (*writer).shuffle},
		ir.Vote:       {name: "vote.sync", suffix: bits},
		ir.Match:      {write: (*writer).match},
		ir.Redux:      {name: "redux.sync", suffix: typed},
		ir.ActiveMask: {name: "activemask", suffix: bits},
		ir.Clock:      {write: (*writer).clock},
		ir.Printf:     {write: (*writer).print},

		ir.CopyAsync:   {write: (*writer).copyAsync},
		ir.CopyGroup:   {write: (*writer).copyGroup},
		ir.CopyBulk:    {write: (*writer).copyBulk},
		ir.CopyReduce:  {write: (*writer).copyReduce},
		ir.CopyBox:     {write: (*writer).copyBox},
		ir.Barrier:     {write: (*writer).barrier},
		ir.BarrierTest: {write: (*writer).barrierTest},
		ir.LoadMatrix:  {write: (*writer).loadMatrix},
		ir.Product:     {write: (*writer).matrixProduct},
		ir.ClusterBar:  {write: (*writer).clusterBarrier},
		ir.MapShared:   {write: func(w *writer) { w.emit("mapa.shared::cluster.u32 %s, %s, %s", w.dst(), w.register(0), w.src(1)) }},

		ir.Bra:  {write: (*writer).jump},
		ir.CBra: {write: (*writer).branch},
		ir.Call: {write: (*writer).call},
		ir.Args: {write: (*writer).arguments},
		ir.Ret:  {write: (*writer).leave},
		ir.Exit: {write: (*writer).exit},
		ir.Trap: {write: func(w *writer) { w.emit("trap"); w.emit("exit") }},
	}
}

// instr writes an instruction.
func (w *writer) instr(in *ir.Instr) {
	r, ok := table[in.Op]
	switch {
	case !ok:
		panic("BUG: " + in.Op.Facts().Name + " is written as PTX")
	case r.write != nil:
		r.write(w)
	default:
		w.plain(r)
	}
}

// plain writes an instruction as its row says.
func (w *writer) plain(r row) {
	name := r.name
	if w.in.Mod != ir.NoMod {
		name += "." + w.in.Mod.String()
	}
	if r.suffix != nil {
		name += "." + r.suffix(w.in.Type)
	}
	w.guarded("%s", strings.TrimSpace(name+" "+strings.Join(append(w.results(), w.sources()...), ", ")))
}
