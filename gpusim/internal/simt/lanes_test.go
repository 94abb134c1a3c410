package simt

// This file draws random kernels whose lanes part and meet: warp functions with masks in the
// arms of branches, lanes that wait for each other's flags, locks, and lanes that end early.
// A second interpreter runs one lane at a time, in a random order, and must come to the same
// results.

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// lanesDrawer prints a kernel. %r1 is the lane, %r2 and %r3 are the lane's values, %r4 is
// where the flags of the warp begin.
type lanesDrawer struct {
	*rand.Rand
	strings.Builder
	reg, label, flag int
	left             int // statements still to draw
}

// meet is a warp function that lanes with a mask execute some times.
type meet struct {
	function string // a format of result, value, mask
	times    int
}

const warpFlags = 4096 // bytes of flags per warp

func (d *lanesDrawer) line(format string, args ...any) {
	fmt.Fprintf(d, "\t"+format+";\n", args...)
}

func (d *lanesDrawer) newReg() int   { d.reg++; return d.reg }
func (d *lanesDrawer) newLabel() int { d.label++; return d.label }
func (d *lanesDrawer) newFlag() int  { d.flag += 4; return d.flag - 4 }

// open begins block L.
func (d *lanesDrawer) open(l int) { fmt.Fprintf(d, "L%d:\n", l) }

// draw returns the text of a kernel.
func (d *lanesDrawer) draw() string {
	d.reg, d.left = 20, 30
	d.line("mov.s32 %%r1, %%laneid")
	d.line("mov.s32 %%r5, %%warpid")
	d.line("mul.s32 %%r4, %%r5, %d", warpFlags)
	d.line("mad.s32 %%r2, %%r1, %d, %%r5", d.IntN(50))
	d.line("mov.s32 %%r3, %d", d.IntN(50))
	m := ^uint32(0)
	for d.left > 0 && m != 0 {
		m = d.statements(m, m, d.meets(3), 3, true)
	}
	d.end()
	return fmt.Sprintf(`.file "kernel.go"
.visible .entry Parts(.param .u64 out)
{
	.slice .b8 out[] .type "[]uint32" .elem "uint32" 4 4;
	.shared .align 4 .b8 flags[%d] .type "[2048]int32" .dim 2048 .elem "int32" 4 4;
L0:
%s}`, 2*warpFlags, inOrder(d.String()))
}

// inOrder numbers the labels of a text in their order.
func inOrder(text string) string {
	number := map[string]string{}
	for _, label := range regexp.MustCompile(`(?m)^L\d+`).FindAllString(text, -1) {
		number[label] = fmt.Sprintf("L%d", len(number)+1)
	}
	return regexp.MustCompile(`\bL\d+`).ReplaceAllStringFunc(text, func(l string) string { return number[l] })
}

// end stores the lane's values and ends it.
func (d *lanesDrawer) end() {
	i, at, base := d.newReg(), d.newReg(), d.newReg()
	d.line("mov.s32 %%r%d, %%tid.x", i)
	d.line("ld.param.u64 %%rd%d, [out]", base)
	d.line("mad.wide.s64 %%rd%d, %%r%d, 8, %%rd%d", at, i, base)
	d.line("st.global.s32 out[%%rd%d], %%r2", at)
	d.line("st.global.s32 out[%%rd%d+4], %%r3", at)
	d.line("exit")
}

// meets draws up to n warp functions.
func (d *lanesDrawer) meets(n int) (list []meet) {
	functions := []string{
		"shfl.sync.bfly.s32 %%r%d, %%r%d, 16, %#x, 32", "shfl.sync.bfly.s32 %%r%d, %%r%d, 1, %#x, 32", "shfl.sync.down.s32 %%r%d, %%r%d, 3, %#x, 32",
		"shfl.sync.up.s32 %%r%d, %%r%d, 5, %#x, 16", "shfl.sync.idx.s32 %%r%d, %%r%d, %%r2, %#x, 8", "match.sync.any.s32 %%r%d, %%r%d, %#x",
		"match.sync.all.s32 %%r%d, %%r%d, %#x", "vote.sync.ballot.u32 %%r%d, %%p%d, %#x", "",
	}
	for range d.IntN(n + 1) {
		list = append(list, meet{functions[d.IntN(len(functions))], 1 + d.IntN(3)})
	}
	return list
}

