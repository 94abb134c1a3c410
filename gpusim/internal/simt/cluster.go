package simt

// This file runs the blocks of a cluster: they begin together, each on a worker of its own, and the workers take turns.
// Their shared memory stays until the last of them has ended.

import (
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// cluster is the blocks of a cluster under way.
type cluster struct {
	members []*worker // by rank
	ended   int       // blocks
	phase   int       // of the barrier, counted from 1
	missing int       // warps that have not arrived in the phase, or ended
}

// beginCluster begins the next cluster, if there is one and a place for it, and returns the worker of its first block.
// The others wait for their turn.
func (r *residents) beginCluster() *worker {
	n := r.run.l.ClusterBlocks()
	if r.next == r.run.blocks || len(r.idle)+r.run.residents()-r.made < n {
		return nil
	}
	c := &cluster{phase: 1, missing: n * r.run.l.Warps()}
	for rank := range n {
		wk := r.place()
		wk.cluster, wk.rank = c, rank
		c.members = append(c.members, wk)
		wk.begin(r.run.blockAt(r.next))
		r.next++
		if rank > 0 {
			wk.free = true
			r.waits = append(r.waits, wk)
		}
	}
	return c.members[0]
}

// ends notes the end of a worker's block, and returns the workers that are free.
func (c *cluster) ends(wk *worker) []*worker {
	if c == nil {
		return []*worker{wk}
	}
	if c.ended++; c.ended < len(c.members) {
		return nil
	}
	return c.members
}

// leave notes that a warp has ended: the barrier does not wait for it.
func (c *cluster) leave(w *warp) {
	if c != nil && w.arrived != c.phase {
		c.arrive()
	}
}

// arrive notes that a warp has arrived at the barrier. The last one lets all go on.
func (c *cluster) arrive() {
	if c.missing--; c.missing > 0 {
		return
	}
	c.phase++
	for _, wk := range c.members {
		for _, w := range wk.warps {
			if w.state != ended {
				c.missing++
			}
			if w.state == away {
				w.state, wk.free = running, true
			}
		}
	}
}

// peer returns the worker of a block of the cluster by its rank, or nil for a rank beyond the cluster.
func (wk *worker) peer(rank int) *worker {
	switch {
	case rank == wk.rank:
		return wk
	case wk.cluster == nil || rank >= len(wk.cluster.members):
		return nil
	}
	return wk.cluster.members[rank]
}

// resolveCluster is resolveLanes for shared memory of any block of the cluster.
func (w *warp) resolveCluster(in *inst, a *register, active trace.Mask) bool {
	l, n := lanesOf[uint32](w.expand(a)), in.mem.bytes
	w.mem.groups = w.mem.groups[:0]
	for i := range l {
		if !active.Has(i) {
			continue
		}
		address := l[i] + uint32(in.mem.off)
		b := w.sharedBytes(in, i, address, n, n)
		if b == nil {
			return false
		}
		if int(address>>ir.ClusterShift) == w.worker.rank+1 {
			address &= ir.ClusterMask // observers see the block's own memory as such
		}
		w.mem.addrs[i], w.mem.offsets[i] = uint64(address), 0
		w.mem.groups = append(w.mem.groups, laneGroup{p: unsafe.Pointer(&b[0]), mask: 1 << i})
	}
	return true
}

// execMapShared gives an address of shared memory the rank of another block.
func execMapShared(w *warp, in *inst) {
	at, ranks := w.words(in, 0), w.words(in, 1)
	d := lanesOf[uint32](w.beginWrite(in))
	for i := range arch.MaxLanes {
		d[i] = at[i]&ir.ClusterMask | (ranks[i]+1)<<ir.ClusterShift
	}
	w.endWrite(in)
}

// execClusterBar arrives at the barrier of the cluster, or waits for its phase to end.
func execClusterBar(w *warp, in *inst) {
	c := w.worker.cluster
	if f := w.worker.observer.Clustered; f != nil && w.converged && c != nil {
		f(w.event(in.pc))
	}
	switch {
	case !w.converged:
		w.divergedBarrier(in)
	case c == nil:
		if in.ir.Mod == ir.ClusterWait {
			execBar(w, in) // the cluster is this block
		}
	case in.ir.Mod != ir.ClusterWait && w.arrived == c.phase:
		w.fault(in.ir, diag.BarrierDivergence, "wait for the barrier of the cluster before arriving again", "a second arrival at the barrier of the cluster in one phase; %s", w.describeLane(w.mask.First()))
	case in.ir.Mod != ir.ClusterWait:
		w.arrived = c.phase
		c.arrive()
	case w.arrived == c.phase:
		w.state, w.spin = away, spin{}
	}
}

// waitsForCluster reports a block whose threads wait for a barrier of the cluster that others never reach.
func (wk *worker) waitsForCluster() error {
	for _, w := range wk.warps {
		if w.state == away {
			at := &wk.p.blocks[w.block].body[w.ip-1]
			return w.diagnostic(at.ir, diag.BarrierDivergence, "let all threads of all blocks of the cluster come to each of its barriers",
				"threads wait at a barrier of the cluster that others never reach; "+w.describeLane(w.mask.First()))
		}
	}
	return nil
}
