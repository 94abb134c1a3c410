package trace

// This file is what an access says about the caches that it uses.

// Priority says how soon L2 gives up the lines that an access uses.
type Priority uint8

// The priorities. The zero value is that of accesses without a hint.
const (
	EvictUnchanged Priority = iota // the line keeps its priority; a new line is normal
	EvictFirst                     // before all lines of other priorities
	EvictLast                      // after all others, as far as the device keeps room for such lines
	EvictNormal                    // the least recently used line goes first
)

var priorities = [...]string{"evict_unchanged", "evict_first", "evict_last", "evict_normal"}

// String returns the name that PTX has for the priority.
func (p Priority) String() string { return priorities[p] }

// Policy chooses the priority of each line: of sixteen lines, Sixteenths have the primary priority,
// the others the secondary one. Sixteenths is 0 where all have the primary priority.
type Policy struct {
	Primary, Secondary Priority
	Sixteenths         uint8
}

// L1Use says whether L1 serves an access.
type L1Use uint8

// The uses of L1.
const (
	L1Default L1Use = iota // it serves all but volatile accesses
	L1Bypass               // it serves none, and forgets what it has of their lines
	L1Found                // it serves what it has, and gets nothing new
	L1Always               // it serves volatile accesses too: those that only threads of the block must see
)

// Hint is a cache operator and a policy. The zero value is that of accesses that have neither.
type Hint struct {
	L1     L1Use
	Once   bool // the operator says that the data are used once: EvictFirst, where neither a policy nor a window says more
	Policy Policy
}
