package coalesce

// This file finds the cost of an access by the shortest way that is exact:
// a closed form, a memory of earlier answers, or a walk over the lanes.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// cost is the work of one access: three numbers of up to 21 bits in a machine
// word, which travels in a register. For shared accesses they are the
// wavefronts and the ideal, for others the fields of Traffic.
type cost uint64

const (
	costBits = 21
	costMask = 1<<costBits - 1
)

// moving is the cost of requests that move sectors in so many transactions.
func moving(requests, transactions, sectors int) cost {
	return cost(requests)<<(2*costBits) | cost(transactions)<<costBits | cost(sectors)
}

// passing is the cost of a shared access.
func passing(wavefronts, ideal int) cost { return moving(0, wavefronts, ideal) }

func (w cost) requests() uint64     { return uint64(w >> (2 * costBits)) }
func (w cost) transactions() uint64 { return uint64(w >> costBits & costMask) }
func (w cost) sectors() uint64      { return uint64(w & costMask) }
func (w cost) wavefronts() uint64   { return w.transactions() }
func (w cost) ideal() uint64        { return w.sectors() }

// coster holds what does not change from access to access.
type coster struct {
	spec    *arch.Spec
	all     trace.Mask // the lanes of a warp
	sector  uint       // log2 of the sector size
	line    uint64     // mask of the offset in a period of addresses: see newCoster
	sectors bool       // a warp's access is one request that moves sectors
	flat    bool       // a lane a bank, one phase for a bank's width, and banks one piece wide
	memo    [1 << memoBits]memoEntry
	seen    wordSet
	lanes   trace.Lanes
	moved   []trace.Transaction
}

// BankCounter counts wavefronts as banks of shared memory would serve any access.
type BankCounter struct {
	coster coster
	known  [1 << shapeBits]struct {
		key        shapeKey
		wavefronts int
	}
}

// NewBankCounter returns a BankCounter for a device.
func NewBankCounter(s *arch.Spec) *BankCounter { return &BankCounter{coster: newCoster(s)} }

// Wavefronts returns how many an access would take in shared memory at its
// addresses. Lanes that change one address are served together. A BankCounter serves
// the accesses of one trace.
func (b *BankCounter) Wavefronts(a *trace.Access) int {
	key := keyOf(a, b.coster.line+1)
	if key == 0 {
		return b.count(a)
	}
	e := &b.known[key.slot()]
	if e.key != key {
		e.key, e.wavefronts = key, b.count(a)
	}
	return e.wavefronts
}

func (b *BankCounter) count(a *trace.Access) int {
	shared := *a
	shared.Space = ir.Shared
	if a.Kind == trace.Atomic {
		shared.Kind = trace.Load
	}
	return int(b.coster.cost(&shared).wavefronts())
}

// newCoster prepares the short ways for a device. Adding a multiple of the
// period to every address of an access changes no cost: it is the longest of
// two lines (16 words of 16 bytes on cc 1.x) and a row of all banks.
func newCoster(s *arch.Spec) coster {
	r := &rules[s.Global.Coalesce]
	return coster{
		spec:    s,
		all:     trace.MaskOf(0, s.WarpSize),
		sector:  log2(s.Global.SectorBytes),
		line:    uint64(max(2*s.Global.LineBytes, s.Shared.Banks*s.Shared.BankBytes)) - 1,
		sectors: r.sectors && !r.lines,
		flat:    s.Shared.Banks == s.WarpSize && s.Shared.LanesPerPhase == s.WarpSize && s.Shared.BankBytes == s.Shared.InterleaveBytes,
	}
}

// period returns how many bytes all addresses of an access can be moved by
// without a change of its cost.
func (c *coster) period(a *trace.Access) uint64 {
	if c.sectors && a.Space == ir.Global && a.Kind != trace.Atomic {
		return 1 << c.sector
	}
	return c.line + 1
}

// log2 of a power of two.
func log2(n int) uint { return uint(bits.TrailingZeros(uint(n))) }

// cost returns the work of one access.
func (c *coster) cost(a *trace.Access) cost {
	if a.Addr == nil {
		if w := c.closed(a); w != 0 {
			return w
		}
		return c.remembered(a)
	}
	return c.walk(a)
}

// closed answers the common affine accesses by arithmetic. It returns 0, which
// no access costs, when it does not know.
func (c *coster) closed(a *trace.Access) cost {
	switch {
	case a.Kind == trace.Atomic:
		return 0
	case a.Width < c.spec.WarpSize && a.DY != int64(a.Width)*a.DX: // more than one step
		if a.Space == ir.Global && c.sectors && a.Active == c.all {
			return c.closedRows(a)
		}
		return 0
	case a.Space == ir.Global && c.sectors:
		return c.closedSectors(a)
	case a.Space == ir.Shared && c.flat:
		return c.closedBanks(a)
	}
	return 0
}

