package timing

// This file is the SM a second time, as plainly as it can be said: in each cycle,
// each scheduler looks at all its warps. It knows no memory but the shared one
// and the parameters.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
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
	halves  [][2]int64  // by scheduler: when each half of the multipliers is free, the second of which does integers
	lost    []int64     // ticks, by scheduler: parts of cycles that branches took
	frozen  []int64     // by scheduler: cycles in which it counted no waits
	last    []*slowWarp // by scheduler: which it issued last
	unit    [][arch.NumUnits]int64
	turn    int
	next    int // block

	pipe, barriers, starts, retired int64         // ticks
	param                           map[int]int64 // when each line is there
	code                            map[int]int64 // when each line is there; nil when all are

	byPC       []trace.InstrCycles
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
	why         trace.StallReason
	first       int64 // when the next instruction was ready, and why not before, had no scheduler been frozen
	firstWhy    trace.StallReason
	counted     int64 // when the last operand that is counted was there; never: it was not yet
	comes       int64 // when the last of the others is, of which the scheduler counts the end
	counts      int64 // from when on it does
	held, gone  bool
	regs        map[int32]slowValue
	before      *ir.Instr // in the basic block
	passes      int64     // ticks: when the pipeline is through with its last access
}

// slowValue is when a register is there.
type slowValue struct {
	at     int64
	unit   arch.Unit
	why    trace.StallReason
	frozen int64 // what its scheduler was then
}

// playSlowly plays the program of a launch on a device of one SM.
func playSlowly(p *program, l Launch) *trace.Timing {
	m := &slowSM{
		Launch: l, program: p, t: newTimes(l.Spec), ops: decode(l.Spec, p.instrs, p.numbers),
		param: map[int]int64{}, byPC: make([]trace.InstrCycles, len(p.instrs)),
	}
	if !l.Warm && l.Spec.Clock.Cold.CodeLine > 0 {
		m.code = map[int]int64{}
	}
	n := l.Spec.Clock.Schedulers
	m.free, m.last, m.unit = make([]int64, n), make([]*slowWarp, n), make([][arch.NumUnits]int64, n)
	m.frozen, m.lost, m.halves = make([]int64, n), make([]int64, n), make([][2]int64, n)
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
	return &trace.Timing{Cycles: uint64(m.retired/ticks) + uint64(l.Spec.Rates.LaunchCycles), ByPC: m.byPC, WarpCycles: uint64(m.warpCycles)}
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
		m.lead(w, w.began, trace.Wait)
	}
	m.starts = from + max(int64(m.Warps)*max(m.t.warpStart, m.t.warpGap), m.t.blockGap)
	m.next++
}

