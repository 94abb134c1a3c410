package check

// This file reports findings in the learner's words.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/wording"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// hints says what to do about each kind of race.
var hints = map[diag.Code]string{
	diag.WarpRace:      "let the lanes wait for each other between the two: gpu.SyncWarp(), or gpu.SyncThreads() where other warps take part; since cc 7.0 lanes run in any order",
	diag.SharedRace:    "let the whole block wait between the two, gpu.SyncThreads(); in a loop also before its next round",
	diag.GlobalRace:    "let the whole block wait between the two, gpu.SyncThreads(); in a loop also before its next round",
	diag.BlockRace:     "let each block write elements of its own, use an atomic operation, or split the work into two launches",
	diag.StoreConflict: "let one thread write, or give each its own element; sums need gpu.AtomicAdd",
	diag.LostUpdate:    "give each thread elements of its own; where threads share one, read and write it in one atomic operation, such as gpu.AtomicAdd, or repeat gpu.AtomicCAS until it succeeds; a barrier helps only where they take turns",
	diag.SameValueRace: "let one thread write it",
	diag.FencedRace:    "let the reader load the data only after it has seen the flag; put a fence between data and flag in the threads on both sides; where one thread raises or reads the flag for others, let them meet it at a barrier",
}

// findings describes the races. Races between the same two lines give one finding. A
// warning, and a race within a warp, is left out when there is a graver one about the same
// lines. Races between the parts of a lost update have its cure.
func (r *raceChecker) findings() ([]report.Finding, bool) {
	var list []located
	known, grave, updates := map[string]int{}, map[string]int{}, r.updateParts()
	for _, c := range r.order {
		array := r.launch.array(c.space, c.addr, c.second.pc, c.first.pc)
		if parts := updates[array]; c.code != diag.LostUpdate && parts[c.firstPC] && parts[c.secondPC] {
			continue
		}
		f := r.finding(c)
		lines := fmt.Sprintf("%#v %#v %v", f.First.Pos, f.Second.Pos, array)
		grave[lines] = max(grave[lines], gravity(f.Code))
		if i, ok := known[lines+string(f.Code)]; ok {
			list[i].Count += f.Count
			continue
		}
		known[lines+string(f.Code)] = len(list)
		list = append(list, located{f, lines})
	}
	list = slices.DeleteFunc(list, func(f located) bool { return gravity(f.Code) < grave[f.lines] })
	return sorted(list), r.complete
}

// updateParts returns the PCs of the reads and writes of the lost updates, by array.
func (r *raceChecker) updateParts() map[string]map[int32]bool {
	parts := map[string]map[int32]bool{}
	for _, c := range r.order {
		if c.code != diag.LostUpdate {
			continue
		}
		array := r.launch.array(c.space, c.addr, c.second.pc, c.first.pc)
		if parts[array] == nil {
			parts[array] = map[int32]bool{}
		}
		for _, pc := range [...]int32{c.firstPC, c.secondPC} {
			parts[array][pc] = true
			for _, source := range r.flow.readsOf(pc) {
				parts[array][source] = true
			}
		}
	}
	return parts
}

// gravity orders the kinds of races: the cure of a graver one is one for the others. Where
// blocks race, a barrier does not help.
func gravity(c diag.Code) int {
	switch {
	case c.Warning():
		return 0
	case c == diag.WarpRace:
		return 1
	case c == diag.SharedRace, c == diag.GlobalRace, c == diag.StoreConflict:
		return 2
	}
	return 3
}

// single returns a finding about one thread.
func (l *Launch) single(p report.Participant, tool, title string, count uint64, code diag.Code, hint, message string) located {
	return located{Finding: report.Finding{
		Diagnostic: diag.Diagnostic{Pos: p.Pos, Code: code, Hint: hint, Source: l.Line(p.Pos), Message: message},
		Tool:       tool, Title: title, First: p, Count: count,
	}}
}

// sorted returns the findings, the gravest first, then by place.
func sorted(list []located) []report.Finding {
	slices.SortStableFunc(list, func(a, b located) int {
		order := cmp.Or(gravity(b.Code)-gravity(a.Code), comparePos(a.First.Pos, b.First.Pos))
		if order == 0 && a.Second != nil && b.Second != nil {
			order = comparePos(a.Second.Pos, b.Second.Pos)
		}
		return order
	})
	findings := make([]report.Finding, len(list))
	for i := range list {
		findings[i] = list[i].Finding
	}
	return findings
}

