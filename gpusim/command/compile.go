package command

// This file is gpusim compile: what the compiler makes of kernels.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/inspect"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/wording"
	"gpucourse/gpusim/report"
)

type compileOptions struct {
	device  string
	ir      bool
	listing bool
	ptx     bool
	compare bool
	pass    string
	passes  string
	format  string
	most    int // registers
	cuda    cudaFlags
}

func compileCommand() *cobra.Command {
	var o compileOptions
	c := &cobra.Command{
		Use:     "compile FILE.go [KERNEL]",
		Short:   "Compile kernels and report their resources",
		Long:    "Compile one kernel of a file or folder, or all that are not generic, and report what each takes, as ptxas -v does.",
		Example: "  gpusim compile -D TILE=16 -I include transpose.cu\n  gpusim compile -ir transpose.go Transpose\n  gpusim compile -pass unroll transpose.go Transpose",
		Args: func(c *cobra.Command, args []string) error {
			if o.passes != "list" && len(args) < 1 || len(args) > 2 {
				return usagef("%s takes a file and perhaps a kernel: %s", c.CommandPath(), c.UseLine())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	deviceFlag(c, &o.device)
	o.cuda.flags(c)
	registersFlag(c, &o.most)
	c.Flags().BoolVar(&o.ir, "ir", false, "print the instructions too")
	c.Flags().BoolVar(&o.listing, "listing", false, "print the instructions beside the source")
	c.Flags().BoolVar(&o.ptx, "ptx", false, "print PTX instead: the instructions after the passes of NVVM, which ptxas accepts")
	c.Flags().BoolVar(&o.compare, "compare", false, "print loads and stores by line beside those of nvcc, and the registers of each half of the compiler beside nvcc's (for CUDA C, where gpusim toolchain finds nvcc)")
	c.Flags().StringVar(&o.pass, "pass", "", "print the instructions before and after the `pass` of this name")
	passesFlag(c, &o.passes)
	tableFlag(c, &o.format)
	return c
}

func (o *compileOptions) run(c *cobra.Command, args []string) error {
	if err := cmp.Or(checkRegistersFlag(o.most), checkFormat(o.format, csvFormat)); err != nil {
		return err
	}
	if o.passes == "list" {
		t := passList()
		return writeTable(c, o.format, t, t.String()+"\n")
	}
	dev, err := gpusim.Open(o.device)
	if err != nil {
		return usageError{err}
	}
	without, err := pass.LeftOut(o.passes)
	if err != nil {
		return usagef("-passes: %v", err)
	}
	unit, err := loadUnit(args[0], o.cuda, dev.Spec())
	if err != nil {
		return err
	}
	names := args[1:]
	if len(names) == 0 {
		names = plainKernels(unit, c.ErrOrStderr())
	}
	if len(names) == 0 {
		return noKernels(args[0], unit)
	}
	opt := compile.Options{Without: without, Spec: dev.Spec(), MaxRegisters: o.most}
	if o.compare {
		return o.printComparison(c, args[0], names, opt)
	}
	if o.ptx {
		return printPTX(c, unit, names, dev.Spec(), without)
	}
	if o.pass != "" {
		return o.printPass(c, unit, names, opt)
	}
	return o.report(c, unit, names, opt)
}

// noKernels says why no kernel of a file was compiled.
func noKernels(file string, unit source.Unit) error {
	switch {
	case len(unit.Kernels()) > 0:
		return fmt.Errorf("%s holds only generic kernels: name them with their types", file)
	case unit.Language() == wording.CUDA:
		return fmt.Errorf("%s holds no kernels: a kernel is a function with __global__ (gpusim run %s runs a program whose kernels are those of a library)", file, file)
	}
	return fmt.Errorf("%s holds no kernels: a kernel is a function without a result that uses package gpu, imported as gpucourse/gpusim/gpu", file)
}

// passList is the table of passes, in the order they run. Of nvcc, NVVM writes PTX and ptxas
// makes machine code of it.
func passList() *report.Table {
	t := report.NewTable("part of nvcc", "pass", "what it does")
	for _, half := range []struct {
		name   string
		passes []pass.Pass
	}{{"NVVM", pass.Front}, {"ptxas", pass.Back}} {
		for _, p := range half.passes {
			doc := p.Doc
			if len(p.Uses) > 0 {
				doc += "; runs " + strings.Join(p.Uses, ", ") + " itself"
			}
			t.Add(half.name, p.Name, doc)
		}
	}
	return t
}

// plainKernels returns the kernels that can be compiled as they are; the others
// are noted.
func plainKernels(unit source.Unit, notes io.Writer) []string {
	return slices.DeleteFunc(unit.Kernels(), func(name string) bool {
		generic := unit.Generic(name)
		if generic {
			fmt.Fprintf(notes, "gpusim: %s is generic and left out; name its types to compile it, as in '%s'\n", name, unit.Example(name))
		}
		return generic
	})
}

// report reports each kernel, and then what is wrong with the others.
func (o *compileOptions) report(c *cobra.Command, unit source.Unit, names []string, opt compile.Options) error {
	kernels, err := compile.All(unit, names, opt)
	errs := diag.ListOf(err)
	var sound []*ir.Kernel
	for _, k := range kernels {
		if k == nil {
			continue
		}
		if err := cmp.Or(inspect.CheckRegisters(k), inspect.CheckFeatures(opt.Spec, k)); err != nil {
			errs = append(errs, diag.ListOf(unit.Language().Worded(err))...)
			continue
		}
		sound = append(sound, k)
	}
	switch o.format {
	case jsonFormat:
		c.OutOrStdout().Write(resourcesJSON(opt.Spec, sound))
		return errs.Err()
	case csvFormat:
		c.OutOrStdout().Write(resourcesTable(opt.Spec, sound).CSV())
		return errs.Err()
	}
	for _, k := range sound {
		o.printResources(c.OutOrStdout(), opt.Spec, k)
		if o.listing {
			fmt.Fprint(c.OutOrStdout(), inspect.Listing(opt.Spec, k, unit.Line))
		}
	}
	return errs.Err()
}

func resourcesJSON(s *arch.Spec, kernels []*ir.Kernel) []byte {
	list := make([]report.Compiled, len(kernels))
	for i, k := range kernels {
		list[i] = inspect.Resources(s, k)
	}
	return report.CompiledJSON(list)
}

// resourcesTable has a row per kernel: registers, and bytes of each kind of memory.
func resourcesTable(s *arch.Spec, kernels []*ir.Kernel) *report.Table {
	t := report.NewTable("kernel", "device", "target", "registers", "barriers", "stack_frame", "spill_stores", "spill_loads", "shared_static", "constant", "parameters", "global")
	for _, k := range kernels {
		r := inspect.Resources(s, k)
		t.Add(r.Kernel, r.Device, r.Target, number(r.Registers), number(r.Barriers), number(r.StackFrame), number(r.SpillStores), number(r.SpillLoads),
			number(r.Shared), number(r.Constant), number(r.Parameters), number(r.Global))
	}
	return t
}

func (o *compileOptions) printResources(w io.Writer, s *arch.Spec, k *ir.Kernel) {
	fmt.Fprint(w, inspect.Resources(s, k))
	section(w, "Constant banks", inspect.ConstantText(s, k))
	section(w, "Global loads", inspect.UniformText(s, k))
	if o.ir {
		fmt.Fprint(w, k)
	}
}

// section prints lines under a heading, and nothing when there are none.
func section(w io.Writer, heading, lines string) {
	if lines != "" {
		fmt.Fprintf(w, "gpusim info    : %s\n%s", heading, lines)
	}
}

// printPTX prints a module of PTX per kernel.
func printPTX(c *cobra.Command, unit source.Unit, names []string, s *arch.Spec, without pass.Set) error {
	for _, name := range names {
		text, err := compile.PTX(unit, name, s, without)
		if err != nil {
			return err
		}
		fmt.Fprint(c.OutOrStdout(), text)
	}
	return nil
}

// printPass prints each kernel before and after one pass.
func (o *compileOptions) printPass(c *cobra.Command, unit source.Unit, names []string, opt compile.Options) error {
	for _, name := range names {
		stages := &stages{pass: o.pass}
		opt.After = stages.after
		if _, err := compile.Kernel(unit, name, opt); err != nil {
			return err
		}
		text, err := stages.text()
		if err != nil {
			return err
		}
		fmt.Fprint(c.OutOrStdout(), text)
	}
	return nil
}

func loadUnit(path string, flags cudaFlags, device *arch.Spec) (source.Unit, error) {
	path, err := find(path)
	if err != nil {
		return nil, usageError{err}
	}
	if flags.given() || source.IsCUDA(path) {
		return flags.load(path, device)
	}
	return source.LoadFile(path, source.Module)
}

// stages keeps the instructions before and after one pass.
type stages struct {
	pass   string
	last   string   // the instructions after the pass that ran last
	found  []string // before and after
	passes []string
}

// after is told of every pass.
func (s *stages) after(pass string, k *ir.Kernel) {
	if s.pass == "" {
		return
	}
	text := k.String()
	if pass == s.pass {
		s.found = []string{s.last, text}
	}
	s.last = text
	s.passes = append(s.passes, pass)
}

func (s *stages) text() (string, error) {
	if s.found == nil {
		return "", usagef("no pass is called %s; there are %s", s.pass, strings.Join(s.passes, ", "))
	}
	return fmt.Sprintf("before %s\n%s\nafter %s\n%s", s.pass, s.found[0], s.pass, s.found[1]), nil
}
