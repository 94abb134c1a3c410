package timing

import "gpucourse/gpusim/trace"

// This file counts what has happened in a launch until a cycle.

// tally is what has happened until a cycle.
type tally struct {
	at     int64
	blocks int     // begun and ended
	issued []int64 // instructions, by SM
	byPC   []trace.InstrCycles
	busy   [trace.NumResources]float64
	queues [numQueues]int64
	filled int64 // see rounds
	missed missed
}

// missed is sectors that the caches of the SMs and L2 did not have.
type missed [2]uint64

// missed counts up to now.
func (c *chip) missed() (n missed) {
	lists := [][]trace.CacheCounts{c.counts}
	for _, p := range c.players {
		lists = append(lists, p.counts)
	}
	for _, list := range lists {
		for pc := range list {
			k := &list[pc]
			n[0] += k.L1Misses + k.ReadOnlyMisses
			n[1] += k.DRAMReads
		}
	}
	return n
}

// all is how many instructions were issued.
func (t *tally) all() (n int64) {
	for _, issued := range t.issued {
		n += issued
	}
	return n
}

// The queues of what has been asked for and not been served.
const (
	ofPorts = iota
	ofGroups
	ofSlices
	ofChannels
	numQueues
)

// tally counts what has happened until a cycle.
func (c *chip) tally(at int64) tally {
	t := tally{at: at, blocks: c.blocks.Next() + c.ended(), byPC: c.byPC(), busy: c.busyness(), filled: c.rounds.filled, missed: c.missed()}
	ports := make([]int64, len(c.sms))
	for i := range c.sms {
		t.issued = append(t.issued, c.sms[i].issued)
		ports[i] = c.sms[i].port
	}
	t.queues = [numQueues]int64{
		ofPorts: backlog(ports, at, tickBits), ofGroups: backlog(c.groups, at, tickBits+groupBits),
		ofSlices: backlog(c.slices, at, tickBits), ofChannels: backlog(c.channels, at, tickBits),
	}
	return t
}

// backlog is for how many cycles from one on some place of a list is busy.
func backlog(free []int64, from int64, bits uint) (cycles int64) {
	for _, f := range free {
		cycles = max(cycles, f>>bits-from)
	}
	return cycles
}

// lasts reports whether what went on between two tallies can go on like that.
func (t *tally) lasts(until *tally) bool {
	for i, n := range until.queues {
		if float64(n-t.queues[i]) > spanWithin*float64(until.at-t.at) {
			return false
		}
	}
	return t.blocks == until.blocks
}

// rate is how many instructions a cycle were issued from one tally to another.
func (t *tally) rate(until *tally) float64 {
	return float64(until.all()-t.all()) / float64(until.at-t.at)
}

// byPC is what the instructions cost up to now.
func (c *chip) byPC() []trace.InstrCycles {
	sum := make([]trace.InstrCycles, len(c.ops))
	for _, p := range c.players {
		for pc := range p.byPC {
			sum[pc].Plus(&p.byPC[pc])
		}
	}
	return sum
}

// busyness is for how many cycles each resource was busy up to now.
func (c *chip) busyness() (busy [trace.NumResources]float64) {
	for i := range c.sms {
		m := &c.sms[i]
		for k, t := range m.busy {
			n := len(c.sms)
			if trace.Resource(k) == trace.FMAPipe {
				t = m.multiplied()
			}
			if k := trace.Resource(k); k <= trace.XUPipe {
				n *= len(m.scheds)
			}
			busy[k] += float64(t) / ticks / float64(n)
		}
	}
	busy[trace.L2Slices] = float64(c.busySlices) / ticks / float64(len(c.slices))
	busy[trace.DRAMChannels] = float64(c.busyChannels) / ticks / float64(len(c.channels))
	return busy
}

// passed is what happened in cycles that were not played.
type passed struct {
	cycles, warpCycles, active int64
	byPC                       []trace.InstrCycles
	busy                       [trace.NumResources]float64
}

// add adds cycles in which so often was done what was from one tally to another.
func (p *passed) add(cycles int64, times float64, from, to *tally) {
	p.cycles += cycles
	if p.byPC == nil {
		p.byPC = make([]trace.InstrCycles, len(to.byPC))
	}
	for pc := range p.byPC {
		more := to.byPC[pc]
		more.Minus(&from.byPC[pc])
		more.Scale(times)
		p.byPC[pc].Plus(&more)
	}
	for k := range p.busy {
		p.busy[k] += times * (to.busy[k] - from.busy[k])
	}
}

// extend makes a result of the cycles played that of all cycles.
func (p *passed) extend(r *trace.Timing) {
	r.Cycles += uint64(p.cycles)
	r.Active += uint64(p.cycles)
	r.ActiveSum += uint64(p.active)
	r.WarpCycles += uint64(p.warpCycles)
	for pc := range p.byPC {
		r.ByPC[pc].Plus(&p.byPC[pc])
	}
	for k := range p.busy {
		r.Busy[k] += p.busy[k]
	}
}
