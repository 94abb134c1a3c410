package rules

// This file reads counters.

import "gpucourse/gpusim/report"

// count is the sum of some metrics; what is absent counts 0.
func (l *facts) count(names ...string) float64 { return l.Metrics.Sum(names...) }

// share is part/all, 0 of nothing.
func share(part, all float64) float64 {
	if all == 0 {
		return 0
	}
	return part / all
}

// lineWith is the first of the lines with the largest value of a function, if that is above 0.
func (l *facts) lineWith(of func(v report.Values) float64) (line report.Line, most float64) {
	for _, candidate := range l.Lines {
		if v := of(candidate.Metrics); v > most {
			line, most = candidate, v
		}
	}
	return line, most
}
