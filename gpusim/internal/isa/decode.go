package isa

// This file decodes instructions: what they read and write, and which resources they use.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Kind says what an instruction does besides its arithmetic.
type Kind uint8

// The kinds.
const (
	Plain          Kind = iota
	Memory              // an access to global or local memory or to a texture
	GlobalAtomic        // an atomic outside shared memory
	Shared              // an access to shared memory
	Constant            // a load of a constant
	Param               // a load of a kernel parameter
	Match               // takes one pass per value that its lanes have
	Copy                // a copy of a few bytes for each lane that writes no register
	Bulk                // a copy of many bytes, which another unit makes
	CopyGroup           // closes a group of copies, or waits for groups
	Phase               // changes a barrier in shared memory
	PhaseWait           // waits for a phase of such a barrier
	Matrix              // a load of matrices from shared memory into the registers of a warp
	GroupProduct        // a product of four warps, which goes on while the warps do
	CloseProducts       // closes a group of such products
	AwaitProducts       // waits for groups
	Cluster             // an access to shared memory of any block of the cluster
	ClusterArrive       // arrives at the barrier of the cluster
	ClusterRelease      // arrives there behind a fence
	ClusterWait         // waits for that barrier
	Barrier
	Fence       // a fence that waits for the warp's stores
	BlockFence  // one for the block, which does not
	Fallthrough // a branch to the next instruction, which machine code does not have
	Renaming    // a copy between registers of integers and of floats, which are the same, or a fence of another instruction: machine code has none
	Branch      // a branch, call or return
	Exit
)

// Op is a decoded instruction.
type Op struct {
	Kind     Kind
	Left     int // of a wait: groups that may still be under way
	Unit     arch.Unit
	Queued   bool              // it enters the queue of the load/store unit
	Slots    int64             // machine instructions: issue slots
	Busy     float64           // cycles for which it occupies its unit of one scheduler
	Latency  int64             // cycles
	Serial   int64             // of a sequence of instructions: cycles until the warp's next sequence may issue
	Parts    bool              // a sequence with a branch: until then no instruction of the warp may issue
	Meets    bool              // the arms of a branch that lanes may disagree on meet in front of it
	Reads    []int32           // scoreboard entries that must be ready before it issues
	Writes   []int32           // scoreboard entries of its results
	Reason   trace.StallReason // of instructions that wait for its result
	Throttle trace.StallReason // of the instruction itself, while its unit or queue has no room
}

// Exists reports whether machine code has an instruction of this kind.
func (k Kind) Exists() bool { return k != Fallthrough && k != Renaming }

var kinds = map[ir.Op]Kind{
	ir.Match: Match, ir.Bar: Barrier, ir.BarRed: Barrier, ir.Membar: Fence,
	ir.Bra: Branch, ir.CBra: Branch, ir.Call: Branch, ir.Ret: Branch, ir.Exit: Exit, ir.Trap: Exit,
	ir.Ld: Memory, ir.St: Memory, ir.Tex: Memory, ir.Atom: GlobalAtomic,
	ir.LoadMatrix: Matrix, ir.StoreMatrix: Shared, ir.GroupProduct: GroupProduct,
	ir.CopyAsync: Copy, ir.CopyBulk: Bulk, ir.CopyReduce: Bulk, ir.CopyBox: Bulk, ir.CopyGroup: CopyGroup, ir.Barrier: Phase, ir.BarrierTest: PhaseWait,
}

// clusterBarriers is what an operation on the barrier of the cluster does.
var clusterBarriers = map[ir.Mod]Kind{ir.ClusterArrive: ClusterRelease, ir.ClusterRelaxed: ClusterArrive, ir.ClusterWait: ClusterWait}

func kindOf(in *ir.Instr) Kind {
	k := kinds[in.Op]
	switch {
	case in.Op == ir.ProductGroup:
		return productGroups[in.Mod]
	case in.Op == ir.ClusterBar:
		return clusterBarriers[in.Mod]
	case k == Fence && in.Mod <= ir.ScopeBlock:
		return BlockFence
	case k != Memory && k != GlobalAtomic:
		return k
	case in.Space == ir.Shared:
		return Shared
	case in.Space == ir.Cluster:
		return Cluster
	case in.Space == ir.Const:
		return Constant
	case in.Space == ir.Param:
		return Param
	}
	return k
}

