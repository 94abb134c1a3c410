package clock

// This file bounds how many lines an SM waits for, its miss status registers, and how
// many it may have stored that L2 has not taken.

// misses is the lines under way of an SM whose Spec bounds them. The one that
// needs the n-th place back waits until the line before it in that place is there.
type misses struct {
	back []int64 // by place: the cycle at which its line is there; never: not known yet
	next int
}

// noPlace is the place of what takes none.
const noPlace = -1

// enter gives a line that is asked for at a tick its place. It may ask later: when the
// line before is back, or when the window ends, in which that is not known.
func (x *misses) enter(at, until int64) (then int64, place int32) {
	if len(x.back) == 0 {
		return at, noPlace
	}
	place = int32(x.next)
	x.next = (x.next + 1) % len(x.back)
	free := x.back[place]
	if free == never {
		free = until
	}
	x.back[place] = never
	return max(at, free<<tickBits), place
}

// answer says when the line of a place is back.
func (x *misses) answer(place int32, at int64) {
	if place != noPlace {
		x.back[place] = at
	}
}
