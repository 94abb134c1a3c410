package course

// This file compares the last attempt at a target with the one before.

import (
	"fmt"
	"maps"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Diff returns a table of the last two attempts at a target: goals, then counters that
// differ.
func (c *Course) Diff(t Target) (string, error) {
	p, err := c.File.Read()
	if err != nil {
		return "", err
	}
	item := p.Item(t.ID())
	before, last := item.Before(), item.Last()
	if before == nil {
		return "", fmt.Errorf("nothing to compare yet: change %s, then grade it", t.ID())
	}
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Format = table.FormatOptions{Header: text.FormatDefault}
	w.AppendHeader(table.Row{t.Name, "before", "now", "limit"})
	w.SetColumnConfigs([]table.ColumnConfig{{Number: 2, Align: text.AlignRight}, {Number: 3, Align: text.AlignRight}, {Number: 4, Align: text.AlignRight}})
	w.AppendRow(table.Row{"state", before.State, last.State, ""})
	w.AppendRow(table.Row{"marks", before.Marks, last.Marks, last.MaxMarks})
	if before.Size != "" || last.Size != "" {
		w.AppendRow(table.Row{"counted on", before.Size, last.Size, ""})
	}
	goalRows(w, before, last)
	equal := counterRows(w, before, last)
	return w.Render() + "\n" + equal, nil
}

// goalRows adds a row per goal that either attempt measured.
func goalRows(w table.Writer, before, last *progress.Attempt) {
	was, is := goalsOf(before), goalsOf(last)
	names := goalNames(last.Goals)
	for _, name := range goalNames(before.Goals) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		w.AppendSeparator()
	}
	for _, name := range names {
		limit := is[name]
		if limit.Name == "" {
			limit = was[name]
		}
		w.AppendRow(table.Row{name, measured(was[name]), measured(is[name]), bound(limit)})
	}
}

func goalsOf(a *progress.Attempt) map[string]progress.Goal {
	goals := map[string]progress.Goal{}
	for _, g := range a.Goals {
		goals[g.Name] = g
	}
	return goals
}

func goalNames(goals []progress.Goal) (names []string) {
	for _, g := range goals {
		names = append(names, g.Name)
	}
	return names
}

// measured returns what was measured of a goal, with a mark when it was met.
func measured(g progress.Goal) string {
	switch {
	case g.Name == "":
		return "-"
	case g.Met:
		return verdict.Goal(g).Measured() + " ✔"
	}
	return verdict.Goal(g).Measured() + " ✘"
}

// bound returns "5" for an upper limit, "at least 5" for a lower one.
func bound(g progress.Goal) string {
	if g.Bound == "limit" {
		return verdict.Figure(g.Limit)
	}
	return g.Bound + " " + verdict.Figure(g.Limit)
}

// counterRows adds a row per counter that differs, and says how many do not.
func counterRows(w table.Writer, before, last *progress.Attempt) string {
	if len(before.Counters) == 0 || len(last.Counters) == 0 {
		return "Counters are kept of right results only.\n"
	}
	w.AppendSeparator()
	equal := 0
	for _, c := range rubric.Compared {
		was, is := before.Counters[c.Metric], last.Counters[c.Metric]
		if was == is {
			equal++
			continue
		}
		w.AppendRow(table.Row{c.Name, verdict.Figure(was), verdict.Figure(is), ""})
	}
	if maps.Equal(before.Counters, last.Counters) {
		return "All counters are the same.\n"
	}
	return fmt.Sprintf("%d other counters are the same.\n", equal)
}
