package run

// This file asks how long a launch would have taken if something took no time.

import (
	"gpucourse/gpusim/internal/metrics"
	"gpucourse/gpusim/internal/timing"
	"gpucourse/gpusim/report"
)

// questions are what takes no time, in turn.
var questions = []struct {
	name, without string
	ideal         timing.Ideal
}{
	{"bandwidth", "limits to what L2 and memory move", timing.Ideal{Bandwidth: true}},
	{"conflicts", "bank conflicts", timing.Ideal{Conflicts: true}},
	{"coalescing", "scattered accesses", timing.Ideal{Coalescing: true}},
	{"latency", "waiting for L2 and memory longer than for L1", timing.Ideal{Latency: true}},
}

// whatIf replays a launch that took some cycles once more for each question, from the caches that
// it began with.
func (r *running) whatIf(w *observation, cycles uint64) ([]report.WhatIf, error) {
	var answers []report.WhatIf
	for _, q := range questions {
		ideal := newCaches(r.caches.launch, q.ideal, r.Residency)
		ideal.did = r.caches.did
		done, err := r.repeat(ideal, w)
		if err != nil {
			return nil, err
		}
		answers = append(answers, metrics.WhatIf(q.name, q.without, done.timing.Cycles, cycles))
	}
	return answers, nil
}

// repeat replays a launch on other caches. A warm launch is replayed twice: the launch before it
// made the same accesses.
func (r *running) repeat(h *caches, w *observation) (replayed, error) {
	if r.Warm {
		if _, err := r.replay(h, w); err != nil {
			return replayed{}, err
		}
	}
	return r.replay(h, w)
}
