package gpusim

import (
	"gpucourse/gpusim/internal/metrics"
	"gpucourse/gpusim/report"
)

// Metrics lists the metrics that reports have, in the order of reports.
func Metrics() report.Metrics { return metrics.Table }
