package check

// This file reports what asyncChecker finds in the learner's words.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// asyncRace is the first pair of accesses with two PCs and a problem.
type asyncRace struct {
	problem
	first, second elementAccess
	owner         *asyncBlock
	addr          uint64
	cause         cause
	count         uint64
}

// cause is what a thread has left out, where that is known.
type cause struct {
	waits  bool  // the thread that began the copy has not waited for it
	closed bool  // it waited, and the copy belonged to a closed group then
	newer  int   // groups closed between that group and the wait
	most   int   // groups that its wait lets be under way
	at     int32 // PC of the wait
}

// causeOf says what the thread that began a copy has left out.
func (c *asyncChecker) causeOf(x *touched, old *elementAccess) (why cause) {
	if old.kind != copies && old.kind != bulks || int(old.rank) != c.block.rank {
		return why
	}
	index := int(old.first) + old.mask.First()
	t := &c.block.threads[index]
	g := &t.copied
	if old.kind == bulks {
		g = &t.bulked
	}
	why = cause{waits: g.done < old.tick, most: g.waited, at: g.waitedAt}
	for _, last := range g.closed[:g.atWait] {
		if last >= old.tick {
			why.newer++
		}
	}
	why.closed = why.newer > 0
	why.newer--
	return why
}

// asyncCodes are the codes of problems.
var asyncCodes = [...]diag.Code{
	unordered: diag.SharedRace, conflict: diag.StoreConflict, sameValues: diag.SameValueRace, unawaited: diag.UnawaitedCopy, reused: diag.StageReuse,
	beingRead: diag.StageReuse, unfenced: diag.ProxyFence, unbegun: diag.BarrierUnready, early: diag.ClusterLifetime, late: diag.ClusterLifetime,
}

// code returns the code of a race.
func (r *asyncRace) code() diag.Code {
	if a, b := r.first.by, r.second.by; r.problem == unordered && a.block == b.block && a.warp == b.warp && r.first.kind == threads && r.second.kind == threads {
		return diag.WarpRace
	}
	return asyncCodes[r.problem]
}

// report counts a race and keeps the first one of its kind.
func (c *asyncChecker) report(r asyncRace) {
	key := raceKey{r.first.by.pc, r.second.by.pc, r.code()}
	known := c.races[key]
	if known == nil {
		known = &r
		c.races[key] = known
		c.order = append(c.order, known)
	}
	known.count++
}

// findings describes what was found. What concerns the same two lines and object is one finding.
func (c *asyncChecker) findings() ([]report.Finding, bool) {
	var list []located
	known := map[string]int{}
	for _, r := range c.order {
		f := c.finding(r)
		key := fmt.Sprintf("%v %#v %#v %s", f.Code, f.First.Pos, f.Second.Pos, c.launch.array(ir.Shared, r.addr, r.second.by.pc, r.first.by.pc))
		if i, ok := known[key]; ok {
			list[i].Count += f.Count
			continue
		}
		known[key] = len(list)
		list = append(list, located{f, key})
	}
	return append(c.productFindings(), sorted(list)...), c.complete
}

// finding describes a race: what comes first, and what does not wait for it.
func (c *asyncChecker) finding(r *asyncRace) report.Finding {
	l := c.launch
	first, second := l.participant(r.first.by), l.participant(r.second.by)
	first.Kind, second.Kind = r.first.access(), r.second.access()
	f := report.Finding{Tool: "racecheck", Title: "Race", First: first, Second: &second, Count: r.count}
	message, hint := c.words(r, &f)
	f.Diagnostic = diag.Diagnostic{Pos: first.Pos, Code: r.code(), Source: l.Line(first.Pos), Message: message, Hint: hint}
	return f
}

// access returns the kind of an access.
func (a *elementAccess) access() trace.Kind {
	switch {
	case a.strong && a.writes:
		return trace.Atomic
	case a.writes:
		return trace.Store
	}
	return trace.Load
}

// does names what an agent does to an element.
func (a *elementAccess) does() string {
	switch {
	case a.kind == products:
		return "read by the wgmma of"
	case a.kind == threads:
		return participles[a.access()] + " by"
	case a.kind == copies:
		return "filled by the asynchronous copy of"
	case a.writes:
		return "filled by the bulk copy of"
	}
	return "read by the bulk copy of"
}