// statements draws what the lanes here do; they execute each of meets with the mask named.
// Where lanes may end it returns those that have not.
func (d *lanesDrawer) statements(here, named uint32, meets []meet, depth int, mayEnd bool) uint32 {
	for n := min(1+d.IntN(4), d.left); (n > 0 || len(meets) > 0) && here != 0; n-- {
		d.left--
		switch c := d.IntN(10); {
		case c < 2:
			d.line("mad.s32 %%r2, %%r2, %d, %%r1", 3+2*d.IntN(5))
		case c < 4 && len(meets) > 0:
			d.meet(named, meets[0])
			meets = meets[1:]
		case c < 7 && depth > 0:
			k := d.IntN(len(meets) + 1)
			here = d.branch(here, named, meets[:k], depth-1, mayEnd)
			meets = meets[k:]
		case c == 7:
			d.chain(here)
		case c == 8:
			d.lock(here)
		case mayEnd && d.IntN(3) == 0:
			here = d.leave(here)
		default:
			d.line("xor.s32 %%r3, %%r3, %%r2")
		}
	}
	return here
}

// meet executes a warp function some times, in a loop or without.
func (d *lanesDrawer) meet(named uint32, m meet) {
	if d.IntN(2) == 0 {
		for range m.times {
			d.call(named, m.function)
		}
		return
	}
	i, head, next := d.newReg(), d.newLabel(), d.newLabel()
	d.line("mov.s32 %%r%d, 0", i)
	d.line("bra L%d", head)
	d.open(head)
	d.call(named, m.function)
	d.line("add.s32 %%r%d, %%r%d, 1", i, i)
	d.line("setp.lt.s32 %%p8, %%r%d, %d", i, m.times)
	d.line("@%%p8 bra L%d, else L%d", head, next)
	d.open(next)
}

func (d *lanesDrawer) call(named uint32, function string) {
	if function == "" {
		d.line("bar.warp.sync %#x", named)
		return
	}
	result, value := d.newReg(), d.newReg() // other registers than at other calls
	switch {
	case strings.HasPrefix(function, "vote"):
		d.line("setp.gt.s32 %%p%d, %%r2, %%r3", value)
	case strings.HasPrefix(function, "match"):
		d.line("and.s32 %%r%d, %%r2, 3", value)
	default:
		d.line("sub.s32 %%r%d, %%r2, %%r3", value)
	}
	d.line(function, result, value, named)
	d.line("mad.s32 %%r3, %%r3, 31, %%r%d", result)
}

// condition prints a predicate of the lane and returns where it holds.
func (d *lanesDrawer) condition() (yes uint32) {
	k := d.IntN(5)
	if d.IntN(3) == 0 {
		n := d.IntN(31) + 1
		d.line("setp.lt.s32 %%p9, %%r1, %d", n)
		return 1<<n - 1
	}
	bit := d.newReg()
	d.line("and.s32 %%r%d, %%r1, %d", bit, 1<<k)
	d.line("setp.ne.s32 %%p9, %%r%d, 0", bit)
	for lane := range 32 {
		if lane>>k&1 == 1 {
			yes |= 1 << lane
		}
	}
	return yes
}

