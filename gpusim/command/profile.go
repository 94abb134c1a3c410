package command

// This file is gpusim profile: one launch and its report.

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/display"
	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/report"
)

type profileOptions struct {
	device, format string
	grid, block    string
	cluster        string
	shared         string
	swept          names // the numbers of a sweep
	metrics        string
	scheduler      string
	sample         string
	passes         string
	timing, caches bool
	cache          cacheValue
	config         gpusim.Config
	source         *propose.Source // the file; nil before it is read
	cuda           cudaFlags
	results        results
	before         earlier // launches of the same command line
	follows        bool    // another launch is behind this one
}

func profileCommand() *cobra.Command {
	var o profileOptions
	c := &cobra.Command{
		Use:   "profile [-grid X[,Y[,Z]]] FILE [KERNEL PARAM=VALUE …] [then KERNEL PARAM=VALUE …]",
		Short: "Run a kernel and report what a profiler would",
		Long: "Run a kernel of a file, or of the package in a folder, and report what a profiler would.\n\n" + valueHelp + "\n\n" + thenHelp +
			"\n\nA generic kernel is named with its type arguments: 'Copy[float32]'." +
			"\n\nWith a file alone, or a file and a kernel, the launch is what gpusim propose finds: that of main(), or a guess." +
			"\n\nA file .cu is CUDA C: its templates are named as in C, 'transpose<32,1>'. Without -grid the first launch in its main() counts. A kernel that the simulator's own front end refuses is compiled by nvcc, if gpusim toolchain finds it; the head of the report says so. A file .ptx is what nvcc -ptx or clang wrote: its parameters are param_0, param_1 …" +
			"\n\ngpusim/report/report.schema.json is the schema of what -format json prints. -format csv prints metrics with the columns of ncu --csv. -format html prints the card and the pictures that a notebook shows.",
		Example: "  gpusim profile -grid 64,64 -block 32,32 transpose.go Transpose out=4194304 in=4194304:rand(1) n=2048\n" +
			"  gpusim profile -device K40,H200 -metrics shared_load_transactions_per_request -grid 1 tiles.go Row,Column out=1024\n" +
			"  gpusim profile -grid 4 -print y:8 scan.cu scan x=1024:choice(0,1) y=1024 then -out z=z.npy scale x=y z=1024",
		Args: fileAtLeast,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.launchFlags(c)
	o.cuda.flags(c)
	o.results.flags(c)
	c.Flags().Lookup("format").Usage = "text, json, csv or html"
	c.Flags().StringVar(&o.metrics, "metrics", "", "print only the metrics of these `names`, as a table, JSON or CSV; -device and KERNEL may then be lists with commas, too")
	o.timeFlags(c)
	c.Flags().BoolVar(&o.config.Incoherent, "incoherent", false, "run the blocks one after another on SMs whose L1 caches do not know of each other's stores, so that stale data shows")
	c.Flags().BoolVar(&o.config.WhatIf, "whatif", false, "report how long the kernel would take without limits of bandwidth, bank conflicts, scattered accesses, or latency of memory")
	c.Flags().BoolVar(&o.timing, "timing", true, "report the time")
	c.Flags().BoolVar(&o.caches, "caches", true, "report the caches and device memory")
	return c
}

// timeFlags adds the flags that say how a launch is timed.
func (o *profileOptions) timeFlags(c *cobra.Command) {
	c.Flags().BoolVar(&o.config.Warm, "warm", false, "run the kernel once before, so that caches are warm")
	c.Flags().BoolVar(&o.config.Full, "full", false, "play every block cycle by cycle, though the waves of a big grid or the rounds of a loop take equal times")
	schedulerFlag(c, &o.scheduler)
	sampleFlag(c, &o.sample)
}

// fileAtLeast is the Args of a command that finds what is not said of a launch.
func fileAtLeast(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("%s needs a file: %s", c.CommandPath(), c.UseLine())
	}
	return nil
}

// fileAndKernel is the Args of a command that launches a kernel.
func fileAndKernel(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		return usagef("%s needs a file and a kernel: %s", c.CommandPath(), c.UseLine())
	}
	return nil
}

