package clock

// This file is the SM a second time, as plainly as it can be said: in each cycle,
// each scheduler looks at all its warps. It knows no memory but the shared one
// and the parameters.

import (
	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/memsys"
	"gpucourse/gpusim/internal/trace"
)

// slowSM is one SM with all that is on it.
type slowSM struct {
	Launch
	program *program
	t       times
	ops     []op
	warps   []*slowWarp // slot after slot
	live    []int       // by slot: warps that have not ended
	free    []int64     // by scheduler: when it can issue again
	read    []map[readAt]bool
	last    []*slowWarp // by scheduler: which it issued last
	unit    [][arch.NumUnits]int64
	turn    int
	next    int // block

	pipe, barriers, starts, retired int64         // ticks
	param                           map[int]int64 // when each line is there
	code                            map[int]int64 // when each line is there; nil when all are

	byPC       []PC
	ended      int
	warpCycles int64
}

// readAt is a bank and a cycle in which it reads.
type readAt struct {
	bank int
	at   int64
}

// slowWarp is a warp and what it has still to execute.
type slowWarp struct {
	slot, sched int
	steps       []step
	began, said int64 // said: up to when its time is accounted for
	after       int64 // it may not issue before
	why         Reason
	held, gone  bool
	regs        map[int32]slowValue
	before      *ir.Instr // in the basic block
	passes      int64     // ticks: when the pipeline is through with its last access
}

// slowValue is when a register is there.
type slowValue struct {
	at   int64
	unit arch.Unit
	why  Reason
}

// playSlowly plays the program of a launch on a device of one SM.
func playSlowly(p *program, l Launch) *Result {
	m := &slowSM{
		Launch: l, program: p, t: newTimes(l.Spec), ops: decode(l.Spec, p.instrs, p.numbers),
		param: map[int]int64{}, byPC: make([]PC, len(p.instrs)),
	}
	if !l.Warm && l.Spec.Clock.Cold.CodeLine > 0 {
		m.code = map[int]int64{}
	}
	n := l.Spec.Clock.Schedulers
	m.free, m.last, m.unit = make([]int64, n), make([]*slowWarp, n), make([][arch.NumUnits]int64, n)
	for range n {
		m.read = append(m.read, map[readAt]bool{})
	}
	for slot := range min(l.Resident, l.Blocks) {
		for i := range l.Warps {
			m.warps = append(m.warps, &slowWarp{slot: slot, sched: (slot*l.Warps + i) % n, gone: true})
		}
		m.live = append(m.live, 0)
		m.begin(slot, 0)
	}
	for now := int64(0); m.ended < l.Blocks; now++ {
		first := m.turn
		for i := range n {
			if id := (first + i) % n; m.free[id] <= now {
				if w := m.choose(id, now); w != nil {
					m.issue(w, now)
				}
			}
		}
	}
	return &Result{Cycles: uint64(m.retired/ticks) + uint64(l.Spec.Rates.LaunchCycles), ByPC: m.byPC, WarpCycles: uint64(m.warpCycles)}
}

// begin gives a slot the next block, if there is one.
func (m *slowSM) begin(slot int, at int64) {
	if m.next == m.Blocks {
		return
	}
	from := max(m.starts, at*ticks)
	m.live[slot] = m.Warps
	for i := range m.Warps {
		w := m.warps[slot*m.Warps+i]
		*w = slowWarp{slot: slot, sched: w.sched, steps: m.program.blocks[m.next][i], regs: map[int32]slowValue{}}
		w.began = (from + int64(i+1)*m.t.warpStart) / ticks
		w.said = w.began
		m.lead(w, w.began, Wait)
	}
	m.starts = from + max(int64(m.Warps)*max(m.t.warpStart, m.t.warpGap), m.t.blockGap)
	m.next++
}

// lead says when a warp's next instruction may issue at the earliest, its operands
// left aside.
func (m *slowSM) lead(w *slowWarp, after int64, why Reason) {
	for m.ops[w.steps[0].pc].kind == falls {
		w.steps, w.before = w.steps[1:], nil
	}
	w.after, w.why = after, why
	if m.code == nil {
		return
	}
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
		w.after, w.why = there, NoInstruction
	}
}

