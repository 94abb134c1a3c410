package memsys

// This file joins reads of one sector on the way from a group of SMs to L2.

// joiner is what stands between a group of SMs and L2 (the L2 request
// coalescer): a read of a sector that another SM of the group is waiting for
// does not go on to L2, up to limit reads in all.
//
// How long a read is under way is known in turns only: until the next turn
// begins. On a device it is some hundred cycles, and how far the SMs of a group
// have drifted apart by then is not modelled: of the reads that could be joined,
// a device joins about half in a tiled matrix multiplication.
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
}

// joinEntries is how many lines a group has under way at a time; a newer line
// takes the place of an older one.
const joinEntries = 1 << 10

func newJoiner(limit int) *joiner {
	return &joiner{limit: limit, entries: make([]joinEntry, joinEntries)}
}

// pass returns the sectors of a read that go on to L2.
func (j *joiner) pass(now, line uint64, sectors uint32) uint32 {
	e := &j.entries[mix(line)%joinEntries]
	if e.line != line || e.turn != now+1 || e.reads >= j.limit {
		*e = joinEntry{line: line, turn: now + 1, sectors: sectors, reads: 1}
		return sectors
	}
	on := sectors &^ e.sectors
	e.sectors |= sectors
	e.reads++
	return on
}
