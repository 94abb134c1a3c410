package run

// This file keeps the basic blocks that the first warps of a launch execute, for pictures of
// divergence.

import (
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// How much is kept: a picture has no room for more.
const (
	followedWarps = 4    // of the first block
	followedSteps = 1024 // of each
)

// paths is the steps of the first block's first warps, by warp.
type paths [followedWarps][]trace.Step

// steps returns who keeps the steps of a block: nobody after the first one.
func (c *counters) steps(block int) func(*trace.Step) {
	if block > 0 {
		return nil
	}
	return c.paths.keep
}

// keep keeps a step. One step more than is shown tells that there were more.
func (p *paths) keep(s *trace.Step) {
	if s.Warp < followedWarps && len(p[s.Warp]) <= followedSteps {
		p[s.Warp] = append(p[s.Warp], *s)
	}
}

// merge takes over what other has: one worker runs the first block.
func (p *paths) merge(other *paths) {
	for i, steps := range other {
		if len(steps) > 0 {
			p[i] = steps
		}
	}
}

// report returns the steps with their source lines.
func (p *paths) report(l *Launch) []report.Path {
	var out []report.Path
	places := map[int]diag.Pos{}
	for i, steps := range p {
		if len(steps) == 0 {
			continue
		}
		path := report.Path{Warp: i, Lanes: steps[0].Active, Cut: len(steps) > followedSteps}
		for _, s := range steps[:min(len(steps), followedSteps)] {
			pos, known := places[s.PC]
			if !known {
				pos = mainLine(l.Program, s)
				places[s.PC] = pos
			}
			path.Steps = append(path.Steps, report.Step{Pos: pos, Source: l.Line(pos), Code: s.PC, Instrs: s.Instrs, Active: s.Active})
		}
		out = append(out, path)
	}
	return out
}

// mainLine returns the line that most instructions of a step come from; of
// equals, the one whose last instruction comes first.
func mainLine(p *simt.Program, s trace.Step) diag.Pos {
	counts, most := map[diag.Pos]int{}, 0
	var main diag.Pos
	for _, in := range p.Instrs[s.PC : s.PC+s.Instrs] {
		pos := p.Kernel.Frame(in.Pos).Pos
		pos.Col = 0
		if pos.Line == 0 {
			continue
		}
		counts[pos]++
		if counts[pos] > most {
			main, most = pos, counts[pos]
		}
	}
	return main
}
