package ir

// This file is the facts table: what is true of each operation, so that other
// packages need no switch over operations.

// Op is an operation. The zero value is invalid.
type Op uint8

// The operations. Dst and Src as printed: `op dst, src…`.
const (
	BadOp Op = iota

	Mov     // mov.t d, a            d = a; also between types of one width
	Special // mov.u32 d, %tid.x     a special register (Mod)
	Selp    // selp.t d, a, b, p     p ? a : b
	Cvt     // cvt.t.f d, a          Go's conversion from f to t; narrow t: wrap, then extend to 32 bits

	Add     // add.t d, a, b
	Sub     // sub.t d, a, b
	Mul     // mul.t d, a, b         low half for integers; mul.rn.t is never fused, as in PTX
	MulHi   // mul.hi.t d, a, b      high half
	MulWide // mul.wide.t d, a, b    32×32 → 64; t is printed as the factors' type, Type is the result's
	Mad     // mad.t d, a, b, c      a·b + c, integers, low half
	MadWide // mad.wide.t d, a, b, c 32×32 + 64 → 64; printed and typed as MulWide
	Fma     // fma.t d, a, b, c      a·b + c rounded once
	Div     // div.t d, a, b         integer: truncates, zero divisor is a fault
	Rem     // rem.t d, a, b         integer: sign of a, zero divisor is a fault
	Min     // min.t d, a, b         floats: as Go's built-in min
	Max     // max.t d, a, b
	Neg     // neg.t d, a
	Abs     // abs.t d, a

	And  // and.t d, a, b            integers and predicates
	Or   // or.t d, a, b
	Xor  // xor.t d, a, b
	Not  // not.t d, a
	Shl  // shl.t d, a, b            b is unsigned 32 bits; counts ≥ the width give 0
	Shr  // shr.t d, a, b            arithmetic for signed t; large counts give 0 or −1
	Popc // popc.t d, a              result 32 bits
	Clz  // clz.t d, a               result 32 bits
	Brev // brev.t d, a

	Setp // setp.cc.t p, a, b        comparison (Mod); Type is that of the operands
	Math // sin.t d, a               the math function that Mod names

	Ld     // ld.space.t d…, [a+off]
	St     // st.space.t [a+off], b…
	Atom   // atom.space.op.t d, [a+off], b (, c)   d = old value
	Tex    // tex.dims.t.f d…, var, x (, y)   texels of a texture, Root or its handle, at coordinates of type f
	AddrOf // addr d, var            absolute offset of a shared, local or const object in its space

	Bar        // bar.sync (i, n)          every thread of the block; or barrier i, of n threads
	BarRed     // bar.red.op.t d, p (, i, n)  the same, and combines a predicate: popc → 32 bits; and, or → predicate
	BarArrive  // bar.arrive i, n          counts at barrier i, of n threads, and does not wait
	BarWarp    // bar.warp.sync m          the lanes of mask m
	Membar     // membar.scope             fence (Mod)
	Shfl       // shfl.sync.mode.t d, a, b, m, w  value a from the lane chosen by b, mask m, width w
	Vote       // vote.sync.mode d, p, m    any, all → predicate; ballot → 32 bits
	Match      // match.sync.mode.t d, a, m any: the lanes with the same bits; all: m's lanes if all have them, else 0
	Redux      // redux.sync.op.t d, a, m   over the values a of the lanes of m
	ActiveMask // activemask d
	Clock      // clock.what.t d           a clock that runs while the kernel does (Mod)
	Printf     // printf "format", a…
	Expect     // expect.what.t "text", a, b   checked kernels only: a < b, unsigned, else a mistake (Mod)

	// Memory that moves without registers. Shared addresses have 32 bits: those of other blocks of the cluster have the
	// block's rank, plus 1, above ClusterShift.
	CopyAsync    // cp.async d, a, n, m       n bytes of global memory at a to shared memory at d: m of them read, the others 0
	CopyBulk     // cp.bulk.way d, a, n, b, k n bytes between shared memory at d and a (Mod); b: the mbarrier that counts them, k: the blocks that get them
	CopyReduce   // cp.reduce.op.t d, a, n    combines n bytes of shared memory at d with global memory at a
	CopyBox      // cp.box.way d, t, b, k, x… a box of the tensor whose map is at generic address t, at coordinates x…
	CopyGroup    // cp.group.what n           closes a group of copies, or waits until at most n groups are under way
	Barrier      // mbarrier.what.u64 d, a, n, x   n arrivals at the barrier in shared memory at a, and x more bytes to come; d: its state before
	BarrierTest  // mbarrier.test.what.pred p, a, s  whether the phase with the lowest bit s is over; try may wait for it
	MapShared    // mapa.u32 d, a, r          address a of shared memory in the block of rank r
	ClusterBar   // barrier.cluster.what      arrive does not wait
	LoadMatrix   // ldmatrix.what d…, a       matrices of 8 rows of 16 bytes; lane i names row i
	StoreMatrix  // stmatrix.what a, b…
	Product      // mma.what.t d…, a…, b…, c… d = a·b + c over the lanes of a warp, 16 or 8 rows by 8 columns
	GroupProduct // wgmma.what.t d…, f, p, b, a…, c…  64 rows by any columns over four warps; f: see NegateA; p: c counts
	ProductGroup // wgmma.what n              closes a group of these, or waits until at most n are under way

	Phi  // phi.t d, [a, block]…     SSA form only, first in its block
	Bra  // bra target
	CBra // @p bra taken, else        Src[0] is the predicate
	Call // call {d…}, f, a…         calls a function; its first argument is the return address
	Args // args {d…}                first in a function: its arguments
	Ret  // ret a…                   returns: the return address, then the results
	Exit // exit                      the thread ends
	Trap // trap "message"            the thread faults

	numOps
)

