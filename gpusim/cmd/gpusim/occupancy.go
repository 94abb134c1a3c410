package main

// This file is gpusim occupancy.

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/report"
	"gpucourse/gpusim/internal/timing"
)

type occupancyOptions struct {
	device, format string
	demand         timing.Demand
	cache          cacheValue
	curves         bool
}

func occupancyCommand() *cobra.Command {
	var o occupancyOptions
	c := &cobra.Command{
		Use:   "occupancy -threads N",
		Short: "Say how many blocks of a kernel an SM holds",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return o.run(c) },
	}
	deviceFlag(c, &o.device)
	formatFlag(c, &o.format)
	cacheFlag(c, &o.cache)
	c.Flags().IntVar(&o.demand.Threads, "threads", 0, "threads a block")
	c.Flags().IntVar(&o.demand.Registers, "regs", 0, "registers a thread")
	c.Flags().IntVar(&o.demand.Shared, "shared", 0, "`bytes` of shared memory a block, static and dynamic")
	c.Flags().BoolVar(&o.curves, "curves", false, "also vary the threads, the registers and the shared memory, each by itself")
	return c
}

func (o *occupancyOptions) run(c *cobra.Command) error {
	if err := checkFormat(o.format); err != nil {
		return err
	}
	if o.demand.Threads < 1 || o.demand.Registers < 0 || o.demand.Shared < 0 {
		return usagef("-threads is %d, -regs %d, -shared %d: a block has at least one thread, and the others are not negative",
			o.demand.Threads, o.demand.Registers, o.demand.Shared)
	}
	dev, err := gpusim.Open(o.device)
	if err != nil {
		return usageError{err}
	}
	spec, err := dev.Set(gpusim.Settings{Cache: gpusim.Cache(o.cache)})
	if err != nil {
		return err
	}
	_, err = c.OutOrStdout().Write(o.answer(spec))
	return err
}

func (o *occupancyOptions) answer(spec *gpusim.Spec) []byte {
	occupancy := timing.Occupy(spec, o.demand)
	var curves []report.OccupancyCurve
	if o.curves {
		curves = []report.OccupancyCurve{
			{Name: "threads", Steps: timing.OverThreads(spec, o.demand)},
			{Name: "registers", Steps: timing.OverRegisters(spec, o.demand)},
			{Name: "shared", Steps: timing.OverShared(spec, o.demand)},
		}
	}
	if o.format == "json" {
		return report.OccupancyJSON(occupancy, curves)
	}
	text := occupancyText(spec, occupancy) + "\n"
	for _, c := range curves {
		text += "\n" + curveText(c) + "\n"
	}
	return []byte(text)
}

// varied says what each curve varies.
var varied = map[string]string{"threads": "threads a block", "registers": "registers a thread", "shared": "bytes of shared memory"}

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

func occupancyText(s *gpusim.Spec, o timing.Occupancy) string {
	limits := report.NewTable("limit", "<blocks", "")
	for _, b := range o.Bounds() {
		mark := ""
		if b.Binds {
			mark = "limits"
		}
		limits.Add(b.Resource, number(b.Blocks), mark)
	}
	return fmt.Sprintf("%s: an SM holds %d blocks, %d of %d warps: occupancy %.4g %%\na block is given %d registers and %d bytes of shared memory\n\n%s",
		s.Name, o.Blocks, o.Warps, s.Limits.WarpsPerSM, o.Percent(), o.BlockRegisters, o.BlockShared, limits)
}
