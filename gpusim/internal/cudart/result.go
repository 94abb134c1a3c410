package cudart

// This file is what a program did, for the user.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
)

// Chosen is a launch: the Nth of a kernel, counted from 1. The zero value is no launch.
type Chosen struct {
	Kernel string // with or without its namespaces and template arguments
	N      int
}

// is reports whether the nth launch of a kernel is meant.
func (c Chosen) is(kernel string, n int) bool { return c.N == n && c.names(kernel) }

// names reports whether a kernel is meant.
func (c Chosen) names(kernel string) bool {
	whole, _, _ := strings.Cut(kernel, "<")
	last := whole[strings.LastIndex(whole, ":")+1:]
	return c.Kernel == kernel || c.Kernel == whole || c.Kernel == last
}

// launchesOf returns the launches of a kernel with a shape.
func (s *session) launchesOf(f *function, device int, c gpusim.Config) *report.Launches {
	list := &s.result.Launches
	name := f.kernel.Name()
	i := slices.IndexFunc(*list, func(l *report.Launches) bool {
		return l.Kernel == name && l.Device == device && l.Grid == c.Grid && l.Block == c.Block && l.Shared == c.Shared
	})
	if i < 0 {
		i = len(*list)
		*list = append(*list, &report.Launches{Kernel: name, Device: device, Grid: c.Grid, Block: c.Block, Shared: c.Shared})
	}
	return (*list)[i]
}

// finish completes the result when the program has ended.
func (s *session) finish() *report.Program {
	r := &s.result
	r.Leaks = s.leaks()
	if s.o.Check != 0 {
		r.Tool = s.o.Check.String()
	}
	r.Checks = slices.DeleteFunc(r.Checks, func(c *report.Check) bool { return len(c.Findings) == 0 && c.Whole })
	r.Timeline = s.devices[0].Timeline()
	return r
}

// absent is the error of a chosen launch that the program did not make; nil when it made it.
func (s *session) absent() error {
	if s.o.Profile.N == 0 || s.result.Profiled != nil {
		return nil
	}
	calls, others := 0, []string{}
	for _, l := range s.result.Launches {
		if s.o.Profile.names(l.Kernel) {
			calls += l.Calls
		} else if !slices.Contains(others, l.Kernel) {
			others = append(others, l.Kernel)
		}
	}
	if calls > 0 {
		return fmt.Errorf("kernel %s was launched %d times: there is no launch %d to profile", s.o.Profile.Kernel, calls, s.o.Profile.N)
	}
	if len(others) == 0 {
		return fmt.Errorf("the program launched no kernel, so there is no launch of %s to profile", s.o.Profile.Kernel)
	}
	return fmt.Errorf("the program launched no kernel %s to profile; it launched %s", s.o.Profile.Kernel, strings.Join(others, ", "))
}
