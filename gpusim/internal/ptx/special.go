package ptx

// This file reads special registers.

import (
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// specials are the special registers that the IR has.
var specials = map[string]ir.Mod{
	"%tid.x": ir.TidX, "%tid.y": ir.TidY, "%tid.z": ir.TidZ,
	"%ctaid.x": ir.CtaidX, "%ctaid.y": ir.CtaidY, "%ctaid.z": ir.CtaidZ,
	"%ntid.x": ir.NtidX, "%ntid.y": ir.NtidY, "%ntid.z": ir.NtidZ,
	"%nctaid.x": ir.NctaidX, "%nctaid.y": ir.NctaidY, "%nctaid.z": ir.NctaidZ,
	"%cluster_nctaid.x": ir.ClusterX, "%cluster_nctaid.y": ir.ClusterY, "%cluster_nctaid.z": ir.ClusterZ, "%cluster_ctarank": ir.ClusterRank,
	"%laneid": ir.LaneID, "%warpid": ir.WarpID, "%dynamic_smem_size": ir.DynSharedBytes, "WARP_SZ": ir.WarpSize,
	"%smid": ir.SMID, "%nsmid": ir.NumSMs,
}

// constants are the special registers that have one value in all launches.
var constants = map[string]uint64{
	"%gridid": 1,
}

// ofClusters are the special registers of clusters that follow from others: what a block's or grid's place is divided by,
// or what is left of it.
var ofClusters = map[string]struct {
	op      ir.Op
	of, per ir.Mod
}{
	"%clusterid.x": {ir.Div, ir.CtaidX, ir.ClusterX}, "%clusterid.y": {ir.Div, ir.CtaidY, ir.ClusterY}, "%clusterid.z": {ir.Div, ir.CtaidZ, ir.ClusterZ},
	"%nclusterid.x": {ir.Div, ir.NctaidX, ir.ClusterX}, "%nclusterid.y": {ir.Div, ir.NctaidY, ir.ClusterY}, "%nclusterid.z": {ir.Div, ir.NctaidZ, ir.ClusterZ},
	"%cluster_ctaid.x": {ir.Rem, ir.CtaidX, ir.ClusterX}, "%cluster_ctaid.y": {ir.Rem, ir.CtaidY, ir.ClusterY}, "%cluster_ctaid.z": {ir.Rem, ir.CtaidZ, ir.ClusterZ},
	"%cluster_nctarank": {ir.Mul, ir.ClusterX, ir.ClusterY},
}

// special returns a special register of 32 bits.
func (l *lowerer) special(name string) (v ir.Operand, ok bool) {
	if kind, mask := strings.CutPrefix(name, "%lanemask_"); mask {
		return l.laneMask(kind)
	}
	if c, ok := constants[name]; ok {
		return ir.I(c), true
	}
	if n, ok := strings.CutPrefix(name, "%envreg"); ok {
		return l.environment(n), true
	}
	if x, ok := ofClusters[name]; ok {
		v := l.op(x.op, ir.U32, l.opMod(ir.Special, x.of, ir.U32), l.opMod(ir.Special, x.per, ir.U32))
		if x.op == ir.Mul {
			v = l.op(ir.Mul, ir.U32, v, l.opMod(ir.Special, ir.ClusterZ, ir.U32))
		}
		return v, true
	}
	if name == reservedShared {
		return l.reserved(), true
	}
	mod, ok := specials[name]
	if !ok {
		return v, false
	}
	return l.opMod(ir.Special, mod, ir.U32), true
}

// reservedShared is the offset of the shared memory that the system gives cooperative groups of several
// warps, and reservedBytes what they may use of it (cooperative_groups/details/memory.h). The IR has it
// as a variable of the kernel.
const (
	reservedShared = "%reserved_smem_offset_1"
	reservedBytes  = 288
)

func (l *lowerer) reserved() ir.Operand {
	if l.scratch == nil {
		l.scratch = &symbol{v: &syntax.Var{Pos: l.f.Pos, Space: "shared", Type: "b8", Vec: 1, Name: "reserved", Align: ir.U64.Bytes(), Dims: []int{reservedBytes}}}
	}
	return l.result(ir.Instr{Op: ir.AddrOf, Type: ir.U32, Root: l.object(l.scratch)})
}

// laneMask returns a mask of lanes: those equal to this one, less, …
func (l *lowerer) laneMask(kind string) (v ir.Operand, ok bool) {
	eq := l.op(ir.Shl, ir.U32, ir.I(1), l.opMod(ir.Special, ir.LaneID, ir.U32))
	less := l.op(ir.Sub, ir.U32, eq, ir.I(1))
	switch kind {
	case "eq":
		return eq, true
	case "lt":
		return less, true
	case "le":
		return l.op(ir.Or, ir.U32, less, eq), true
	case "ge":
		return l.op(ir.Not, ir.U32, less), true
	case "gt":
		return l.op(ir.Not, ir.U32, l.op(ir.Or, ir.U32, less, eq)), true
	}
	return v, false
}

// clocks are the registers that count while the kernel runs.
var clocks = map[string]ir.Mod{
	"%clock": ir.Cycles, "%clock_hi": ir.Cycles, "%clock64": ir.Cycles,
	"%globaltimer": ir.Nanoseconds, "%globaltimer_lo": ir.Nanoseconds, "%globaltimer_hi": ir.Nanoseconds,
}

// clock reads a clock in the bits of type t, or its upper half.
func (l *lowerer) clock(name string, mod ir.Mod, t typ) ir.Operand {
	v := l.result(ir.Instr{Op: ir.Clock, Mod: mod, Type: ir.U64})
	if strings.HasSuffix(name, "_hi") {
		v = l.op(ir.Shr, ir.U64, v, ir.I(uint64(ir.U32.Bits())))
	}
	return l.reinterpret(t.reg(), ir.U64, v)
}

// workspaceBytes is the size of the memory through which the blocks of a grid wait for each other.
const workspaceBytes = 64

// environment returns a register that the driver sets: 1 and 2 are the halves of the address of the
// memory for barriers of the grid, the upper one first. Others are zero.
func (l *lowerer) environment(number string) ir.Operand {
	if number != "1" && number != "2" {
		return ir.I(0)
	}
	if l.workspace == nil {
		l.workspace = &symbol{v: &syntax.Var{Pos: l.f.Pos, Space: "global", Type: "b8", Vec: 1, Name: "grid barrier", Align: ir.U64.Bytes(), Dims: []int{workspaceBytes}}}
	}
	at := l.address(l.workspace, 0)
	if number == "1" {
		at = l.op(ir.Shr, ir.U64, at, ir.I(uint64(ir.U32.Bits())))
	}
	return l.cvt(ir.U32, ir.U64, at)
}
