package check

// This file lets several checkers observe one launch.

import (
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Set is the checkers of some tools, joined.
type Set struct {
	trace.Observer
	checkers []Checker
}

// New returns the checkers of some tools for a launch.
func New(tools []Tool, l *Launch) *Set {
	s := &Set{}
	for _, t := range tools {
		if t.New != nil {
			c := t.New(l)
			s.checkers = append(s.checkers, c)
			s.Observer = trace.Join(s.Observer, c.Observer)
		}
	}
	return s
}

// Notes returns which rules allow threads to meet at an element, by place.
func (s *Set) Notes() (list []report.Note) {
	for _, c := range s.checkers {
		if c.Notes != nil {
			list = append(list, c.Notes()...)
		}
	}
	return list
}

// Findings returns the findings of each tool after those of the one before; complete is false
// when memory did not suffice to check every access.
func (s *Set) Findings() (list []report.Finding, complete bool) {
	complete = true
	for _, c := range s.checkers {
		found, whole := c.Findings()
		list, complete = append(list, found...), complete && whole
	}
	return list, complete
}
