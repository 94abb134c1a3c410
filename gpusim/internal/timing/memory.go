package timing

// This file is memory: its channels, and what keeps them from moving data.

import (
	"math"

	"gpucourse/gpusim/internal/cache"
)

// openPieces is how many pieces of memory a channel has open.
const (
	openBits   = 6
	openPieces = 1 << openBits
)

// fetch gives sectors that are read of a line their turn, and returns when they have had
// it, in ticks.
func (c *chip) fetch(line uint64, at int64, sectors int) int64 {
	c.reads += (1<<turnBits - c.reads) * int64(sectors) / turnSectors
	return c.move(line, at, c.whole(sectors)*c.t.channelSector+c.opens(line, 0, c.t.openRead))
}

// writeBack gives a line that L2 writes back its turn: what must be read of it before,
// and what is written.
func (c *chip) writeBack(o *cache.WriteBack, at int64) int64 {
	if o.Filled > 0 {
		at = c.fetch(o.Line, at, o.Filled)
	}
	c.reads -= c.reads * int64(o.Written) / turnSectors
	takes := c.writes(o)
	return c.move(o.Line, at, takes+c.turning(takes))
}

// writes is what the sectors of a line take that are written. Of a whole line, the
// neighbour is taken to be written with it.
func (c *chip) writes(o *cache.WriteBack) int64 {
	if k := &c.Spec.Global; o.Written*k.SectorBytes >= k.LineBytes {
		return c.t.channelLine
	}
	return c.whole(o.Written)*c.t.channelWrite + c.opens(o.Line, 1, c.t.openWrite)
}

// whole is how many sectors memory moves for some of a line: Caches.DRAMBytes at a time.
func (c *chip) whole(sectors int) int64 {
	unit := max(1, c.Spec.Caches.DRAMBytes/c.Spec.Global.SectorBytes)
	return int64((sectors + unit - 1) / unit * unit)
}

// move keeps the channel of a line busy.
func (c *chip) move(line uint64, at, takes int64) int64 {
	c.busyChannels += takes
	return c.serve(&c.channels[c.channelOf(line)], at, takes, c.windowEnd<<tickBits) + takes
}

// channelOf is the channel that a line is in, with its neighbour.
func (c *chip) channelOf(line uint64) int { return spread(line>>1, len(c.channels)) }

// opens is what it takes to open the piece of memory that a line is in, to read (0) or to
// write (1), if that is not open (rows: sectors far apart take much longer than those of a piece).
func (c *chip) opens(line, write uint64, takes int64) int64 {
	if takes == 0 {
		return 0
	}
	piece := (line*uint64(c.Spec.Global.LineBytes)/uint64(c.Spec.Clock.Memory.DRAMPiece)+1)<<1 | write
	is := &c.open[c.channelOf(line)<<openBits+int(piece*golden>>(64-openBits))]
	if *is == piece {
		return 0
	}
	*is = piece
	return takes
}

// turnBits is the precision of chip.reads, turnSectors how many sectors that looks back,
// about as many as busy memory has under way; where a part of 1/fewReads of them was
// read, memory turns as often as it can.
const (
	turnBits    = 20
	turnSectors = 1 << 16
	fewReads    = 8
)

// turning is what a write that takes so long takes longer because others read. Memory
// gathers writes and loses time when it turns to them and back to reads, of which a few
// are enough: where it only writes it need not turn (turning: one block in eight that
// reads costs as much as four do; copies lose in proportion to what they write).
func (c *chip) turning(takes int64) int64 {
	often := min(c.reads*fewReads, 1<<turnBits)
	return takes * c.t.turns >> turnBits * often >> turnBits
}

// loadBits is the precision of chip.load, loadWindows how many windows it looks back.
const (
	loadBits    = 10
	loadWindows = 8
)

// measure takes note of how busy the channels were in the window that has ended.
func (c *chip) measure() {
	busy := c.busyChannels - c.measured
	c.measured = c.busyChannels
	now := min(busy<<loadBits/(c.window<<tickBits*int64(len(c.channels))), 1<<loadBits)
	c.load += (now - c.load) / loadWindows
}

// loaded is how many cycles later memory answers because it is busy: with the power 1.5 of
// how busy (cold: dram, four loads of 512 bytes take 45, 94 to 110 and 262 cycles more, at
// 20, 38 and 66 % of the rate).
func (c *chip) loaded() int64 {
	busy := float64(c.load) / (1 << loadBits)
	return int64(float64(c.Spec.Clock.Memory.DRAMLoaded) * busy * math.Sqrt(busy))
}

// refresh is how long the page of a line that is asked for at a cycle goes on
// being refreshed: the pages take turns, in an order that a hash gives. With ideal
// bandwidth memory serves all of them all the time.
func (c *chip) refresh(line uint64, at int64) int64 {
	k := &c.Spec.Clock.Memory
	if k.RefreshEvery == 0 || c.Ideal.Bandwidth || c.Ideal.Latency {
		return 0
	}
	page := line * uint64(c.Spec.Global.LineBytes) / uint64(k.RefreshBytes)
	since := (at + int64(page*golden>>33)) % int64(k.RefreshEvery)
	return max(0, int64(k.RefreshCycles)-since)
}