// lead says when a warp's next instruction may issue at the earliest, its operands
// left aside.
func (m *slowSM) lead(w *slowWarp, after int64, why trace.StallReason) {
	for m.ops[w.steps[0].pc].kind == falls {
		w.steps, w.before = w.steps[1:], nil
	}
	w.after, w.why, w.counted = after, why, never
	if m.code != nil {
		m.leadCode(w, after)
	}
	at, counted, late := m.operands(w)
	w.comes, w.counts = at, at-int64(m.Spec.Clock.Returns)
	if w.first, w.firstWhy = w.after, w.why; at > w.first {
		w.first, w.firstWhy = at, late
	}
	if counted > w.first {
		w.first, w.firstWhy = counted, trace.Wait
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

// ready is when a warp's next instruction can issue as far as the warp is concerned.
func (m *slowSM) ready(w *slowWarp) int64 {
	_, counted, _ := m.operands(w)
	return max(w.after, w.comes, counted)
}

// operands is when the last operand of a warp's next instruction comes, and when the last
// has been counted.
func (m *slowSM) operands(w *slowWarp) (comes, counted int64, why trace.StallReason) {
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
		if v.why == trace.Wait {
			counted = max(counted, min(then+m.frozen[w.sched]-v.frozen, w.counted))
		} else if then > comes {
			comes, why = then, v.why
		}
	}
	return comes, counted, why
}

// freeze stops the counting of waits of a scheduler's warps from a cycle on.
func (m *slowSM) freeze(sched int, from, cycles int64) {
	for _, w := range m.warps {
		if w.sched != sched || w.gone || w.held {
			continue
		}
		_, last, _ := m.operands(w)
		if last <= from {
			w.counted = last
		}
		if w.comes > from {
			w.comes += max(0, from+cycles-max(from, w.counts))
		}
	}
	m.frozen[sched] += cycles
}

// full is until when the memory pipeline takes nothing.
func (m *slowSM) full() int64 { return (m.pipe - queueTicks) >> tickBits }

// can reports whether a warp can issue now.
func (m *slowSM) can(w *slowWarp, now int64) bool {
	if w.gone || w.held {
		return false
	}
	o := &m.ops[w.steps[0].pc]
	return m.ready(w) <= now && m.busy(w.sched, o)>>tickBits <= now && (!inQueue(o) || m.full() <= now)
}

// divided reports whether multipliers have two halves.
func (m *slowSM) divided() bool { return m.Spec.Clock.Ops[arch.ClassMul].Half }

// busy is until when what an instruction needs is busy, in ticks.
func (m *slowSM) busy(sched int, o *op) int64 {
	switch x := m.halves[sched]; {
	case o.unit != arch.UnitFMA || !m.divided():
		return m.unit[sched][o.unit]
	case o.half:
		return x[1]
	default:
		return min(x[0], x[1])
	}
}

// use keeps what an instruction needs busy.
func (m *slowSM) use(sched int, o *op, now int64) {
	if o.unit != arch.UnitFMA || !m.divided() {
		unit := &m.unit[sched]
		unit[o.unit] = max(unit[o.unit], now*ticks) + o.busy
		unit[arch.NoUnit] = 0
		return
	}
	x := &m.halves[sched]
	for i := range x {
		takes := o.busy
		switch {
		case i == 0 && o.half:
			continue
		case !o.half && o.slots == 1:
			if takes *= 2; i == 0 && x[0] > now*ticks {
				continue
			}
		}
		x[i] = max(x[i], now*ticks) + takes
		if takes > o.busy {
			return
		}
	}
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
		if at := m.ready(w); at < least {
			least, best = at, w
		}
	}
	return best
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
	issue := int64(m.Spec.Clock.IssueCycles)
	if at := m.fetch(w, now); at > now {
		m.freeze(w.sched, now+issue, at-now)
		m.spend(w, at, trace.Dispatch)
		now = at
	}
	m.free[w.sched], m.last[w.sched], m.turn = now+o.holds*issue, w, w.sched+1
	m.execute(w, o, now)
	if m.Spec.Clock.Issue < 2 || o.kind != plain {
		return
	}
	next := &m.ops[w.steps[0].pc]
	if comes, counted, _ := m.operands(w); next.kind == plain && next.slots == 1 && max(comes, counted) <= now && w.after <= m.free[w.sched] && m.busy(w.sched, next)>>tickBits <= now {
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
	m.spend(w, min(w.first, now), w.firstWhy)
	why := trace.Wait
	if m.ready(w) == w.comes {
		why = w.firstWhy
	}
	m.spend(w, m.ready(w), why)
	throttle := trace.MathThrottle
	if o.unit == arch.UnitLSU {
		throttle = trace.MemoryThrottle
	}
	m.spend(w, m.busy(w.sched, o)>>tickBits, throttle)
	if inQueue(o) {
		m.spend(w, m.full(), trace.MemoryThrottle)
	}
	m.spend(w, now, trace.NotSelected)
}

// execute does an instruction.
func (m *slowSM) execute(w *slowWarp, o *op, now int64) {
	x := w.steps[0]
	m.use(w.sched, o, now)
	m.byPC[x.pc].Issued++
	w.said = m.free[w.sched]
	for _, r := range o.writes {
		w.regs[r] = slowValue{now + o.latency, o.unit, o.reason, m.frozen[w.sched]}
	}
	if held := (o.holds - o.slots) * int64(m.Spec.Clock.IssueCycles); held > 0 {
		m.freeze(w.sched, now+int64(m.Spec.Clock.IssueCycles), held)
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
		m.lost[w.sched] += m.t.lost(w.steps[1].pc > x.pc)
		m.free[w.sched] += m.lost[w.sched] / ticks
		m.lost[w.sched] %= ticks
		w.steps = w.steps[1:]
		m.lead(w, max(end, now+int64(k.Taken)), trace.Branch)
		return
	case in.Space == ir.Shared && x.access != nil:
		m.shared(w, in, o, x.access, now)
	case in.Space == ir.Param && o.line > 0:
		if _, asked := m.param[o.line]; !asked {
			m.param[o.line] = now + int64(k.Memory.ConstMid)
		}
		if there := m.param[o.line]; there > now+o.latency {
			w.regs[int32(in.Dst[0])] = slowValue{there, arch.NoUnit, trace.ConstantMiss, 0}
		}
	}
	w.steps = w.steps[1:]
	m.lead(w, end, trace.Wait)
}

// shared gives an access of shared memory its turn in the pipeline.
func (m *slowSM) shared(w *slowWarp, in *ir.Instr, o *op, a *trace.Access, now int64) {
	k := &m.Spec.Clock.Memory
	n, latency := int64(coalesce.Banks(m.Spec, a).Wavefronts), int64(k.Shared)
	if a.Kind == trace.Atomic {
		n, latency = n-int64(m.Spec.Shared.AtomicWavefronts), int64(k.SharedAtomic)
	}
	m.pipe = max(m.pipe, now*ticks) + n*m.t.wavefront
	takes := max(1, int64(k.PassApart)) * n * m.t.wavefront
	w.passes = max(w.passes+takes, now*ticks+takes, m.pipe)
	start := w.passes - takes
	for _, r := range o.writes {
		w.regs[r] = slowValue{start/ticks + latency + (n-1)*int64(k.SharedWavefront), arch.NoUnit, trace.ShortScoreboard, 0}
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
	m.ended++
	m.retired = max(m.retired, end*ticks) + m.t.blockEnd
	m.begin(w.slot, m.retired/ticks+int64(m.Spec.Clock.Cold.Block))
}
