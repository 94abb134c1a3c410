package sample

// This file is wave sampling.

import "gpucourse/gpusim/trace"

// wavesLeft is how many waves must remain for sampling to be worth it.
const wavesLeft = 8

// Waves observes the waves of a grid.
type Waves struct {
	blocks  int
	size    int   // blocks per wave
	l2      int64 // sectors that L2 holds
	ends    []waveEnd
	settled int     // index of the first wave end at which L2 was full
	before  float64 // cycle of the last window's end
	ended   int     // blocks that had ended by then
	stopped bool
	found   trace.WaveSampling
	rest    extrapolation
}

// waveEnd is the cycle at which a wave ended, interpolated, and the state at the window's end.
type waveEnd struct {
	at    float64
	state *Snapshot
}

// NewWaves observes a grid of blocks, of which size are resident at the same time, on a device
// whose L2 holds l2 sectors.
func NewWaves(blocks, size int, l2 int64) *Waves { return &Waves{blocks: blocks, size: size, l2: l2} }

// Watched reports whether the grid has enough waves for sampling and still starts blocks.
func (v *Waves) Watched() bool { return !v.stopped && v.blocks >= (equalSpans+wavesLeft)*v.size }

// Watch is called at the end of each window. It returns true when no more blocks need to start.
func (v *Waves) Watch(p Progress, snapshot Snapshooter) (stop bool) {
	if !v.Watched() {
		return false
	}
	now, started, ended, moved := p.Now, p.Started, p.Ended, p.Moved
	for len(v.ends) < ended/v.size {
		part := float64((len(v.ends)+1)*v.size-v.ended) / float64(ended-v.ended)
		v.ends = append(v.ends, waveEnd{v.before + part*(float64(now)-v.before), snapshot(now)})
	}
	v.before, v.ended = float64(now), ended
	if all := moved * int64(v.blocks) / int64(max(1, ended)); moved < v.l2 && all >= v.l2 {
		v.settled = len(v.ends)
		return false
	}
	if len(v.ends)-v.settled > equalSpans && v.blocks-started >= wavesLeft*v.size {
		v.stopped = v.judge(v.ends[v.settled:], started)
	}
	return v.stopped
}

// judge reports whether the last waves, or pairs of waves, take equal times, and extrapolates.
func (v *Waves) judge(ends []waveEnd, started int) bool {
	for each := 1; each <= 2 && len(ends) > each*equalSpans; each++ {
		var took []float64
		first := len(ends) - 1 - equalSpans*each
		for i := first; i < len(ends)-1; i += each {
			took = append(took, ends[i+each].at-ends[i].at)
		}
		if mean, spread := spread(took); spread <= equalWithin {
			v.found = trace.WaveSampling{Played: started, Total: v.blocks, Spread: spread}
			from, to := ends[first].state, ends[len(ends)-1].state
			times := float64(v.blocks-started) / float64(v.size) / float64(equalSpans*each)
			v.rest.add(times*(mean*equalSpans+float64(from.growth(to))), times, from, to)
			return true
		}
	}
	return false
}

// Extend adds the blocks that were not simulated to the result of a device with some SMs.
func (v *Waves) Extend(r *trace.Timing, sms int) {
	if v.stopped {
		v.rest.extendGrid(r, v.found, sms)
	}
}