// Decode decodes a kernel, which has some virtual registers, for a device. It returns how
// many entries a scoreboard has. An atomic whose result is not read has no result.
func Decode(s *arch.Spec, instrs []*ir.Instr, registers int) (ops []Op, entries int) {
	ops = make([]Op, len(instrs))
	first, renames := blockStarts(instrs), renaming(instrs)
	var meets []int
	varying := Varies(instrs, registers)
	for pc, class := range Classes(instrs) {
		in := instrs[pc]
		ops[pc] = decodeOne(s, in, class)
		if t := &s.Clock.Ops[class]; t.Meeting > 0 {
			if !anyIn(in.Src, varying) {
				ops[pc].neverParts(t)
			}
		}
		if in.Op == ir.CBra && in.Reconv != 0 && (anyIn(in.Src, varying) || varying[in.Guard]) {
			meets = append(meets, first[in.Reconv])
		}
		if in.Op == ir.Bra && first[in.Targets[0]] == pc+1 {
			ops[pc].Kind, ops[pc].Slots = Fallthrough, 0
		}
		if renames[in] || ops[pc].Kind == BlockFence && ordersPhase(instrs, pc) {
			ops[pc].Kind, ops[pc].Slots = Renaming, 0
		}
	}
	for _, pc := range meets {
		ops[pc].Meets = ops[pc].Kind != Exit
	}
	entries = assignEntries(ops, renamed(instrs, renames))
	for pc, a := range Atomics(s, instrs, registers) {
		switch {
		case a.Combined:
			ops[pc].Slots = combinedSlots
		case a.Scanned:
			ops[pc].Slots = scannedSlots
		}
		if a.Unread {
			ops[pc].Writes = nil
		}
	}
	for pc := range ops {
		if ops[pc].Kind == GroupProduct {
			ops[pc].Writes = nil // which a warp reads behind a wait
		}
	}
	return ops, entries
}

// combinedSlots is the issue slots of an atomic that one lane executes for all: it finds the
// first active lane, and counts the lanes or folds their values (h100/aggregate.cu).
const combinedSlots = 7

// scannedSlots is the issue slots of an atomic that one lane executes for a whole warp whose
// lanes add different values: it sums them up in five steps, and afterwards finds what each lane
// would have read, 26 instructions in all (machine code of h100/aggregate.cu for sm_90).
const scannedSlots = 26

// ordersPhase reports whether a fence of the block belongs to an arrival at a barrier in shared memory behind it, or to a look
// at one before it. Machine code has one instruction for both (h100/modern/copies.cu: SYNCS).
func ordersPhase(instrs []*ir.Instr, pc int) bool {
	next, last := pc+1, pc-1
	for next < len(instrs)-1 && plain(instrs[next]) {
		next++
	}
	for last > 0 && plain(instrs[last]) {
		last--
	}
	return next < len(instrs) && instrs[next].Op == ir.Barrier || last >= 0 && instrs[last].Op == ir.BarrierTest
}

// plain reports whether an instruction has no effect and ends no block.
func plain(in *ir.Instr) bool { f := in.Op.Facts(); return !f.Effect && !f.Term }

// blockStarts returns the first instruction of each basic block.
func blockStarts(instrs []*ir.Instr) []int {
	first := []int{0}
	for pc, in := range instrs {
		if in.Op.Facts().Term {
			first = append(first, pc+1)
		}
	}
	return first
}

func decodeOne(s *arch.Spec, in *ir.Instr, class arch.Class) Op {
	t := timing(&s.Clock, in, class)
	o := Op{Kind: kindOf(in), Unit: t.Unit, Slots: int64(max(1, t.Slots)), Latency: int64(t.Latency), Serial: int64(t.Serial), Parts: t.Meeting > 0, Reason: reasonOf(t.Unit, in), Throttle: throttleOf(t.Unit, in)}
	o.Queued = o.Kind == Memory || o.Kind == GlobalAtomic || o.Kind == Shared || o.Kind == Match || o.Kind == Matrix || o.Kind == Cluster
	if in.Op == ir.Membar {
		o.Latency = fenceLatency(&s.Clock, in.Mod)
	}
	if t.Rate > 0 {
		o.Busy = float64(s.WarpSize*max(1, s.Clock.Schedulers)) / t.Rate
	}
	o.product(s, in)
	return o
}

// meetingSlots is the instructions of a sequence that let its arms meet (BSSY, BSYNC), and
// meetingBusy the cycles for which they occupy its unit (h200 op frcp and fsqrt against h100/chains).
const meetingSlots, meetingBusy = 2, 1

// neverParts takes from a sequence what it takes longer because lanes may take different arms.
func (o *Op) neverParts(t *arch.OpTime) {
	o.Latency -= int64(t.Meeting)
	o.Serial -= int64(t.Meeting)
	o.Slots -= meetingSlots
	o.Busy -= meetingBusy
}

// timing returns what an instruction of a class takes. A shift is a product (IMAD.SHL) on
// devices where products are as fast as sums.
func timing(c *arch.Clock, in *ir.Instr, class arch.Class) *arch.OpTime {
	t, add := &c.Ops[class], &c.Ops[arch.ClassAdd]
	if class == arch.ClassMul && scales(in) && (t.Latency > add.Latency || t.Rate < add.Rate) {
		return add
	}
	return t
}

// fenceLatency returns the cycles of a fence behind which no store waits.
func fenceLatency(c *arch.Clock, scope ir.Mod) int64 {
	switch scope {
	case ir.ScopeAsync, ir.ScopeBlock:
		return int64(c.FenceBlock)
	case ir.ScopeSystem:
		return int64(c.FenceSystem)
	}
	return int64(c.Fence)
}

