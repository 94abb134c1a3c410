package sm

// This file is clusters: the barrier that their blocks share, and accesses to each other's shared memory.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// Arrival is what a warp did at the barrier of its cluster.
type Arrival struct {
	Block   int   // in the grid
	At      int64 // cycle
	Ends    bool  // the warp has ended
	Arrived bool  // of one that ends: it had arrived in the phase under way
}

// clusterBlock is how many phases of its cluster's barrier a block has seen, and when the last one ended.
type clusterBlock struct {
	phases int32
	done   int64
}

// arriveInCluster lets a warp arrive at the barrier of its cluster, and returns when the warp goes on.
func (m *SM) arriveInCluster(w *warp, now int64, releases bool) (after int64) {
	k := &m.program.Spec.Clock.Cluster
	at := now
	if releases {
		m.fences = max(m.fences, now<<mem.TickBits)
		at = max(m.fences>>mem.TickBits+int64(k.Fence), w.drained+m.program.t.fence) + int64(k.FenceBlock*float64(m.program.Cluster))
		m.fences += mem.InTicks(k.FenceWarp)
	}
	if m.program.Cluster == 1 {
		return at
	}
	m.barriers = max(m.barriers, at<<mem.TickBits) + m.program.t.barrierWarp
	w.arrivals++
	m.arrivals = append(m.arrivals, Arrival{Block: m.blocks[w.slot].number, At: m.barriers >> mem.TickBits})
	return at
}

// waitInCluster lets a warp wait for the barrier of its cluster. It returns false where the warp must wait.
func (m *SM) waitInCluster(w *warp) (after int64, over bool) {
	b := &m.blocks[w.slot].inCluster
	if b.phases >= w.arrivals {
		return b.done, true
	}
	w.atBarrier, w.inCluster = true, true
	w.reason, w.ready = trace.Barrier, notReady
	return 0, false
}

// leaveCluster notes that a warp has ended.
func (m *SM) leaveCluster(w *warp) {
	if b := &m.blocks[w.slot]; m.program.Cluster > 1 {
		m.arrivals = append(m.arrivals, Arrival{Block: b.number, At: w.last, Ends: true, Arrived: w.arrivals > b.inCluster.phases})
	}
}

// Arrivals returns what the warps of the SM have done at barriers of clusters since the last call. It is valid until the
// next window.
func (m *SM) Arrivals() []Arrival {
	list := m.arrivals
	m.arrivals = m.arrivals[:0]
	return list
}

// EndPhase ends a phase of the barrier of a cluster at a cycle, for its block in a slot, if the block runs.
func (m *SM) EndPhase(slot, block int, at int64) {
	if m.blocks[slot].number != block {
		return
	}
	b := &m.blocks[slot].inCluster
	b.phases, b.done = b.phases+1, at
	warps := m.warpsOf(slot)
	for i := range warps {
		w := &warps[i]
		if !w.inCluster {
			continue
		}
		w.atBarrier, w.inCluster = false, false
		m.charge(w, at, trace.Barrier)
		w.pc++
		m.prepare(w, max(at, w.last), trace.Barrier)
		m.update(w)
		m.Earliest = min(m.Earliest, w.ready)
	}
}

// cluster executes an access to shared memory of any block of the cluster. Lanes that stay in the block pass the LSU; what
// the others move passes the SM's port to the others.
func (m *SM) cluster(w *warp, o *op, now int64) {
	k, t := &m.program.Spec.Clock.Cluster, m.worker.trace
	for w.atAccess(t) {
		kind, x := t.Static(w.site).Kind, tracefile.MovedOf(w.decoder.Base(w.site))
		w.advance(t)
		own, other := int64(k.Own), int64(k.Other)
		if kind == trace.Atomic {
			own, other = int64(k.OwnAtomic), int64(k.OtherAtomic)
		}
		if n := x.Wavefronts; n > 0 {
			step := int64(m.program.Spec.Clock.Memory.SharedWavefront)
			start := m.lsu.pass(w, now<<mem.TickBits, n*m.program.t.wavefront, n*step<<mem.TickBits)
			w.write(o, start>>mem.TickBits+own+(n-1)*step)
		}
		if x.Sectors > 0 {
			m.others = max(m.others, now<<mem.TickBits) + portTicks(k, kind, &x)
			w.write(o, m.others>>mem.TickBits+other)
			w.drained = max(w.drained, m.others>>mem.TickBits)
		}
	}
}

// portTicks returns for how long an access occupies the SM's port to other blocks.
func portTicks(k *arch.ClusterClock, kind trace.Kind, x *tracefile.Moved) int64 {
	sectors, packets := float64(x.Sectors), float64(x.Packets)
	switch kind {
	case trace.Store:
		return mem.InTicks(packets * k.StorePacket)
	case trace.Atomic:
		return mem.InTicks(sectors*k.AtomicSector + min(packets, sectors-packets)*k.LoadLine)
	}
	return mem.InTicks(sectors*k.LoadSector + packets*k.LoadLine)
}
