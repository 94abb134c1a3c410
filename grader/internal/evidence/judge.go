package evidence

// This file judges an explanation.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpucourse/gpusim/plan"
)

// A Fault is what is wrong with a piece of an explanation.
type Fault struct {
	Piece int // its index; -1 is the whole
	Why   string
}

// Judgement says what an explanation is worth.
type Judgement struct {
	// False is a claim or a value that the report does not have; nil when all is true.
	False *Fault
	// Idle are pieces without weight for the claim, Missing the kinds that no piece has, and
	// Late pieces that stand behind weaker ones.
	Idle, Missing, Late []Fault
}

// kind is what a piece of evidence is for a claim, the strongest first.
type kind int

const (
	direct kind = iota
	waiting
	place
	amount
	exclusion
	none
)

// The number of pieces of an explanation, the claim included. Who lists the whole report chooses nothing.
// A claim with less than three pieces is an opinion.
const most, least = 9, 4

// Judge compares an explanation with the report of its kernel.
func Judge(pieces []plan.Call, r *Report) *Judgement {
	if f := untrue(pieces, r); f != nil {
		return &Judgement{False: f}
	}
	claim := pieces[0].Args[0].(string)
	j := &Judgement{}
	kinds, counts := make([]kind, len(pieces)), map[kind]int{}
	for i, p := range pieces[1:] {
		k, why := r.supports(p, claim)
		if kinds[i+1] = k; k == none {
			j.Idle = append(j.Idle, Fault{i + 1, why})
			continue
		}
		counts[k]++
	}
	j.Missing = missing(claim, counts)
	j.Late = late(pieces, kinds)
	return j
}

// untrue returns what the report does not have.
func untrue(pieces []plan.Call, r *Report) *Fault {
	switch {
	case len(pieces) == 0 || pieces[0].Name != "LimitedBy":
		return &Fault{-1, "the explanation does not begin with a claim, LimitedBy"}
	case len(pieces) > most:
		return &Fault{most, fmt.Sprintf("the explanation has %d pieces: choose, %d are enough", len(pieces), most)}
	}
	for i, p := range pieces {
		claims := p.Name == "LimitedBy"
		switch {
		case string(p.Thread) != r.Kernel:
			return &Fault{i, fmt.Sprintf("this is from the report of %s, and the explanation is about %s", p.Thread, r.Kernel)}
		case claims && i > 0:
			return &Fault{i, "a second claim: an explanation has one"}
		case claims && !slices.Contains(Claims, p.Args[0].(string)):
			return &Fault{i, fmt.Sprintf("%q is no limit; the limits are %s", p.Args[0], strings.Join(Claims, ", "))}
		case claims && !r.limits()[p.Args[0].(string)]:
			return &Fault{i, fmt.Sprintf("the report of %s does not say that the limit is %s", r.Kernel, p.Args[0])}
		case claims:
			continue
		}
		if why := r.differs(p); why != "" {
			return &Fault{i, why}
		}
	}
	if len(pieces) < least {
		return &Fault{-1, fmt.Sprintf("%d pieces of evidence are too few for a claim, give at least %d", len(pieces)-1, least-1)}
	}
	return nil
}

// differs says that the report has another value than a piece, or none.
func (r *Report) differs(p plan.Call) string {
	got, known := r.value(p)
	if !known {
		return fmt.Sprintf("the report of %s has no %s %q", r.Kernel, strings.ToLower(p.Name), p.Args[0])
	}
	const part, points, digits = 0.05, 2.0, 0.006
	slack := math.Max(part*math.Abs(got), digits)
	if p.Name != "Counter" || strings.Contains(p.Args[0].(string), "pct") {
		slack = math.Max(slack, points)
	}
	if math.Abs(p.Args[1].(float64)-got) > slack {
		return fmt.Sprintf("the report of %s has another value than %v for %s", r.Kernel, p.Args[1], p.Args[0])
	}
	return ""
}

// supports returns the kind of evidence that a piece is for a claim. Of none it says why.
func (r *Report) supports(p plan.Call, claim string) (kind, string) {
	const enough = 10 // percent of the warps' time
	name := p.Args[0].(string)
	got, _ := r.value(p)
	switch {
	case p.Name == "Stall" && !slices.Contains(reasons[claim], name):
		return none, fmt.Sprintf("warps do not wait in %s because of %s", name, claim)
	case p.Name == "Stall" && got < enough, p.Name == "Line" && got < enough:
		return none, fmt.Sprintf("%.0f %% of the warps' time is too little to explain the whole", got)
	case p.Name == "Stall":
		return waiting, ""
	case p.Name == "Line":
		return place, ""
	case units[claim] == name, claim == latency && r.isUnit(name):
		return direct, ""
	case r.isUnit(name):
		return exclusion, ""
	case slices.Contains(amounts[claim], name):
		return amount, ""
	}
	return none, fmt.Sprintf("%s is true, and it says nothing about %s", name, claim)
}

func (r *Report) isUnit(metric string) bool {
	for _, unit := range units {
		if unit == metric {
			return true
		}
	}
	return false
}

// missing names the kinds of evidence that a claim needs and does not have.
func missing(claim string, counts map[kind]int) (faults []Fault) {
	need := func(k kind, n int, what string) {
		if counts[k] < n {
			faults = append(faults, Fault{-1, what})
		}
	}
	if claim == latency {
		need(direct, 2, "how busy is each unit? \"latency\" says that none is: show at least two, the busiest first")
	} else {
		need(direct, 1, "how busy is the unit that you name, in percent of its peak?")
		need(exclusion, 1, "which other unit could it be, and how busy is that?")
	}
	need(waiting, 1, "what do warps wait for?")
	need(place, 1, "on which source line do warps spend their time?")
	return faults
}

// late returns the pieces that stand behind weaker ones: behind another kind, or a smaller part of
// their own kind. Amounts have no common unit, and any order.
func late(pieces []plan.Call, kinds []kind) (faults []Fault) {
	last := 0
	for i := 1; i < len(pieces); i++ {
		if kinds[i] == none {
			continue
		}
		if last > 0 {
			before, here := pieces[last].Args[1].(float64), pieces[i].Args[1].(float64)
			switch {
			case kinds[i] < kinds[last]:
				faults = append(faults, Fault{i, "it is stronger than the piece before it: what measures the limit comes first, then what warps wait for, then the line, then amounts, and at last what rules out other limits"})
			case kinds[i] == kinds[last] && kinds[i] != amount && here > before:
				faults = append(faults, Fault{i, fmt.Sprintf("%v is more than %v in the piece before it", here, before)})
			}
		}
		last = i
	}
	return faults
}