// Facts is what is always true of an operation.
type Facts struct {
	Name     string
	Src      int    // operands; −1 when it varies (Phi, St, Printf, Atom, Math, Call, Ret, barriers)
	Dst      int    // results; −1 when it varies (Ld, Call, Args)
	Term     bool   // ends a block
	Effect   bool   // may not be removed when its results are unused
	Memory   bool   // has Space, Off, Root
	Guarded  bool   // may carry a Guard, whatever it does; see Instr.Guardable
	Block    bool   // a barrier of the block
	Low      bool   // of integers: the low bits of the result depend on the low bits of the operands alone
	Waits    bool   // for other lanes or warps: some lanes of a warp may go on without the others
	Lanes    Lanes  // whether its results differ from lane to lane
	FloatMod Mod    // RN or Num, which it may have where Type is a float
	Mods     [2]Mod // first and last legal Mod; zero when the operation takes none
	Types    TypeSet
	Args     []Type  // of its operands, the last for all others; nil: see SrcType
	Touches  []Space // memory that it uses though it has no Space: a trace has a site for each
	Phases   bool    // it changes or awaits barriers in shared memory
}

// Lanes says whether the results of an operation differ from lane to lane.
type Lanes uint8

const (
	AsOperands Lanes = iota // where its operands do
	EachOwn                 // whatever its operands are; so those of calls, into which nobody looks
	AllSame                 // never among the lanes that execute it together
)

// TypeSet is a set of Types as bits 1<<Type.
type TypeSet uint32

// Has reports whether t is in the set.
func (s TypeSet) Has(t Type) bool { return s>>t&1 == 1 }

func types(ts ...Type) TypeSet {
	var s TypeSet
	for _, t := range ts {
		s |= 1 << t
	}
	return s
}

var (
	ints    = types(U32, S32, U64, S64)
	floats  = types(F32, F64)
	numbers = ints | floats
	logical = ints | types(Pred)
	regs    = numbers | types(Pred)
	memory  = types(U8, S8, U16, S16) | numbers
	none    = types(NoType)
)

// Facts returns the facts of op; an unknown op panics.
func (op Op) Facts() *Facts {
	if op == BadOp || op >= numOps {
		panic("BUG: facts of an invalid op")
	}
	return &facts[op]
}