// words describes a race and says what to do.
func (c *asyncChecker) words(r *asyncRace, f *report.Finding) (message, hint string) {
	l, kernel := c.launch, c.launch.Program.Kernel.Name
	a, b := &f.First, f.Second
	name := l.sharedElement(r.addr, r.second.by.pc, r.first.by.pc)
	first, second := "thread "+a.Thread.Index(), "thread "+b.Thread.Index()
	where := fmt.Sprintf("block %s of %s", a.Block.Index(), kernel)
	if a.Block != b.Block {
		first, second, where = first+" of block "+a.Block.Index(), second+" of block "+b.Block.Index(), kernel
	}
	pair := fmt.Sprintf("%s is %s %s, and %s %s%s", name, r.first.does(), first, r.second.does(), second, l.otherLine(a.Pos, b.Pos))
	switch r.problem {
	case unawaited:
		missing, advice := c.missingWait(r)
		return fmt.Sprintf("%s, %s, in %s", pair, missing, where), advice
	case reused:
		return pair + ", which has not waited until that is over, in " + where, reuseHint(r)
	case beingRead:
		return pair + ", though it may not have been read yet, in " + where, reuseHint(r)
	case unfenced:
		return pair + ", with no fence.proxy.async between, in " + where,
			"let each thread that writes execute fence.proxy.async.shared::cta after its writes, and wait at a barrier before the thread that begins the copy or wgmma goes on: bulk copies, boxes and wgmma see shared memory by another way than loads and stores do"
	case unbegun:
		return fmt.Sprintf("the mbarrier %s is set up by %s, and used by %s%s, with no barrier between, in %s", name, first, second, l.otherLine(a.Pos, b.Pos), where),
			"let the block wait between mbarrier.init and the first use of the mbarrier: fence.mbarrier_init and gpu.SyncThreads(); where other blocks use it, a barrier of the cluster"
	case early:
		return fmt.Sprintf("%s uses shared memory of block %s, which may not have begun, in %s", first, l.blockOf(r.owner), kernel),
			"let all blocks of the cluster meet before one uses the memory of another: gpu.ClusterSync()"
	case late:
		return fmt.Sprintf("shared memory of block %s is %s %s, and the block ends%s without waiting for that, in %s", l.blockOf(r.owner), r.first.does(), first, l.otherLine(a.Pos, b.Pos), kernel), lateHint(r)
	case conflict:
		return fmt.Sprintf("threads %s and %s of block %s write different values to %s in one instruction of their warp, in %s", a.Thread.Index(), b.Thread.Index(), a.Block.Index(), name, kernel), hints[diag.StoreConflict]
	case sameValues:
		return pair + ", the same value in no order, in " + where, hints[diag.SameValueRace]
	}
	code := r.code()
	switch {
	case code == diag.WarpRace:
		return pair + ", with no gpu.SyncWarp() between, in " + where, hints[code]
	case a.Block != b.Block:
		return pair + ", with no barrier of the cluster between, in " + where, "let the blocks of the cluster wait between the two: gpu.ClusterSync()"
	}
	return pair + ", with no barrier between, in " + where, hints[code]
}

// sharedElement names the element of shared memory at an address. PTX declares bytes, whatever they hold: then the first
// access by a load or a store says how large an element is.
func (l *Launch) sharedElement(addr uint64, pcs ...int32) string {
	v, lo := l.object(ir.Shared, addr, pcs)
	if v != nil && v.Elem.GoType == ir.U8.String() {
		for _, pc := range pcs {
			if in := l.Program.Instrs[pc]; in.Op.Facts().Memory && in.Type.Bytes() > 1 && v.Bytes != in.Type.Bytes() {
				return fmt.Sprintf("%s[%d]", v.Name, (addr-lo)/uint64(in.Type.Bytes()))
			}
		}
	}
	return l.element(ir.Shared, addr, pcs...)
}

// blockOf returns the index of a block.
func (l *Launch) blockOf(b *asyncBlock) string { return coordinates(b.index, l.Grid).Index() }

// missingWait says which wait for a copy is missing.
func (c *asyncChecker) missingWait(r *asyncRace) (missing, hint string) {
	const groups = "close the group with gpu.CommitCopies() and wait with gpu.WaitCopies(0), cp.async.wait_group in PTX, before the memory is used"
	const barrier = "; other threads need a barrier behind that wait, gpu.SyncThreads()"
	why, copier := &r.cause, "the thread that copies"
	if r.first.by == r.second.by || r.first.by.block == r.second.by.block && r.first.by.warp == r.second.by.warp && r.first.by.lane == r.second.by.lane {
		copier = "which"
	}
	switch {
	case r.first.kind == phases:
		return "which has not seen the end of the phase of the mbarrier that counts the copy",
			"wait for that phase with mbarrier.try_wait before the memory is used: the first phase of an mbarrier has parity 0, the next one 1, then 0 again; or wait at a barrier behind a thread that has waited"
	case !why.waits:
		return "with no barrier behind the wait of the thread that copies", "let the block wait behind gpu.WaitCopies (cp.async.wait_group), gpu.SyncThreads(): a thread waits for its own copies alone"
	case !why.closed || why.most < 0:
		return copier + " has not waited for it", groups + barrier
	}
	at := c.launch.Program.Kernel.Called(c.launch.Program.Instrs[why.at].Pos).Pos
	return fmt.Sprintf("%s has waited in line %d for all groups but the last %d, and this copy is in one of those", copier, at.Line, why.most),
		fmt.Sprintf("the number of groups closed after the one with this copy is %d: wait until at most %[1]d are under way, gpu.WaitCopies(%[1]d), cp.async.wait_group in PTX%[2]s", why.newer, barrier)
}

// reuseHint says how to wait until memory can be written again.
func reuseHint(r *asyncRace) string {
	switch r.first.kind {
	case bulks:
		return "wait with cp.async.bulk.wait_group.read in the thread that began the bulk copy before the memory is written again, and let others wait for that thread"
	case products:
		return "wait with wgmma.wait_group in the warps that compute before the memory is written again, and let the thread that copies wait for them"
	case copies, phases:
		return "wait before the second copy until the first one is over and all threads that use the stage have arrived, as at an mbarrier; or give each stage memory of its own"
	}
	return "let the thread that copies wait until all threads that use the stage have arrived: at a barrier, gpu.SyncThreads(), or at an mbarrier on which each of them arrives when it has read"
}

// lateHint says how a block waits for those that use its memory.
func lateHint(r *asyncRace) string {
	switch r.first.kind {
	case bulks:
		return "wait with cp.async.bulk.wait_group.read 0 in the thread that began the copy before it ends"
	case phases:
		return "wait for the phase of the mbarrier that counts the copy before the block ends"
	}
	return "let the blocks of the cluster meet before one ends whose memory others use: gpu.ClusterSync()"
}
