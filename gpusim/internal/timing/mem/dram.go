package mem

// This file is DRAM: its channels, their open rows and the refresh.

import (
	"cmp"

	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
)

// dram is the channels of DRAM. Reading or writing a row that is not open costs a channel
// extra time.
type dram struct {
	spec     *arch.Spec
	ideal    bool // no refresh
	t        dramTimes
	channels []int64  // ticks: when each is free
	open     []uint64 // by channel: the rows that are open
	pending  []arrival
	latency  int64 // cycles from the SM to DRAM and back
	busy     int64 // ticks, the sum of all channels
}

// dramTimes is how many ticks an operation occupies a channel.
type dramTimes struct {
	read, write         int64 // per sector
	line                int64 // for a whole line that is written
	openRead, openWrite int64 // for a row that is not open
}

// arrival is the cycle at which DRAM delivers a line to the SM.
type arrival struct {
	line uint64
	at   int64
}

// arrivals is the size of the table of pending lines. A newer line replaces an older one.
const arrivals = 1 << 14

// openRows is how many rows of a channel are open (dram/rows.txt).
const (
	openRowBits = 6
	openRows    = 1 << openRowBits
)

func newDRAM(s *arch.Spec, ideal Ideal) dram {
	k := &s.Clock.Memory
	n := max(1, k.DRAMChannels)
	d := dram{
		spec: s, ideal: ideal.Latency || ideal.Bandwidth, latency: int64(k.DRAM),
		channels: make([]int64, n), open: make([]uint64, n*openRows), pending: make([]arrival, arrivals),
	}
	if ideal.Latency {
		d.latency = int64(k.L1)
	}
	rate := s.Rates.DRAMBytesPerSecond
	if rate == 0 || ideal.Bandwidth {
		return d
	}
	perCycle := rate * cmp.Or(k.DRAMShare, 1) / (float64(s.ClockMHz) * 1e6) / float64(n)
	sector, row := float64(s.Global.SectorBytes)/perCycle, float64(k.DRAMPiece)/perCycle
	d.t = dramTimes{
		read: InTicks(sector * (1 - k.DRAMOpen)), openRead: InTicks(row * k.DRAMOpen),
		write: InTicks(sector * (1 - k.DRAMOpenWrite)), openWrite: InTicks(row * k.DRAMOpenWrite),
		line: InTicks(float64(s.Global.LineBytes) / perCycle),
	}
	return d
}

// expect notes the cycle at which a line arrives.
func (d *dram) expect(line uint64, at int64) {
	d.pending[spread(line, len(d.pending))] = arrival{line, at}
}

// expected returns the cycle at which a line arrives or arrived, 0 if it is not known.
func (d *dram) expected(line uint64) int64 {
	if p := &d.pending[spread(line, len(d.pending))]; p.line == line {
		return p.at
	}
	return 0
}

// read reads sectors of a line and returns the cycle at which they arrive at the SM.
func (d *dram) read(line uint64, at int64, sectors int, end int64) int64 {
	then := d.fetch(line, at, sectors, end) >> TickBits
	return then + d.latency + d.refresh(line, then)
}

// refresh returns for how many more cycles the page of a line is refreshed. Pages are
// refreshed at different times, which a hash of the page gives (launch/cold.txt).
func (d *dram) refresh(line uint64, at int64) int64 {
	k := &d.spec.Clock.Memory
	if k.RefreshEvery == 0 || d.ideal {
		return 0
	}
	page := line * uint64(d.spec.Global.LineBytes) / uint64(k.RefreshBytes)
	since := (at + int64(page*hash.Golden>>33)) % int64(k.RefreshEvery)
	return max(0, int64(k.RefreshCycles)-since)
}

// fetch reads sectors of a line and returns the tick at which the channel has finished.
func (d *dram) fetch(line uint64, at int64, sectors int, end int64) int64 {
	return d.occupy(line, at, d.moved(sectors)*d.t.read+d.opening(line, 0, d.t.openRead), end)
}

// writeBack writes a line that L2 evicts. Sectors that were written in part are read first.
func (d *dram) writeBack(o *cache.WriteBack, at, end int64) int64 {
	if o.Filled > 0 {
		at = d.fetch(o.Line, at, o.Filled, end)
	}
	takes := d.t.line // kernels that write whole lines write the neighbouring lines too: the row is open
	if k := &d.spec.Global; o.Written*k.SectorBytes < k.LineBytes {
		takes = d.moved(o.Written)*d.t.write + d.opening(o.Line, 1, d.t.openWrite)
	}
	return d.occupy(o.Line, at, takes, end)
}

// moved returns how many sectors DRAM transfers for some sectors, DRAMBytes at a time.
func (d *dram) moved(sectors int) int64 {
	return int64(padding.Up(sectors, d.spec.Caches.DRAMBytes/d.spec.Global.SectorBytes))
}

// occupy keeps the channel of a line busy and returns the tick at which it has finished.
func (d *dram) occupy(line uint64, at, takes, end int64) int64 {
	d.busy += takes
	return serve(&d.channels[d.channelOf(line)], at, takes, end) + takes
}

// channelOf returns the channel of a line. Two neighbouring lines share a channel.
func (d *dram) channelOf(line uint64) int { return spread(line>>1, len(d.channels)) }

// opening returns how long it takes to open the row of a line for reading (0) or writing (1).
func (d *dram) opening(line, write uint64, takes int64) int64 {
	if takes == 0 {
		return 0
	}
	row := (line*uint64(d.spec.Global.LineBytes)/uint64(d.spec.Clock.Memory.DRAMPiece)+1)<<1 | write
	is := &d.open[d.channelOf(line)<<openRowBits+int(row*hash.Golden>>(64-openRowBits))]
	if *is == row {
		return 0
	}
	*is = row
	return takes
}
