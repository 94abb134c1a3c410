package check

// This file lets several checkers watch one launch.

import (
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Set is the checkers of some tools. It is a Checker itself.
type Set struct {
	tools    []Tool
	checkers []Checker
	accesses []trace.StoreObserver // those of them that look at accesses
}

// New returns the checkers of some tools for a launch.
func New(tools []Tool, l *Launch) *Set {
	s := &Set{tools: tools}
	for _, t := range tools {
		if t.New == nil {
			continue
		}
		c := t.New(l)
		s.checkers = append(s.checkers, c)
		if _, no := c.(*syncChecker); !no {
			s.accesses = append(s.accesses, c)
		}
	}
	return s
}

// Access implements trace.Observer.
func (s *Set) Access(a *trace.Access) {
	for _, c := range s.accesses {
		c.Access(a)
	}
}

// Stored implements trace.StoreObserver.
func (s *Set) Stored(a *trace.Access, offset, bytes int, values *trace.Lanes) {
	for _, c := range s.accesses {
		c.Stored(a, offset, bytes, values)
	}
}

// Barrier implements trace.BarrierObserver.
func (s *Set) Barrier(block, warp int) {
	for _, c := range s.checkers {
		c.Barrier(block, warp)
	}
}

// Fence implements trace.FenceObserver.
func (s *Set) Fence(block, warp int, lanes trace.Mask, device bool) {
	for _, c := range s.checkers {
		c.Fence(block, warp, lanes, device)
	}
}

// Suspend implements trace.BlockObserver.
func (s *Set) Suspend(block int) {
	for _, c := range s.checkers {
		c.Suspend(block)
	}
}

// SyncWarp implements trace.WarpObserver.
func (s *Set) SyncWarp(block, warp int, lanes trace.Mask) {
	for _, c := range s.checkers {
		c.SyncWarp(block, warp, lanes)
	}
}

// Undefined implements trace.WarpObserver.
func (s *Set) Undefined(block, warp int, pc int32, lanes trace.Mask, from int) {
	for _, c := range s.checkers {
		c.Undefined(block, warp, pc, lanes, from)
	}
}

// Unset implements trace.WarpObserver.
func (s *Set) Unset(block, warp int, pc int32, lanes trace.Mask) {
	for _, c := range s.checkers {
		c.Unset(block, warp, pc, lanes)
	}
}

// Notes implements Checker.
func (s *Set) Notes() (list []report.Note) {
	for _, c := range s.checkers {
		list = append(list, c.Notes()...)
	}
	return list
}

// Findings implements Checker: those of each tool after those of the one before.
func (s *Set) Findings() (list []report.Finding, complete bool) {
	complete = true
	for _, c := range s.checkers {
		found, whole := c.Findings()
		list, complete = append(list, found...), complete && whole
	}
	return list, complete
}