var facts = [numOps]Facts{
	Mov:     {Name: "mov", Src: 1, Dst: 1, Types: regs},
	Special: {Name: "mov", Src: 0, Dst: 1, Types: types(U32, S32), Mods: [2]Mod{TidX, NumSMs}},
	Selp:    {Name: "selp", Src: 3, Dst: 1, Low: true, Types: regs},
	Cvt:     {Name: "cvt", Src: 1, Dst: 1, Types: memory},

	Add:     {Name: "add", Src: 2, Dst: 1, Low: true, FloatMod: RN, Types: numbers},
	Sub:     {Name: "sub", Src: 2, Dst: 1, Low: true, FloatMod: RN, Types: numbers},
	Mul:     {Name: "mul", Src: 2, Dst: 1, Low: true, FloatMod: RN, Types: numbers},
	MulHi:   {Name: "mul.hi", Src: 2, Dst: 1, Types: ints},
	MulWide: {Name: "mul.wide", Src: 2, Dst: 1, Types: types(U64, S64)},
	Mad:     {Name: "mad", Src: 3, Dst: 1, Low: true, Types: ints},
	MadWide: {Name: "mad.wide", Src: 3, Dst: 1, Types: types(U64, S64)},
	Fma:     {Name: "fma", Src: 3, Dst: 1, Types: floats},
	Div:     {Name: "div", Src: 2, Dst: 1, FloatMod: RN, Types: numbers},
	Rem:     {Name: "rem", Src: 2, Dst: 1, Types: ints},
	Min:     {Name: "min", Src: 2, Dst: 1, Types: numbers, FloatMod: Num},
	Max:     {Name: "max", Src: 2, Dst: 1, Types: numbers, FloatMod: Num},
	Neg:     {Name: "neg", Src: 1, Dst: 1, Types: numbers},
	Abs:     {Name: "abs", Src: 1, Dst: 1, Types: numbers},

	And:  {Name: "and", Src: 2, Dst: 1, Low: true, Types: logical},
	Or:   {Name: "or", Src: 2, Dst: 1, Low: true, Types: logical},
	Xor:  {Name: "xor", Src: 2, Dst: 1, Low: true, Types: logical},
	Not:  {Name: "not", Src: 1, Dst: 1, Types: logical},
	Shl:  {Name: "shl", Src: 2, Dst: 1, Low: true, Types: ints},
	Shr:  {Name: "shr", Src: 2, Dst: 1, Types: ints},
	Popc: {Name: "popc", Src: 1, Dst: 1, Types: ints},
	Clz:  {Name: "clz", Src: 1, Dst: 1, Types: ints},
	Brev: {Name: "brev", Src: 1, Dst: 1, Types: ints},

	Setp: {Name: "setp", Src: 2, Dst: 1, Types: regs, Mods: [2]Mod{EQ, GE}},
	Math: {Name: "", Src: -1, Dst: 1, Types: floats | types(U32), Mods: [2]Mod{Sqrt, endMath - 1}},

	Ld:     {Name: "ld", Src: 1, Dst: -1, Memory: true, Guarded: true, Types: memory},
	St:     {Name: "st", Src: -1, Dst: 0, Memory: true, Effect: true, Guarded: true, Types: memory},
	Atom:   {Name: "atom", Src: -1, Dst: 1, Memory: true, Effect: true, Lanes: EachOwn, Types: numbers | types(U16), Mods: [2]Mod{AtomAdd, AtomAddBfloat}},
	Tex:    {Name: "tex", Src: -1, Dst: -1, Types: types(U8, S8, U16, S16, U32, S32, F32), Mods: [2]Mod{Tex1D, TexCubeLayered}},
	AddrOf: {Name: "addr", Src: 0, Dst: 1, Types: types(U32)},

	Bar:        {Name: "bar.sync", Src: -1, Dst: 0, Effect: true, Block: true, Waits: true, Types: none},
	BarRed:     {Name: "bar.red", Src: -1, Dst: 1, Effect: true, Block: true, Waits: true, Lanes: AllSame, Types: types(Pred, U32), Mods: [2]Mod{BarPopc, BarOr}},
	BarArrive:  {Name: "bar.arrive", Src: 2, Dst: 0, Effect: true, Block: true, Types: none},
	BarWarp:    {Name: "bar.warp.sync", Src: 1, Dst: 0, Effect: true, Waits: true, Types: none},
	Membar:     {Name: "membar", Src: 0, Dst: 0, Effect: true, Types: none, Mods: [2]Mod{ScopeAsync, ScopeSystem}},
	Shfl:       {Name: "shfl.sync", Src: 4, Dst: 1, Effect: true, Waits: true, Lanes: EachOwn, Types: numbers, Mods: [2]Mod{ShflIdx, ShflXor}},
	Vote:       {Name: "vote.sync", Src: 2, Dst: 1, Effect: true, Waits: true, Lanes: AllSame, Types: types(Pred, U32), Mods: [2]Mod{VoteAny, VoteBallot}},
	Match:      {Name: "match.sync", Src: 2, Dst: 1, Effect: true, Waits: true, Lanes: EachOwn, Types: numbers, Mods: [2]Mod{MatchAny, MatchAll}},
	Redux:      {Name: "redux.sync", Src: 2, Dst: 1, Effect: true, Waits: true, Lanes: AllSame, Types: types(U32, S32), Mods: [2]Mod{ReduxAdd, ReduxXor}},
	ActiveMask: {Name: "activemask", Src: 0, Dst: 1, Effect: true, Lanes: AllSame, Types: types(U32)},
	Clock:      {Name: "clock", Src: 0, Dst: 1, Effect: true, Lanes: AllSame, Types: types(U32, U64), Mods: [2]Mod{Cycles, Nanoseconds}},
	Printf:     {Name: "printf", Src: -1, Dst: 0, Effect: true, Guarded: true, Types: none},
	Expect:     {Name: "expect", Src: 2, Dst: 0, Effect: true, Guarded: true, Types: ints, Mods: [2]Mod{InBounds, IsSet}},

	CopyAsync:    {Name: "cp.async", Src: 4, Effect: true, Types: none, Args: []Type{U32, U64, U32}, Mods: [2]Mod{CopyNear, CopyFar}, Touches: []Space{Global, Shared}},
	CopyBulk:     {Name: "cp.bulk", Src: 5, Effect: true, Types: none, Args: []Type{U32, U64, U32}, Mods: [2]Mod{BulkLoad, BulkPrefetch}, Touches: []Space{Global}, Phases: true},
	CopyReduce:   {Name: "cp.reduce", Src: 3, Effect: true, Types: numbers | types(U16), Args: []Type{U32, U64, U32}, Mods: [2]Mod{AtomAdd, AtomAddBfloat}, Touches: []Space{Global}},
	CopyBox:      {Name: "cp.box", Src: -1, Effect: true, Types: none, Args: []Type{U32, U64, U32, U32, S32}, Mods: [2]Mod{BulkLoad, BulkPrefetch}, Touches: []Space{Global}, Phases: true},
	CopyGroup:    {Name: "cp.group", Src: 1, Effect: true, Types: none, Args: []Type{U32}, Mods: [2]Mod{CopyCommit, BulkWaitRead}},
	Barrier:      {Name: "mbarrier", Src: 3, Dst: 1, Effect: true, Lanes: EachOwn, Types: types(U64), Args: []Type{U32}, Mods: [2]Mod{BarrierInit, BarrierCopied}, Phases: true},
	BarrierTest:  {Name: "mbarrier.test", Src: 2, Dst: 1, Effect: true, Lanes: EachOwn, Types: types(Pred), Args: []Type{U32}, Mods: [2]Mod{BarrierTry, BarrierLook}, Phases: true},
	MapShared:    {Name: "mapa", Src: 2, Dst: 1, Types: types(U32), Args: []Type{U32}},
	ClusterBar:   {Name: "barrier.cluster", Effect: true, Waits: true, Types: none, Mods: [2]Mod{ClusterArrive, ClusterWait}},
	LoadMatrix:   {Name: "ldmatrix", Src: 1, Dst: -1, Effect: true, Lanes: EachOwn, Types: types(U32), Args: []Type{U32}, Mods: [2]Mod{Rows, Columns}, Touches: []Space{Shared}},
	StoreMatrix:  {Name: "stmatrix", Src: -1, Effect: true, Types: types(U32), Args: []Type{U32}, Mods: [2]Mod{Rows, Columns}, Touches: []Space{Shared}},
	Product:      {Name: "mma", Src: -1, Dst: -1, Effect: true, Lanes: EachOwn, Types: types(U32, S32, F32, F64), Args: []Type{NoType}, Mods: [2]Mod{OfHalves, OfE5M2E4M3}},
	GroupProduct: {Name: "wgmma", Src: -1, Dst: -1, Effect: true, Lanes: EachOwn, Types: types(U32, S32, F32), Args: []Type{U32, Pred, U64, NoType}, Mods: [2]Mod{OfHalves, OfE5M2E4M3}, Touches: []Space{Shared}},
	ProductGroup: {Name: "wgmma.group", Src: 1, Effect: true, Types: none, Args: []Type{U32}, Mods: [2]Mod{ProductFence, ProductWait}},

	Phi:  {Name: "phi", Src: -1, Dst: 1, Types: regs},
	Bra:  {Name: "bra", Src: 0, Dst: 0, Term: true, Effect: true, Types: none},
	CBra: {Name: "bra", Src: 1, Dst: 0, Term: true, Effect: true, Types: none},
	Call: {Name: "call", Src: -1, Dst: -1, Effect: true, Lanes: EachOwn, Types: none},
	Args: {Name: "args", Src: 0, Dst: -1, Effect: true, Lanes: EachOwn, Types: none},
	Ret:  {Name: "ret", Src: -1, Dst: 0, Term: true, Effect: true, Types: none},
	Exit: {Name: "exit", Src: 0, Dst: 0, Term: true, Effect: true, Types: none},
	Trap: {Name: "trap", Src: 0, Dst: 0, Term: true, Effect: true, Types: none},
}