// launchFlags adds the flags that say what is launched.
func (o *profileOptions) launchFlags(c *cobra.Command) {
	deviceFlag(c, &o.device)
	formatFlag(c, &o.format)
	c.Flags().StringVar(&o.grid, "grid", "", "`blocks` of the grid: X, or X,Y, or X,Y,Z (no default), also as '(n-1)/block+1' and of block.x, block.y, block.z")
	c.Flags().StringVar(&o.block, "block", "256", "`threads` of a block: X, or X,Y, or X,Y,Z")
	c.Flags().StringVar(&o.cluster, "cluster", "", "`blocks` of a cluster: X, or X,Y, or X,Y,Z (default: what the kernel says)")
	sharedFlag(c, &o.shared)
	c.Flags().IntVar(&o.config.Stack, "stack", 0, "`bytes` of stack a thread for functions that call themselves (default 1024)")
	c.Flags().IntVar(&o.config.Banks, "banks", 0, "width in `bytes` that the banks of shared memory are set to, on devices where they can be: 4 or 8 (0: as the device is)")
	cacheFlag(c, &o.cache)
	c.Flags().BoolVar(&o.config.GlobalL1, "globall1", false, "let L1 keep global loads, on devices where it does so only when asked (nvcc -Xptxas -dlcm=ca)")
	carveoutFlag(c, &o.config.Carveout)
	registersFlag(c, &o.config.MaxRegisters)
	passesFlag(c, &o.passes)
	c.Flags().Uint64Var(&o.config.Shuffle, "shuffle", 0, "run the blocks one after another in an order drawn with this `seed` (0: as if in the order of the grid)")
	c.Flags().BoolVar(&o.config.ZeroShared, "zeroshared", false, "let shared memory start with zeros, not with random bytes")
	c.Flags().Uint64Var(&o.config.Instructions, "instructions", 0, "warp `instructions` after which the kernel is stopped (0: 20 billion, and about ten seconds without a warp that ends)")
	c.Flags().DurationVar(&o.config.Deadline, "deadline", 30*time.Minute, "`time` after which the kernel is stopped")
}

func (o *profileOptions) run(c *cobra.Command, args []string) error {
	if err := checkFormat(o.format, o.formats()...); err != nil {
		return err
	}
	selected, err := o.selection()
	if err != nil {
		return err
	}
	if o.metrics != "" && len(steps(args)) == 1 && o.results.none() {
		return o.table(c, args, selected)
	}
	dev, err := gpusim.Open(o.device)
	if err != nil {
		return usageError{err}
	}
	err = o.chain(c, args, func(args []string) error { return o.step(c, dev, args) })
	if len(o.before) == 0 || err != nil && o.format != textFormat {
		return err
	}
	return cmp.Or(o.write(c, selected), err)
}

// step runs one launch of a command line.
func (o *profileOptions) step(c *cobra.Command, dev *gpusim.Device, args []string) error {
	given := len(args)
	args, err := o.proposed(c, args)
	if err == nil {
		err = o.parse(args)
	}
	if err == nil {
		o.config.Sample, err = o.sampling()
	}
	if err != nil {
		return err
	}
	kernel, values, err := o.prepare(c, dev, args)
	if err != nil {
		return o.failed(c, dev.Name(), args[1], err)
	}
	if err := o.results.check(kernel); err != nil {
		return err
	}
	o.config.Rules = true
	rep, err := dev.Launch(kernel, o.config, values)
	if err != nil {
		return o.failed(c, dev.Name(), args[1], err)
	}
	if o.ended(launched{args[1], kernel, args[2:], values, rep}); len(args) > given {
		o.tellCompiler(c, args[0], rep)
	}
	return o.results.save(dev, kernel, values, rep)
}

// tellCompiler says that gpusim run takes another compiler's code, where it does.
func (o *profileOptions) tellCompiler(c *cobra.Command, file string, rep *gpusim.Report) {
	if rep.Compiler == nil && source.IsCUDA(file) && o.cuda.compiler == compilerValue(source.Any) && toolchain.Find("nvcc").Found() {
		fmt.Fprintln(c.ErrOrStderr(), "  compiler: the simulator's own; gpusim run uses nvcc, which -compiler nvcc selects here")
	}
}

// write prints the reports of the launches.
func (o *profileOptions) write(c *cobra.Command, selected report.Selection) (err error) {
	out, reports := c.OutOrStdout(), o.before.reports()
	switch o.format {
	case pageFormat:
		last := o.before[0]
		_, err = out.Write(newPage(last.report, last.kernel, last.values).JSON())
		return err
	case htmlFormat:
		for _, r := range reports {
			err = cmp.Or(err, writeHTML(out, reportHTML(r)))
		}
		return err
	}
	if o.metrics != "" {
		selected.Reports = reports
		_, err = out.Write(o.selected(selected))
		return err
	}
	if o.format == csvFormat {
		_, err = out.Write(report.All(reports...).CSV())
		return err
	}
	var documents [][]byte
	for _, r := range reports {
		if documents = append(documents, r.JSON()); o.format == textFormat {
			documents[len(documents)-1] = []byte(r.Text(terminal(out)))
		}
	}
	_, err = out.Write(o.joined(documents))
	return err
}

// formats are those beside text and JSON. A table of metrics is no page.
func (o *profileOptions) formats() []string {
	if o.metrics != "" {
		return []string{csvFormat}
	}
	return []string{csvFormat, htmlFormat, pageFormat}
}

