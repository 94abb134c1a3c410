package command

// This file is gpusim sweep: its flags and its axes. sweeplaunch.go has its launches, sweepresults.go its
// results.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/semaphore"

	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/sweep"
)

type sweepOptions struct {
	profileOptions
	out          sweepResults
	over         []string
	shard        string
	jobs, memory int

	command *cobra.Command // with the flags of all launches
	args    []string       // FILE KERNEL PARAM=VALUE …
	axes    []sweep.Axis
	mu      sync.Mutex // one launch is prepared at a time
	units   map[string]source.Unit
	room    *semaphore.Weighted // bytes of the arrays of launches that run
}

const sweepHelp = `-over names what varies:
  -over n=1024:65536:x2      a parameter of the kernel, or a name in expressions: x=n:ramp, -grid '(n-1)/block+1'
  -over block=64,128,32x8    block, grid, cluster, device, shared, maxrregcount and other flags of a launch
  -over 'kernel=naive,tiled<16>'
                             kernels of the file; KERNEL is then left out
  -over -DTILE=8,16          a macro of a file .cu, which is also a name in expressions
`

// sweepCommand is gpusim sweep; a page of a browser draws nothing.
func sweepCommand(draw sweepDrawing) *cobra.Command {
	var o sweepOptions
	o.out.draw = draw
	c := &cobra.Command{
		Use:   "sweep -over NAME=VALUES … FILE [KERNEL PARAM=VALUE …]",
		Short: "Run a kernel over sizes, shapes of blocks, devices or a parameter",
		Long: "Run a kernel once for each combination of values, and print a table: time, bandwidth of DRAM and L2, and percent of the roof. The roof is " +
			"the time that the busiest resource would take alone.\n\n" + sweepHelp + "\n" + sweep.AxisHelp +
			"\n\nThe rest of the command line is that of gpusim profile. A launch that cannot run is a row with its error." +
			"\n\n-results keeps a line of JSON per launch. With the same file a second run launches only what is missing, so a run that was stopped goes on where it was. " +
			"-shard 2/8 runs the third of eight parts, with a file of its own; gpusim sweep merge joins the files. The file is the same for any number of parts and any -jobs." +
			"\n\nThe exit code is 0 when each launch has a row, also when the row is an error.",
		Example: "  gpusim sweep -over n=1024:1048576:x2 -over block=64,128,256 -grid '(n-1)/block+1' saxpy.cu saxpy x=n:ramp y=n a=2\n" +
			"  gpusim sweep -over device=H100,H200 -over block=128,256 -grid 64,64 -results r.jsonl -html sweep.html tiles.go Tiled in=1048576 out=1048576",
		Args: fileAtLeast,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.flags(c)
	o.out.flags(c)
	c.Flags().Lookup("format").Usage = "text, json or csv"
	c.Flags().StringArrayVar(&o.over, "over", nil, "`NAME=VALUES` of an axis; repeat it for several, of which the last changes fastest")
	c.Flags().StringVar(&o.shard, "shard", "", "run part `I/N` of the launches; I counts from 0")
	c.Flags().IntVar(&o.jobs, "jobs", runtime.NumCPU(), "launches at the same time")
	c.Flags().IntVar(&o.memory, "memory", 4096, "`MB` of arrays that launches at the same time may have; a launch with more runs alone")
	c.AddCommand(mergeCommand(draw))
	return c
}

// flags adds the flags of a launch.
func (o *profileOptions) flags(c *cobra.Command) {
	o.launchFlags(c)
	o.timeFlags(c)
	o.cuda.flags(c)
	o.timing, o.caches = true, true
}

func (o *sweepOptions) run(c *cobra.Command, args []string) error {
	o.command, o.args, o.out.format = c, args, o.format
	s := &sweep.Sweep{File: o.out.file, Jobs: o.jobs, Launch: o.launchAt, Progress: sweepProgress(c.ErrOrStderr())}
	if err := o.check(s); err != nil {
		return err
	}
	points, err := s.Points()
	if err != nil {
		return usageError{err}
	}
	if err := o.tryFirst(c, points[0]); err != nil {
		return err
	}
	// Each launch may have the heap of one.
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64/int64(o.jobs) {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit * int64(o.jobs)))
	}
	results, err := s.Run(c.Context())
	if results == nil {
		return err
	}
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("stopped: %d of %d launches are done, and the same command with the same -results goes on", len(results.Rows), len(points))
	}
	return cmp.Or(o.out.write(c, results), err)
}

