package timing

// This file is the SM a second time, as plainly as it can be said: in each cycle,
// each scheduler looks at all its warps. It knows no memory but the shared one
// and the parameters.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// slowSM is one SM with all that is on it.
type slowSM struct {
	Launch
	program *program
	ops     []slowOp
	warps   []*slowWarp // slot after slot
	live    []int       // by slot: warps that have not ended
	free    []int64     // by scheduler: when it can issue again
	last    []*slowWarp // by scheduler: which it issued last
	unit    [][arch.NumUnits]int64
	tensor  map[int]int64 // by scheduler, mem.Ticks: when the next product of four warps can begin
	turn    int
	next    int // block

	pipe, barriers, starts, retired int64         // mem.Ticks
	param                           map[int]int64 // when each line is there
	code                            map[int]int64 // when each line is there; nil when all are

	byPC       []trace.InstrCycles
	emptied    []emptied // in the current cycle
	ended      int
	warpCycles int64
}

// emptied is a slot whose block ended.
type emptied struct {
	end  int64
	slot int
}

// slowWarp is a warp and what it has still to execute.
type slowWarp struct {
	slot, sched int
	steps       []step
	began, said int64 // said: up to when its time is accounted for
	turn        int64 // tick from which its next access passes
	after       int64 // it may not issue before
	why         trace.StallReason
	held, gone  bool
	serial      int64 // cycles that it spent on the sequences just before
	sequence    int64 // when its next sequence may issue
	regs        map[int32]slowValue
	product     int64   // when its last product of four warps is done
	products    []int64 // the same at the end of each group
}

// slowValue is when a register is there.
type slowValue struct {
	at   int64
	unit arch.Unit
	why  trace.StallReason
}

// playSlowly plays the program of a launch on a device of one SM.
func playSlowly(p *program, l Launch) *trace.Timing {
	m := &slowSM{
		Launch: l, program: p, ops: decodeSlowly(l.Spec, p.instrs, p.registers),
		param: map[int]int64{}, tensor: map[int]int64{}, byPC: make([]trace.InstrCycles, len(p.instrs)),
	}
	if !l.Warm && l.Spec.Clock.Cold.CodeLine > 0 {
		m.code = map[int]int64{}
	}
	n := l.Spec.Clock.Schedulers
	m.free, m.last, m.unit = make([]int64, n), make([]*slowWarp, n), make([][arch.NumUnits]int64, n)
	for slot := range min(l.Resident, l.Blocks()) {
		for i := range l.Warps() {
			m.warps = append(m.warps, &slowWarp{slot: slot, sched: (slot*l.Warps() + i) % n, gone: true})
		}
		m.live = append(m.live, 0)
		m.begin(slot, 0)
	}
	for now := int64(0); m.ended < l.Blocks(); now++ {
		first := m.turn
		for i := range n {
			if id := (first + i) % n; m.free[id] <= now {
				if w := m.choose(id, now); w != nil {
					m.issue(w, now)
				}
			}
		}
		m.refill()
	}
	return &trace.Timing{Cycles: uint64(m.retired/mem.Ticks) + uint64(l.Spec.Rates.LaunchCycles), ByPC: m.byPC, WarpCycles: uint64(m.warpCycles)}
}

// begin gives a slot the next block, if there is one.
func (m *slowSM) begin(slot int, at int64) {
	if m.next == m.Blocks() {
		return
	}
	from := max(m.starts, at*mem.Ticks)
	m.live[slot] = m.Warps()
	for i := range m.Warps() {
		w := m.warps[slot*m.Warps()+i]
		*w = slowWarp{slot: slot, sched: w.sched, steps: m.program.blocks[m.next][i], regs: map[int32]slowValue{}}
		w.began = (from + int64(i+1)*ticksOf(1/m.Spec.Clock.Cold.WarpsPerCycle)) / mem.Ticks
		w.said = w.began
		m.lead(w, w.began, trace.Wait)
	}
	m.starts = from + max(int64(m.Warps())*max(ticksOf(1/m.Spec.Clock.Cold.WarpsPerCycle), ticksOf(m.Spec.Clock.Cold.WarpGap)), ticksOf(float64(m.Spec.Clock.Cold.BlockGap)))
	m.next++
}

