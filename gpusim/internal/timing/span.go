package timing

import "gpucourse/gpusim/trace"

// This file keeps what the warps of the first blocks did when, for pictures.

// issued is the reason of a span in which a warp issued.
const issued = trace.NumStallReasons

// mostSpans is how many spans are kept.
const mostSpans = 1 << 16

func (m *sm) span(w *warp, until int64, why trace.StallReason) {
	if m.Follow > 0 {
		m.follow(w, until, why)
	}
}

func (m *sm) follow(w *warp, until int64, why trace.StallReason) {
	at := &m.slots[w.slot]
	if at.block >= m.Follow || len(m.spans) >= mostSpans {
		return
	}
	m.player.spans = append(m.player.spans, trace.Span{
		Block: at.block, Warp: int(w.index), PC: w.pc, From: w.last, To: until, Issued: why == issued, Reason: why % trace.NumStallReasons,
	})
}
