// Package trace defines the records that the executor passes to counters, checkers, the timing
// model and pictures: what a warp did, and what memory did with it.
//
// An Access is one warp instruction's use of memory: which lanes, which
// addresses, how many bytes per lane. Its addresses are kept in the cheapest
// form that is exact. A Transaction is one piece of the memory system's work for
// an Access; it keeps the lanes it served, so that every count can be
// walked back to threads.
//
// Records passed to an Observer are valid only during the call.
package trace

import (
	"math/bits"

	"gpucourse/gpusim/arch"
)

// Mask is a set of lanes; bit i is lane i.
type Mask uint32

// MaskOf returns the set of n lanes from lane first on.
func MaskOf(first, n int) Mask { return Mask((uint64(1)<<n - 1) << first) }

// Has reports whether lane i is in the set.
func (m Mask) Has(i int) bool { return m>>i&1 != 0 }

// First returns the lowest lane of the set; arch.MaxLanes when it is empty.
func (m Mask) First() int { return bits.TrailingZeros32(uint32(m)) }

// Count returns the number of lanes in the set.
func (m Mask) Count() int { return bits.OnesCount32(uint32(m)) }

// Kind says what an access does.
type Kind uint8

// The kinds of access.
const (
	Load Kind = iota
	Store
	Atomic
)

// Lanes holds one 64-bit value per lane.
type Lanes [arch.MaxLanes]uint64

// Access is one warp instruction's use of memory.
//
// When Addr is nil the address of lane i is
// Base + (i mod Width)·DX + (i div Width)·DY, for a power of two Width ≤ the
// warp; a uniform access has DX = DY = 0. Otherwise Addr[i] is the address and
// entries of inactive lanes are meaningless.
// Shared and local addresses are byte offsets in the block's or the thread's
// window; global addresses are device addresses.
type Access struct {
	PC       int32 // index of the instruction in the program
	Kind     Kind
	Space    Space
	Bytes    int  // per lane, all vector elements together: 1, 2, 4, 8 or 16
	Active   Mask // lanes that take part; never empty
	Base     uint64
	DX, DY   int64
	Width    int
	Addr     *Lanes
	ReadOnly bool   // through the read-only path: gpu.ReadOnly, gpu.Ldg
	Volatile bool   // bypasses L1
	Hint     Hint   // its cache operator and policy
	Past     bool   // of a copy between global and shared memory: L1 does not see it
	Into     *Lanes // of a copy from global to shared memory: where the bytes of each lane go; nil for other accesses
	Split    Mask   // of such a copy past L1: lanes whose lines L2 gives piece by piece; only players of recorded accesses set it
	Copied   bool   // the side in shared memory of a copy that no register takes part in
	Counted  bool   // atomic that takes one turn for all lanes of a word: banks of shared memory count them (ATOMS.POPC.INC), or one lane changes it for all
	Whole    bool   // Counted holds only where the whole warp takes part
	Fetch    bool   // texture: by the number of a texel, not by coordinates
	Taps     []Tap  // texture: the texels that lanes read beside that at Lane
	Block    int    // linear index in the grid
	Warp     int    // in the block
}

// Tap is one more texel of each of some lanes: a filtered read of a texture
// mixes up to four.
type Tap struct {
	Active Mask
	Addr   Lanes
}

// Lane returns the address of lane i.
func (a *Access) Lane(i int) uint64 {
	if a.Addr != nil {
		return a.Addr[i]
	}
	return a.Base + uint64(int64(i%a.Width)*a.DX+int64(i/a.Width)*a.DY)
}

// OneTurn reports whether an atomic takes one turn for all lanes of a word; see Counted.
func (a *Access) OneTurn() bool {
	return a.Counted && (!a.Whole || a.Active == MaskOf(0, arch.MaxLanes))
}

// Uniform reports whether all lanes use one address.
func (a *Access) Uniform() bool {
	return a.Addr == nil && a.DX == 0 && (a.DY == 0 || a.Width >= arch.MaxLanes)
}

// HostBase is the device address at which mapped host memory begins: above all addresses of
// device memory.
const HostBase = 1 << 45

// Transaction is one piece of memory-system work.
type Transaction struct {
	Addr    uint64 // first byte
	Bytes   int    // moved: a sector, a segment, a line, or a bank row's share
	Sectors uint32 // for a line: which of its sectors are used, bit 0 lowest
	Lanes   Mask   // the lanes it serves
}
