package timing

// This file bounds how many lines an SM waits for, its miss status registers, and how
// many sectors it may have stored that L2 has not taken.

// misses is what an SM has under way where its Spec bounds it. What needs the n-th
// place waits until what was in that place before is there.
type misses struct {
	back []int64 // by place: the cycle at which that is there; never: not known yet
	next int
}

// noPlace is the place of what takes none.
const noPlace = -1

// enter gives what is asked for at a tick n places, of which it returns the
// first. It may have to ask later: when what was there before is back, or when the window ends,
// in which that is not known.
func (x *misses) enter(at, until int64, n int) (then int64, place int32) {
	if len(x.back) == 0 {
		return at, noPlace
	}
	place = int32(x.next)
	for range n {
		free := x.back[x.next]
		if free == never {
			free = until
		}
		at = max(at, free<<tickBits)
		x.back[x.next] = never
		x.next = (x.next + 1) % len(x.back)
	}
	return at, place
}

// answer says when what has n places is there.
func (x *misses) answer(place int32, n int, at int64) {
	if place == noPlace {
		return
	}
	for i := range n {
		x.back[(int(place)+i)%len(x.back)] = at
	}
}
