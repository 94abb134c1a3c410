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
// A site is an instruction that accesses memory, a barrier, or the target of a jump. A warp starts at
// site 0. The entry of a barrier or a jump is its flags and its site.
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
// # Blocks that were not executed
//
// Of a sampled trace only some blocks were executed. Extrapolate gives entries to all others: a block
// takes the entries of an executed block, its template, and each site has a shift, which is added to
// the addresses that accesses of device memory have there. Accesses to shared and to local memory, barriers
// and jumps are those of the template.
//
// The template lies at the same place in the grid: at an end of each direction, next to an end, or
// inside; and it has the same rank in its cluster. Among several, the nearest is taken. The shift of a
// site is one of three:
//
//   - exact: the first addresses that the executed blocks have at the site are an affine function of
//     the block's coordinates, with whole bytes per block in each direction; or of digits of the coordinates,
//     for kernels that divide the number of a block into rows of tiles. The constants may depend on the place in
//     the grid, and on the warp and the lane that are first.
//   - followed: first addresses are near to those of the executed blocks before and behind it in the grid,
//     as in the rows of a sparse matrix. They are interpolated, to whole lines.
//   - rotated: addresses depend on data. Each block rotates the template's addresses within the range that
//     all executed blocks use at the site, by a number of lines that is a hash of the block. Lines that many
//     executed blocks use stay where they are, as the root of a tree does.
//
// Where nearly every block differs from all others, a site with exact first addresses is rotated, too, if its later
// accesses are in other lines in each block.
//
// Not modelled: how addresses at one site depend on those at another one; where in the grid blocks begin to
// do something else, between two executed blocks that differ.
//
// State: see Trace, Recorder, Decoder. Units: bytes, lanes, entries. Invariants: a Decoder gives
// what was recorded for its warp, in the same order; a trace depends on the launch alone, never
// on which Recorder saw which block; a block that was not executed has the same entries for every Decoder.
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
