package scores

// This file finds submissions with the same code.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpucourse/grader/verdict"
)

// Group is submissions whose code for a kernel or plan is the same.
type Group struct {
	Exercise    string   `json:"exercise"`
	Kernel      string   `json:"kernel"`
	Submissions []string `json:"submissions"`
	// Instructions is how many the code has; 0 where sources were compared: of plans, and
	// of functions on a CPU. Few instructions leave few ways to write them.
	Instructions int `json:"instructions"`
	// Source says that the sources are the same too, but for comments and layout.
	Source bool `json:"source"`
}

// Similar groups the submissions that hold the same instructions for a kernel, whatever
// their names. Code that nobody has started does not count, and neither do tasks: there are few ways
// to complete a line. Large groups of instructions
// come first.
func Similar(results []Result) []Group {
	found := map[string]*Group{}
	sources := map[string]map[string]bool{}
	for i := range results {
		for _, item := range results[i].Items {
			code := cmp.Or(item.Compiled, item.Code)
			if code == "" || item.Kind == Task || item.State == verdict.NotStarted.String() {
				continue
			}
			key := strings.Join([]string{item.Exercise, item.Kernel, code}, " ")
			if found[key] == nil {
				found[key] = &Group{Exercise: item.Exercise, Kernel: item.Kernel, Instructions: item.Instructions}
				sources[key] = map[string]bool{}
			}
			found[key].Submissions = append(found[key].Submissions, results[i].Submission)
			sources[key][item.Code] = true
		}
	}
	groups := []Group{}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		if g := found[key]; len(g.Submissions) > 1 {
			g.Source = len(sources[key]) == 1
			groups = append(groups, *g)
		}
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return b.Instructions - a.Instructions })
	return groups
}

// SimilarJSON returns groups as JSON.
func SimilarJSON(groups []Group) []byte { return indented(groups) }

// SimilarText returns groups as text.
func SimilarText(groups []Group) []byte {
	var b strings.Builder
	for _, g := range groups {
		what := fmt.Sprintf("the same %d instructions", g.Instructions)
		if g.Source {
			what = "the same source"
			if g.Instructions > 0 {
				what += fmt.Sprintf(", %d instructions", g.Instructions)
			}
		}
		fmt.Fprintf(&b, "%s %s: %d submissions have %s\n", g.Exercise, g.Kernel, len(g.Submissions), what)
		for _, name := range g.Submissions {
			fmt.Fprintf(&b, "    %s\n", verdict.Printable(name))
		}
	}
	if len(groups) == 0 {
		return []byte("No two submissions have the same code.\n")
	}
	b.WriteString("The same code proves nothing: a short kernel has few right ways, and the course's own solution is public.\n")
	return []byte(b.String())
}
