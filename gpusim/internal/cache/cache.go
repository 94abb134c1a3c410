package cache

// This file is the cache that every level uses: sets of sectored lines, the least recently used leaves.

import (
	"cmp"
	"math"
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
)

// Cache keeps which lines are there, which of their sectors are valid, and when
// each was used. Lines are numbered: the address divided by the bytes of a line.
// What else belongs to a line, its owner keeps in an array by slot. A set's lines
// lie together, and so does a byte of each one's hash, so that a look up reads
// little more than two lines of the processor's cache.
type Cache struct {
	ways, words int // of a set: lines, and words of their hashes
	sets        divisor
	perSet      divisor // the lines of a set
	group       divisor // neighbouring pieces of memory whose lines share sets
	piece       uint    // log2 of their lines
	hashed      bool
	folds       *folds      // what gives a line its set; nil: see set
	sure        int         // lines that each set has room for
	more, left  int         // lines beyond those that all sets together have room for, and still have
	now         uint32      // uses so far
	tags        []uint64    // by set: a byte of each line's hash, eight to a word; 0: no line
	lines       []cacheLine // by slot
	taken       []int32     // by set: lines it has
	hints       []uint16    // by a hash of a line: 1 more than the slot where one was found or put last
}

type cacheLine struct {
	number uint64
	used   uint32 // Cache.now when it was used last
	valid  uint8  // sectors
	// Of the owner, which a line that is new finds as its victim left them, or 0: sectors
	// that what is behind has older, and sectors written in part.
	dirty, partial uint8
}

// New returns an empty cache of the given geometry, which must be valid.
func New(g arch.Cache) *Cache {
	lines := g.Bytes / g.LineBytes
	ways := g.Ways
	if ways == 0 || ways > lines {
		ways = lines
	}
	sets, words := lines/ways, (ways+tagsAWord-1)/tagsAWord
	var f *folds
	if g.Folded {
		f, sets = foldsOf(sets)
	}
	lines -= lines / cmp.Or(g.Spare, lines+1)
	return &Cache{
		folds: f, sure: max(1, lines/sets), more: lines % sets, left: lines % sets,
		ways: ways, words: words, sets: newDivisor(sets), perSet: newDivisor(ways), group: newDivisor(1), hashed: g.Hashed,
		tags: make([]uint64, sets*words), lines: linePool.take(sets * ways), taken: make([]int32, sets),
		hints: make([]uint16, hintsFor(lines)),
	}
}

// release leaves the cache's memory to the next of its size.
func (c *Cache) release() { linePool.put(c.lines) }

// mostHints is how many hints a cache of an SM has, if it has so many lines.
const mostHints = 1 << 10

// hintsFor is how many hints a cache of so many lines has, a power of two; one
// most of whose slots have no room in them has the fewest.
func hintsFor(lines int) int {
	if lines > math.MaxUint16 {
		return 1
	}
	return min(mostHints, 1<<(bits.Len(uint(lines))-1))
}

// Slots is how many lines there can be; slots are below it.
func (c *Cache) Slots() int { return len(c.lines) }

// prefetch reads a word of each line of the processor's cache that look ups need, so
// that they are brought near together; what it returns means nothing.
func (c *Cache) prefetch() (sum uint64) {
	for i := 0; i < len(c.tags); i += tagsALine {
		sum += c.tags[i]
	}
	for i := 0; i < len(c.lines); i += linesALine {
		sum += c.lines[i].number
	}
	return sum
}

// What a line of the processor's cache holds.
const (
	tagsALine  = 8
	linesALine = 4
)

// Clear empties the cache.
func (c *Cache) Clear() {
	clear(c.tags)
	clear(c.taken)
	clear(c.hints)
	c.now, c.left = 0, c.more
}

// Lookup returns the slot of a line, or −1. It does not count as a use.
func (c *Cache) Lookup(line uint64) int {
	if slot := int(*c.hint(line)) - 1; slot >= 0 && c.lines[slot].number == line {
		return slot
	}
	slot := c.find(c.set(line), line)
	if slot >= 0 {
		c.remember(line, slot)
	}
	return slot
}

func (c *Cache) hint(line uint64) *uint16 {
	return &c.hints[line*hash.Golden>>32&uint64(len(c.hints)-1)]
}

// remember hints at where a line is, unless a hint has no room for that slot.
func (c *Cache) remember(line uint64, slot int) {
	if slot < math.MaxUint16 {
		*c.hint(line) = uint16(slot + 1)
	}
}

// The tags of eight lines are compared at once. A byte that equals the tag is 0
// in the difference; what follows it in the word may seem to be, if it differs in
// the lowest bit alone, which an empty place does not: tags begin at 2.
const (
	tagsAWord = 8
	tagBits   = 64 / tagsAWord
	lowBits   = math.MaxUint64 / (1<<tagBits - 1)
	highBits  = lowBits << (tagBits - 1)
	firstTag  = 2
)

// tagOf is a byte of a line's hash.
func tagOf(line uint64) uint64 { return max(line*hash.Golden>>(64-tagBits), firstTag) }

func (c *Cache) find(set int, line uint64) int {
	tag := tagOf(line) * lowBits
	for i, word := range c.tags[set*c.words : (set+1)*c.words] {
		word ^= tag
		for same := (word - lowBits) &^ word & highBits; same != 0; same &= same - 1 {
			slot := set*c.ways + i*tagsAWord + bits.TrailingZeros64(same)/tagBits
			if c.lines[slot].number == line {
				return slot
			}
		}
	}
	return -1
}

// Holds reports whether there is a line in a slot.
func (c *Cache) Holds(slot int) bool {
	set, way := c.perSet.divide(uint64(slot))
	return way < uint64(c.taken[set])
}

