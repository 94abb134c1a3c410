package scores

// This file holds what is added to results when they are written: points are marks with a weight
// and what lateness takes. The files of a results folder have none of it, so that a change of
// weights, deadlines or the roster grades nothing again.

import (
	"math"
	"strconv"
	"strings"
)

// The kinds of items.
const (
	Exercise = "exercise" // a kernel or plan of an exercise
	Task     = "task"     // of a notebook
)

// Points are marks with their weight.
type Points struct {
	Got      float64 `json:"got"`
	Of       float64 `json:"of"`
	Weight   float64 `json:"weight,omitempty"`    // of an item
	LateDays int     `json:"late_days,omitempty"` // begun days behind the deadline
}

// Learner is a row of the roster.
type Learner struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Email   string `json:"email"`
	Section string `json:"section"`
}

// Weighed returns the points of an item; before weights are known they are its marks.
func (i *Item) Weighed() Points {
	if i.Points != nil {
		return *i.Points
	}
	return Points{Got: float64(i.Marks), Of: float64(i.MaxMarks), Weight: 1}
}

// Total returns the points of all items.
func (r *Result) Total() Points { return Sum(r.Items) }

// Sum adds the points of items.
func Sum(items []Item) (sum Points) {
	for i := range items {
		p := items[i].Weighed()
		sum.Got, sum.Of, sum.LateDays = sum.Got+p.Got, sum.Of+p.Of, max(sum.LateDays, p.LateDays)
	}
	sum.Got, sum.Of = Rounded(sum.Got), Rounded(sum.Of)
	return sum
}

// Rounded returns points with four decimals: products of decimal weights have no more.
func Rounded(points float64) float64 {
	const decimals = 1e4
	return math.Round(points*decimals) / decimals
}

// Figure writes points without needless decimals.
func Figure(points float64) string { return strconv.FormatFloat(points, 'f', -1, 64) }

// Chapter returns "07" for an item of chapter 07.
func (i *Item) Chapter() string {
	return i.Exercise[:len(i.Exercise)-len(strings.TrimLeft(i.Exercise, "0123456789"))]
}

// Keys returns the words that settings and deadlines may use for an item, the narrowest first:
// "07_coalescing Saxpy", "07_coalescing", "07", "exercises", "all".
func (i *Item) Keys() []string {
	if i.Kind == Task {
		return []string{i.Exercise, i.Chapter() + " tasks", i.Chapter(), "tasks", "all"}
	}
	return []string{i.Exercise + " " + i.Kernel, i.Exercise, i.Chapter(), "exercises", "all"}
}
