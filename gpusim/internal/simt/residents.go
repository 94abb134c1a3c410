package simt

// This file runs blocks that wait for each other. Blocks run one after another, each to its
// end. A block that is stuck keeps its place on the device, and the next block begins. When
// the device has no place for another block, the blocks that wait go on in turns, in the
// order in which they became stuck, once memory has changed.

// residents is the blocks on the device.
type residents struct {
	run       *run
	first     *worker
	idle      []*worker // without a block
	waits     []*worker // whose block is stuck; the next in turn first
	made      int       // workers
	next      int       // number of the next block to begin
	ended     int
	stuck     *worker // the one that ran last, if its block is stuck
	suspended int     // how often a stuck block stood still while others ran
	writes    uint64  // counts changes of memory
}

// runBlocks runs all blocks of the launch.
func (r *residents) runBlocks() error {
	r.idle, r.made = []*worker{r.first}, 1
	for r.ended < r.run.blocks {
		wk := r.pick()
		if wk == nil {
			return r.waits[0].spinsInVain(len(r.waits)-1, r.run.blocks-r.next)
		}
		if err := r.advance(wk); err != nil {
			return err
		}
	}
	return nil
}

// pick returns a worker whose block can run: a new one if there is a place for it. It
// returns nil when all blocks wait in vain.
func (r *residents) pick() *worker {
	if r.run.l.ClusterBlocks() > 1 {
		if wk := r.beginCluster(); wk != nil {
			return wk
		}
	} else if wk := r.place(); wk != nil {
		wk.begin(r.run.blockAt(r.next))
		r.next++
		return wk
	}
	if wk := r.turn(); wk != nil {
		return wk
	}
	for _, wk := range r.waits {
		wk.free = wk.releaseLanes()
	}
	return r.turn()
}

// turn returns the next worker that waits and for which something has changed, or nil.
func (r *residents) turn() *worker {
	for i, wk := range r.waits {
		if wk.free || wk.writes != r.writes {
			wk.free = false
			r.waits = append(r.waits[i+1:], r.waits[:i]...)
			return wk
		}
	}
	return nil
}

// place returns a worker for the next block, nil when no block is left or none fits.
func (r *residents) place() *worker {
	switch n := len(r.idle); {
	case r.next == r.run.blocks:
		return nil
	case n > 0:
		wk := r.idle[n-1]
		r.idle = r.idle[:n-1]
		return wk
	case r.made >= r.run.residents():
		return nil
	}
	r.made++
	return r.first.sibling()
}

// residents returns how many blocks may be on the device at a time.
func (r *run) residents() int {
	n := max(r.l.Resident, r.l.ClusterBlocks())
	if limit := r.l.Limits.Bytes; limit > 0 {
		n = min(n, int(limit/r.p.workerBytes(r.l)))
	}
	return n
}

// advance runs a worker's block until it ends or is stuck.
func (r *residents) advance(wk *worker) error {
	if r.stuck != nil && r.stuck != wk {
		r.suspended++
		if f := wk.observer.Suspend; f != nil {
			f(r.stuck.index)
		}
	}
	r.stuck = nil
	wk.writes = r.writes
	done, err := wk.advance()
	r.writes = wk.writes
	switch {
	case err != nil:
		return err
	case done:
		wk.tellBlock()
		r.idle = append(r.idle, wk.cluster.ends(wk)...)
		if r.ended++; r.ended%r.run.chunk == 0 || r.ended == r.run.blocks {
			r.run.report((r.ended-1)%r.run.chunk + 1)
		}
		return nil
	}
	r.waits, r.stuck = append(r.waits, wk), wk
	return nil
}

// releaseLanes lets lanes of a stuck block that wait for lanes that spin go on without
// these. It returns false when there are none.
func (wk *worker) releaseLanes() bool {
	if !wk.p.spec.Limits.IndependentLanes {
		return false
	}
	for _, w := range wk.warps {
		if w.state == running && w.releaseAny() {
			return true
		}
	}
	return false
}
