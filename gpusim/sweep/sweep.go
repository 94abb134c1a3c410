// Package sweep launches a kernel at all points of a grid: sizes, shapes of blocks, devices, parameters.
//
// A Sweep has axes, which are names with values, and a function that launches at a point. Launches run at
// the same time. Each gives a row: its time, what bounds it, and all metrics. A launch that cannot run
// gives a row with its error. The last axis changes fastest in the order of points.
//
// Results stand in a file, a line of JSON per launch. A second run with the same file launches only what is
// missing, so a sweep that was killed goes on where it was. A Shard is a part of the points for one of
// several machines; Merge joins their files. Rows hold nothing of the machine or its clock: the file is the
// same, byte for byte, for any number of shards and of launches at the same time.
//
// Units: microseconds, bytes per second, percent.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"gpucourse/gpusim/cli"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// Sweep is launches at the points of a grid.
type Sweep struct {
	Of     string // what is launched: a file with results of something else is refused
	Axes   []Axis
	Launch func(context.Context, Point) (*report.Report, error) // called by several goroutines
	File   string                                               // of the results; "" keeps none
	Shard  Shard
	Jobs   int // launches at the same time; 0: one per core
	// Progress is told how many launches of the shard are done; nil for nobody.
	Progress func(done, total int)

	mu      sync.Mutex
	kept    *kept
	done    int
	stopped []error // launches that took too long on this machine
}

// Points returns the points in their order.
func (s *Sweep) Points() ([]Point, error) { return points(s.Axes) }

// Run launches what is missing of the shard, and returns the rows that there are then. When ctx ends, it
// returns with an error, and the file keeps the rows so far.
func (s *Sweep) Run(ctx context.Context) (*Results, error) {
	list, err := s.Points()
	if err != nil {
		return nil, err
	}
	h := head{s.Of, cli.Version(), s.Axes}
	if s.kept, err = keep(s.File, h, list); err != nil {
		return nil, err
	}
	s.done, s.stopped = 0, nil
	err = s.launchAll(ctx, list)
	results := h.results(list, s.kept.rows)
	if err := errors.Join(err, s.kept.finish(results)); err != nil {
		return results, err
	}
	return results, errors.Join(s.stopped...)
}

// launchAll launches at the points of the shard that have no row.
func (s *Sweep) launchAll(ctx context.Context, list []Point) error {
	mine := slices.DeleteFunc(slices.Clone(list), func(p Point) bool { return !s.Shard.Has(p.Index) })
	missing := slices.DeleteFunc(slices.Clone(mine), func(p Point) bool { _, ok := s.kept.rows[p.key()]; return ok })
	s.done = len(mine) - len(missing)
	s.notify(len(mine))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(s.jobs())
	for _, p := range missing {
		work.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r, err := s.Launch(ctx, p)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return s.add(p, r, err, len(mine))
		})
	}
	return work.Wait()
}

func (s *Sweep) jobs() int {
	if s.Jobs > 0 {
		return s.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// add keeps the row of a launch, unless the launch took too long on this machine.
func (s *Sweep) add(p Point, r *report.Report, err error, total int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done++
	s.notify(total)
	if slices.ContainsFunc(diag.ListOf(err), func(d diag.Diagnostic) bool { return d.Code == diag.DeadlinePassed }) {
		s.stopped = append(s.stopped, fmt.Errorf("%v: %w", p, err))
		return nil
	}
	return s.kept.add(rowOf(p, r, err))
}

func (s *Sweep) notify(total int) {
	if s.Progress != nil {
		s.Progress(s.done, total)
	}
}
