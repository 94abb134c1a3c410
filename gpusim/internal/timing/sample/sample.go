// Package sample extrapolates the cycles of a launch from a part that is simulated.
//
// A wave is as many blocks as all SMs hold at the same time. When several waves in a row, or
// several pairs of waves, take equal times, no more blocks start; the rest of the grid takes
// as much time per block as these waves, and the queues of L2 and DRAM go on growing as they did
// (Waves). When all warps repeat a loop and issue as many instructions per cycle in several
// spans of time, in which no block starts or ends and no queue grows, the warps skip iterations
// (Loops): each SM as many as it would execute at its own pace. The skipped accesses still go
// through the caches, and the last iterations are simulated. The spans are compared for all SMs
// together: where one SM slows down and ends last, the time is up to 13 % short (TestLoopSampling).
//
// Neither is done while the launch fills L2 for the first time: until L2 is full, it evicts
// no dirty lines.
//
// Units: cycles. Invariant: what is added to a result is what was observed, times a factor.
package sample

import (
	"slices"

	"gpucourse/gpusim/trace"
)

const (
	equalSpans  = 4    // waves or spans in a row that must be equal
	equalWithin = 0.02 // of their mean
)

// Snapshot is what has happened in a launch up to a cycle.
type Snapshot struct {
	At      int64
	Blocks  int     // that have started, plus those that have ended
	Issued  []int64 // instructions, by SM
	ByPC    []trace.InstrCycles
	Busy    [trace.NumResources]float64 // cycles
	Backlog []int64                     // cycles until the busiest port, slice or channel is free, by kind
	Filled  int64                       // sectors that L2 has received
	Misses  [2]uint64                   // sectors: of the SMs' caches and of L2
	Skipped int64                       // instructions, beside those that were issued
	Caches  *trace.CacheResult          // nil: what is not simulated goes through the caches
}

// Progress is how far a launch has come at the end of a window.
type Progress struct {
	Now            int64 // cycle, with those that were skipped
	Started, Ended int   // blocks
	Moved          int64 // sectors, by L2
	Issued         int64 // instructions, with those that were skipped
}

// Grid observes a grid and extrapolates its end: Waves or Rates.
type Grid interface {
	Watched() bool
	Watch(Progress, Snapshooter) (stop bool)
	Extend(r *trace.Timing, sms int)
}

// Snapshooter takes a snapshot at a cycle.
type Snapshooter func(now int64) *Snapshot

// issued returns how many instructions were issued.
func (s *Snapshot) issued() (n int64) {
	for _, issued := range s.Issued {
		n += issued
	}
	return n + s.Skipped
}

// growth returns by how many cycles the backlog of some port, slice or channel has grown.
func (s *Snapshot) growth(until *Snapshot) (cycles int64) {
	for i, n := range until.Backlog {
		cycles = max(cycles, n-s.Backlog[i])
	}
	return cycles
}

// spread returns the mean of a list, and the largest difference from it as a part of it.
func spread(list []float64) (mean, spread float64) {
	for _, x := range list { // gonum's sum has another order, and another last bit, where it has assembly
		mean += x
	}
	mean /= float64(len(list))
	return mean, max(slices.Max(list)-mean, mean-slices.Min(list)) / mean
}

// extrapolation is what happens in cycles that are not simulated.
type extrapolation struct {
	cycles float64
	byPC   []trace.InstrCycles
	busy   [trace.NumResources]float64
	caches *trace.CacheResult // nil: nothing
}

// add adds cycles in which what happened between two snapshots happens several times.
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

// extendGrid adds the blocks that were not simulated to the result of a device with some SMs.
func (x *extrapolation) extendGrid(r *trace.Timing, found trace.WaveSampling, sms int) {
	r.Waves = found
	x.extend(r)
	r.ActiveSum += uint64(x.cycles * float64(sms))
	r.WarpCycles = uint64(float64(r.WarpCycles) * float64(found.Total) / float64(found.Played))
}

// addCaches adds what the caches counted between two snapshots several times, by PC, and last what belongs to no instruction.
func (x *extrapolation) addCaches(times []float64, from, to *Snapshot) {
	if to.Caches == nil {
		return
	}
	if x.caches == nil {
		x.caches = &trace.CacheResult{ByPC: make([]trace.CacheCounts, len(to.Caches.ByPC))}
	}
	for pc := range x.caches.ByPC {
		x.caches.ByPC[pc].Extend(times[pc], &from.Caches.ByPC[pc], &to.Caches.ByPC[pc])
	}
	x.caches.Rest.Extend(times[len(times)-1], &from.Caches.Rest, &to.Caches.Rest)
}

// extend adds the extrapolation to a result.
func (x *extrapolation) extend(r *trace.Timing) {
	r.Cycles += uint64(x.cycles)
	r.Active += uint64(x.cycles)
	for pc := range x.byPC {
		r.ByPC[pc].Plus(&x.byPC[pc])
	}
	for k := range x.busy {
		r.Busy[k] += x.busy[k]
	}
	if x.caches == nil {
		return
	}
	for pc := range x.caches.ByPC {
		r.Caches.ByPC[pc].Plus(&x.caches.ByPC[pc])
	}
	r.Caches.Rest.Plus(&x.caches.Rest)
}
