package run

// This file gathers what the report is computed from.

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/metrics"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// counted returns what instructions counted that have ended, by PC: in a launch, or in a block of it.
func counted(result *simt.Result, accesses []trace.AccessCounts) []metrics.Counts {
	counts := make([]metrics.Counts, len(accesses))
	for pc := range counts {
		counts[pc] = metrics.Counts{
			Warps: result.Warps[pc], Threads: result.Threads[pc], HeldBack: result.PredicatedOff[pc], Diverged: result.Diverged[pc],
			AccessCounts: accesses[pc],
		}
	}
	return counts
}

// summarize gathers what the report of a launch that has ended is computed from.
func (r *running) summarize(counts []metrics.Counts, w *observation) *metrics.Launch {
	p := r.Program
	a := &metrics.Launch{
		Shape: r.Shape, Kernel: p.Kernel, Instrs: p.Instrs, Counts: counts,
		Busiest:    w.total.busiest.most,
		SourceLine: r.Line, NoTime: r.NoTime,
	}
	for pc := range a.Counts {
		if access := w.total.counter.Sample(pc); access != nil {
			a.Samples = append(a.Samples, r.sample(access))
		}
	}
	a.Paths = w.total.paths.report(r.Launch)
	return a
}

// sample explains an access for pictures.
func (r *running) sample(a *trace.Access) report.Sample {
	k, in := r.Program.Kernel, r.Program.Instrs[a.PC]
	s := report.Sample{Pos: k.Frame(in.Pos).Pos, Access: *a}
	s.Source = r.Line(s.Pos)
	if v := k.Var(in.Root); v != nil {
		s.Var = v.Name
	}
	if a.Space == ir.Global || a.Space == ir.Local || a.Space == ir.Texture {
		s.Transactions = coalesce.Coalesce(r.Spec, a, nil)
	}
	return s
}

// outputs digests the arrays and variables that the kernel wrote, in the order of the
// parameters.
func (r *running) outputs(result *simt.Result) []report.Output {
	var out []report.Output
	for i, array := range r.Arrays {
		if array != nil && result.Written[i] {
			out = append(out, report.Output{Name: r.Program.Kernel.Vars[i].Name, Bytes: array.Size(), SHA256: digest(array)})
		}
	}
	return out
}

const (
	mostDigested = 1 << 30  // bytes: a larger array takes seconds
	pieceBytes   = 64 << 10 // that are read at a time
)

// digest returns the SHA-256 of an array, and nothing of one that is too large.
func digest(array *io.SectionReader) string {
	if array.Size() > mostDigested {
		return ""
	}
	sum := sha256.New()
	if _, err := io.CopyBuffer(sum, array, make([]byte, min(array.Size(), pieceBytes))); err != nil {
		panic("BUG: an array cannot be read: " + err.Error())
	}
	return hex.EncodeToString(sum.Sum(nil))
}
