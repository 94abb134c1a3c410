package command

// This file is gpusim run: a whole CUDA program.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/display"
	"gpucourse/gpusim/internal/check"
	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/internal/program"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/report"
)

type runOptions struct {
	devices      string
	functional   bool
	idle         bool
	functions    bool
	budget       float64
	instructions float64
	nvcc         string
	flags        cudaFlags
	format       string
	profile      string
	tool         string
	files        map[string]*string // what a flag writes, by its name
	made         string             // the real compiler that made the kernels; "" for none
}

// runFiles are the files that a program's end can leave.
var runFiles = []struct {
	flag, usage string
	text        func(title string, p *report.Program) []byte
}{
	{"report", "write what the program did into a `file`, as JSON with the report of each kernel", func(_ string, p *report.Program) []byte { return p.JSON() }},
	{"html", "write what the program did into a `file`, as a page with a picture of its time", func(title string, p *report.Program) []byte { return []byte(display.Document(title, p)) }},
	{"trace", "write when the devices worked into a `file` for chrome://tracing or ui.perfetto.dev", func(_ string, p *report.Program) []byte { return p.Timeline.ChromeTrace() }},
}

func runCommand() *cobra.Command {
	o := runOptions{files: map[string]*string{}}
	c := &cobra.Command{
		Use:   "run {FILE.cu [FILE.cu …] | PROGRAM} [-- ARGUMENT …]",
		Short: "Run a whole CUDA program, main() and kernels, without a GPU",
		Long: "Compile a CUDA program with nvcc or clang, run it on this machine as your own program with your rights, and execute its kernels on the simulated device." +
			" A program that is built already runs, too, if it has a shared runtime: nvcc -cudart shared." +
			"\n\nWithout both, or with -compiler own, the simulator reads main() itself and nothing runs on this machine: a file in the C of tutorials, with printf, std::cout and std::vector. What it does not read it refuses, with the line." +
			"\n\nAt the end standard error has tables of its kernels, copies and streams. The first launch of each kernel and shape is timed; others compute results and count the same time." +
			" With -format json the tables are a document of gpusim/report/report.schema.json, with -format csv the metrics of the timed launches with the columns of ncu --csv." +
			"\n\nThe exit status is the program's; 1 where the simulator ended it or -check found a mistake." +
			"\n\nThe program may call what -functions lists of CUDA's runtime.",
		Example: "  gpusim run vectorAdd.cu\n  gpusim run -device A100 main.cu kernels.cu -- 1024 input.txt\n" +
			"  gpusim run -compiler clang main.cu\n  nvcc -cudart shared -o prog main.cu && gpusim run ./prog\n" +
			"  gpusim run -functional -profile scan:3 main.cu\n  gpusim run -check all main.cu",
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	deviceFlag(c, &o.devices)
	c.Flags().Lookup("device").Usage = "the `names` of the machine's devices, separated by commas; gpusim devices lists them"
	tableFlag(c, &o.format)
	o.flags.flags(c)
	c.Flags().BoolVar(&o.functional, "functional", false, "compute results alone: no launch is timed")
	c.Flags().BoolVar(&o.idle, "idle", false, "run no kernel, to see whether the program notices")
	c.Flags().BoolVar(&o.functions, "functions", false, "list the functions of CUDA's runtime that a program may call, and run nothing")
	c.Flags().StringVar(&o.nvcc, "nvcc", "", "more `flags` for nvcc, with blanks between them: -nvcc '-std=c++20 --extended-lambda -Xcompiler -fopenmp'")
	c.Flags().Float64Var(&o.budget, "budget", 20, "the most warp instructions of all launches, in `billions`")
	c.Flags().Float64Var(&o.instructions, "instructions", 0, "the most warp instructions of each launch, in `billions` (0: what is left of the budget)")
	c.Flags().StringVar(&o.profile, "profile", "", "`KERNEL[:N]`: time the Nth launch of a kernel, the first without N, and print its whole report")
	c.Flags().StringVar(&o.tool, "check", "", "let `tools` of gpusim check watch each launch and the calls of the host: their names, separated by commas, or all; nothing is timed then")
	for _, f := range runFiles {
		o.files[f.flag] = c.Flags().String(f.flag, "", f.usage)
	}
	return c
}

func (o *runOptions) run(c *cobra.Command, args []string) error {
	if o.functions {
		_, err := fmt.Fprintln(c.OutOrStdout(), strings.Join(cudart.Functions(), "\n"))
		return err
	}
	files, rest := args, []string(nil)
	if n := c.ArgsLenAtDash(); n >= 0 {
		files, rest = args[:n], args[n:]
	}
	if len(files) == 0 {
		return usagef("%s needs a file: %s", c.CommandPath(), c.UseLine())
	}
	options, err := o.options()
	if err := cmp.Or(err, o.checkSources(files), o.checkOutputs(files), o.flags.checkFolders()); err != nil {
		return err
	}
	spec, err := mainDevice(options.Devices)
	if err != nil {
		return usageError{err}
	}
	options.Stderr, options.Context = c.ErrOrStderr(), c.Context()
	start := o.native
	if o.plays(files) {
		start = o.play
	}
	result, status, err := start(c, spec, files, rest, options)
	if result != nil {
		err = cmp.Or(err, o.write(c, strings.Join(files, " "), result))
	}
	if result != nil && len(result.Reports()) > 0 && o.format == textFormat && o.made != "" {
		fmt.Fprintf(c.ErrOrStderr(), "The kernels were compiled by %s. gpusim profile compiles kernels itself, unless it has -compiler %[1]s.\n", o.made)
	}
	switch {
	case err != nil:
		return err
	case status != 0:
		return exitStatus(status)
	case result.Errors() > 0:
		return errReported
	}
	return nil
}

// mainDevice is the first of the devices, all of which must exist.
func mainDevice(names []string) (first *arch.Spec, err error) {
	for _, name := range names {
		s, err := arch.Find(name)
		if err != nil {
			return nil, err
		}
		first = cmp.Or(first, s)
	}
	return first, nil
}

// options are what the flags say.
func (o *runOptions) options() (to cudart.Options, err error) {
	if err := checkFormat(o.format, csvFormat); err != nil {
		return to, err
	}
	to = cudart.Options{
		Devices: strings.Split(o.devices, ","), Budget: uint64(o.budget * 1e9), PerLaunch: uint64(o.instructions * 1e9),
		Functional: o.functional, Idle: o.idle,
	}
	if o.budget <= 0 || o.instructions < 0 {
		return to, usagef("-budget is %g and -instructions is %g: both are billions of warp instructions, for example -budget 50", o.budget, o.instructions)
	}
	if o.tool != "" {
		if err := to.Check.UnmarshalText([]byte(o.tool)); err != nil {
			return to, usagef("-check is %q; the tools are %s, and %s", o.tool, check.Names(check.Tools), check.All)
		}
	}
	if o.profile != "" {
		to.Profile, err = chosenLaunch(o.profile)
	}
	if err == nil && o.profile != "" && o.tool != "" {
		err = usagef("-profile times a launch and -check times none: give one of them")
	}
	return to, err
}

// chosenLaunch reads KERNEL or KERNEL:N. Names with namespaces have colons, too.
func chosenLaunch(text string) (cudart.Chosen, error) {
	at := strings.LastIndex(text, ":")
	if at <= 0 || text[at-1] == ':' {
		return cudart.Chosen{Kernel: text, N: 1}, nil
	}
	n, err := wholeNumber(text[at+1:])
	if err != nil || n < 1 {
		return cudart.Chosen{}, usagef("-profile is %q: the launch is a number from 1 on, for example -profile %s:2", text, text[:at])
	}
	return cudart.Chosen{Kernel: text[:at], N: n}, nil
}

// write writes what the program did: to standard error, because standard output is the program's,
// and into the files that are asked for.
func (o *runOptions) write(c *cobra.Command, title string, p *report.Program) error {
	out := c.ErrOrStderr()
	text := []byte(p.Text(terminal(out)))
	switch o.format {
	case jsonFormat:
		text = p.JSON()
	case csvFormat:
		text = p.CSV()
	}
	_, err := out.Write(text)
	for _, f := range runFiles {
		if path := *o.files[f.flag]; path != "" {
			err = cmp.Or(err, os.WriteFile(path, f.text(title, p), 0o666))
		}
	}
	return err
}

// plays reports whether the simulator reads main() itself.
func (o *runOptions) plays(files []string) bool {
	switch source.Compiler(o.flags.compiler) {
	case source.Own:
		return true
	case source.Any:
		return !program.IsBuilt(files[0]) && !toolchain.Find("nvcc").Found() && !toolchain.Find("clang").Found()
	}
	return false
}

// native runs the program as a process of its own.
func (o *runOptions) native(c *cobra.Command, s *arch.Spec, files, args []string, options cudart.Options) (*report.Program, int, error) {
	built, err := o.program(c.Context(), s, files)
	if err != nil {
		return nil, 0, err
	}
	return program.Run(c.Context(), built, args, os.Stdin, c.OutOrStdout(), c.ErrOrStderr(), options)
}

// play runs the program here, with the project's own front end.
func (o *runOptions) play(c *cobra.Command, s *arch.Spec, files, args []string, options cudart.Options) (*report.Program, int, error) {
	if len(files) != 1 || o.nvcc != "" {
		return nil, 0, errors.New("the simulator itself reads one file and has no flags for nvcc: gpusim toolchain install nvcc")
	}
	flags := o.flags
	flags.compiler = compilerValue(source.Own)
	unit, err := loadUnit(files[0], flags, s)
	if err != nil {
		return nil, 0, err
	}
	return cudart.Play(unit, args, c.OutOrStdout(), options)
}

// exitStatus is the exit status of a program that ran.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// program builds a program from its sources, or takes one that is built.
func (o *runOptions) program(ctx context.Context, s *arch.Spec, files []string) (*program.Program, error) {
	if program.IsBuilt(files[0]) {
		if len(files) > 1 || o.flags.given() || o.nvcc != "" {
			return nil, usagef("%s is built already: it stands alone, without flags for a compiler; arguments of the program stand after --", files[0])
		}
		return program.Built(ctx, files[0])
	}
	compiler, err := o.compiler(ctx)
	if err != nil {
		return nil, err
	}
	in := toolchain.Input{Folders: o.flags.folders, Macros: o.flags.macros, FastMath: o.flags.fast, Major: s.CC.Major, Minor: s.CC.Minor}
	return program.Build(ctx, &program.Source{Files: files, Input: in, Flags: strings.Fields(o.nvcc), Compiler: compiler})
}

// compiler is what -compiler names; by default nvcc, or clang where only that is found.
func (o *runOptions) compiler(ctx context.Context) (program.Compiler, error) {
	nvcc, clang := toolchain.Find("nvcc"), toolchain.Find("clang")
	asked := source.Compiler(o.flags.compiler)
	switch {
	case nvcc.Found() && asked != source.Clang:
		o.made = nvcc.Name
		return program.NewNVCC(nvcc)
	case clang.Found() && asked != source.NVCC && o.nvcc == "":
		o.made = clang.Name
		return program.NewClang(ctx, clang, "")
	case asked == source.Clang && o.nvcc != "":
		return nil, usagef("-nvcc is for nvcc, and -compiler names clang")
	case asked == source.Clang:
		return nil, errors.New("clang is not installed (gpusim toolchain install clang installs it)")
	}
	return nil, errors.New("gpusim run needs nvcc, the compiler of NVIDIA's toolkit, or clang; neither needs a GPU: gpusim toolchain install nvcc")
}
