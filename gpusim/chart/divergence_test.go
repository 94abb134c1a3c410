package chart

// This file is the corpus of diverging warps.

import (
	"maps"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

func TestCodeOfAllLanesHasNoColour(t *testing.T) {
	for name, want := range map[string]map[int]string{
		"divergence_lanes": {5: colour(0), 7: colour(1)},
		"divergence_warps": {5: colour(0), 7: colour(1)},
		"divergence_loop":  {5: colour(0)},
		"divergence_long":  {},
	} {
		if got := branchColours(divergenceCorpus()[name]); !maps.Equal(got, want) {
			t.Errorf("%s: got colours %v, want %v", name, got, want)
		}
	}
}

// divergenceCorpus is paths of warps, by name.
func divergenceCorpus() map[string][]report.Path {
	const all = 0xffffffff
	at := func(line int, source string, instrs int, active trace.Mask) report.Step {
		return report.Step{Pos: diag.Pos{File: "kernel.go", Line: line}, Source: "\t" + source, Code: line, Instrs: instrs, Active: active}
	}
	branch := func(warp int, then, other trace.Mask) report.Path {
		p := report.Path{Warp: warp, Lanes: all, Steps: []report.Step{at(3, "v := x[i]", 9, all)}}
		if then != 0 {
			p.Steps = append(p.Steps, at(5, "v = v*v + 1", 16, then))
		}
		if other != 0 {
			p.Steps = append(p.Steps, at(7, "v = v/2 - 2", 12, other))
		}
		p.Steps = append(p.Steps, at(9, "x[i] = v", 2, all))
		return p
	}
	loop := report.Path{Warp: 0, Lanes: all, Steps: []report.Step{at(3, "v := x[i]", 9, all)}}
	for k := range 32 {
		loop.Steps = append(loop.Steps, at(5, "v = v*0.999 + x[i] // the lanes go round as often as their number says, so that this line is too long", 5, all<<k&all))
	}
	long := report.Path{Warp: 0, Lanes: all, Cut: true}
	for range 300 {
		long.Steps = append(long.Steps, at(5, "for {", 7, all))
	}
	return map[string][]report.Path{
		"divergence_lanes": {branch(0, 0x55555555, 0xaaaaaaaa)},
		"divergence_warps": {branch(0, all, 0), branch(1, 0, all)},
		"divergence_loop":  {loop},
		"divergence_long":  {long},
		"divergence_none":  nil,
	}
}

// divergences draws the corpus.
func divergences() map[string]*Picture {
	all := map[string]*Picture{}
	for name, paths := range divergenceCorpus() {
		all[name] = Divergence(&report.Report{Spec: lanesCorpus()["lanes_unit"].launch().Spec, Kernel: "Kernel", Paths: paths}, 0, 1)
	}
	return all
}