// lead says when a warp's next instruction may issue at the earliest, its operands
// left aside.
func (m *slowSM) lead(w *slowWarp, after int64, why trace.StallReason) {
	for m.ops[w.steps[0].pc].kind == falls {
		w.steps = w.steps[1:]
	}
	if next := &m.ops[w.steps[0].pc]; next.serial > 0 && w.sequence > after {
		after, why = w.sequence, trace.Wait
	}
	w.after, w.why = after, why
	if m.code != nil {
		m.leadCode(w, after)
	}
	if at, late := m.operands(w); at > w.after {
		w.after, w.why = at, late
	}
}

// leadCode lets a warp wait for its next instruction.
func (m *slowSM) leadCode(w *slowWarp, after int64) {
	k, bytes := &m.Spec.Clock.Cold, 0
	for pc := range w.steps[0].pc {
		bytes += int(m.ops[pc].slots) * k.InstructionBytes
	}
	line := bytes / k.CodeLine
	if _, asked := m.code[line]; !asked {
		lines, takes := k.CodeAhead/k.CodeLine+1, k.CodeMiss
		if len(m.code) == 0 {
			lines, takes = k.CodeFirst/k.CodeLine, k.CodeCold
		}
		for i := range lines {
			if _, asked := m.code[line+i]; !asked {
				m.code[line+i] = after + int64(takes)
			}
		}
	}
	if there := m.code[line]; there > after {
		w.after, w.why = there, trace.NoInstruction
	}
}

// operands is when the last operand of a warp's next instruction is there, and why not
// before.
func (m *slowSM) operands(w *slowWarp) (at int64, why trace.StallReason) {
	o := &m.ops[w.steps[0].pc]
	for _, r := range o.reads {
		v := w.regs[r]
		then := v.at
		if v.unit != arch.NoUnit && v.unit != o.unit {
			if o.unit == arch.UnitLSU {
				then += int64(m.Spec.Clock.CrossLSU)
			} else {
				then += int64(m.Spec.Clock.CrossUnit)
			}
		}
		if then > at {
			at, why = then, v.why
		}
	}
	return at, why
}

// full is until when the memory pipeline takes nothing.
func (m *slowSM) full() int64 { return (m.pipe - queueTicks) >> mem.TickBits }

// can reports whether a warp can issue now.
func (m *slowSM) can(w *slowWarp, now int64) bool {
	if w.gone || w.held {
		return false
	}
	o := &m.ops[w.steps[0].pc]
	return w.after <= now && m.unit[w.sched][o.unit]>>mem.TickBits <= now && (!o.queued || m.full() <= now)
}

// queueTicks is how much work the load/store unit takes before it keeps warps waiting.
const queueTicks = 24 * mem.Ticks

// choose returns the warp that a scheduler issues now, if any: by the policy, of all that
// can.
func (m *slowSM) choose(sched int, now int64) (best *slowWarp) {
	last := m.last[sched]
	if last != nil && m.Spec.Clock.Policy != arch.LooseRoundRobin && m.free[sched] == now && m.can(last, now) {
		return last
	}
	for _, w := range m.warps {
		if w.sched == sched && m.can(w, now) && (best == nil || m.before(w, best, last)) {
			best = w
		}
	}
	return best
}

// before reports whether warp a, which comes after warp b in their order, issues before it.
func (m *slowSM) before(a, b, last *slowWarp) bool {
	switch m.Spec.Clock.Policy {
	case arch.GreedyThenOldest:
		return a.began < b.began
	case arch.LooseRoundRobin:
		at, of, to := slices.Index(m.warps, a), slices.Index(m.warps, b), max(0, slices.Index(m.warps, last))
		return at > to && of <= to
	}
	return a.after < b.after
}

// spend accounts for a warp's time.
func (m *slowSM) spend(w *slowWarp, until int64, why trace.StallReason) {
	if until > w.said {
		m.byPC[w.steps[0].pc].Stalls[why] += uint64(until - w.said)
		w.said = until
	}
}

