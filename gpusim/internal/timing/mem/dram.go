package mem

// This file is DRAM: its channels, and what keeps them from moving data.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
)

// dram is the channels of memory. A channel has pieces of memory (rows) open, and opening
// another one takes time.
type dram struct {
	spec     *arch.Spec
	ideal    bool // DRAM is never refreshed
	t        dramTimes
	channels []int64  // ticks: when each is free
	open     []uint64 // by channel: the pieces that are open
	pending  []arrival
	latency  int64 // cycles, L2's included
	busy     int64 // ticks of channels
}

// dramTimes is what channels take, in ticks.
type dramTimes struct {
	read, write         int64 // for a sector
	line                int64 // for a line that is written whole
	openRead, openWrite int64 // for a piece that is not open
}

// arrival is a line that DRAM delivers, or delivered, to L2 at a cycle.
type arrival struct {
	line uint64
	at   int64
}

// arrivals is how many lines are known to be on their way from DRAM; a newer one takes the
// place of an older one.
const arrivals = 1 << 14

// openPieces is how many pieces of memory a channel has open.
const (
	openBits   = 6
	openPieces = 1 << openBits
)

func newDRAM(s *arch.Spec, ideal Ideal) dram {
	k := &s.Clock.Memory
	n := max(1, k.DRAMChannels)
	d := dram{spec: s, ideal: ideal.Latency || ideal.Bandwidth, channels: make([]int64, n), open: make([]uint64, n*openPieces), pending: make([]arrival, arrivals), latency: int64(k.DRAM)}
	if ideal.Latency {
		d.latency = int64(k.L1)
	}
	rate := s.Rates.DRAMBytesPerSecond
	if rate == 0 || ideal.Bandwidth {
		return d
	}
	perCycle := rate * or(k.DRAMShare, 1) / (float64(s.ClockMHz) * 1e6) / float64(n)
	sector, piece := float64(s.Global.SectorBytes)/perCycle, float64(k.DRAMPiece)/perCycle
	d.t = dramTimes{
		read: InTicks(sector * (1 - k.DRAMOpen)), openRead: InTicks(piece * k.DRAMOpen),
		write: InTicks(sector * (1 - k.DRAMOpenWrite)), openWrite: InTicks(piece * k.DRAMOpenWrite),
		line: InTicks(float64(s.Global.LineBytes) / perCycle),
	}
	return d
}

// expect notes when a line comes from DRAM.
func (d *dram) expect(line uint64, at int64) {
	d.pending[spread(line, len(d.pending))] = arrival{line, at}
}

// expected returns when a line comes from DRAM; 0 when that is not known.
func (d *dram) expected(line uint64) int64 {
	if p := &d.pending[spread(line, len(d.pending))]; p.line == line {
		return p.at
	}
	return 0
}

// read moves sectors of a line to L2 and returns the cycle at which they are at the SM.
func (d *dram) read(line uint64, at int64, sectors int, end int64) int64 {
	then := d.fetch(line, at, sectors, end) >> TickBits
	return then + d.latency + d.refresh(line, then)
}

// refresh is for how long the page of a line is being refreshed from a cycle on. Pages take
// turns, in an order that a hash gives (launch/cold.txt: one load in ten is 290 to 480 cycles late).
func (d *dram) refresh(line uint64, at int64) int64 {
	k := &d.spec.Clock.Memory
	if k.RefreshEvery == 0 || d.ideal {
		return 0
	}
	page := line * uint64(d.spec.Global.LineBytes) / uint64(k.RefreshBytes)
	since := (at + int64(page*golden>>33)) % int64(k.RefreshEvery)
	return max(0, int64(k.RefreshCycles)-since)
}

// fetch moves sectors of a line to L2 and returns the tick at which the channel is done.
func (d *dram) fetch(line uint64, at int64, sectors int, end int64) int64 {
	return d.move(line, at, d.whole(sectors)*d.t.read+d.opening(line, 0, d.t.openRead), end)
}

// writeBack writes a line that leaves L2: it reads what is missing of sectors that were
// written in part, and writes.
func (d *dram) writeBack(o *cache.WriteBack, at, end int64) int64 {
	if o.Filled > 0 {
		at = d.fetch(o.Line, at, o.Filled, end)
	}
	return d.move(o.Line, at, d.writes(o), end)
}

// writes is what writing a line back takes. With a whole line its neighbour is taken to
// be written too.
func (d *dram) writes(o *cache.WriteBack) int64 {
	if k := &d.spec.Global; o.Written*k.SectorBytes >= k.LineBytes {
		return d.t.line
	}
	return d.whole(o.Written)*d.t.write + d.opening(o.Line, 1, d.t.openWrite)
}

// whole is how many sectors DRAM moves for some of a line: Caches.DRAMBytes at a time.
func (d *dram) whole(sectors int) int64 {
	unit := max(1, d.spec.Caches.DRAMBytes/d.spec.Global.SectorBytes)
	return int64((sectors + unit - 1) / unit * unit)
}

// move keeps the channel of a line busy.
func (d *dram) move(line uint64, at, takes, end int64) int64 {
	d.busy += takes
	return serve(&d.channels[d.channelOf(line)], at, takes, end) + takes
}

// channelOf is the channel of a line and of its neighbour.
func (d *dram) channelOf(line uint64) int { return spread(line>>1, len(d.channels)) }

// opening is what it takes to open the piece that a line is in, to read (0) or to write
// (1): nothing while it is open (dram/rows.txt).
func (d *dram) opening(line, write uint64, takes int64) int64 {
	if takes == 0 {
		return 0
	}
	piece := (line*uint64(d.spec.Global.LineBytes)/uint64(d.spec.Clock.Memory.DRAMPiece)+1)<<1 | write
	is := &d.open[d.channelOf(line)<<openBits+int(piece*golden>>(64-openBits))]
	if *is == piece {
		return 0
	}
	*is = piece
	return takes
}