// located is a finding with a key of its two lines and of the object.
type located struct {
	report.Finding
	lines string
}

func comparePos(a, b diag.Pos) int {
	return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Col-b.Col)
}

// finding describes a race. Nothing orders the two accesses, so they are named in
// the order of the source.
func (r *raceChecker) finding(c *race) report.Finding {
	l := r.launch
	first, second := l.participant(c.first), l.participant(c.second)
	if comparePos(first.Pos, second.Pos) > 0 {
		first, second = second, first
	}
	f := report.Finding{Tool: "racecheck", Title: "Race", First: first, Second: &second, Count: c.count}
	f.Diagnostic = diag.Diagnostic{
		Pos: f.First.Pos, Code: c.code, Hint: r.hint(c), Source: l.Line(f.First.Pos),
		Message: l.message(&f, c),
	}
	return f
}

// message describes a finding: who accesses which element how, and which order is
// missing.
func (l *Launch) message(f *report.Finding, c *race) string {
	a, b := &f.First, f.Second
	name, kernel := l.element(c.space, c.addr, c.second.pc, c.first.pc), l.Program.Kernel.Name
	if c.code == diag.StoreConflict {
		return fmt.Sprintf("threads %s and %s of block %s write different values to %s in one instruction of their warp, in %s",
			a.Thread.Index(), b.Thread.Index(), a.Block.Index(), name, kernel)
	}
	first, second := "thread "+a.Thread.Index(), "thread "+b.Thread.Index()
	where := fmt.Sprintf("block %s of %s", a.Block.Index(), kernel)
	if a.Block != b.Block {
		first, second, where = first+" of block "+a.Block.Index(), second+" of block "+b.Block.Index(), kernel
	}
	if b.Kind != a.Kind {
		second = participles[b.Kind] + " by " + second
	} else {
		second = "by " + second
	}
	return fmt.Sprintf("%s is %s by %s, and %s%s, %s, in %s", name, participles[a.Kind], first, second, l.otherLine(a.Pos, b.Pos), missingOrder(c), where)
}

// hint says what to do about a race, by its cause.
func (r *raceChecker) hint(c *race) string {
	if r.storesOnce(c) {
		return hints[diag.StoreConflict]
	}
	for _, pc := range [...]int32{c.firstPC, c.secondPC} {
		switch in := r.launch.Program.Instrs[pc]; {
		case c.code == diag.BlockRace && in.Op == ir.Atom:
			return "let every block use atomic operations for it, gpu.AtomicAdd(&x, 0) to read it, or set it before the launch and read it after the launch"
		case c.code != diag.LostUpdate:
		case in.Mod == ir.AtomCas && len(r.flow.sources[pc]) > 0:
			return "look at what gpu.AtomicCAS returns: where it is not the value that was expected, nothing was written; repeat until it is"
		case len(r.flow.sources[pc]) > 0:
		case len(r.flow.compared[pc]) > 0:
			return "compare and write in one atomic operation, gpu.AtomicMax or gpu.AtomicMin; where there is none for the type, repeat gpu.AtomicCAS until it succeeds"
		case len(r.flow.claims[pc]) > 0:
			return "look and write in one atomic operation, gpu.AtomicCAS or gpu.AtomicExch, and go on only if it returns the value that was waited for"
		}
	}
	return hints[c.code]
}

// storesOnce reports whether threads of a block race by a store that each executes once: a
// barrier before or after it orders nothing.
func (r *raceChecker) storesOnce(c *race) bool {
	g := r.flow.g
	barrier := c.code == diag.WarpRace || c.code == diag.SharedRace || c.code == diag.GlobalRace
	return barrier && c.firstPC == c.secondPC && innerLoops(g.k)[g.blockOf[c.firstPC]] == nil
}

// otherLine names the line of the second access: its number and its text.
func (l *Launch) otherLine(here, pos diag.Pos) string {
	switch text := strings.TrimSpace(l.Line(pos)); {
	case here == pos:
		return ""
	case here.File != pos.File:
		return fmt.Sprintf(" at %s (%s)", pos.Where(), text)
	case here.Line != pos.Line:
		return fmt.Sprintf(" in line %d (%s)", pos.Line, text)
	}
	return " in the same line"
}

