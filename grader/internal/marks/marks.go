// Package marks turns what submissions earned into the points of a class: it gives items their
// weights, takes off what lateness costs, and compares the submissions with a roster.
//
// Rosters, deadlines and times come from CSV files that a lecturer writes or exports. A mistake in
// one is an error with its file and line. When a submission came in is what the file of times says,
// and nothing else: a learner can set the times of files, of entries in a zip and of commits.
//
// Nothing is graded here, so the same results may get points again and again.
package marks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gpucourse/gpusim/diag"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/verdict"
)

// Rules say what marks are worth. The zero value makes each mark a point.
type Rules struct {
	Weights   map[string]float64 // by a key of an item; none is 1
	Roster    []scores.Learner   // nil: there is none
	Deadlines map[string]Deadline
	Times     Times
}

// Deadline is when an item must be handed in.
type Deadline struct {
	At    time.Time
	Grace time.Duration // that costs nothing
	// Penalty is the part of the points that each begun day behind At takes, 0 to 1.
	Penalty float64
}

// Times are when submissions came in, by the ID of the learner in lower case and a key of an item.
type Times map[string]map[string]time.Time

// Apply returns results with points by name, and warnings. With a roster they are in its order, and
// those of nobody on it follow by name. Learners of the roster who handed in nothing get a result with
// every item and no marks.
func (r *Rules) Apply(results []scores.Result) (out []scores.Result, warnings []string) {
	out = slices.Clone(results)
	slices.SortStableFunc(out, func(a, b scores.Result) int { return cmp.Compare(a.Submission, b.Submission) })
	all := everyItem(results)
	if r.Roster != nil {
		out, warnings = r.enrol(out, all)
	}
	var timeless []string
	for i := range out {
		if !r.weigh(&out[i]) {
			timeless = append(timeless, verdict.Printable(out[i].Submission))
		}
	}
	if len(timeless) > 0 {
		warnings = append(warnings, "no time is known, so these count as in time: "+strings.Join(timeless, ", "))
	}
	return out, append(warnings, r.strangers(out)...)
}

// everyItem returns each item that some result has, as one that nobody has started.
func everyItem(results []scores.Result) (items []scores.Item) {
	seen := map[[2]string]bool{}
	for i := range results {
		for _, item := range results[i].Items {
			id := [2]string{item.Exercise, item.Kernel}
			if seen[id] {
				continue
			}
			seen[id] = true
			items = append(items, scores.Item{
				Kind: item.Kind, Exercise: item.Exercise, Kernel: item.Kernel, MaxMarks: item.MaxMarks,
				State: verdict.NotStarted.String(), Goals: []scores.Goal{}, Feedback: []scores.Feedback{},
			})
		}
	}
	return items
}

// enrol gives results their learners, and adds those who handed in nothing.
func (r *Rules) enrol(results []scores.Result, all []scores.Item) ([]scores.Result, []string) {
	var warnings, unknown []string
	taken := map[string]string{} // submissions by learner
	for _, i := range byCloseness(results, r.Roster) {
		name := results[i].Submission
		l := r.find(name)
		switch {
		case l == nil:
			unknown = append(unknown, verdict.Printable(name))
		case taken[l.ID] != "":
			warnings = append(warnings, fmt.Sprintf("%s and %s are both of %s: the second has a row of its own and no learner", verdict.Printable(taken[l.ID]), verdict.Printable(name), l.ID))
		default:
			taken[l.ID], results[i].Learner = name, l
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		warnings = append(warnings, fmt.Sprintf("%s of nobody on the roster: %s", diag.Count(len(unknown), "submissions"), strings.Join(unknown, ", ")))
	}
	for i := range r.Roster {
		if l := &r.Roster[i]; taken[l.ID] == "" {
			results = append(results, missing(l, all))
		}
	}
	place := func(x *scores.Result) int {
		if x.Learner == nil {
			return len(r.Roster)
		}
		return slices.IndexFunc(r.Roster, func(l scores.Learner) bool { return l.ID == x.Learner.ID })
	}
	slices.SortStableFunc(results, func(a, b scores.Result) int {
		return cmp.Or(cmp.Compare(place(&a), place(&b)), cmp.Compare(a.Submission, b.Submission))
	})
	return results, warnings
}

// missing returns the result of a learner who handed in nothing.
func missing(l *scores.Learner, all []scores.Item) scores.Result {
	r := scores.Result{Version: scores.Version, Submission: l.ID, Learner: l, Missing: true, Items: slices.Clone(all)}
	for _, item := range all {
		r.MaxMarks += item.MaxMarks
	}
	return r
}

// weigh gives the items of a result their points. It returns false when there is a deadline for
// something that was handed in, and no time.
func (r *Rules) weigh(result *scores.Result) (timed bool) {
	timed = true
	result.Items = slices.Clone(result.Items)
	for i := range result.Items {
		item := &result.Items[i]
		weight, found := lookup(r.Weights, item)
		if !found {
			weight = 1
		}
		days, penalty, known := r.late(result, item)
		timed = timed && known
		item.Points = &scores.Points{
			Got: scores.Rounded(float64(item.Marks) * weight * max(0, 1-penalty*float64(days))), Of: scores.Rounded(float64(item.MaxMarks) * weight),
			Weight: weight, LateDays: days,
		}
	}
	total := result.Total()
	result.Points = &total
	return timed
}

// lookup returns the value of the narrowest key that an item has.
func lookup[T any](by map[string]T, item *scores.Item) (value T, found bool) {
	for _, key := range item.Keys() {
		if value, found = by[key]; found {
			return value, true
		}
	}
	return value, false
}

// late returns how many days an item is late and what each of them takes. What nobody has started
// is not late. known is false when the deadline meets no time.
func (r *Rules) late(result *scores.Result, item *scores.Item) (days int, penalty float64, known bool) {
	d, found := lookup(r.Deadlines, item)
	if !found || item.State == verdict.NotStarted.String() {
		return 0, 0, true
	}
	at, known := lookup(r.Times[idOf(result)], item)
	if !known || at.Sub(d.At) <= d.Grace {
		return 0, 0, known
	}
	const day = 24 * time.Hour
	return int((at.Sub(d.At) + day - 1) / day), d.Penalty, true
}

// idOf returns the ID by which times name a result, in lower case.
func idOf(r *scores.Result) string {
	if r.Learner != nil {
		return strings.ToLower(r.Learner.ID)
	}
	return strings.ToLower(r.Submission)
}

// strangers warns of times that belong to no result.
func (r *Rules) strangers(results []scores.Result) []string {
	known := map[string]bool{}
	for i := range results {
		known[idOf(&results[i])] = true
	}
	var unknown []string
	for id := range r.Times {
		if !known[id] {
			unknown = append(unknown, verdict.Printable(id))
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return []string{fmt.Sprintf("there are times of %s that nobody has: %s", diag.Count(len(unknown), "IDs"), strings.Join(unknown, ", "))}
}
