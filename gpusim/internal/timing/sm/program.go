package sm

// This file is what all SMs of a launch share: the decoded kernel and the device's times.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/timing/mem"
)

// Program is a kernel as the SMs of a device issue it.
type Program struct {
	Spec      *arch.Spec
	Warps     int // per block
	Ideal     mem.Ideal
	Follow    int   // blocks whose warps' spans are kept
	latency   int64 // cycles of L2
	t         times
	ops       []op
	runs      []int // by PC: instructions from there up to a branch
	registers int   // entries of a scoreboard
	code      codeLayout
}

// Kernel is what Compile needs to know of a kernel.
type Kernel struct {
	Instrs    []*ir.Instr // by PC
	Registers int         // that they name, with the one that is none
	Warps     int         // per block
	Warm      bool        // SMs have the code from a launch before
}

// NewProgram prepares a kernel for a device.
func NewProgram(s *arch.Spec, k Kernel, ideal mem.Ideal) *Program {
	p := &Program{Spec: s, Warps: k.Warps, Ideal: ideal, t: newTimes(s, ideal), ops: decode(s, k.Instrs, k.Registers), registers: k.Registers}
	p.runs = runLengths(p.ops)
	p.registers = renumber(p.ops, k.Instrs)
	if !k.Warm {
		p.code = layCode(s, p.ops)
	}
	return p
}

// times is what things take on an SM, in ticks where nothing else is said.
type times struct {
	issue, loop                        int64 // cycles between issues, and that a branch back costs its scheduler
	request, line, wavefront, sectorL1 int64 // of the load/store unit
	constRequest                       int64 // of the constant cache
	constLoad, constEach               int64 // of a scheduler
	portRequest, portSector            int64 // of the SM's port to L2
	storeLine, storeSector             int64 // of the same
	barrier, barrierWarp               int64
	warpStart, blockGap, warpGap       int64
}

func newTimes(s *arch.Spec, ideal mem.Ideal) times {
	k, m := &s.Clock, &s.Clock.Memory
	t := times{
		issue:   int64(max(1, k.IssueCycles)),
		request: mem.InTicks(m.L1Request), line: mem.InTicks(m.L1Line), wavefront: mem.InTicks(s.Rates.L1WavefrontCycles),
		constRequest: mem.InTicks(s.Rates.ConstRequestCycles), constLoad: mem.InTicks(m.ConstLoad), constEach: mem.InTicks(m.ConstEach),
		barrier: mem.InTicks(k.Barrier), barrierWarp: mem.InTicks(k.BarrierWarp),
		blockGap: int64(k.Cold.BlockGap) << mem.TickBits, warpGap: mem.InTicks(k.Cold.WarpGap),
	}
	t.loop = int64(k.LoopSlots) * t.issue
	if r := s.Rates.L1BytesPerCycle; r > 0 {
		t.sectorL1 = mem.InTicks(float64(s.Global.SectorBytes) / r)
	}
	if r := k.Cold.WarpsPerCycle; r > 0 {
		t.warpStart = mem.InTicks(1 / r)
	}
	if !ideal.Bandwidth {
		t.portRequest, t.portSector = mem.InTicks(m.SMRequest), mem.InTicks(m.SMSector)
		t.storeLine, t.storeSector = mem.InTicks(or(m.StoreLine, m.SMRequest)), mem.InTicks(or(m.StoreSector, m.SMSector))
	}
	return t
}

// or is v, or otherwise where v is 0.
func or(v, otherwise float64) float64 {
	if v == 0 {
		return otherwise
	}
	return v
}
