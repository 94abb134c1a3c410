package command

// This file is gpusim occupancy.

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
)

type occupancyOptions struct {
	device, format string
	demand         occupancy.BlockResources
	cache          cacheValue
	carveout       int
	most           int // registers a kernel may have
	curves         bool
}

func occupancyCommand() *cobra.Command {
	var o occupancyOptions
	c := &cobra.Command{
		Use:     "occupancy -threads N [FILE.go KERNEL]",
		Short:   "Say how many blocks of a kernel an SM holds",
		Long:    "Say how many blocks an SM holds that ask for so much, or that a kernel of a file needs.",
		Example: "  gpusim occupancy -device K40 -threads 256 -regs 32 -shared 4096 -curves\n  gpusim occupancy -threads 256 transpose.go Transpose",
		Args:    o.checkArgs,
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	deviceFlag(c, &o.device)
	tableFlag(c, &o.format)
	cacheFlag(c, &o.cache)
	carveoutFlag(c, &o.carveout)
	c.Flags().IntVar(&o.demand.Threads, "threads", 0, "threads per block")
	c.Flags().IntVar(&o.demand.Registers, "regs", 0, "registers per thread; a kernel has its own")
	c.Flags().IntVar(&o.demand.Shared, "shared", 0, "`bytes` of shared memory per block, for a kernel those beyond its own")
	registersFlag(c, &o.most)
	c.Flags().BoolVar(&o.curves, "curves", false, "also vary the threads, the registers and the shared memory, each by itself")
	return c
}

// checkArgs wants a kernel of a file, or the demand of one.
func (o *occupancyOptions) checkArgs(c *cobra.Command, args []string) error {
	switch given := c.Flags().Changed; {
	case len(args) != 0 && len(args) != 2:
		return usagef("%s takes a file and a kernel, or nothing, got %q", c.CommandPath(), strings.Join(args, " "))
	case len(args) == 2 && given("regs"):
		return usagef("-regs is given, and %s has registers of its own; -maxrregcount limits them", args[1])
	case len(args) == 0 && given("maxrregcount"):
		return usagef("-maxrregcount is given and no kernel to compile")
	}
	return nil
}

func (o *occupancyOptions) run(c *cobra.Command, args []string) error {
	if err := cmp.Or(checkFormat(o.format, csvFormat), checkRegistersFlag(o.most), o.check()); err != nil {
		return err
	}
	dev, err := gpusim.Open(o.device)
	if err != nil {
		return usageError{err}
	}
	spec, err := dev.SpecWith(o.settings())
	if err != nil {
		return err
	}
	if len(args) > 0 {
		if err := o.compile(dev, args[0], args[1]); err != nil {
			return err
		}
	}
	_, err = c.OutOrStdout().Write(o.answer(spec))
	return err
}

func (o *occupancyOptions) settings() gpusim.Settings {
	return gpusim.Settings{Cache: gpusim.Cache(o.cache), Carveout: o.carveout}
}

// mostDemand is more threads, registers or bytes of shared memory than any SM has.
const mostDemand = 1 << 30

func (o *occupancyOptions) check() error {
	if max(o.demand.Threads, o.demand.Registers, o.demand.Shared) > mostDemand {
		return usagef("-threads is %d, -regs %d, -shared %d: no SM has more than %d of any", o.demand.Threads, o.demand.Registers, o.demand.Shared, mostDemand)
	}
	if o.demand.Threads < 1 || o.demand.Registers < 0 || o.demand.Shared < 0 {
		return usagef("-threads is %d, -regs %d, -shared %d: a block has at least one thread, and the others are not negative",
			o.demand.Threads, o.demand.Registers, o.demand.Shared)
	}
	return nil
}

// compile replaces the demand by what the kernel needs.
func (o *occupancyOptions) compile(dev *gpusim.Device, path, name string) error {
	mod, err := load(path)
	if err != nil {
		return err
	}
	kernel, err := mod.Kernel(name)
	if err != nil {
		return err
	}
	o.demand, err = dev.BlockResources(kernel, gpusim.Config{
		Block: gpusim.Dim(o.demand.Threads), Shared: o.demand.Shared, MaxRegisters: o.most, Settings: o.settings(),
	})
	return err
}

func (o *occupancyOptions) answer(spec *arch.Spec) []byte {
	held := occupancy.Occupy(spec, o.demand)
	var curves []report.OccupancyCurve
	if o.curves {
		curves = []report.OccupancyCurve{
			{Name: "threads", Steps: occupancy.OverThreads(spec, o.demand)},
			{Name: "registers", Steps: occupancy.OverRegisters(spec, o.demand)},
			{Name: "shared", Steps: occupancy.OverShared(spec, o.demand)},
		}
	}
	switch o.format {
	case jsonFormat:
		return report.OccupancyJSON(held, curves)
	case csvFormat:
		return o.table(held, curves).CSV()
	}
	text := occupancyText(spec, o.demand, held) + "\n"
	for _, c := range curves {
		text += "\n" + curveText(c) + "\n"
	}
	return []byte(text)
}

// table has a row for the demand, and one per step of the curves.
func (o *occupancyOptions) table(held occupancy.Occupancy, curves []report.OccupancyCurve) *report.Table {
	t := report.NewTable("varied", "value", "blocks", "warps", "occupancy_percent", "limited_by")
	add := func(varied, value string, o occupancy.Occupancy) {
		t.Add(varied, value, number(o.Blocks), number(o.Warps), fmt.Sprintf("%.4g", o.Percent()), strings.Join(o.Limiting.Names(), ", "))
	}
	add("", "", held)
	for _, c := range curves {
		for _, step := range c.Steps {
			add(c.Name, number(step.Value), step.Occupancy)
		}
	}
	return t
}

// varied says what each curve varies.
var varied = map[string]string{"threads": "threads per block", "registers": "registers per thread", "shared": "bytes of shared memory"}

// curveText lists the stretches of a curve on which an SM holds the same number
// of warps for the same reason.
func curveText(c report.OccupancyCurve) string {
	t := report.NewTable("<"+varied[c.Name], "<blocks", "<warps", "<occupancy, %", "limited by")
	for i := 0; i < len(c.Steps); {
		first, o := i, c.Steps[i].Occupancy
		for i < len(c.Steps) && c.Steps[i].Occupancy.Warps == o.Warps && c.Steps[i].Occupancy.Limiting == o.Limiting {
			i++
		}
		stretch := number(c.Steps[first].Value)
		if i-1 > first {
			stretch += " – " + number(c.Steps[i-1].Value)
		}
		t.Add(stretch, number(o.Blocks), number(o.Warps), fmt.Sprintf("%.4g", o.Percent()), strings.Join(o.Limiting.Names(), ", "))
	}
	return t.String()
}

func occupancyText(s *arch.Spec, d occupancy.BlockResources, o occupancy.Occupancy) string {
	limits := report.NewTable("limit", "<blocks", "")
	for _, b := range o.Bounds() {
		mark := ""
		if b.Binds {
			mark = "limits"
		}
		limits.Add(b.Resource, number(b.Blocks), mark)
	}
	return fmt.Sprintf("%s: an SM holds %s, %d of %d warps: occupancy %.4g %%\n"+
		"a block of %s with %d registers each and %d bytes of shared memory is given %d registers and %d bytes\n\n%s",
		s.Name, report.Counted(o.Blocks, "block"), o.Warps, s.Limits.WarpsPerSM, o.Percent(),
		report.Counted(d.Threads, "thread"), d.Registers, d.Shared, o.BlockRegisters, o.BlockShared, limits)
}
