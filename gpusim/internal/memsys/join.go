package memsys

// This file joins reads of one sector on the way from a group of SMs to L2.

// joiner is what stands between a group of SMs and L2 (the L2 request
// coalescer): a read of sectors that another SM of the group is waiting for does
// not go on to L2, up to limit reads in all. It must ask for the same sectors of
// a line, no more and no fewer (caches_join: warm=2).
//
// What memory must fetch is under way until the next turn begins. What L2 has is
// back so soon that nobody joins: on the H200 a second read is joined when it
// comes up to 300 cycles after one that goes to memory, always, but some ten
// cycles after one that hits. SMs that barriers and common answers keep in step
// to a few cycles do join hits, which a clock of turns cannot tell: of the reads
// of a tiled matrix multiplication a device joins up to a third more.
type joiner struct {
	limit   int
	entries []joinEntry // by a hash of the line
}

// joinEntry is the reads of one line in one turn.
type joinEntry struct {
	line    uint64
	turn    uint64 // plus 1; 0: free
	sectors uint32 // under way
	reads   int
	fetched bool // from memory
}

// joinEntries is how many lines a group has under way at a time; a newer line
// takes the place of an older one.
const joinEntries = 1 << 10

func newJoiner(limit int) *joiner {
	return &joiner{limit: limit, entries: make([]joinEntry, joinEntries)}
}

// joins reports whether a read is joined to one under way. When it is not, it
// goes on to L2, and answer is to be told what became of it.
func (j *joiner) joins(now, line uint64, sectors uint32) bool {
	e := &j.entries[mix(line)%joinEntries]
	switch {
	case e.line != line || e.turn != now+1 || e.sectors != sectors:
		*e = joinEntry{line: line, turn: now + 1, sectors: sectors, reads: 1}
		return false
	case e.reads >= j.limit:
		e.reads = 1
		return false
	}
	e.reads++
	return true
}

// answer says whether L2 had what a read asked for. Then nobody joins it, unless
// another read of this turn went to memory for the same.
func (j *joiner) answer(line uint64, had bool) {
	e := &j.entries[mix(line)%joinEntries]
	if !had {
		e.fetched = true
	} else if !e.fetched {
		e.turn = 0
	}
}
