package marks

// This file finds whose submission a name means.

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"gpucourse/grader/internal/scores"
)

// closeness says how a name fits a learner, the best first.
type closeness int

const (
	isID    closeness = iota // the ID
	isOther                  // the whole name, or the address of the email
	holdsID                  // the ID is one of its words
	isNone
)

// fits returns how the name of a submission fits a learner.
func fits(name string, l *scores.Learner) closeness {
	switch {
	case strings.EqualFold(name, l.ID):
		return isID
	case l.Name != "" && strings.EqualFold(name, l.Name), l.Email != "" && strings.EqualFold(name, l.Email):
		return isOther
	case holds(words(name), words(l.ID)):
		return holdsID
	}
	return isNone
}

// words returns the parts of a name that are letters and digits, in lower case.
func words(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// holds reports whether words stand one after the other among others.
func holds(all, some []string) bool {
	for from := 0; len(some) > 0 && from+len(some) <= len(all); from++ {
		if slices.Equal(all[from:from+len(some)], some) {
			return true
		}
	}
	return false
}

// LearnerOf returns the ID of the learner whose submission a name means; "" if nobody's.
func (r *Rules) LearnerOf(submission string) string {
	if l := r.find(submission); l != nil {
		return l.ID
	}
	return ""
}

// find returns the learner whom a name fits best; nil when it fits nobody, or several as well.
func (r *Rules) find(name string) *scores.Learner {
	var best *scores.Learner
	by := isNone
	for i := range r.Roster {
		l := &r.Roster[i]
		switch c := fits(name, l); {
		case c < by:
			best, by = l, c
		case c == by:
			best = nil
		}
	}
	return best
}

// byCloseness returns the indexes of results, those that fit a learner best first.
func byCloseness(results []scores.Result, roster []scores.Learner) []int {
	order, by := make([]int, len(results)), make([]closeness, len(results))
	for i := range results {
		order[i], by[i] = i, isNone
		for j := range roster {
			by[i] = min(by[i], fits(results[i].Submission, &roster[j]))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(by[a], by[b]) })
	return order
}
