package check

// This file keeps one access in one word, and two that represent many.

import (
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// stamp is one access of one lane. The zero value is no access. Its highest bits are the
// tick, a count of the phases of all blocks: stamps of later phases are larger. The
// instruction, the warp and the lane follow. The lowest bits are several and update.
type stamp uint64

const (
	// several: lanes beside this one wrote the same value, so that a lane which reads it
	// may have written it.
	several stamp = 1
	// update: the value that was written depends on what the thread read there before.
	update stamp = 2

	laneBits, laneShift = 5, 2
	warpBits, warpShift = 6, laneShift + laneBits
	pcBits, pcShift     = 19, warpShift + warpBits
	tickShift           = pcShift + pcBits

	laneMask stamp = (1<<laneBits - 1) << laneShift
	warpMask stamp = (1<<warpBits - 1) << warpShift
	// phaseAndWarp are the bits that tell the accesses of a lane apart.
	phaseAndWarp = ^(laneMask | several | update)
)

// mark returns the smallest stamp of a tick.
func mark(tick uint32) stamp { return stamp(tick) << tickShift }

// newStamp returns the stamp of lane 0 of an access in the phase that a mark begins.
func newStamp(phase stamp, pc int32, warp int) stamp {
	return phase | stamp(pc)<<pcShift | stamp(warp)<<warpShift
}

// tick returns the phase of an access, counted over all blocks.
func (a stamp) tick() stamp { return a >> tickShift }

func (a stamp) lane() int { return int(a & laneMask >> laneShift) }
func (a stamp) warp() int { return int(a & warpMask >> warpShift) }
func (a stamp) pc() int32 { return int32(a >> pcShift & (1<<pcBits - 1)) }

func (a stamp) sameLane(b stamp) bool { return (a^b)&laneMask == 0 }
func (a stamp) sameWarp(b stamp) bool { return (a^b)&warpMask == 0 }

// above returns the stamp of the lane that is some lanes higher.
func (a stamp) above(lanes int) stamp {
	if a == 0 {
		return 0
	}
	return a + stamp(lanes)<<laneShift
}

// fits reports whether stamps can name the instructions of a program.
func fits(p *simt.Program) bool { return len(p.Instrs) <= 1<<pcBits }

// accessRecord is a stamp in plain fields, for findings.
type accessRecord struct {
	block uint32 // its linear index plus one
	pc    int32
	warp  uint16
	lane  uint8
}

// firstLane returns the first lane of an event.
func firstLane(e trace.Event) accessRecord {
	return accessRecord{block: uint32(e.Block) + 1, pc: e.PC, warp: uint16(e.Warp), lane: uint8(e.Lanes.First())}
}

// accessPair is two accesses that represent all earlier ones of their kind: where only
// barriers order accesses, a later one that races with any of them races with one of the
// two. The first is the latest access of the warp of the current block that came first since
// the last barrier. The second is of another block or, if there is none, the latest one of
// another warp of the block. Flags may order the two and not others: such races are missed.
type accessPair [2]stamp

// renewed returns the later of two accesses of a warp, and the first lane of one access.
func (a stamp) renewed(now stamp) stamp {
	if (a^now)&phaseAndWarp == 0 {
		return a
	}
	return now
}
