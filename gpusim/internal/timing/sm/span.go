package sm

// This file keeps what the warps of the first blocks did when, for pictures.

import "gpucourse/gpusim/trace"

// issued is the reason of a span in which a warp issued.
const issued = trace.NumStallReasons

// mostSpans is how many spans a worker keeps.
const mostSpans = 1 << 16

// span notes what a warp did up to a cycle, if its block is followed.
func (m *SM) span(w *warp, until int64, why trace.StallReason) {
	if m.program.Follow > 0 {
		m.follow(w, until, why)
	}
}

func (m *SM) follow(w *warp, until int64, why trace.StallReason) {
	b := &m.blocks[w.block]
	if b.number >= m.program.Follow || len(m.worker.Spans) >= mostSpans {
		return
	}
	m.worker.Spans = append(m.worker.Spans, trace.Span{
		Block: b.number, Warp: int(w.index), PC: w.pc, From: w.last, To: until, Issued: why == issued, Reason: why % trace.NumStallReasons,
	})
}