// closedSectors counts the sectors of lanes on a line: when the step from lane
// to lane is at most a sector, every sector between the first and the last
// byte; when it is at least a sector, one a lane.
func (c *coster) closedSectors(a *trace.Access) cost {
	step, size := stepOf(a), uint64(1)<<c.sector
	switch {
	case step <= size && (isRun(a.Active) || step == 0):
		first := a.Base + uint64(int64(a.Active.First())*a.DX)
		last := a.Base + uint64(int64(topLane(a.Active))*a.DX)
		if a.DX < 0 {
			first, last = last, first
		}
		n := (last+uint64(a.Bytes)-1)>>c.sector - first>>c.sector + 1
		return moving(1, int(n), int(n))
	case step >= size && uint64(a.Bytes) <= size:
		n := a.Active.Count()
		return moving(1, n, n)
	}
	return 0
}

// closedRows counts the sectors of a full warp whose lanes lie in rows without
// gaps: the rows are the same, or too far apart to share a sector.
func (c *coster) closedRows(a *trace.Access) cost {
	size := int64(1) << c.sector
	span := int64(a.Width-1)*a.DX + int64(a.Bytes)
	rows := c.spec.WarpSize >> log2(a.Width) // faster than a division
	switch {
	case a.DX < 0 || a.DX > size:
		return 0
	case a.DY == 0:
		rows = 1
	case a.DY < span+size && -a.DY < span+size:
		return 0
	}
	n := 0
	for first := a.Base; rows > 0; rows-- {
		n += int((first+uint64(span)-1)>>c.sector-first>>c.sector) + 1
		first += uint64(a.DY)
	}
	return moving(1, n, n)
}

// closedBanks counts the wavefronts of words of up to a bank's width: one when
// all lanes use one word or successive words; with a full warp and a step of w
// words, as many lanes meet in a bank as w has factors of two.
func (c *coster) closedBanks(a *trace.Access) cost {
	step, unit := stepOf(a), uint64(c.spec.Shared.BankBytes)
	switch {
	case uint64(a.Bytes) > unit:
		return 0
	case step == 0 || step == unit:
		return passing(1, 1)
	case uint64(a.Bytes) == unit && step%unit == 0 && a.Active == c.all:
		return passing(min(c.spec.Shared.Banks, 1<<bits.TrailingZeros64(step/unit)), 1)
	}
	return 0
}

// stepOf is the distance from lane to lane, without its sign.
func stepOf(a *trace.Access) uint64 { return uint64(max(a.DX, -a.DX)) }

// isRun reports whether the lanes of m are neighbours.
func isRun(m trace.Mask) bool {
	m >>= m.First()
	return m&(m+1) == 0
}

// topLane is the highest lane of m.
func topLane(m trace.Mask) int { return bits.Len32(uint32(m)) - 1 }

// memoBits is the logarithm of the number of answers remembered.
const memoBits = 8

// memoKey is what the cost of an affine access depends on.
type memoKey struct {
	base   uint32 // address in its period
	active trace.Mask
	dx, dy int64
	form   uint32 // width, bytes, space and kind
}

type memoEntry struct {
	key  memoKey
	cost cost
}

// newMemoKey returns the key of an affine access for a period of addresses,
// given as a mask.
func newMemoKey(a *trace.Access, period uint32) memoKey {
	return memoKey{base: uint32(a.Base) & period, active: a.Active, dx: a.DX, dy: a.DY, form: formOf(a)}
}

// formOf packs the width, bytes, space and kind of an access.
func formOf(a *trace.Access) uint32 {
	return uint32(a.Width) | uint32(a.Bytes)<<8 | uint32(a.Space)<<16 | uint32(a.Kind)<<24
}

// describes reports whether k is the key of an affine access. It is faster than
// a comparison of two keys.
func (k *memoKey) describes(a *trace.Access, period uint32) bool {
	return k.base == uint32(a.Base)&period && k.active == a.Active && k.dx == a.DX && k.dy == a.DY && k.form == formOf(a)
}

// remembered returns the cost of an affine access from memory, walking its
// lanes when it is new. An entry never used holds no active lane, which no access has.
func (c *coster) remembered(a *trace.Access) cost {
	k := newMemoKey(a, uint32(c.line))
	e := &c.memo[k.hash()]
	if e.key != k {
		e.key, e.cost = k, c.walk(a)
	}
	return e.cost
}

func (k *memoKey) hash() uint64 {
	h := uint64(k.base)<<32 ^ uint64(k.active) ^ uint64(k.dx)<<20 ^ uint64(k.dy)<<40 ^ uint64(k.form)<<8
	return h * hash.Golden >> (64 - memoBits)
}