// check reads the flags that need more than pflag's own parsing.
func (o *sweepOptions) check(s *sweep.Sweep) (err error) {
	if s.Shard, err = sweep.ParseShard(o.shard); err != nil {
		return usageError{err}
	}
	if o.jobs < 1 || o.memory < 1 {
		return usagef("-jobs is %d, -memory is %d: each must be above 0", o.jobs, o.memory)
	}
	if slices.Contains(o.args, then) {
		return usagef("a sweep has one launch per point, and %s is for gpusim profile", then)
	}
	if err := cmp.Or(o.out.check(), o.readAxes()); err != nil {
		return err
	}
	o.units, o.room, s.Axes = map[string]source.Unit{}, semaphore.NewWeighted(int64(o.memory)<<20), o.axes
	s.Of, err = o.identity()
	return err
}

// The axes that are no flag of a launch: kernels, and macros.
const (
	kernelAxis = "kernel"
	macroAxis  = "-D"
)

// readAxes reads -over.
func (o *sweepOptions) readAxes() error {
	if len(o.over) == 0 {
		return usagef("-over is missing: what is to vary? for example -over n=1024:1048576:x2")
	}
	for _, text := range o.over {
		a, err := sweep.Parse(text)
		if err != nil {
			return usagef("-over %w", err)
		}
		o.axes = append(o.axes, a)
		if err := o.checkAxis(a); err != nil {
			return err
		}
	}
	return nil
}

// checkAxis refuses an axis beside a value for the same, unknown devices, and blocks that change without a
// grid.
func (o *sweepOptions) checkAxis(a sweep.Axis) error {
	name := a.Name
	given := func(n string) bool {
		return slices.ContainsFunc(o.over, func(text string) bool { return strings.HasPrefix(text, n+"=") }) || o.command.Flags().Changed(n)
	}
	_, valued := valueOf(o.args, name)
	switch {
	case name == kernelAxis && len(o.args) > 1 && !isValue(o.args[1]):
		return usagef("-over %s names the kernels, and %s is one, too: leave it out", name, o.args[1])
	case slices.Contains(unswept, name):
		return usagef("-over %s: -%[1]s holds for all launches", name)
	case valued || o.isFlag(name) && o.command.Flags().Changed(name):
		return usagef("%s is given, and -over %[1]s=… gives it, too: leave one of them out", name)
	case name == "device":
		_, err := mainDevice(a.Values)
		if err != nil {
			return usageError{err}
		}
	case name == "block" && !given("grid"):
		return usagef("with -over block the grid follows from the block: give -grid, for example -grid '(n-1)/block+1'")
	}
	return nil
}

// unswept are flags of launches that no axis is of.
var unswept = []string{"format", "include", "define", "deadline"}

// isFlag reports whether an axis is a flag of a launch.
func (o *sweepOptions) isFlag(name string) bool {
	one, _ := o.fresh()
	return one.Flags().Lookup(name) != nil && !slices.Contains(unswept, name)
}

// fresh returns options of one launch with the flags of all, and the command that has them.
func (o *sweepOptions) fresh() (*cobra.Command, *profileOptions) {
	var q profileOptions
	one := &cobra.Command{Use: "profile"}
	q.flags(one)
	o.eachFlag(one, func(name, value string) {
		if err := one.Flags().Set(name, value); err != nil {
			panic("BUG: " + err.Error())
		}
	})
	return one, &q
}