// branch draws two arms. The lanes of both execute the meets. Where there are none, each arm
// has its own, and one arm may wait for a flag that the other sets at once.
func (d *lanesDrawer) branch(here, named uint32, meets []meet, depth int, mayEnd bool) uint32 {
	yes := d.condition()
	arms := [2]uint32{here & yes, here &^ yes}
	labels := [2]int{d.newLabel(), d.newLabel()}
	join, flag, waits := d.newLabel(), d.newFlag(), d.IntN(4)
	if arms[0] == 0 || arms[1] == 0 {
		waits = len(arms) // nobody
	}
	d.line("@%%p9 bra L%d, else L%d", labels[0], labels[1])
	for i := range 2 {
		d.open(labels[i])
		switch {
		case waits >= len(arms):
		case i == waits:
			d.await(flag, "ne.s32 %%p8, %%r%d, 0", 0)
		default:
			d.line("st.volatile.shared.s32 flags[%%r4+%d], 1", flag)
		}
		switch {
		case arms[i] == 0:
		case len(meets) > 0:
			arms[i] = d.statements(arms[i], named, meets, depth, mayEnd)
		default:
			arms[i] = d.statements(arms[i], arms[i], d.meets(2), depth, mayEnd)
		}
		d.line("bra L%d", join)
	}
	d.open(join)
	return arms[0] | arms[1]
}

// await waits until a condition holds for a flag.
func (d *lanesDrawer) await(flag int, condition string, args ...any) {
	v, head, next := d.newReg(), d.newLabel(), d.newLabel()
	d.line("bra L%d", head)
	d.open(head)
	d.line("ld.volatile.shared.s32 %%r%d, flags[%%r4+%d]", v, flag)
	d.line("setp."+condition, append([]any{v}, args[1:]...)...)
	d.line("@%%p8 bra L%d, else L%d", next, head)
	d.open(next)
}

// chain lets the lanes go one after another, from the lowest or from the highest on.
func (d *lanesDrawer) chain(here uint32) {
	rank, flag := d.newReg(), d.newFlag()
	if d.IntN(2) == 0 {
		d.line("shl.s32 %%r%d, 1, %%r1", rank)
		d.line("sub.s32 %%r%d, %%r%d, 1", rank, rank)
		d.line("and.s32 %%r%d, %%r%d, %#x", rank, rank, here)
	} else {
		d.line("shr.u32 %%r%d, %#x, %%r1", rank, here)
		d.line("and.s32 %%r%d, %%r%d, 0xfffffffe", rank, rank)
	}
	d.line("popc.u32 %%r%d, %%r%d", rank, rank)
	d.await(flag, "eq.s32 %%p8, %%r%d, %%r%d", 0, rank)
	d.line("mad.s32 %%r3, %%r3, 7, %%r%d", rank)
	d.line("add.s32 %%r%d, %%r%d, 1", rank, rank)
	d.line("st.volatile.shared.s32 flags[%%r4+%d], %%r%d", flag, rank)
}

// lock lets the lanes add up under a lock, meet and read the sum.
func (d *lanesDrawer) lock(here uint32) {
	old, v, lock, sum, head, next := d.newReg(), d.newReg(), d.newFlag(), d.newFlag(), d.newLabel(), d.newLabel()
	d.line("bra L%d", head)
	d.open(head)
	d.line("atom.shared.cas.s32 %%r%d, flags[%%r4+%d], 0, 1", old, lock)
	d.line("setp.eq.s32 %%p8, %%r%d, 0", old)
	d.line("@%%p8 bra L%d, else L%d", next, head)
	d.open(next)
	d.line("ld.volatile.shared.s32 %%r%d, flags[%%r4+%d]", v, sum)
	d.line("add.s32 %%r%d, %%r%d, %%r2", v, v)
	d.line("st.volatile.shared.s32 flags[%%r4+%d], %%r%d", sum, v)
	d.line("atom.shared.exch.s32 %%r%d, flags[%%r4+%d], 0", old, lock)
	d.line("bar.warp.sync %#x", here)
	d.line("ld.volatile.shared.s32 %%r%d, flags[%%r4+%d]", v, sum)
	d.line("add.s32 %%r3, %%r3, %%r%d", v)
}