// participles names what each kind of access does to an element.
var participles = [...]string{trace.Load: "read", trace.Store: "written", trace.Atomic: "updated"}

// missingOrder describes what does not order the two accesses.
func missingOrder(c *race) string {
	switch c.code {
	case diag.SharedRace, diag.GlobalRace:
		return "with no barrier between"
	case diag.WarpRace:
		return "with no gpu.SyncWarp() between"
	case diag.SameValueRace:
		return "the same value in no order"
	case diag.FencedRace:
		return "with nothing between but fences"
	case diag.LostUpdate:
		return "in no order: what one of them writes between the other's read and write is lost"
	}
	return "though blocks run in any order"
}

// participant returns the thread that made an access.
func (l *Launch) participant(r accessRecord) report.Participant {
	pos := l.position(r.pc)
	if in := l.Program.Instrs[r.pc]; in.Op.Facts().Args != nil || in.Space == ir.Cluster {
		pos = l.Program.Kernel.Called(l.Program.Instrs[r.pc].Pos).Pos
	}
	return report.Participant{
		Kind: kindOf(l.Program.Instrs[r.pc].Op), Pos: pos, Source: l.Line(pos),
		Block:  coordinates(int(r.block)-1, l.Grid),
		Thread: coordinates(int(r.warp)*l.Spec.WarpSize+int(r.lane), l.Block),
	}
}

// position returns the place of an instruction in the source.
func (l *Launch) position(pc int32) diag.Pos {
	return l.Program.Kernel.Frame(l.Program.Instrs[pc].Pos).Pos
}

// kindOf returns the kind of an instruction's access.
func kindOf(op ir.Op) trace.Kind {
	switch op {
	case ir.St:
		return trace.Store
	case ir.Atom:
		return trace.Atomic
	}
	return trace.Load
}

// coordinates returns the coordinates of number i in an extent, X first.
func coordinates(i int, in arch.Dim3) arch.Dim3 {
	return arch.Dim3{X: i % in.X, Y: i / in.X % in.Y, Z: i / in.X / in.Y}
}

// array returns the name of the object at an address; "" when it is not known.
func (l *Launch) array(space ir.Space, addr uint64, pcs ...int32) string {
	if v, _ := l.object(space, addr, pcs); v != nil {
		return v.Name
	}
	return ""
}

// element names the element at an address as the source does: "tile[3][4]".
func (l *Launch) element(space ir.Space, addr uint64, pcs ...int32) string {
	v, lo := l.object(space, addr, pcs)
	switch {
	case v == nil && space == ir.Shared:
		return fmt.Sprintf("byte %d of shared memory", addr)
	case v == nil:
		return fmt.Sprintf("the memory at %#x", addr)
	}
	name := v.Name
	if v.Kind == ir.GlobalVar && l.Language != wording.CUDA {
		name += ".V"
	}
	if len(v.Dims) == 0 && v.Kind != ir.ParamSlice && v.Kind != ir.DynamicShared {
		return name
	}
	index := v.Index(int64(addr-lo) / int64(max(v.Elem.Bytes, 1)))
	if !strings.HasPrefix(index, "[") {
		index = "[" + index + "]"
	}
	return name + index
}

// object returns the object at an address and the object's address. An object that one
// of the instructions names comes first.
func (l *Launch) object(space ir.Space, addr uint64, pcs []int32) (v *ir.Var, lo uint64) {
	k := l.Program.Kernel
	for _, pc := range pcs {
		if id := l.Program.Instrs[pc].Root; id != 0 {
			lo, _ := l.extent(id)
			return k.Var(id), lo
		}
	}
	for id := ir.VarID(1); int(id) <= len(k.Vars); id++ {
		v := k.Var(id)
		if lo, hi := l.extent(id); v.Space == space && lo <= addr && addr < hi {
			return v, lo
		}
	}
	return nil, 0
}

// extent returns the address range of an object, as in a trace.Access.
func (l *Launch) extent(id ir.VarID) (lo, hi uint64) {
	v := l.Program.Kernel.Var(id)
	switch v.Kind {
	case ir.ParamSlice, ir.GlobalVar:
		return l.Windows[id-1].Lo, l.Windows[id-1].Hi
	case ir.DynamicShared:
		at := uint64(l.Program.DynamicOffset())
		return at, at + uint64(l.Spec.Shared.PerBlockOptin)
	}
	return uint64(v.Offset), uint64(v.Offset + v.Bytes)
}
