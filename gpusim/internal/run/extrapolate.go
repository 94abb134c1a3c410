package run

import "gpucourse/gpusim/report"

func (s *sampler) extrapolate() report.Extrapolated { return report.Extrapolated{} }
