package answers

// This file reads files of progress.

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gpucourse/gpusim"
	"gpucourse/grader/progress"
	"gpucourse/grader/task"
)

// ofProgress returns the answers of the best attempts.
func ofProgress(text []byte) (list []Answer, err error) {
	p, err := progress.Parse(text)
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(p.Items)) {
		best := p.Items[id].Best
		if best == nil {
			continue
		}
		a := Answer{ID: id}
		a.attempt(asked(id), best)
		list = append(list, a)
		list = append(list, a.tried(p.Items[id])...)
	}
	return list, nil
}

// attempt reads an attempt. t is nil for a kernel of an exercise.
func (a *Answer) attempt(t *task.Task, best *progress.Attempt) {
	if t != nil {
		switch t.Ask.(type) {
		case task.Number:
			n, err := strconv.ParseFloat(best.Code, 64)
			if a.Value = n; err != nil {
				a.Unread = fmt.Sprintf("the attempt holds no number: %q", best.Code)
			}
			return
		case task.Choice:
			a.Value = best.Code
			return
		case task.Configuration:
			if a.Value, a.Unread = launch(best.Code); a.Unread != "" {
				a.Value = nil
			}
			return
		}
	}
	if best.Source == "" {
		a.Unread = "the file holds a verdict, and no kernel that could be graded: run the cell again, or hand in the notebook"
		return
	}
	a.Head = headOf(nil)
	a.Program = a.Head + best.Source
}

// tried returns the letters that were wrong before the best attempt at a choice: each costs marks.
func (a *Answer) tried(item *progress.Item) (list []Answer) {
	if _, letter := a.Value.(string); !letter {
		return nil
	}
	for _, code := range item.Wrong() {
		if code != a.Value {
			list = append(list, Answer{ID: a.ID, Value: code})
		}
	}
	return list
}

// launch reads a launch as an attempt writes it.
func launch(code string) (any, string) {
	var s task.Shape
	n, err := fmt.Sscanf(code, "{(%d, %d, %d) (%d, %d, %d) %d}", &s.Grid.X, &s.Grid.Y, &s.Grid.Z, &s.Block.X, &s.Block.Y, &s.Block.Z, &s.Shared)
	if err != nil || n != 7 {
		return nil, fmt.Sprintf("the attempt holds no launch: %q", code)
	}
	return gpusim.Config{Grid: gpusim.Dim3(s.Grid), Block: gpusim.Dim3(s.Block), Shared: s.Shared}, ""
}
