package command

// This file is gpusim run: a whole CUDA program.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/internal/program"
	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/report"
)

type runOptions struct {
	devices    string
	functional bool
	idle       bool
	budget     float64
	nvcc       string
	flags      cudaFlags
	format     string
}

func runCommand() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "run FILE.cu [FILE.cu …] [-- ARGUMENT …]",
		Short: "Run a whole CUDA program, main() and kernels, without a GPU",
		Long: "Compile a CUDA program with nvcc, run it on this machine as your own program with your rights, and execute its kernels on the simulated device." +
			"\n\nAt the end standard error has a table: each kernel and shape with its launches, time and what limits it. The first launch of each is timed; others compute results alone." +
			"\n\nThe program may call: " + strings.Join(cudart.Functions(), ", ") + ".",
		Example: "  gpusim run vectorAdd.cu\n  gpusim run -device A100 main.cu kernels.cu -- 1024 input.txt",
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	deviceFlag(c, &o.devices)
	tableFlag(c, &o.format)
	o.flags.flags(c)
	c.Flags().BoolVar(&o.functional, "functional", false, "compute results alone: no launch is timed")
	c.Flags().BoolVar(&o.idle, "idle", false, "run no kernel, to see whether the program notices")
	c.Flags().StringVar(&o.nvcc, "nvcc", "", "more `flags` for nvcc, with blanks between them: -nvcc '-std=c++20 --extended-lambda -Xcompiler -fopenmp'")
	c.Flags().Float64Var(&o.budget, "budget", 20, "the most warp instructions of all launches, in `billions`")
	return c
}

func (o *runOptions) run(c *cobra.Command, args []string) error {
	files, rest := args, []string(nil)
	if n := c.ArgsLenAtDash(); n >= 0 {
		files, rest = args[:n], args[n:]
	}
	if len(files) == 0 {
		return usagef("%s needs a file: %s", c.CommandPath(), c.UseLine())
	}
	if err := checkFormat(o.format, csvFormat); err != nil {
		return err
	}
	devices := strings.Split(o.devices, ",")
	spec, err := arch.Find(devices[0])
	if err != nil {
		return usageError{err}
	}
	source, err := o.source(spec, files)
	if err != nil {
		return err
	}
	path, err := program.Build(c.Context(), source)
	if err != nil {
		return err
	}
	result, status, err := program.Run(c.Context(), path, rest, os.Stdin, c.OutOrStdout(), c.ErrOrStderr(), cudart.Options{
		Devices: devices, Budget: uint64(o.budget * 1e9), Functional: o.functional, Idle: o.idle,
	})
	if result != nil {
		t := launchesTable(result)
		c.ErrOrStderr().Write(tableBytes(o.format, t, t.String()+"\n")) // standard output is the program's
	}
	if err != nil {
		return err
	}
	if status != 0 {
		return exitStatus(status)
	}
	return nil
}

// exitStatus is the exit status of a program that ran.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// source is what the program is built from.
func (o *runOptions) source(s *arch.Spec, files []string) (*program.Source, error) {
	nvcc := toolchain.Find("nvcc")
	if !nvcc.Found() {
		return nil, errors.New("gpusim run needs nvcc, the compiler of NVIDIA's toolkit, which needs no GPU: gpusim toolchain install nvcc")
	}
	path, err := filepath.EvalSymlinks(nvcc.Path) // its headers lie beside the file itself
	if err != nil {
		return nil, err
	}
	return &program.Source{
		Files: files, Flags: append(o.flags.nvcc(), strings.Fields(o.nvcc)...), Arch: "compute_" + s.CC.Digits(), Compiler: path,
		Headers: filepath.Join(filepath.Dir(filepath.Dir(path)), "include"),
	}, nil
}

// launchesTable is the launches of a program as rows.
func launchesTable(r *cudart.Result) *report.Table {
	t := report.NewTable("kernel", "grid", "block", "launches", "µs each", "µs", "occupancy", "limit", "first rule")
	for _, l := range r.Launches {
		each, all, occupancy, limit, rule := "", "", "", "", ""
		if f := l.First; f != nil {
			each, all = fmt.Sprintf("%.2f", f.Time.Microseconds), fmt.Sprintf("%.2f", l.Microseconds)
			occupancy, limit = fmt.Sprintf("%.0f %%", f.Occupancy.Percent()), fmt.Sprint(f.Time.Limit())
			if len(f.Rules) > 0 {
				rule = f.Rules[0].Name
			}
		}
		t.Add(l.Kernel, extent(l.Grid), extent(l.Block), fmt.Sprint(l.Calls), each, all, occupancy, limit, rule)
	}
	return t
}

// extent is an extent without the directions that are 1.
func extent(d gpusim.Dim3) string {
	switch {
	case d.Z > 1:
		return fmt.Sprintf("%d,%d,%d", d.X, d.Y, d.Z)
	case d.Y > 1:
		return fmt.Sprintf("%d,%d", d.X, d.Y)
	}
	return fmt.Sprint(d.X)
}
