package clock

// This file keeps what the warps of the first blocks did when, for pictures.

// Span is a time in which a warp did one thing.
type Span struct {
	Block, Warp int
	PC          int32
	From, To    int64 // cycles from the first block's start
	Issued      bool  // it issued the instruction at PC; else it waited
	Reason      Reason
}

// issued is the reason of a span in which a warp issued.
const issued = NumReasons

// mostSpans is how many spans are kept.
const mostSpans = 1 << 16

func (m *sm) span(w *warp, until int64, why Reason) {
	if m.Follow > 0 {
		m.follow(w, until, why)
	}
}

func (m *sm) follow(w *warp, until int64, why Reason) {
	at := &m.slots[w.slot]
	if at.block >= m.Follow || len(m.spans) >= mostSpans {
		return
	}
	m.player.spans = append(m.player.spans, Span{at.block, int(w.index), w.pc, w.last, until, why == issued, why % NumReasons})
}
