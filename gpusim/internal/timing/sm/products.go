package sm

// This file is products of four warps, which the tensor cores compute one after another while the warps go on.

import (
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// mostGroups is how many groups of products a warp's waits can name.
const mostGroups = 8

// products is the products of a warp under way.
type products struct {
	done   int64             // cycle at which the last one is done
	closed [mostGroups]int64 // the same for each of the last groups
	groups int
}

// groupProduct begins a warp's part of a product when the tensor core is free. It takes as long as the tensor core
// computes, or as the factors pass from shared memory.
func (m *SM) groupProduct(w *warp, s *scheduler, o *op, now int64) {
	wavefronts := int64(0)
	for t := m.worker.trace; w.atAccess(t); w.advance(t) {
		wavefronts += int64(w.decoder.Base(w.site))
	}
	takes := max(o.busy, wavefronts*m.program.t.wavefront)
	s.tensor = max(s.tensor, now<<mem.TickBits) + takes
	m.busy[trace.TensorPipe] += o.busy
	if w.products == nil {
		w.products = &products{}
	}
	w.products.done = s.tensor>>mem.TickBits + o.Latency
}

// closeProducts makes a group of the products since the last one.
func (w *warp) closeProducts() {
	if p := w.products; p != nil {
		p.closed[p.groups%mostGroups] = p.done
		p.groups++
	}
}

// productsDone returns when all groups but the last few are done.
func (w *warp) productsDone(left int) int64 {
	p := w.products
	if p == nil || left >= min(p.groups, mostGroups) {
		return 0
	}
	return p.closed[(p.groups-1-left)%mostGroups]
}
