package timing

// This file is the barriers that the blocks of a cluster share. A window is no longer than a barrier takes, so that the SMs
// hear of the end of a phase in time.

import (
	"gpucourse/gpusim/internal/dispatch"
	"gpucourse/gpusim/internal/timing/sm"
)

// clusters is the clusters of a launch that run.
type clusters struct {
	*dispatch.Clusters
	blocks  int              // of a cluster
	latency int64            // cycles from the last arrival to the end of a phase
	of      map[int]*cluster // by block
	last    *cluster         // the one that begins
}

// cluster is a cluster that runs.
type cluster struct {
	members       []member
	live, arrived int   // warps
	last          int64 // cycle of the last arrival in the phase
}

// member is a block of a cluster, and its slot.
type member struct {
	dispatch.Slot
	block int
}

// newClusters returns the clusters of a launch, or nil for a launch without clusters.
func newClusters(l *Launch, blocks *dispatch.Dispatcher) *clusters {
	n := l.ClusterBlocks()
	if n == 1 {
		return nil
	}
	k := &l.Spec.Clock.Cluster
	return &clusters{
		Clusters: blocks.Cluster(l.Spec, n, l.InCluster), blocks: n,
		latency: max(1, int64(k.Barrier+k.BarrierBlock*float64(n))), of: map[int]*cluster{},
	}
}

// begin notes that a block begins with some warps. The blocks of a cluster begin one after another.
func (x *clusters) begin(s dispatch.Slot, block, warps int) {
	if x.last == nil || len(x.last.members) == x.blocks {
		x.last = &cluster{}
	}
	c := x.last
	c.members, c.live, x.of[block] = append(c.members, member{s, block}), c.live+warps, c
}

// meet ends the phases of barriers at which all warps have arrived.
func (x *clusters) meet(sms []sm.SM) {
	if x == nil {
		return
	}
	var met []*cluster
	for i := range sms {
		for _, a := range sms[i].Arrivals() {
			c := x.of[a.Block]
			c.add(&a)
			met = append(met, c)
		}
	}
	for _, c := range met {
		if c.arrived == 0 || c.arrived < c.live {
			continue
		}
		c.arrived = 0
		for _, m := range c.members {
			sms[m.SM].EndPhase(m.Index, m.block, c.last+x.latency)
		}
	}
}

// add notes what a warp did.
func (c *cluster) add(a *sm.Arrival) {
	c.last = max(c.last, a.At)
	switch {
	case !a.Ends:
		c.arrived++
	case a.Arrived:
		c.live, c.arrived = c.live-1, c.arrived-1
	default:
		c.live--
	}
}