// issue executes a warp's next instruction, and where schedulers issue two, one
// more that is arithmetic, needs nothing of the first, and has a free unit.
func (m *slowSM) issue(w *slowWarp, now int64) {
	o := &m.ops[w.steps[0].pc]
	m.tell(w, o, now)
	m.free[w.sched], m.last[w.sched], m.turn = now+o.slots*int64(m.Spec.Clock.IssueCycles), w, w.sched+1
	m.execute(w, o, now)
	if m.Spec.Clock.Issue < 2 || o.kind != plain {
		return
	}
	next := &m.ops[w.steps[0].pc]
	if at, _ := m.operands(w); next.kind == plain && next.slots == 1 && at <= now && w.after <= m.free[w.sched] && m.unit[w.sched][next.unit]>>mem.TickBits <= now {
		m.execute(w, next, now)
	}
}

// tell accounts for the time of a warp that issues now.
func (m *slowSM) tell(w *slowWarp, o *slowOp, now int64) {
	m.spend(w, min(w.after, now), w.why)
	m.spend(w, m.unit[w.sched][o.unit]>>mem.TickBits, o.throttle)
	if o.queued {
		m.spend(w, m.full(), o.throttle)
	}
	m.spend(w, now, trace.NotSelected)
}

// execute does an instruction.
func (m *slowSM) execute(w *slowWarp, o *slowOp, now int64) {
	x := w.steps[0]
	unit := &m.unit[w.sched]
	unit[o.unit] = max(unit[o.unit], now*mem.Ticks) + o.busy
	unit[arch.NoUnit] = 0
	m.byPC[x.pc].Issued++
	w.said = m.free[w.sched]
	at := now + o.latency
	if o.serial > 0 {
		ready, _ := m.operands(w)
		begin := min(now, max(ready, now-w.serial))
		at = max(begin+o.latency, now+o.serial)
		w.serial, w.sequence = now+o.serial-begin, now+o.serial
	} else {
		w.serial = 0
	}
	for _, r := range o.writes {
		w.regs[r] = slowValue{at, o.unit, o.reason}
	}
	m.act(w, m.program.instrs[x.pc], o, x, now, w.said)
}

// act does what the instruction does besides.
func (m *slowSM) act(w *slowWarp, in *ir.Instr, o *slowOp, x step, now, end int64) {
	k := &m.Spec.Clock
	switch {
	case in.Op == ir.Bar:
		w.held = true
		m.barriers = max(m.barriers, now*mem.Ticks) + ticksOf(m.Spec.Clock.BarrierWarp)
		m.meet(w.slot, now)
		return
	case in.Op == ir.Membar:
		w.steps = w.steps[1:]
		m.lead(w, max(end, now+int64(k.Fence)), trace.Membar)
		return
	case in.Op == ir.Exit && len(w.steps) == 1:
		m.leave(w, now, end)
		return
	case in.Op.Facts().Term && w.steps[1].pc == x.pc+1:
		w.steps = w.steps[1:]
		m.lead(w, max(end, now+int64(k.NotTaken)), trace.Branch)
		return
	case in.Op.Facts().Term:
		if w.steps[1].pc < x.pc {
			m.free[w.sched] += int64(k.LoopSlots * k.IssueCycles)
		}
		w.steps = w.steps[1:]
		m.lead(w, max(end, now+int64(k.Taken)), trace.Branch)
		return
	case in.Op == ir.GroupProduct:
		takes := o.busy
		if x.access != nil {
			takes = max(takes, int64(coalesce.Banks(m.Spec, x.access).Wavefronts)*ticksOf(m.Spec.Rates.L1WavefrontCycles))
		}
		m.tensor[w.sched] = max(m.tensor[w.sched], now*mem.Ticks) + takes
		w.product = m.tensor[w.sched]/mem.Ticks + o.latency
	case in.Op == ir.ProductGroup && in.Mod == ir.ProductCommit && w.product > 0:
		w.products = append(w.products, w.product)
	case in.Op == ir.ProductGroup && in.Mod == ir.ProductWait:
		if n := len(w.products) - int(in.Src[0].Imm); n > 0 {
			end = max(end, w.products[n-1])
		}
		w.steps = w.steps[1:]
		m.lead(w, end, trace.MathThrottle)
		return
	case in.Op == ir.LoadMatrix || in.Op == ir.StoreMatrix, in.Space == ir.Shared && (in.Op == ir.Ld || in.Op == ir.St || in.Op == ir.Atom):
		m.shared(w, in, o, x.access, now)
	case in.Space == ir.Param && o.line > 0:
		if _, asked := m.param[o.line]; !asked {
			m.param[o.line] = now + int64(k.Memory.ConstMid)
		}
		if there := m.param[o.line]; there > now+o.latency {
			w.regs[o.writes[0]] = slowValue{there, arch.NoUnit, trace.ConstantMiss}
		}
	}
	w.steps = w.steps[1:]
	if o.parts {
		end = max(end, now+o.serial)
	}
	m.lead(w, end, trace.Wait)
}

