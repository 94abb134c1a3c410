package trace

// This file is how often L2 works on the sectors of an atomic.

import "gpucourse/gpusim/arch"

// Turns returns how often L2 changes sectors of one line for an atomic: a sector as often as
// lanes change its most wanted word. most is the largest number of lanes that change one word.
// Words of one sector change at the same time. Lines and sectors are given by the log2 of
// their bytes. If one lane changes a word for all, it counts once.
func (a *Access) Turns(line uint64, lineBits, sectorBits uint) (all, most int32) {
	var words [arch.MaxLanes]uint64
	var lanes, sectors [arch.MaxLanes]int32 // by word, and by sector of the line
	n, once := 0, a.OneTurn()
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		at := a.Lane(rest.First())
		if at>>lineBits != line {
			continue
		}
		i := 0
		for i < n && words[i] != at {
			i++
		}
		if i == n {
			words[n], n = at, n+1
		}
		if lanes[i]++; once {
			lanes[i] = 1
		}
		if s := &sectors[(at-line<<lineBits)>>sectorBits%arch.MaxLanes]; lanes[i] > *s {
			*s, all, most = lanes[i], all+1, max(most, lanes[i])
		}
	}
	return all, most
}
