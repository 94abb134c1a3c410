package site

// This file says before anything is graded what a kernel or plan must reach.

import (
	"strings"

	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// goal is what earns marks.
type goal struct {
	Name  string `json:"name"`  // "sectors per load request"
	Limit string `json:"limit"` // "at most 5"
	Marks int    `json:"marks"`
}

// goalsOf returns what a kernel must reach: right results, then its limits.
func goalsOf(k *rubric.Kernel, device string) []goal {
	var sizes []string
	for _, s := range k.Sizes {
		sizes = append(sizes, k.Describe(s))
	}
	list := []goal{{"right results on " + device, "for " + strings.Join(sizes, "; "), verdict.MaxMarks(0)}}
	for i := range k.Goals {
		list = append(list, goal{k.Goals[i].Name, limitOf(k, &k.Goals[i]), verdict.MaxMarks(1) - verdict.MaxMarks(0)})
	}
	return list
}

// limitOf says what a goal allows; for which size, where another size has another limit.
func limitOf(k *rubric.Kernel, g *rubric.Goal) string {
	size := k.Sizes[len(k.Sizes)-1]
	if g.IsTimed() {
		size = k.SizeForTime()
	}
	text := map[bool]string{true: "at least ", false: "at most "}[g.AtLeast]
	if g.Exactly {
		text = "exactly "
	}
	text += report.Number(g.Limit(size))
	if g.IsTimed() || g.Limit(k.Sizes[0]) != g.Limit(size) {
		text += " for " + k.Describe(size)
	}
	return text
}

func goalsOfProgram(p *rubric.Program) []goal {
	list := []goal{{"right values, in a safe order", "", verdict.MaxMarks(0)}}
	for _, g := range p.Goals {
		limit := "at most "
		if g.AtLeast {
			limit = "at least "
		}
		list = append(list, goal{g.Name, limit + report.Number(g.Limit), verdict.MaxMarks(1) - verdict.MaxMarks(0)})
	}
	return list
}

func goalsOfPlan(p *rubric.Plan) []goal {
	list := []goal{{"right calls on " + strings.Join(p.Devices, " and "), "", verdict.MaxMarks(0)}}
	for _, g := range p.Goals {
		list = append(list, goal{g.Name, "at most " + report.Number(float64(g.Limit)), verdict.MaxMarks(1) - verdict.MaxMarks(0)})
	}
	return list
}