// typeInfo is what is always true of a Type.
type typeInfo struct {
	Name   string
	Bytes  int
	Signed bool
	Float  bool
	Reg    Type // the register type that holds it
}

var typeTable = [...]typeInfo{
	NoType: {Name: ""},
	Pred:   {Name: "pred", Reg: Pred},
	U8:     {Name: "u8", Bytes: 1, Reg: U32},
	S8:     {Name: "s8", Bytes: 1, Signed: true, Reg: S32},
	U16:    {Name: "u16", Bytes: 2, Reg: U32},
	S16:    {Name: "s16", Bytes: 2, Signed: true, Reg: S32},
	U32:    {Name: "u32", Bytes: 4, Reg: U32},
	S32:    {Name: "s32", Bytes: 4, Signed: true, Reg: S32},
	U64:    {Name: "u64", Bytes: 8, Reg: U64},
	S64:    {Name: "s64", Bytes: 8, Signed: true, Reg: S64},
	F32:    {Name: "f32", Bytes: 4, Signed: true, Float: true, Reg: F32},
	F64:    {Name: "f64", Bytes: 8, Signed: true, Float: true, Reg: F64},
}

// String returns the PTX spelling: "f32".
func (t Type) String() string { return typeTable[t].Name }

// Bytes returns the size in memory; 0 for Pred.
func (t Type) Bytes() int { return typeTable[t].Bytes }

// Signed reports whether t is a signed integer or a float.
func (t Type) Signed() bool { return typeTable[t].Signed }

// Float reports whether t is F32 or F64.
func (t Type) Float() bool { return typeTable[t].Float }

// Reg returns the type of the register that holds a value of t.
func (t Type) Reg() Type { return typeTable[t].Reg }

// The bits of the operand of a GroupProduct that says how its factors are taken: negated, and with neighbours in memory
// that lie across their lines.
const (
	NegateA = 1 << iota
	NegateB
	AcrossA
	AcrossB
)
