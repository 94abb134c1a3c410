package rules

// This file is the rules about the shape of a launch and about occupancy.

import (
	"fmt"
	"math"
	"strings"

	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
)

var launchRules = []rule{
	{"Small grid", "grid", (*facts).smallGrid},
	{"Tail effect", "tail effect", (*facts).tail},
	{"Theoretical occupancy", "theoretical occupancy", (*facts).theoretical},
	{"Achieved occupancy", "achieved occupancy", (*facts).achieved},
	{"Block size", "warp", (*facts).blockSize},
}

// smallGrid finds grids with fewer blocks than the device has SMs.
func (l *facts) smallGrid() (f finding, ok bool) {
	blocks, sms := l.Grid.Count(), l.Spec.SMs
	if blocks >= sms {
		return f, false
	}
	f.text = fmt.Sprintf("the grid has %s, less than the device's %d SMs: %d SMs have nothing to do", report.Counted(blocks, "block"), sms, sms-blocks)
	f.remedy = "Launch more blocks: smaller ones, or less work per thread"
	f.relief.spread = float64(sms) / float64(blocks)
	return f, true
}

// waves is how often the SMs must be filled with blocks.
func (l *facts) waves() float64 {
	return share(float64(l.Grid.Count()), float64(l.Occupancy.Blocks*l.Spec.SMs))
}

// fill is the part of the places for warps that had one, on all SMs until the last one ended.
func (l *facts) fill() float64 {
	if !l.timed() {
		return 1
	}
	t := l.Time.Timing
	return share(float64(t.WarpCycles), float64(t.Active)*float64(l.Spec.SMs*l.Occupancy.Warps))
}

// tail finds launches whose last wave has few blocks.
func (l *facts) tail() (f finding, ok bool) {
	waves := l.waves()
	full := math.Floor(waves)
	last := l.Grid.Count() - int(full)*l.Occupancy.Blocks*l.Spec.SMs
	if full < 1 || last == 0 || math.Ceil(waves)/waves < 1+noticeable/2 || l.fill() > 1-noticeable/2 {
		return f, false
	}
	f.text = fmt.Sprintf("the grid is %s full %s and one of %s, which leaves most SMs idle", report.Number(full), plural("wave", full), report.Counted(last, "block"))
	f.remedy = fmt.Sprintf("Launch a multiple of %d blocks, as many as the device holds, and let threads loop over the elements", l.Occupancy.Blocks*l.Spec.SMs)
	f.relief.spread = min(math.Ceil(waves)/waves, 1/l.fill())
	return f, true
}

func plural(noun string, n float64) string {
	if n != 1 {
		return noun + "s"
	}
	return noun
}

// theoretical finds kernels of which an SM holds few warps.
func (l *facts) theoretical() (f finding, ok bool) {
	o := l.Occupancy
	waiting := share(float64(l.Grid.Count()*l.warpsPerBlock()), float64(l.Spec.SMs)) // warps per SM that there are
	possible := min(float64(l.Spec.Limits.WarpsPerSM), waiting)
	more := share(possible, float64(o.Warps))
	const half = 50
	if o.Percent() > half || more < 1+noticeable {
		return f, false
	}
	f.text = fmt.Sprintf("an SM holds %s of this kernel, out of %d: occupancy is %.0f %%, limited by %s", report.Counted(o.Warps, "warp"), l.Spec.Limits.WarpsPerSM, o.Percent(), strings.Join(o.Limiting.Names(), " and "))
	f.remedy = l.moreWarps()
	f.relief.spread = more
	return f, true
}

// moreWarps is the remedy for what limits the occupancy.
func (l *facts) moreWarps() string {
	switch limiting := l.Occupancy.Limiting; {
	case limiting&occupancy.LimitShared != 0:
		return fmt.Sprintf("Use less than %s of shared memory per block: a smaller tile, or smaller elements", report.Bytes(float64(l.Resources.SharedStatic+l.Resources.SharedDynamic)))
	case limiting&occupancy.LimitRegisters != 0:
		return fmt.Sprintf("Use fewer than %d registers per thread (//gpu:launchbounds, -maxrregcount), as long as nothing is spilled", l.Resources.Registers)
	}
	return fmt.Sprintf("Use larger blocks than %d threads: an SM holds at most %d blocks", l.Block.Count(), l.Spec.Limits.BlocksPerSM)
}

// achieved finds launches in which some blocks or warps work much longer than others.
func (l *facts) achieved() (f finding, ok bool) {
	full := l.fill()
	if _, tail := l.tail(); tail || l.waves() < 1 || full > 1-2*noticeable {
		return f, false
	}
	f.text = fmt.Sprintf("of the warps that SMs could hold they held %.0f %% on average: some blocks or warps work much longer than others", 100*full)
	f.remedy = "Give all threads the same amount of work, or many more and smaller blocks"
	f.relief.spread = 1 / full
	return f, true
}

// warpsPerBlock is how many warps a block has.
func (l *facts) warpsPerBlock() int {
	return padding.Units(l.Block.Count(), l.Spec.WarpSize)
}

// blockSize finds blocks that are no multiple of a warp.
func (l *facts) blockSize() (f finding, ok bool) {
	threads, lanes := l.Block.Count(), l.warpsPerBlock()*l.Spec.WarpSize
	if threads == lanes {
		return f, false
	}
	f.text = fmt.Sprintf("a block has %d threads, which is no multiple of %d: %d lanes of its last warp have no thread", threads, l.Spec.WarpSize, lanes-threads)
	f.remedy = fmt.Sprintf("Use blocks of %d threads, and test the index against the number of elements", lanes)
	f.relief.all(1 - float64(threads)/float64(lanes))
	return f, true
}
