// Package tracefile is the codec of recorded launches: Recorders encode what warps did while
// the executor runs them, and Decoders give it back, warp by warp, to whoever plays it.
//
// A trace has one entry for each access to memory, for each wait at a barrier and, when it is
// timed, for each jump: where a run of instructions up to the next branch or call begins. A
// timed trace also has the accesses to shared memory, as a number of wavefronts, and what warps do
// at barriers in shared memory. A bulk copy has an entry for the barrier that counts it, then the
// accesses to global memory, of as many bytes as a warp accesses with 16 bytes per lane.
//
// # Format
//
// A trace is bytes in memory; it is never written to disk. Numbers are uvarints and varints of
// encoding/binary. A block of the grid is a list of groups; a group is neighbouring warps whose
// entries differ by constants in their addresses only:
//
//	block   = group...                           until all warps of the block have one
//	group   = warps control bases [steps]        steps only if the group has more than one warp
//	warps   = uvarint                            how many warps the group has
//	control = length item...                     length: uvarint, in bytes
//	bases   = length varint...                   of the group's first warp
//	steps   = length varint...                   warp i has bases[k] + i·steps[k]
//	item    = run | entry
//	run     = uvarint n<<1 | 1                   the next n entries are as predicted
//	entry   = flags [site] [mask] [offsets | [dy] dx]
//	flags   = byte with bit 0 clear              says which of the fields follow
//	site    = varint                             distance to the site of the entry before
//	mask    = uvarint                            the active lanes
//	offsets = (varint d<<1 | varint d<<1|1 uvarint n)...
//	dy, dx  = varint                             see trace.Access
//
// A site is an instruction that accesses memory, or the target of a jump. Site 0 stands for all
// barriers. The entry of a barrier or a jump is its flags and its site.
//
// The base of an access is the address of its first active lane, or trace.Access.Base when
// addresses have a closed form. An entry whose base is not the predicted one takes the next
// number of bases: its distance to the last base at the site or, at a new site, to the last base
// of the warp. Offsets are the distances d from each active lane to the next one; bit 0 says
// that n more equal distances follow.
//
// # Prediction
//
// Encoder and decoder predict each entry of a warp from the entries before it: the site that
// followed the present site last time, with the same lanes and strides as last time there, and
// with a base that is as far from the last one as that one was from the one before. A loop over
// an array therefore costs no bytes.
//
// State: see Trace, Recorder, Decoder. Units: bytes, lanes, entries. Invariants: a Decoder gives
// what was recorded for its warp, in the same order; a trace depends on the launch alone, never
// on which Recorder saw which block.
//
// Not recorded: values, accesses to kernel parameters, instructions without memory accesses one
// by one, and time.
package tracefile

import "gpucourse/gpusim/internal/launch"

// Launch is a recorded launch.
type Launch struct {
	launch.Shape
	Resident   int // blocks that an SM holds at the same time
	Shared     int // bytes of an SM's memory configured as shared memory
	LocalBytes int // of local memory per thread
}
