package main

// This file is gpusim devices and gpusim occupancy: what needs no kernel.

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/report"
	"gpucourse/gpusim/internal/timing"
)

func devicesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "devices",
		Short: "List the devices",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), deviceTable())
			return err
		},
	}
}

func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, got %q", c.CommandPath(), strings.Join(args, " "))
	}
	return nil
}

func deviceTable() string {
	t := report.NewTable("device", "<cc", "figures", "<SMs", "<MHz", "<warp", "<warps/SM", "<registers/SM", "<shared/SM", "<memory", "<GB/s")
	for _, s := range gpusim.Specs() {
		t.Add(s.Name, fmt.Sprintf("%d.%d", s.CC.Major, s.CC.Minor), s.Evidence.String(),
			number(s.SMs), number(s.ClockMHz), number(s.WarpSize), number(s.Limits.WarpsPerSM), number(s.Regs.PerSM),
			size(int64(s.Shared.PerSM)), size(s.Global.Bytes), fmt.Sprintf("%.4g", s.Rates.DRAMBytesPerSecond/1e9))
	}
	return t.String()
}

func number(n int) string { return fmt.Sprint(n) }

// size prints bytes in the largest binary unit of which there is at least one.
func size(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB"}
	x, i := float64(n), 0
	for x >= 1024 && i < len(units)-1 {
		x /= 1024
		i++
	}
	return fmt.Sprintf("%.4g %s", x, units[i])
}

type occupancyOptions struct {
	device, format string
	demand         timing.Demand
	cache          cacheValue
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
	occupancy := timing.Occupy(spec, o.demand)
	if o.format == "json" {
		_, err = c.OutOrStdout().Write(report.OccupancyJSON(occupancy))
		return err
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), occupancyText(spec, occupancy))
	return err
}

func occupancyText(s *gpusim.Spec, o timing.Occupancy) string {
	limits := report.NewTable("limit", "<blocks", "")
	for _, l := range []struct {
		name   string
		blocks int
		bit    timing.Limiter
	}{
		{"warps", o.Limits.Warps, timing.LimitWarps}, {"registers", o.Limits.Registers, timing.LimitRegisters},
		{"shared memory", o.Limits.Shared, timing.LimitShared}, {"blocks", o.Limits.Blocks, timing.LimitBlocks},
		{"barriers", o.Limits.Barriers, timing.LimitBarriers},
	} {
		if l.blocks == timing.Unlimited {
			continue
		}
		mark := ""
		if o.Limiting&l.bit != 0 {
			mark = "limits"
		}
		limits.Add(l.name, number(l.blocks), mark)
	}
	return fmt.Sprintf("%s: an SM holds %d blocks, %d of %d warps: occupancy %.4g %%\na block is given %d registers and %d bytes of shared memory\n\n%s",
		s.Name, o.Blocks, o.Warps, s.Limits.WarpsPerSM, o.Percent(), o.BlockRegisters, o.BlockShared, limits)
}