// shared gives an access of shared memory its turn in the pipeline, and behind the accesses of its warp. An access of
// no lane takes the time of one word.
func (m *slowSM) shared(w *slowWarp, in *ir.Instr, o *slowOp, a *trace.Access, now int64) {
	k := &m.Spec.Clock.Memory
	n, latency, pass := int64(1), int64(k.Shared), ticksOf(m.Spec.Rates.L1WavefrontCycles)
	if a != nil {
		if in.Op == ir.LoadMatrix && k.MatrixWavefront > 0 {
			pass = ticksOf(k.MatrixWavefront)
		}
		n = int64(coalesce.Banks(m.Spec, a).Wavefronts)
		if a.Kind == trace.Atomic {
			n, latency = n-int64(m.Spec.Shared.AtomicWavefronts), int64(k.SharedAtomic)
		}
	}
	m.pipe = max(m.pipe, now*mem.Ticks) + n*pass
	start := max(m.pipe-n*pass, w.turn)
	w.turn = start + n*int64(k.SharedWavefront)*mem.Ticks
	for _, r := range o.writes {
		w.regs[r] = slowValue{start/mem.Ticks + latency + (n-1)*int64(k.SharedWavefront), arch.NoUnit, trace.ShortScoreboard}
	}
}

// meet lets the warps of a block go on from a barrier when all are there.
func (m *slowSM) meet(slot int, now int64) {
	block := m.warps[slot*m.Warps() : (slot+1)*m.Warps()]
	for _, w := range block {
		if !w.gone && !w.held {
			return
		}
	}
	then := (max(m.barriers, now*mem.Ticks) + ticksOf(m.Spec.Clock.Barrier)) / mem.Ticks
	for _, w := range block {
		if w.held {
			m.spend(w, then, trace.Barrier)
			w.held, w.steps = false, w.steps[1:]
			m.lead(w, then, trace.Barrier)
		}
	}
}

// leave ends a warp.
func (m *slowSM) leave(w *slowWarp, now, end int64) {
	w.gone = true
	m.warpCycles += end - w.began
	if m.live[w.slot]--; m.live[w.slot] > 0 {
		m.meet(w.slot, now)
		return
	}
	m.emptied = append(m.emptied, emptied{end, w.slot})
}

// refill starts blocks where others ended in a cycle, in the order of the slots.
func (m *slowSM) refill() {
	slices.SortFunc(m.emptied, func(a, b emptied) int { return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.slot, b.slot)) })
	for _, e := range m.emptied {
		m.ended++
		m.retired = max(m.retired, e.end*mem.Ticks) + ticksOf(1/m.Spec.Clock.Cold.BlocksPerCycle)
		m.begin(e.slot, m.retired/mem.Ticks+int64(m.Spec.Clock.Cold.Block))
	}
	m.emptied = m.emptied[:0]
}

// ticksOf converts cycles.
func ticksOf(cycles float64) int64 { return mem.InTicks(cycles) }
