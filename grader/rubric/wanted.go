package rubric

// This file says in words what a kernel, a plan or a program must reach.

import (
	"strings"

	"gpucourse/gpusim/report"
)

// Wanted is what earns marks.
type Wanted struct {
	Name  string // "sectors per load request"
	Limit string // "at most 5"
}

// Wanted returns right results on a device, then the goals.
func (k *Kernel) Wanted(device string) []Wanted {
	var sizes []string
	for _, s := range k.Sizes {
		sizes = append(sizes, k.Describe(s))
	}
	list := []Wanted{{"right results on " + device, "for " + strings.Join(sizes, "; ")}}
	for i := range k.Goals {
		list = append(list, Wanted{k.Goals[i].Name, k.allows(&k.Goals[i])})
	}
	return list
}

// allows says what a goal allows; for which size, where another size has another limit.
func (k *Kernel) allows(g *Goal) string {
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

// Wanted returns right values, then the goals.
func (p *Program) Wanted() []Wanted {
	list := []Wanted{{"right values, in a safe order", ""}}
	for _, g := range p.Goals {
		limit := "at most "
		if g.AtLeast {
			limit = "at least "
		}
		list = append(list, Wanted{g.Name, limit + report.Number(g.Limit)})
	}
	return list
}

// Wanted returns right calls, then the goals.
func (p *Plan) Wanted() []Wanted {
	list := []Wanted{{"right calls on " + strings.Join(p.Devices, " and "), ""}}
	for _, g := range p.Goals {
		list = append(list, Wanted{g.Name, "at most " + report.Number(float64(g.Limit))})
	}
	return list
}
