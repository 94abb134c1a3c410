package sample

// This file recognises that the waves of a grid take equal times.

import "gpucourse/gpusim/trace"

// wavesLeft is how many waves must be left for the rest to be worth it.
const wavesLeft = 8

// Waves watches the waves of a grid.
type Waves struct {
	blocks  int
	size    int   // blocks per wave
	enough  int64 // sectors that fill L2
	ends    []waveEnd
	settled int // of the ends, those before L2 was full
	before  waveEnd
	ended   int // blocks that had ended at the last window
	stopped bool
	found   trace.WaveSampling
	rest    extrapolation
}

// waveEnd is when a wave had ended, and what had happened by the end of that window.
type waveEnd struct {
	at    float64
	state *Snapshot
}

// NewWaves watches a grid of blocks, size of which are resident at a time, on a device
// whose L2 holds so many sectors.
func NewWaves(blocks, size int, sectors int64) *Waves {
	return &Waves{blocks: blocks, size: size, enough: sectors}
}

// Watched reports whether the grid is so long that its waves are watched, and not stopped.
func (v *Waves) Watched() bool {
	return !v.stopped && v.blocks >= (equalSpans+wavesLeft)*v.size
}

// Watch notes the end of a window: how many blocks have started and ended by then, and how
// many sectors have moved to and from L2. It reports whether no more blocks need start.
func (v *Waves) Watch(now int64, started, ended int, moved int64, snapshot func() *Snapshot) (stop bool) {
	if !v.Watched() {
		return false
	}
	for len(v.ends) < ended/v.size {
		part := float64((len(v.ends)+1)*v.size-v.ended) / float64(ended-v.ended) // blocks end evenly within a window
		v.ends = append(v.ends, waveEnd{v.before.at + part*(float64(now)-v.before.at), snapshot()})
	}
	v.before.at, v.ended = float64(now), ended
	all := moved * int64(v.blocks) / int64(max(1, ended))
	if moved < v.enough && all >= v.enough {
		v.settled = len(v.ends)
		return false
	}
	if len(v.ends)-v.settled > equalSpans && v.blocks-started >= wavesLeft*v.size {
		v.stopped = v.judge(v.ends[v.settled:], started)
	}
	return v.stopped
}

// judge reports whether the last waves, or as many pairs of them, take equal times.
func (v *Waves) judge(ends []waveEnd, started int) bool {
	for each := 1; each <= 2 && len(ends) > each*equalSpans; each++ {
		var took []float64
		first := len(ends) - 1 - equalSpans*each
		for i := first; i < len(ends)-1; i += each {
			took = append(took, ends[i+each].at-ends[i].at)
		}
		if mean, spread := spread(took); spread <= equalWithin {
			v.found = trace.WaveSampling{Played: started, Total: v.blocks, Spread: spread}
			v.extrapolate(&ends[first], &ends[len(ends)-1], mean/float64(each))
			return true
		}
	}
	return false
}

// extrapolate makes the rest of the grid take the time of the waves between two ends.
func (v *Waves) extrapolate(from, to *waveEnd, wave float64) {
	cycles := float64(v.blocks-v.found.Played) / float64(v.size) * wave
	v.rest.add(cycles, cycles/float64(max(1, to.state.At-from.state.At)), from.state, to.state)
}

// Extend makes a result of the blocks that were played the result of the grid, on so many
// SMs.
func (v *Waves) Extend(r *trace.Timing, sms int) {
	if !v.stopped {
		return
	}
	r.Waves = v.found
	v.rest.extend(r)
	r.ActiveSum += uint64(v.rest.cycles * float64(sms))
	r.WarpCycles = uint64(float64(r.WarpCycles) * float64(v.blocks) / float64(v.found.Played))
}