// reasonOf returns the stall reason of instructions that wait for an instruction's result.
func reasonOf(u arch.Unit, in *ir.Instr) trace.StallReason {
	switch k := kindOf(in); {
	case k == Memory || k == GlobalAtomic:
		return trace.LongScoreboard
	case k == Constant || k == Param:
		return trace.ConstantMiss
	case k == Shared || k == Cluster || u == arch.UnitLSU || u == arch.UnitXU:
		return trace.ShortScoreboard
	}
	return trace.Wait
}

// throttleOf returns the stall reason of an instruction whose unit or queue has no room. One
// load/store unit serves all accesses; the reason says which of Nsight Compute's queues holds
// such an instruction.
func throttleOf(u arch.Unit, in *ir.Instr) trace.StallReason {
	switch k := kindOf(in); {
	case in.Op == ir.Tex:
		return trace.TEXThrottle
	case k == Memory || k == GlobalAtomic:
		return trace.LGThrottle
	case k == Shared || k == Cluster || u == arch.UnitLSU:
		return trace.MIOThrottle
	}
	return trace.MathThrottle
}

// assignEntries gives each register an entry of the scoreboard and returns their number. A
// register that lives within one basic block shares its entry with others, because a small
// scoreboard is faster to simulate.
func assignEntries(ops []Op, instrs []*ir.Instr) int {
	last, entries, used := lastReads(instrs), map[ir.Reg]int32{}, int32(0)
	var free []int32
	entry := func(r ir.Reg) int32 {
		at, ok := entries[r]
		if _, short := last[r]; !ok && short && len(free) > 0 {
			at, free = free[0], free[1:]
		} else if !ok {
			at, used = used, used+1
		}
		entries[r] = at
		return at
	}
	for pc, in := range instrs {
		o := &ops[pc]
		in.EachUse(func(r ir.Reg) { o.Reads = append(o.Reads, entry(r)) })
		in.EachUse(func(r ir.Reg) {
			if at, short := last[r]; short && at == pc {
				free = append(free, entries[r])
				delete(last, r)
			}
		})
		for _, d := range in.Dst {
			_, old := entries[d]
			o.Writes = append(o.Writes, entry(d))
			if _, short := last[d]; old || !short { // an earlier write may be pending
				o.Reads = append(o.Reads, entries[d])
			}
		}
	}
	return int(used)
}

// renaming returns the copies that only give a register another type.
func renaming(instrs []*ir.Instr) map[*ir.Instr]bool {
	floats, found := map[ir.Reg]bool{}, map[*ir.Instr]bool{}
	for _, in := range instrs {
		for _, d := range in.Dst {
			floats[d] = in.DstType().Float()
		}
	}
	for _, in := range instrs {
		if in.Op != ir.Mov || in.Guard != ir.NoReg || !in.Src[0].IsReg {
			continue
		}
		if float, known := floats[in.Src[0].Reg]; known && float != in.Type.Float() {
			found[in] = true
		}
	}
	return found
}

// renamed returns instructions in which one register stands for all those that copies give another type. The
// copies read and write nothing.
func renamed(instrs []*ir.Instr, renames map[*ir.Instr]bool) []*ir.Instr {
	if len(renames) == 0 {
		return instrs
	}
	of := map[ir.Reg]ir.Reg{}
	find := func(r ir.Reg) ir.Reg {
		for next, ok := of[r]; ok; next, ok = of[r] {
			r = next
		}
		return r
	}
	for _, in := range instrs {
		if !renames[in] {
			continue
		}
		if d, s := find(in.Dst[0]), find(in.Src[0].Reg); d != s {
			of[d] = s
		}
	}
	list := make([]*ir.Instr, len(instrs))
	for i, in := range instrs {
		c := *in
		if renames[in] {
			c.Dst, c.Src = nil, nil
		}
		c.Dst, c.Src = slices.Clone(c.Dst), slices.Clone(c.Src)
		for j := range c.Dst {
			c.Dst[j] = find(c.Dst[j])
		}
		for j := range c.Src {
			if c.Src[j].IsReg {
				c.Src[j].Reg = find(c.Src[j].Reg)
			}
		}
		list[i] = &c
	}
	return list
}

// lastReads returns the last instruction that reads each register that is written and then
// read in one basic block and used nowhere else. A call ends a basic block.
func lastReads(instrs []*ir.Instr) map[ir.Reg]int {
	const several = -1
	last, home, block := map[ir.Reg]int{}, map[ir.Reg]int{}, 1
	for pc, in := range instrs {
		in.EachUse(func(r ir.Reg) {
			if home[r] != block {
				home[r] = several
			}
			last[r] = pc
		})
		for _, d := range in.Dst {
			if b, used := home[d]; used && b != block {
				home[d] = several
			} else {
				home[d] = block
			}
			delete(last, d)
		}
		if in.Op.Facts().Term || in.Op == ir.Call {
			block++
		}
	}
	for r := range last {
		if home[r] == several {
			delete(last, r)
		}
	}
	return last
}