// parse reads the flags that need more than pflag's own parsing. Without -grid the
// configuration is that of a launch in the file, if it is CUDA C.
func (o *profileOptions) parse(args []string) (err error) {
	if err = checkRegistersFlag(o.config.MaxRegisters); err != nil {
		return err
	}
	if o.config.Scheduler, err = schedulerOf(o.scheduler); err != nil {
		return err
	}
	if err = o.config.Without.UnmarshalText([]byte(o.passes)); err != nil {
		return usagef("-passes: %w", err)
	}
	if o.cluster != "" {
		if o.config.Cluster, err = parseDim("cluster", o.cluster); err != nil {
			return err
		}
	}
	if o.grid == "" && o.launchOfSource(args) {
		return nil
	}
	if o.grid == "" {
		return usagef("-grid is missing: how many blocks are to run? for example -grid 1024, or -grid 64,64")
	}
	return o.parseShape(args)
}

// parseShape evaluates the block, the bytes of shared memory and the grid. The last two may use the
// extents of the block.
func (o *profileOptions) parseShape(args []string) (err error) {
	known := numbersOf(args)
	maps.Copy(known, o.swept)
	if o.config.Block, err = parseDim("block", known.extent(o.block)); err != nil {
		return err
	}
	known.ofBlock(o.config.Block)
	if o.config.Shared, err = wholeNumber(known.evaluated(o.shared)); err != nil {
		return usagef("-shared is %q: %w", o.shared, err)
	}
	o.config.MaxShared = o.config.Shared
	o.config.Grid, err = parseDim("grid", known.extent(o.grid))
	return err
}

// launchOfSource takes the configuration from the host code of a file in CUDA C.
func (o *profileOptions) launchOfSource(args []string) bool {
	if len(args) < 2 {
		return false
	}
	source, err := o.opened(args[0])
	if err != nil {
		return false // reported when a kernel is asked for
	}
	grid, block, shared, ok := source.Shape(args[1])
	if ok {
		o.config.Grid, o.config.Block, o.config.Shared, o.config.MaxShared = grid, block, shared, shared
	}
	return ok
}

// opened reads a file, once.
func (o *profileOptions) opened(file string) (*propose.Source, error) {
	if o.source == nil {
		source, err := proposalSource(file, o.device, o.cuda)
		if err != nil {
			return nil, err
		}
		o.source = source
	}
	return o.source, nil
}

// parseDim reads "X", "X,Y" or "X,Y,Z".
func parseDim(flag, text string) (gpusim.Dim3, error) {
	n := []int{1, 1, 1}
	parts := strings.Split(text, ",")
	if len(parts) > len(n) {
		return gpusim.Dim3{}, usagef("-%s is %q: at most three numbers", flag, text)
	}
	for i, part := range parts {
		v, err := wholeNumber(part)
		if err != nil {
			return gpusim.Dim3{}, usagef("-%s is %q: %w", flag, text, err)
		}
		n[i] = v
	}
	return gpusim.Dim3{X: n[0], Y: n[1], Z: n[2]}, nil
}

func (o *profileOptions) launch(c *cobra.Command, dev *gpusim.Device, args []string) (*gpusim.Report, error) {
	kernel, values, err := o.prepare(c, dev, args)
	if err != nil {
		return nil, err
	}
	return dev.Launch(kernel, o.config, values)
}

// prepare compiles the kernel, makes its arguments and completes the launch's
// configuration.
func (o *profileOptions) prepare(c *cobra.Command, dev *gpusim.Device, args []string) (*gpusim.Kernel, gpusim.Named, error) {
	source, err := o.opened(args[0])
	if err != nil {
		return nil, nil, err
	}
	kernel, err := source.Kernel(args[1])
	if err != nil {
		return nil, nil, err
	}
	values, err := arguments(dev, kernel, args, source, o.before)
	if err != nil {
		return nil, nil, err
	}
	dev.EndWith(c.Context())
	o.config.NoTime, o.config.NoCaches = !o.timing, !o.caches
	o.config.Cache = gpusim.Cache(o.cache)
	o.config.Stdout = c.ErrOrStderr()
	return kernel, values, nil
}

// load reads a file or a folder.
func load(path string) (*gpusim.Module, error) {
	path, err := find(path)
	if err != nil {
		return nil, usageError{err}
	}
	return gpusim.LoadFile(path)
}

// failed reports diagnostics in the format asked for.
func (o *profileOptions) failed(c *cobra.Command, device, kernel string, err error) error {
	list := diag.ListOf(err)
	switch {
	case list == nil:
		return err
	case o.format == pageFormat:
		_, failed := c.OutOrStdout().Write(failedPage(err).JSON())
		return cmp.Or(failed, errReported)
	case o.format == htmlFormat:
		return cmp.Or(writeHTML(c.OutOrStdout(), display.HTML(err)), errReported)
	case o.format != jsonFormat:
		return err
	}
	if _, err := c.OutOrStdout().Write(report.DiagnosticsJSON(device, kernel, list)); err != nil {
		return err
	}
	return errReported
}

// terminal reports whether out is a terminal that takes colours.
func terminal(out any) bool {
	f, ok := out.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("NO_COLOR") == ""
}