// leave ends some lanes.
func (d *lanesDrawer) leave(here uint32) uint32 {
	yes := d.condition()
	gone, on := d.newLabel(), d.newLabel()
	d.line("@%%p9 bra L%d, else L%d", gone, on)
	d.open(gone)
	d.end()
	d.open(on)
	return here &^ yes
}

// drawLanes returns a random kernel whose lanes part and meet.
func drawLanes(t testing.TB, seed uint64) *ir.Kernel {
	d := lanesDrawer{Rand: rand.New(rand.NewPCG(seed, 11))}
	text := d.draw()
	k, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	meets := k.ReconvergencePoints()
	for _, b := range k.Blocks {
		if in := b.Term(); in.Op == ir.CBra {
			in.Reconv = meets[b.ID]
		}
	}
	if err := ir.Verify(k); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	return k
}

// laneThread is one thread of the second interpreter.
type laneThread struct {
	reference
	next  func() (struct{}, bool)
	stop  func()
	warp  []*laneThread
	at    *ir.Instr // the warp function at which it waits; nil: it can run
	value uint64    // the result of it
	ended bool
}

// runLanes executes a block thread by thread. After each instruction another thread may go on.
func runLanes(r *rig, seed uint64) {
	order := rand.New(rand.NewPCG(seed, 12))
	shared := make([]byte, r.p.Kernel.SharedBytes)
	var all []*laneThread
	for i := range r.launch.Block.X {
		t := &laneThread{reference: reference{r: r, threads: make([]uint64, len(r.p.Instrs)), shared: shared, tid: arch.Dim3{X: i}, lane: i % arch.MaxLanes}}
		t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
			t.hook = func(in *ir.Instr) bool { return t.instruction(in, func() { yield(struct{}{}) }) }
			t.thread()
			t.ended = true
		})
		all = append(all, t)
	}
	for i, t := range all {
		first := i - t.lane
		t.warp = all[first:min(first+arch.MaxLanes, len(all))]
	}
	for ready := slices.Clone(all); len(ready) > 0; {
		t := ready[order.IntN(len(ready))]
		for range 1 + order.IntN(40) {
			if t.next(); t.ended || t.at != nil {
				break
			}
		}
		t.meet()
		ready = ready[:0]
		for _, t := range all {
			if !t.ended && t.at == nil {
				ready = append(ready, t)
			}
		}
	}
	for _, t := range all {
		if t.stop(); !t.ended {
			panic(fmt.Sprintf("lane %d waits for ever", t.lane))
		}
	}
}

