package coalesce

// This file finds the cost of an access without naming the lanes that each transaction
// serves. The tests compare it with Coalesce and Banks.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// cost is the work of one access: Traffic in general, wavefronts for shared memory.
type cost struct {
	requests, transactions, sectors uint32
	wavefronts, ideal               uint32
	packets                         uint32 // between blocks of a cluster: see walkCluster
}

// coster finds costs. It remembers those of affine accesses.
type coster struct {
	spec    *arch.Spec
	sector  uint   // log2 of the sector size
	sectors bool   // a warp's load or store is one request that moves sectors
	period  uint32 // of addresses, after which costs repeat; see memo
	memo    memo[cost]
	seen    wordSet
	moved   []trace.Transaction
}

func newCoster(s *arch.Spec) coster {
	r := &rules[s.Global.Coalesce]
	return coster{
		spec: s, sector: log2(s.Global.SectorBytes), sectors: r.sectors && !r.lines,
		// The longest unit is two lines (16 words of 16 bytes on cc 1.x) or a row of all banks.
		period: uint32(max(2*s.Global.LineBytes, s.Shared.Banks*s.Shared.BankBytes)),
	}
}

// bySector reports whether an access is one request that moves sectors.
func (c *coster) bySector(a *trace.Access) bool {
	return c.sectors && a.Space == ir.Global && a.Kind != trace.Atomic
}

// log2 returns the logarithm of a power of two.
func log2(n int) uint { return uint(bits.TrailingZeros(uint(n))) }

// cost returns the cost of an access. It is valid until the next access.
func (c *coster) cost(a *trace.Access) *cost {
	period := c.period
	if c.bySector(a) {
		period = 1 << c.sector
	}
	w, known := c.memo.of(a, period)
	if !known {
		*w = c.walk(a)
	}
	return w
}

// walk finds the cost of an access lane by lane.
func (c *coster) walk(a *trace.Access) cost {
	switch {
	case a.Space == ir.Shared:
		return c.walkBanks(a)
	case a.Space == ir.Cluster:
		return c.walkCluster(a)
	case a.Space == ir.Const || a.Space == ir.Param:
		return cost{requests: c.units(a, log2(a.Bytes))}
	case c.bySector(a):
		wide := max(c.sector, log2(a.Bytes)) // a word can be wider than a sector
		n := c.units(a, wide) << (wide - c.sector)
		return cost{requests: 1, transactions: n, sectors: n}
	}
	c.moved = Coalesce(c.spec, a, c.moved[:0])
	t := count(c.spec, a, c.moved)
	return cost{requests: uint32(t.Requests), transactions: uint32(t.Transactions), sectors: uint32(t.Sectors)}
}

// walkCluster finds the cost of an access to shared memory of any block of the cluster: the lanes that stay in the block
// take wavefronts, the others move sectors. Loads and atomics go in a packet per line, stores in one per sector, or per
// half of a sector that is not wholly written (h100/modern/shapes.txt: dsm, by the distance of lanes).
func (c *coster) walkCluster(a *trace.Access) (w cost) {
	own, others := *a, *a
	own.Space, own.Active, others.Active = ir.Shared, 0, 0
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First()
		if a.Lane(i)>>ir.ClusterShift == 0 {
			own.Active |= 1 << i
		} else {
			others.Active |= 1 << i
		}
	}
	if own.Active != 0 {
		w = c.walkBanks(&own)
		w.transactions = 1
	}
	if others.Active != 0 {
		w.requests, w.sectors = 1, c.units(&others, c.sector)
		switch halves := c.units(&others, c.sector-1); {
		case a.Kind != trace.Store:
			w.packets = c.units(&others, log2(c.spec.Global.LineBytes))
		case others.Active.Count()*a.Bytes >= int(w.sectors)<<c.sector:
			w.packets = w.sectors
		default:
			w.packets = halves
		}
	}
	return w
}

// units returns the number of aligned pieces of 1<<shift bytes that the lanes use.
func (c *coster) units(a *trace.Access, shift uint) (n uint32) {
	c.seen.stamp++ // empties the set
	last := a.Lane(a.Active.First())>>shift + 1
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		unit := a.Lane(rest.First()) >> shift
		if unit != last && c.seen.add(unit) {
			n++
		}
		last = unit
	}
	return n
}

// walkBanks counts the wavefronts of a shared access, phase by phase: see Banks.
func (c *coster) walkBanks(a *trace.Access) (w cost) {
	s := c.spec
	if s.Shared.OneBroadcast || s.Shared.SplitsWords {
		r := Banks(s, a)
		return cost{wavefronts: uint32(r.Wavefronts), ideal: uint32(r.Ideal)}
	}
	n := phaseLanes(s, a)
	for first := 0; first < s.WarpSize; first += n {
		if part := a.Active & trace.MaskOf(first, n); part != 0 {
			w.wavefronts += c.phase(a, part)
			w.ideal++
		}
	}
	if slow(s, a) {
		w.wavefronts += w.ideal
	}
	if a.Kind == trace.Atomic {
		w.wavefronts += uint32(s.Shared.AtomicWavefronts)
		w.ideal += uint32(s.Shared.AtomicWavefronts)
	}
	return w
}

// phase returns the number of wavefronts of one phase: the most rows, or for atomics the
// most lanes, that any group of banks serves.
func (c *coster) phase(a *trace.Access, part trace.Mask) (most uint32) {
	g := newGeometry(c.spec, a.Bytes)
	unit, row := log2(int(g.unit)), log2(int(g.row))
	var turns [arch.MaxLanes]uint32 // by group
	c.seen.stamp++                  // empties the set
	for rest := part; rest != 0; rest &= rest - 1 {
		addr := a.Lane(rest.First())
		group := addr >> unit & (g.groups - 1)
		if a.Kind == trace.Atomic && !a.OneTurn() || c.seen.add(addr>>row*arch.MaxLanes+group) {
			turns[group]++
			most = max(most, turns[group])
		}
	}
	return most
}

// BankCounter counts the wavefronts that accesses to any memory would take in shared memory.
type BankCounter struct {
	coster coster
	shared trace.Access // the access that is counted, as if made to shared memory
}

// NewBankCounter returns a BankCounter for a device.
func NewBankCounter(s *arch.Spec) *BankCounter { return &BankCounter{coster: newCoster(s)} }

// Wavefronts returns the wavefronts of an access, if it were made to shared memory. Lanes
// of an atomic that use one address count as those of a load.
func (b *BankCounter) Wavefronts(a *trace.Access) int {
	w, known := b.coster.memo.of(a, b.coster.period)
	if !known {
		b.shared = *a
		b.shared.Space = ir.Shared
		if a.Kind == trace.Atomic {
			b.shared.Kind = trace.Load
		}
		*w = b.coster.walk(&b.shared)
	}
	return int(w.wavefronts)
}

// setBits is log2 of the slots of a wordSet: four per lane.
const setBits = 7

// wordSet is a set of at most as many numbers as a warp has lanes.
type wordSet struct {
	slots [1 << setBits]struct {
		word  uint64
		stamp uint64 // the slot is taken if this is the stamp of the set
	}
	stamp uint64
}

// add puts a number into the set and reports whether it is new.
func (s *wordSet) add(word uint64) bool {
	for h := word * hash.Golden >> (64 - setBits); ; h++ {
		slot := &s.slots[h%uint64(len(s.slots))]
		if slot.stamp != s.stamp {
			slot.word, slot.stamp = word, s.stamp
			return true
		}
		if slot.word == word {
			return false
		}
	}
}
