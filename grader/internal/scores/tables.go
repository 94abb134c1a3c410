package scores

// This file writes results as CSV.

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"gpucourse/grader/verdict"
)

// csvText returns a line per kernel, plan and task.
func csvText(results []Result) []byte {
	rows := [][]string{{"submission", "exercise", "kernel", "state", "marks", "max_marks", "feedback", "kind", "id", "weight", "late_days", "points", "max_points"}}
	for i := range results {
		r := &results[i]
		for j := range r.Items {
			item := &r.Items[j]
			p := item.Weighed()
			rows = append(rows, []string{
				cell(r.Submission), item.Exercise, item.Kernel, item.State, strconv.Itoa(item.Marks), strconv.Itoa(item.MaxMarks), cell(item.title()),
				item.Kind, cell(r.learner().ID), Figure(p.Weight), strconv.Itoa(p.LateDays), Figure(p.Got), Figure(p.Of),
			})
		}
	}
	return table(rows)
}

// table writes rows.
func table(rows [][]string) []byte {
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		panic("BUG: a buffer that cannot be written: " + err.Error())
	}
	return b.Bytes()
}

// learner returns the row of the roster, which is empty for a submission of nobody on it.
func (r *Result) learner() Learner {
	if r.Learner == nil {
		return Learner{}
	}
	return *r.Learner
}

// gradebook returns a line per learner: the points of each exercise, and of the tasks of each
// chapter, as tables of learning platforms have them.
func gradebook(results []Result) []byte {
	columns := columnsOf(results)
	head := []string{"id", "name", "email", "section", "submission", "late_days", "points", "max_points"}
	rows := [][]string{slices.Concat(head, columns)}
	for i := range results {
		r := &results[i]
		l, total := r.learner(), r.Total()
		name := r.Submission
		if r.Missing {
			name = ""
		}
		row := []string{cell(l.ID), cell(l.Name), cell(l.Email), cell(l.Section), cell(name), strconv.Itoa(total.LateDays), Figure(total.Got), Figure(total.Of)}
		for _, c := range columns {
			row = append(row, Figure(Sum(slices.DeleteFunc(slices.Clone(r.Items), func(i Item) bool { return i.column() != c })).Got))
		}
		rows = append(rows, row)
	}
	return table(rows)
}

// column is the column of an item in a gradebook.
func (i *Item) column() string {
	if i.Kind == Task {
		return i.Chapter() + " tasks"
	}
	return i.Exercise
}

// columnsOf returns the columns of results: exercises before tasks, by name.
func columnsOf(results []Result) (columns []string) {
	kinds := map[string]string{}
	for i := range results {
		for j := range results[i].Items {
			item := &results[i].Items[j]
			if c := item.column(); kinds[c] == "" {
				kinds[c] = item.Kind
				columns = append(columns, c)
			}
		}
	}
	slices.SortStableFunc(columns, func(a, b string) int { return cmp.Or(cmp.Compare(kinds[a], kinds[b]), cmp.Compare(a, b)) })
	return columns
}

// cell returns a text that no spreadsheet takes for a formula.
func cell(text string) string {
	text = verdict.Printable(text)
	if text != "" && strings.ContainsRune("=+-@\t", rune(text[0])) {
		return "'" + text
	}
	return text
}
