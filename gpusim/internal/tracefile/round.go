package tracefile

// This file goes round loops without reading their entries.

import (
	"slices"

	"gpucourse/gpusim/trace"
)

// Round is a loop of a warp of which all entries are as predicted. The zero value stands for no loop.
type Round struct {
	sites  []int32 // in order
	place  []int   // by site: its place in the round, noPlace outside
	memory []int   // places of accesses outside of shared memory, and of those whose base changes
}

const noPlace = -1

// Predicted returns how many of the next entries are as predicted.
func (d *Decoder) Predicted() int { return int(d.run) }

// GoesRound returns how many times the next entries repeat a list of sites, of which the last entry has the first, and
// goes there.
func (d *Decoder) GoesRound(sites []int32) int {
	n := d.Predicted() / len(sites)
	if n == 0 || !d.repeats(sites, 0) {
		return 0
	}
	d.run -= uint64(n * len(sites))
	return n
}

// repeats reports whether predicted entries go round the sites of a list, and the last entry is at a place in it.
func (d *Decoder) repeats(sites []int32, place int) bool {
	if d.at != sites[place] {
		return false
	}
	for i, at := range sites {
		if d.nextSite(at) != sites[(i+1)%len(sites)] {
			return false
		}
	}
	return true
}

// Find finds the round of some steps in which a warp is. It is empty if the entries are not all predicted, or if some
// have effects beside their accesses.
func (x *Round) Find(r *Reader, d *Decoder, steps int) {
	x.sites, x.memory = x.sites[:0], x.memory[:0]
	if d.Predicted() < steps {
		return
	}
	x.place = slices.Repeat([]int{noPlace}, len(r.static))
	at := d.at
	for range steps {
		if x.place[at] != noPlace {
			break
		}
		x.place[at] = len(x.sites)
		x.sites = append(x.sites, at)
		at = d.nextSite(at)
	}
	if at != d.at || len(x.sites) < steps || slices.ContainsFunc(x.sites, func(at int32) bool { return r.static[at].Copied }) {
		x.sites = x.sites[:0]
	}
	for p, at := range x.sites {
		if r.marker[at] == Access && (r.static[at].Space != trace.Shared || d.deltaOf(at) != 0) {
			x.memory = append(x.memory, p)
		}
	}
}

// Skip goes round up to n times, and returns how often. The last entry that was read is then at the same site as before.
// play hears of the accesses outside of shared memory, from that entry's on; nil: nobody does.
func (x *Round) Skip(r *Reader, d *Decoder, n int, play func(*trace.Access)) int {
	steps := len(x.sites)
	if steps == 0 {
		return 0
	}
	place := x.place[d.at]
	if n = min(n, d.Predicted()/steps); n == 0 || place == noPlace || d.round != d.run && !d.repeats(x.sites, place) {
		return 0
	}
	if play == nil {
		for _, p := range x.memory {
			d.sites[x.sites[p]].base += uint64(n) * d.deltaOf(x.sites[p])
		}
	} else {
		for range n {
			x.play(r, d, place, play)
		}
	}
	d.run -= uint64(n * steps)
	d.round = d.run
	return n
}

// play plays the accesses of one round, from a place on.
func (x *Round) play(r *Reader, d *Decoder, place int, play func(*trace.Access)) {
	first, present := slices.BinarySearch(x.memory, place)
	last := d.at
	for i := range x.memory {
		at := x.sites[x.memory[(first+i)%len(x.memory)]]
		if at != last {
			d.follow(at, &d.sites[at])
		}
		if r.static[at].Space != trace.Shared {
			play(d.Access(r, at))
		}
	}
	if d.at = last; present {
		d.follow(last, &d.sites[last])
	}
}
