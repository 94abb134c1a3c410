package memsys

// This file joins reads of one sector on the way from a group of SMs to L2.

// joiner is what stands between a group of SMs and L2 (the L2 request
// coalescer): a read of sectors that an SM of the group is waiting for is not looked up
// in L2 again, up to limit reads in all. It must ask for the same sectors of
// a line, no more and no fewer (caches_join: warm=2).
//
// What memory must fetch is under way until it is back. What L2 has is
// back so soon that hardly anybody joins: on the H200 a second read is joined when
// it comes up to 300 cycles after one that goes to memory, always, but 5 to 105
// cycles after one that hits (window). Who keeps the time says which. Turns of accesses
// cannot tell cycles, and join no hits.
type joiner struct {
	limit   int
	entries []joinEntry // by a hash of the line
}

// joinEntry is the reads of one line under way.
type joinEntry struct {
	line    uint64
	ready   uint64 // when they are back
	until   uint64 // when the last can join
	sectors uint32 // under way
	sm      int32  // who asked for them
	reads   int
	fetched bool // from memory
}

// joinEntries is how many lines a group has under way at a time; a newer line
// takes the place of an older one (hits: stride 32: 264 blocks join less than 132).
const joinEntries = 1 << 11

// asked is the time of a read that nobody has answered yet.
const asked = 1<<64 - 1

func newJoiner(limit int) *joiner {
	j := &joiner{limit: limit, entries: spareEntries.take(joinEntries)}
	clear(j.entries)
	return j
}

// joins reports whether a read is joined to one under way, and when that is back.
// When it is not, it goes on to L2, and answer is to be told what became of it.
func (j *joiner) joins(now, line uint64, sectors uint32, sm int32) (e *joinEntry, joined bool) {
	e = &j.entries[mix(line)%joinEntries]
	switch {
	case e.line != line || now >= e.until || e.sectors != sectors:
		*e = joinEntry{line: line, until: asked, sectors: sectors, reads: 1, sm: sm}
		return e, false
	case e.reads >= j.limit:
		e.reads, e.sm = 1, sm
		return e, false
	}
	e.reads++
	return e, true
}

// answer says whether L2 had what a read asked for, and until when it is under
// way. A read of what L2 had does not end that of one that went to memory.
func (j *joiner) answer(line uint64, had bool, ready, until uint64) {
	e := &j.entries[mix(line)%joinEntries]
	if !had || !e.fetched {
		e.fetched, e.ready, e.until = !had, ready, until
	}
}