// Valid is the sectors of a slot's line that are there.
func (c *Cache) Valid(slot int) uint32 { return uint32(c.lines[slot].valid) }

// Line is the number of a slot's line.
func (c *Cache) Line(slot int) uint64 { return c.lines[slot].number }

// Fill adds sectors to a slot's line.
func (c *Cache) Fill(slot int, sectors uint32) { c.lines[slot].valid |= uint8(sectors) }

// Drop takes sectors away from a slot's line, which keeps its place.
func (c *Cache) Drop(slot int, sectors uint32) { c.lines[slot].valid &^= uint8(sectors) }

// Read looks sectors of a line up as a read does: it returns those that were
// there, and afterwards all of them are. The line becomes the newest of its
// set; when it is new and the set is full, the oldest leaves.
func (c *Cache) Read(line uint64, sectors uint32) (hits uint32) {
	slot := c.Lookup(line)
	if slot < 0 {
		slot, _, _ = c.Allocate(line)
	} else {
		c.Touch(slot)
	}
	hits = c.Valid(slot) & sectors
	c.Fill(slot, sectors)
	return hits
}

// Victim is a line that had to leave.
type Victim struct {
	Line    uint64
	Sectors uint32 // those that were valid
}

// Allocate gives a line that is not there a slot, with no valid sectors and as the
// newest of its set. When the set's oldest line had to leave for it, victim is what
// it was and out is true; its owner's arrays still hold what belonged to it.
func (c *Cache) Allocate(line uint64) (slot int, victim Victim, out bool) {
	set := c.set(line)
	if n := int(c.taken[set]); n < c.ways && (n < c.sure || c.left > 0) {
		slot = set*c.ways + n
		c.lines[slot] = cacheLine{}
		c.taken[set]++
		if n >= c.sure {
			c.left--
		}
	} else {
		slot = c.oldest(set)
		victim, out = Victim{c.lines[slot].number, c.Valid(slot)}, true
	}
	l := &c.lines[slot]
	l.number, l.valid = line, 0
	way := slot - set*c.ways
	word, at := &c.tags[set*c.words+way/tagsAWord], way%tagsAWord*tagBits
	*word = *word&^((1<<tagBits-1)<<at) | tagOf(line)<<at
	c.remember(line, slot)
	c.Touch(slot)
	return slot, victim, out
}

// Touch makes a slot's line the newest of its set.
func (c *Cache) Touch(slot int) {
	if c.now == math.MaxUint32 {
		c.age()
	}
	c.now++
	c.lines[slot].used = c.now
}

// age makes room for more uses: the lines of a set keep their order.
func (c *Cache) age() {
	for set := range c.taken {
		lines := c.lines[set*c.ways:][:c.taken[set]]
		older := make([]uint32, len(lines))
		for i := range lines {
			for j := range lines {
				if lines[j].used < lines[i].used {
					older[i]++
				}
			}
		}
		for i := range lines {
			lines[i].used = older[i]
		}
	}
	c.now = uint32(c.ways)
}

// oldest is the slot of a set's line that was used longest ago.
func (c *Cache) oldest(set int) int {
	first := set * c.ways
	slot, used := first, c.lines[first].used
	for i, l := range c.lines[first : first+int(c.taken[set])] {
		if l.used < used {
			slot, used = first+i, l.used
		}
	}
	return slot
}

// Oldest returns the slot of the line used longest ago among those of slot's
// set that are wanted, or −1.
func (c *Cache) Oldest(slot int, wanted func(slot int) bool) int {
	first := c.Set(slot) * c.ways
	oldest := -1
	for s := first; s < first+int(c.taken[first/c.ways]); s++ {
		if wanted(s) && (oldest < 0 || c.lines[s].used < c.lines[oldest].used) {
			oldest = s
		}
	}
	return oldest
}

// Set is the number of a slot's set.
func (c *Cache) Set(slot int) int {
	set, _ := c.perSet.divide(uint64(slot))
	return int(set)
}

// set is where a line may be: neighbours lie in neighbouring sets, and a hash
// turns the sets of each run of as many neighbours as there are sets.
func (c *Cache) set(line uint64) int {
	if c.sets.n == 1 {
		return 0
	}
	if c.group.n > 1 {
		line = c.inGroup(line)
	}
	if c.folds != nil {
		return c.folds.set(line)
	}
	run, at := c.sets.divide(line)
	if c.hashed {
		_, at = c.sets.divide(at + hash.Mix(run))
	}
	return int(at)
}

// inGroup numbers the lines that share sets alike. Lines of one place in their pieces go to
// different sets.
func (c *Cache) inGroup(line uint64) uint64 {
	group, _ := c.group.divide(line >> c.piece)
	return group<<c.piece | (line^group)&(1<<c.piece-1)
}

// divisor divides by a number without the processor's division.
type divisor struct {
	n, inverse uint64 // 2⁶⁴/n, rounded up
}

// divisorBits is the length of the divisors whose quotients are exact up to
// 2^(64−divisorBits): the inverse is less than 1 too large.
const divisorBits = 20

func newDivisor(n int) divisor {
	if uint64(n) >= 1<<divisorBits {
		return divisor{n: uint64(n)}
	}
	return divisor{uint64(n), (math.MaxUint64 / uint64(n)) + 1}
}

// divide returns quotient and remainder.
func (d divisor) divide(x uint64) (q, r uint64) {
	if d.inverse == 0 || x>>(64-divisorBits) != 0 {
		return x / d.n, x % d.n
	}
	q, _ = bits.Mul64(x, d.inverse)
	return q, x - q*d.n
}
