// Package sample spares a launch from being played cycle by cycle to its end: equal waves of
// blocks stand for the waves that follow, and equal iterations of a loop for later ones.
//
// A wave is as many blocks as the SMs hold at a time. When some waves in a row, or pairs of
// waves, have taken equal times, no block is started any more; those that run end as the
// last blocks of the grid would. The rest of the grid takes as much time per block as these
// waves (Waves). When all warps repeat a loop and, for some spans of time in which no block
// starts or ends and no queue grows, issue as many instructions per cycle, each warp skips
// as many iterations as it would execute at that pace (Loops). Its accesses still go through
// the caches, and the last iterations are played.
//
// Neither is done while what the grid moves fills L2 for the first time: until then lines
// leave L2 that nobody must write back.
//
// Units: cycles. Invariants: what is added to a result is what was watched, times how often
// it is taken to happen again; nothing depends on the order in which SMs are played.
package sample

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"gpucourse/gpusim/trace"
)

const (
	equalSpans  = 4    // waves or spans in a row that must be alike
	equalWithin = 0.02 // of their mean
)

// Snapshot is what has happened in a launch until a cycle.
type Snapshot struct {
	At      int64
	Blocks  int     // started and ended
	Issued  []int64 // instructions, by SM
	ByPC    []trace.InstrCycles
	Busy    [trace.NumResources]float64 // cycles
	Backlog []int64                     // cycles until the busiest of each kind of queue is empty
	Filled  int64                       // sectors that L2 has taken in
	Missed  Misses
}

// Misses is how many sectors the SMs' caches and L2 did not have.
type Misses [2]uint64

// all is how many instructions were issued.
func (s *Snapshot) all() (n int64) {
	for _, issued := range s.Issued {
		n += issued
	}
	return n
}

// steady reports whether what went on between two snapshots can go on: no block started or
// ended and no queue grew.
func (s *Snapshot) steady(until *Snapshot) bool {
	for i, n := range until.Backlog {
		if float64(n-s.Backlog[i]) > equalWithin*float64(until.At-s.At) {
			return false
		}
	}
	return s.Blocks == until.Blocks
}

// spread returns the mean of numbers and by how much they differ from it at most, as a part
// of the mean.
func spread(list []float64) (mean, spread float64) {
	mean = stat.Mean(list, nil)
	for _, x := range list {
		spread = max(spread, math.Abs(x-mean)/mean)
	}
	return mean, spread
}

// extrapolation is what is taken to have happened in cycles that were not played.
type extrapolation struct {
	cycles float64
	byPC   []trace.InstrCycles
	busy   [trace.NumResources]float64
}

// add adds cycles in which what happened between two snapshots happened so many times.
func (x *extrapolation) add(cycles, times float64, from, to *Snapshot) {
	x.cycles += cycles
	if x.byPC == nil {
		x.byPC = make([]trace.InstrCycles, len(to.ByPC))
	}
	for pc := range x.byPC {
		more := to.ByPC[pc]
		more.Minus(&from.ByPC[pc])
		more.Scale(times)
		x.byPC[pc].Plus(&more)
	}
	for k := range x.busy {
		x.busy[k] += min(times*(to.Busy[k]-from.Busy[k]), cycles)
	}
}

// extend adds the cycles that were not played to a result.
func (x *extrapolation) extend(r *trace.Timing) {
	r.Cycles += uint64(x.cycles)
	r.Active += uint64(x.cycles)
	for pc := range x.byPC {
		r.ByPC[pc].Plus(&x.byPC[pc])
	}
	for k := range x.busy {
		r.Busy[k] += x.busy[k]
	}
}
