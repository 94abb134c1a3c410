package timing

// This file recognises that the waves of a big grid take equal times, and says
// what the rest of the grid takes without playing it cycle by cycle.
//
// A wave is as many blocks as the SMs hold at a time. When some waves in a row, or pairs of
// waves, have taken equal times, no block is started any more; those that run end as
// the last ones of the grid would. The rest take as much time a block as these
// waves. Before that, what the grid moves must have filled L2 once, or be too
// little to fill it: until then lines leave L2 that nobody must write back.

import (
	"math"

	"gpucourse/gpusim/trace"

	"gonum.org/v1/gonum/stat"
)

const (
	equalWaves  = 4    // waves in a row that must take equal times
	equalWithin = 0.02 // of their mean
	wavesLeft   = 8    // waves that must be left for the rest to be worth it
)

// waves watches the waves of a grid.
type waves struct {
	size    int     // blocks a wave
	ends    []int64 // cycle at which wave after wave had ended
	settled int     // of them, those before L2 was full
	moved   int64   // sectors to and from L2
	enough  int64   // sectors that fill L2
	then    int64   // the window's end before this one
	ended   int     // blocks that had ended then
	stop    bool    // no more blocks are started
	found   trace.WaveSampling
	mean    float64 // cycles a wave
}

// watch takes note of a window's end at a cycle, and stops the grid when its
// waves are equal.
func (c *chip) watch(now int64) {
	v := &c.waves
	if !c.watched() {
		return
	}
	ended := c.ended()
	for len(v.ends) < ended/v.size {
		v.ends = append(v.ends, v.endOf(len(v.ends)+1, ended, now))
	}
	v.then, v.ended = now, ended
	all := v.moved * int64(c.Blocks) / int64(max(1, ended))
	if v.moved < v.enough && all >= v.enough {
		v.settled = len(v.ends)
		return
	}
	if n := len(v.ends); n-v.settled > equalWaves && c.blocks.Left() >= wavesLeft*v.size {
		v.judge(v.ends[v.settled:], c)
	}
}

// watched reports whether the grid's waves are watched.
func (c *chip) watched() bool {
	return !c.Full && !c.waves.stop && c.Blocks >= (equalWaves+wavesLeft)*c.waves.size
}

// endOf is the cycle at which wave n had ended, taking blocks to end evenly
// within a window.
func (v *waves) endOf(n, ended int, now int64) int64 {
	return v.then + int64(n*v.size-v.ended)*(now-v.then)/int64(ended-v.ended)
}

// judge stops the grid when the last of the waves between some ends take equal times, or as many
// pairs of them do.
func (v *waves) judge(ends []int64, c *chip) {
	for each := 1; each <= 2 && len(ends) > each*equalWaves; each++ {
		if mean, spread := v.lasts(ends, each); spread <= equalWithin {
			v.stop, v.mean = true, mean/float64(each)
			c.blocks.Stop()
			v.found = trace.WaveSampling{Played: c.blocks.Next(), Total: c.Blocks, Spread: spread}
			return
		}
	}
}

// lasts is what the last of so many waves each take, and by how much that differs.
func (v *waves) lasts(ends []int64, each int) (mean, spread float64) {
	var took []float64
	for i := len(ends) - 1 - equalWaves*each; i < len(ends)-1; i += each {
		took = append(took, float64(ends[i+each]-ends[i]))
	}
	mean = stat.Mean(took, nil)
	for _, t := range took {
		spread = max(spread, math.Abs(t-mean)/mean)
	}
	return mean, spread
}

// extend makes a result of the blocks played that of the whole grid.
func (c *chip) extend(r *trace.Timing) {
	v := &c.waves
	if !v.stop {
		return
	}
	r.Waves = v.found
	more := float64(c.Blocks-v.found.Played) / float64(v.size) * v.mean
	all := float64(c.Blocks) / float64(v.found.Played)
	r.Cycles += uint64(more)
	r.Active += uint64(more)
	r.ActiveSum += uint64(more * float64(len(c.sms)))
	r.WarpCycles = uint64(float64(r.WarpCycles) * all)
	for i := range r.Busy {
		r.Busy[i] *= all
	}
	for i := range r.ByPC {
		r.ByPC[i].Scale(all)
	}
}
