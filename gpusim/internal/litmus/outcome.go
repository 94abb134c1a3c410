package litmus

// This file tells the outcomes in the names of the source.

import (
	"cmp"
	"maps"
	"slices"

	"gpucourse/gpusim/report"
)

// report returns the outcomes that a search found, in ascending order of their values.
func (x *explorer) report(s *search, turns map[string]bool) *report.Outcomes {
	out := &report.Outcomes{Kernel: x.Kernel.Name, Device: x.Spec.Name, Executions: s.total}
	for _, p := range x.targets {
		out.Elements = append(out.Elements, x.names[p])
	}
	keys := slices.SortedFunc(maps.Keys(s.found), func(a, b string) int { return x.compare(s.found[a], s.found[b]) })
	for _, k := range keys {
		o := s.found[k]
		row := report.Outcome{Turns: turns[k], Reads: x.readsOf(o.execution)}
		for _, p := range x.targets {
			row.Values = append(row.Values, x.text(p, o.final[p]))
		}
		out.List = append(out.List, row)
	}
	return out
}

// compare orders outcomes by their values, the first element first.
func (x *explorer) compare(a, b *outcome) int {
	for _, p := range x.targets {
		if c := cmp.Compare(a.final[p], b.final[p]); c != 0 {
			return c
		}
	}
	return 0
}

// readsOf lists what each read of an execution returned, and from where.
func (x *explorer) readsOf(e *execution) []report.Observation {
	var list []report.Observation
	for r := range e.events {
		ev := &e.events[r]
		if !ev.reads() {
			continue
		}
		o := report.Observation{Element: x.names[ev.at], Value: x.text(ev.at, ev.read), Reader: x.step(ev), Initial: e.from[r] == initial}
		if !o.Initial {
			o.Writer = x.step(&e.events[e.from[r]])
		}
		list = append(list, o)
	}
	return list
}

// step says which thread executes an event, and where in the source.
func (x *explorer) step(e *event) report.Operation {
	per := x.Block.Count()
	return report.Operation{Block: position(e.thread/per, x.Grid), Thread: position(e.thread%per, x.Block), Pos: x.Kernel.Frame(e.in.Pos).Pos}
}
