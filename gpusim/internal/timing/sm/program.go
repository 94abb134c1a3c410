package sm

// This file is what all SMs of a launch share: the decoded kernel and the device's times.

import (
	"cmp"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/timing/mem"
)

// Kernel is a kernel to decode.
type Kernel struct {
	Instrs    []*ir.Instr // by PC
	Registers int         // virtual registers
	Warps     int         // per block
	Cluster   int         // blocks per cluster
	Shape     *launch.Shape
	Warm      bool // the SMs have the code from an earlier launch
}

// Program is a kernel, decoded for the SMs of a device.
type Program struct {
	Spec    *arch.Spec
	Warps   int // per block
	Cluster int // blocks per cluster
	Shape   *launch.Shape
	Ideal   mem.Ideal
	Traced  int // blocks whose warps' spans are kept

	t       times
	ops     []op
	runs    []int // by PC: instructions up to the next branch
	entries int   // of a scoreboard
	lines   int   // of code that the SMs must fetch
}

// NewProgram decodes a kernel for a device.
func NewProgram(s *arch.Spec, k Kernel, ideal mem.Ideal) *Program {
	p := &Program{Spec: s, Warps: k.Warps, Cluster: max(1, k.Cluster), Shape: k.Shape, Ideal: ideal, t: newTimes(s, ideal)}
	p.ops, p.entries = decode(s, &k)
	p.runs = runLengths(p.ops)
	if !k.Warm {
		p.lines = layOut(&s.Clock.Cold, p.ops)
	}
	return p
}

// times is how long operations of an SM take, in ticks unless another unit is given.
type times struct {
	starts
	issue, backward                    int64 // cycles between two issues, and extra for a backward branch
	request, line, wavefront, sectorL1 int64 // of the load/store unit
	matrix                             int64 // a wavefront of a load of matrices
	ownWavefront                       int64 // of the load/store unit, between two wavefronts of one warp
	constRequest                       int64 // of the constant cache
	constLoad, constEach               int64 // of a scheduler
	loads, stores, atomics             passage
	barrier, barrierWarp, fence        int64 // a fence behind a store: from the store's end
	shareByte                          int64 // of a bulk copy to another block
}

// starts is how long blocks and warps take to start, in ticks.
type starts struct {
	warpStart, blockGap, warpGap int64
}

// passage is how long an access occupies the SM's port to L2.
type passage struct{ line, sector int64 }

func newTimes(s *arch.Spec, ideal mem.Ideal) times {
	k, m := &s.Clock, &s.Clock.Memory
	t := times{
		issue:   int64(max(1, k.IssueCycles)),
		request: mem.InTicks(m.L1Request), line: mem.InTicks(m.L1Line), wavefront: mem.InTicks(s.Rates.L1WavefrontCycles), matrix: mem.InTicks(cmp.Or(m.MatrixWavefront, s.Rates.L1WavefrontCycles)),
		ownWavefront: int64(m.SharedWavefront) << mem.TickBits,
		constRequest: mem.InTicks(s.Rates.ConstRequestCycles), constLoad: mem.InTicks(m.ConstLoad), constEach: mem.InTicks(m.ConstEach),
		barrier: mem.InTicks(k.Barrier), barrierWarp: mem.InTicks(k.BarrierWarp), fence: int64(m.L2) + int64(cmp.Or(k.FenceStored, k.Fence)),
		starts: starts{blockGap: int64(k.Cold.BlockGap) << mem.TickBits, warpGap: mem.InTicks(k.Cold.WarpGap)},
	}
	t.backward = int64(k.LoopSlots) * t.issue
	if r := s.Rates.L1BytesPerCycle; r > 0 {
		t.sectorL1 = mem.InTicks(float64(s.Global.SectorBytes) / r)
	}
	if r := k.Cold.WarpsPerCycle; r > 0 {
		t.warpStart = mem.InTicks(1 / r)
	}
	t.shareByte = mem.InTicks(k.Copy.ShareByte)
	if !ideal.Bandwidth {
		t.loads.line, t.loads.sector = mem.InTicks(m.SMRequest), mem.InTicks(m.SMSector)
		t.stores.line, t.stores.sector = mem.InTicks(cmp.Or(m.StoreLine, m.SMRequest)), mem.InTicks(cmp.Or(m.StoreSector, m.SMSector))
		t.atomics = t.stores
		if m.AtomicLine > 0 {
			t.atomics.line, t.atomics.sector = mem.InTicks(m.AtomicLine), mem.InTicks(m.AtomicLine)
		}
	}
	return t
}

// op is a decoded instruction.
type op struct {
	isa.Op
	busy     int64 // ticks for which it occupies its unit
	line     int   // of a parameter: its line of the constant bank, plus 1
	codeLine int32 // its line of code
	// Of copies without registers and of barriers in shared memory:
	mod          ir.Mod
	past         bool  // it bypasses L1
	left         int   // groups that may be under way when the warp goes on
	start, issue int   // of a bulk copy: cycles until it begins, and until the warp goes on
	issueLane    int   // cycles per lane, if several copy
	bulkLine     int64 // ticks per line of a bulk copy
}

// copy sets the times of a copy without registers, or of what awaits one.
func (o *op) copy(k *arch.CopyClock, in *ir.Instr) {
	o.mod, o.past = in.Mod, o.Kind == isa.Bulk || in.Op == ir.CopyAsync && in.Mod == ir.CopyFar
	switch {
	case o.Kind == isa.CopyGroup:
		o.left = int(in.Src[0].Imm)
	case o.Kind != isa.Bulk:
	case in.Op == ir.CopyReduce:
		o.start, o.issue, o.bulkLine = k.StoreStart, k.Reduce, mem.InTicks(k.ReduceLine)
	case in.Mod == ir.BulkStore:
		o.start, o.issue, o.bulkLine = k.StoreStart, k.Store, mem.InTicks(k.StoreLine)
	default:
		o.start, o.issue, o.bulkLine = k.Start, k.Issue, mem.InTicks(k.Line)
	}
	o.issueLane = max(o.issue, k.IssueLane)
	if in.Op == ir.CopyBox && in.Mod == ir.BulkLoad {
		o.start += k.Box
	}
}

// decode decodes a kernel and returns how many entries a scoreboard has.
func decode(s *arch.Spec, k *Kernel) (ops []op, entries int) {
	decoded, entries := isa.Decode(s, k.Instrs, k.Registers)
	for pc, in := range k.Instrs {
		o := op{Op: decoded[pc], busy: mem.InTicks(decoded[pc].Busy)}
		if n := s.Caches.Const.LineBytes; o.Kind == isa.Param && n > 0 {
			o.line = (s.Bank.Params+int(in.Off))/n + 1
		}
		o.copy(&s.Clock.Copy, in)
		ops = append(ops, o)
	}
	return ops, entries
}

// Issued returns how many instructions are issued, by how often each is executed.
func (p *Program) Issued(executed []float64) (sum float64) {
	for pc, n := range executed {
		if k := p.ops[pc].Kind; k != isa.Fallthrough && k != isa.Renaming {
			sum += n
		}
	}
	return sum
}

// runLengths returns, by PC, how many instructions follow up to the next branch.
func runLengths(ops []op) []int {
	n := make([]int, len(ops)+1)
	for pc := len(ops) - 1; pc >= 0; pc-- {
		switch ops[pc].Kind {
		case isa.Fallthrough:
		case isa.Renaming:
			n[pc] = n[pc+1]
		case isa.Branch, isa.Exit:
			n[pc] = 1
		default:
			n[pc] = n[pc+1] + 1
		}
	}
	return n[:len(ops)]
}