// instruction executes what needs other threads. It returns false for all else.
func (t *laneThread) instruction(in *ir.Instr, pause func()) bool {
	pause()
	switch in.Op {
	case ir.Atom:
		p := t.memory(in, 0)
		old, v := readBits(p), t.value32(in, 1)
		if in.Mod == ir.AtomCas && old != v {
			v = old
		} else if in.Mod == ir.AtomCas {
			v = t.value32(in, 2)
		}
		p[0], p[1], p[2], p[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
		t.regs[in.Dst[0]] = old
	case ir.Shfl, ir.Vote, ir.Match, ir.Redux, ir.BarWarp:
		t.at = in
		for pause(); t.at != nil; {
			pause()
		}
		if len(in.Dst) > 0 {
			t.regs[in.Dst[0]] = t.value
		}
	case ir.Special:
		if in.Mod != ir.WarpID {
			return false
		}
		t.regs[in.Dst[0]] = uint64(t.tid.X / arch.MaxLanes)
	default:
		return false
	}
	return true
}

func (t *laneThread) value32(in *ir.Instr, i int) uint64 {
	return uint64(uint32(t.reference.value(in, i)))
}

// mask returns the mask of the warp function at which t waits.
func (t *laneThread) mask() uint32 {
	if t.at.Op == ir.Shfl {
		return uint32(t.reference.value(t.at, 2))
	}
	return uint32(t.reference.value(t.at, len(t.at.Src)-1))
}

// meet completes the warp functions of t's warp that all of their lanes execute.
func (t *laneThread) meet() {
	for _, u := range t.warp {
		if u.at == nil {
			continue
		}
		in, mask := u.at, u.mask()
		var with []*laneThread
		complete := true
		for _, v := range t.warp {
			switch {
			case mask>>v.lane&1 == 0 || v.ended:
			case v.at != nil && v.at.Op == in.Op && v.at.Mod == in.Mod && v.mask() == mask:
				with = append(with, v)
			default:
				complete = false
			}
		}
		if complete {
			exchange(with)
		}
	}
}

// exchange computes the results of a warp function.
func exchange(with []*laneThread) {
	byLane := map[int]*laneThread{}
	for _, t := range with {
		byLane[t.lane] = t
	}
	for _, t := range with {
		in := t.at
		switch in.Op {
		case ir.Shfl:
			t.value = 0
			if from := byLane[t.source(in)]; from != nil {
				t.value = from.reference.value(from.at, 0)
			}
		case ir.Vote, ir.Match:
			set := uint32(0)
			for _, u := range with {
				if in.Op == ir.Vote && u.reference.value(u.at, 0) != 0 || in.Op == ir.Match && u.value32(u.at, 0) == t.value32(in, 0) {
					set |= 1 << u.lane
				}
			}
			if in.Mod == ir.MatchAll && bits.OnesCount32(set) != len(with) {
				set = 0
			}
			t.value = uint64(set)
		case ir.Redux:
			sum := uint32(with[0].value32(with[0].at, 0))
			for _, u := range with[1:] {
				sum = reductions[in.Mod](sum, uint32(u.value32(u.at, 0)), in.Type)
			}
			t.value = uint64(sum)
		}
	}
	for _, t := range with {
		t.at = nil
	}
}

// source returns the lane whose value a shuffle asks for; its own beyond its segment.
func (t *laneThread) source(in *ir.Instr) int {
	n, width := int(int32(t.value32(in, 1))), int(t.value32(in, 3))
	first, from := t.lane/width*width, t.lane
	switch in.Mod {
	case ir.ShflIdx:
		return first + n&(width-1)
	case ir.ShflXor:
		from = t.lane ^ n
	case ir.ShflUp:
		from = t.lane - n
	case ir.ShflDown:
		from = t.lane + n
	}
	if from < first || from >= first+width {
		return t.lane
	}
	return from
}

// lanesRig makes a launch of two warps, the second one short, on a device whose lanes run
// independently.
func lanesRig(t testing.TB, seed uint64) *rig {
	spec := &arch.Spec{WarpSize: arch.MaxLanes}
	spec.Limits.IndependentLanes = true
	return newRigOf(t, drawLanes(t, seed), spec).with(make([]uint32, 2*64)).grid(dim3(1, 1, 1), dim3(64, 1, 1))
}

// TestLanesThatPart compares random kernels whose lanes wait for each other.
func TestLanesThatPart(t *testing.T) {
	n := uint64(150)
	if testing.Short() {
		n = 40
	}
	for seed := range n {
		ref := lanesRig(t, seed)
		runLanes(ref, seed)
		r := lanesRig(t, seed)
		if _, err := r.run(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, r.p.Kernel)
		}
		if got, want := view[uint32](r.arrays[0]), view[uint32](ref.arrays[0]); !slices.Equal(got, want) {
			i := slices.IndexFunc(got, func(uint32) bool { return true })
			for got[i] == want[i] {
				i++
			}
			t.Fatalf("seed %d: value %d of thread %d: got %d, want %d\n%s", seed, i%2, i/2, got[i], want[i], r.p.Kernel)
		}
	}
}