// ready is when a warp's next instruction can issue as far as the warp is
// concerned, and what it waits for.
func (m *slowSM) ready(w *slowWarp) (at int64, why Reason) {
	if at, why = m.operands(w); at > w.after {
		return at, why
	}
	return w.after, w.why
}

// operands is when the last operand of a warp's next instruction is there.
func (m *slowSM) operands(w *slowWarp) (at int64, why Reason) {
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
func (m *slowSM) full() int64 { return (m.pipe - queueTicks) >> tickBits }

// can reports whether a warp can issue now.
func (m *slowSM) can(w *slowWarp, now int64) bool {
	if w.gone || w.held {
		return false
	}
	o := &m.ops[w.steps[0].pc]
	at, _ := m.ready(w)
	return at <= now && m.unit[w.sched][o.unit]>>tickBits <= now && (!inQueue(o) || m.full() <= now)
}

func inQueue(o *op) bool { return o.kind == memory || o.kind == atomic || o.kind == shared }

// choose returns the warp that a scheduler issues now: that of its last issue if it
// can at once, else the one that has been ready for longest, else none.
func (m *slowSM) choose(sched int, now int64) (best *slowWarp) {
	if w := m.last[sched]; w != nil && m.free[sched] == now && m.can(w, now) {
		return w
	}
	least := int64(never)
	for _, w := range m.warps {
		if w.sched != sched || !m.can(w, now) {
			continue
		}
		if at, _ := m.ready(w); at < least {
			least, best = at, w
		}
	}
	return best
}

// spend accounts for a warp's time.
func (m *slowSM) spend(w *slowWarp, until int64, why Reason) {
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
	now = m.fetch(w, now)
	m.spend(w, now, Dispatch)
	m.free[w.sched], m.last[w.sched], m.turn = now+o.holds*int64(m.Spec.Clock.IssueCycles), w, w.sched+1
	m.execute(w, o, now)
	if m.Spec.Clock.Issue < 2 || o.kind != plain {
		return
	}
	next := &m.ops[w.steps[0].pc]
	if at, _ := m.operands(w); next.kind == plain && next.slots == 1 && at <= now && w.after <= m.free[w.sched] && m.unit[w.sched][next.unit]>>tickBits <= now {
		m.execute(w, next, now)
	}
}

// fetch returns when an instruction that is issued now begins: when each of its passes
// finds cycles enough in which the banks of its registers do not read already.
func (m *slowSM) fetch(w *slowWarp, now int64) int64 {
	pc := w.steps[0].pc
	in, k := m.program.instrs[pc], &m.Spec.Clock
	passes := max(1, k.Ops[classOf(in)].Reads)
	places := in.Places
	if passes == 1 && m.last[w.sched] == w {
		places = without(in, w.before)
	}
	w.before = in
	if in.Op.Facts().Term {
		w.before = nil
	}
	if k.RegisterBanks == 0 {
		return now
	}
	for ; ; now++ {
		if list, ok := m.slots(w.sched, wordsIn(places, k.RegisterBanks), passes, now+int64(readLate(k, m.ops[pc].unit))); ok {
			for _, x := range list {
				m.read[w.sched][x] = true
			}
			return now
		}
	}
}

// slots finds the cycles in which banks can read so many registers from a cycle on.
func (m *slowSM) slots(sched int, words [arch.MostBanks]int, passes int, from int64) (list []readAt, ok bool) {
	k := &m.Spec.Clock
	within := max(k.ReadCycles, words[0], words[1])
	for pass := range passes {
		for bank, n := range words {
			first := from + int64(pass*max(k.ReadCycles, n))
			for i := first; i < first+int64(within) && n > 0; i++ {
				if x := (readAt{bank, i}); !m.read[sched][x] {
					list, n = append(list, x), n-1
				}
			}
			if n > 0 {
				return nil, false
			}
		}
	}
	return list, true
}

// tell accounts for the time of a warp that issues now.
func (m *slowSM) tell(w *slowWarp, o *op, now int64) {
	at, why := m.ready(w)
	m.spend(w, at, why)
	throttle := MathThrottle
	if o.unit == arch.UnitLSU {
		throttle = MemoryThrottle
	}
	m.spend(w, m.unit[w.sched][o.unit]>>tickBits, throttle)
	if inQueue(o) {
		m.spend(w, m.full(), MemoryThrottle)
	}
	m.spend(w, now, NotSelected)
}

// execute does an instruction.
func (m *slowSM) execute(w *slowWarp, o *op, now int64) {
	x, unit := w.steps[0], &m.unit[w.sched]
	unit[o.unit] = max(unit[o.unit], now*ticks) + o.busy
	unit[arch.NoUnit] = 0
	m.byPC[x.pc].Issued++
	w.said = m.free[w.sched]
	for _, r := range o.writes {
		w.regs[r] = slowValue{now + o.latency, o.unit, o.reason}
	}
	m.act(w, m.program.instrs[x.pc], o, x, now, w.said)
}

// act does what the instruction does besides.
func (m *slowSM) act(w *slowWarp, in *ir.Instr, o *op, x step, now, end int64) {
	k := &m.Spec.Clock
	switch {
	case in.Op == ir.Bar:
		w.held = true
		m.barriers = max(m.barriers, now*ticks) + m.t.barrierWarp
		m.meet(w.slot, now)
		return
	case in.Op == ir.Membar:
		w.steps = w.steps[1:]
		m.lead(w, max(end, now+int64(k.Fence)), Membar)
		return
	case in.Op == ir.Exit && len(w.steps) == 1:
		m.leave(w, now, end)
		return
	case in.Op.Facts().Term && w.steps[1].pc == x.pc+1:
		w.steps = w.steps[1:]
		m.lead(w, max(end, now+int64(k.NotTaken)), Branch)
		return
	case in.Op.Facts().Term:
		m.free[w.sched] += int64(k.TakenSlots * k.IssueCycles)
		w.steps = w.steps[1:]
		m.lead(w, max(end, now+int64(k.Taken)), Branch)
		return
	case in.Space == ir.Shared && x.access != nil:
		m.shared(w, in, o, x.access, now)
	case in.Space == ir.Param && o.line > 0:
		if _, asked := m.param[o.line]; !asked {
			m.param[o.line] = now + int64(k.Memory.ConstMid)
		}
		if there := m.param[o.line]; there > now+o.latency {
			w.regs[int32(in.Dst[0])] = slowValue{there, arch.NoUnit, ConstantMiss}
		}
	}
	w.steps = w.steps[1:]
	m.lead(w, end, Wait)
}

// shared gives an access of shared memory its turn in the pipeline.
func (m *slowSM) shared(w *slowWarp, in *ir.Instr, o *op, a *trace.Access, now int64) {
	k := &m.Spec.Clock.Memory
	n, latency := int64(memsys.Banks(m.Spec, a).Wavefronts), int64(k.Shared)
	if a.Kind == trace.Atomic {
		n, latency = n-int64(m.Spec.Shared.AtomicWavefronts), int64(k.SharedAtomic)
	}
	m.pipe = max(m.pipe, now*ticks) + n*m.t.wavefront
	start := m.pipe - n*m.t.wavefront
	if apart := int64(k.PassApart); apart > 1 {
		w.passes = max(w.passes+apart*n*m.t.wavefront, now*ticks+apart*n*m.t.wavefront, m.pipe)
		start = w.passes - apart*n*m.t.wavefront
	}
	for _, r := range o.writes {
		w.regs[r] = slowValue{start/ticks + latency + (n-1)*int64(k.SharedWavefront), arch.NoUnit, ShortScoreboard}
	}
}

// meet lets the warps of a block go on from a barrier when all are there.
func (m *slowSM) meet(slot int, now int64) {
	block := m.warps[slot*m.Warps : (slot+1)*m.Warps]
	for _, w := range block {
		if !w.gone && !w.held {
			return
		}
	}
	then := (max(m.barriers, now*ticks) + m.t.barrier) / ticks
	for _, w := range block {
		if w.held {
			m.spend(w, then, Barrier)
			w.held, w.steps = false, w.steps[1:]
			m.lead(w, then, Barrier)
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
	m.ended++
	m.retired = max(m.retired, end*ticks) + m.t.blockEnd
	m.begin(w.slot, m.retired/ticks+int64(m.Spec.Clock.Cold.Block))
}
