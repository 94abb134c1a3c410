package gpusim

// This file asks how long a launch would have taken if something cost no time.

import (
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/metrics"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/timing"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/report"
)

// questions are what is left out in turn.
var questions = []struct {
	name, without string
	ideal         timing.Ideal
}{
	{"bandwidth", "limits to what L2 and memory move", timing.Ideal{Bandwidth: true}},
	{"conflicts", "bank conflicts", timing.Ideal{Conflicts: true}},
	{"coalescing", "scattered accesses", timing.Ideal{Coalescing: true}},
	{"latency", "waiting for L2 and memory longer than for L1", timing.Ideal{Latency: true}},
}

// whatIf plays a launch once more for each question, from the caches that it began
// with. cycles is what it took. Nothing is answered where no clock ran.
func (h *caches) whatIf(p *simt.Program, t *tracefile.Trace, sectors uint64, cycles uint64) ([]report.WhatIf, error) {
	var answers []report.WhatIf
	for _, q := range questions {
		other := h.without(q.ideal)
		played, err := other.again(p, t, sectors)
		if err != nil {
			return nil, err
		}
		answers = append(answers, metrics.WhatIf(q.name, q.without, played.clock.Cycles, cycles))
	}
	return answers, nil
}

// without is caches as h began with, on a device where something costs no time.
func (h *caches) without(ideal timing.Ideal) *caches {
	return &caches{kernel: h.kernel, config: h.config, launch: h.launch, memory: cache.NewHierarchy(h.launch.Spec), ideal: ideal}
}

// again plays a launch, and where it was to be warm the launch before it: that one
// did the same, as far as is kept.
func (h *caches) again(p *simt.Program, t *tracefile.Trace, sectors uint64) (played, error) {
	if h.config.Warm {
		if _, err := h.play(p, t, sectors); err != nil {
			return played{}, err
		}
	}
	return h.play(p, t, sectors)
}
