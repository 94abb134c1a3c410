package main

// This file is gpusim devices.

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

func devicesCommand() *cobra.Command {
	var o devicesOptions
	c := &cobra.Command{
		Use:   "devices [NAME …]",
		Short: "List the devices, or some, and what is known of them",
		Long: "List the devices, or those named. With -v, print what a device query prints; with -format json, every figure.\n\n" +
			"Figures are measured, that is read on the device; modelled, from data sheets, the programming guide and single\n" +
			"publications; or those of a toy, for pictures.",
		Example: "  gpusim devices\n  gpusim devices -v K40 H200",
		RunE:    func(c *cobra.Command, names []string) error { return o.run(c, names) },
	}
	tableFlag(c, &o.format)
	c.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "all properties, with CUDA's names for them")
	return c
}

type devicesOptions struct {
	format  string
	verbose bool
}

func (o *devicesOptions) run(c *cobra.Command, names []string) error {
	if err := checkFormat(o.format, csvFormat); err != nil {
		return err
	}
	specs, err := namedSpecs(names)
	if err != nil {
		return err
	}
	if o.format == jsonFormat {
		b, err := json.MarshalIndent(specs, "", "  ")
		if err != nil {
			panic("BUG: a Spec that is no JSON: " + err.Error())
		}
		_, err = fmt.Fprintln(c.OutOrStdout(), string(b))
		return err
	}
	t := deviceTable(specs)
	if o.verbose {
		t = propertyTable(specs)
	}
	return writeTable(c, o.format, t, t.String()+"\n")
}

// namedSpecs returns the devices of these names, or all.
func namedSpecs(names []string) ([]arch.Spec, error) {
	if len(names) == 0 {
		return arch.Devices, nil
	}
	var specs []arch.Spec
	for _, name := range names {
		dev, err := gpusim.Open(name)
		if err != nil {
			return nil, usageError{err}
		}
		specs = append(specs, *dev.Spec())
	}
	return specs, nil
}

func deviceTable(specs []arch.Spec) *report.Table {
	t := report.NewTable("device", "<cc", "figures", "<SMs", "<MHz", "<warps/SM", "<registers/SM", "<shared/SM", "<L1/SM", "<L2", "<memory", "<GB/s")
	for i := range specs {
		s := &specs[i]
		t.Add(s.Name, s.CC.String(), s.Evidence.String(),
			number(s.SMs), number(s.ClockMHz), number(s.Limits.WarpsPerSM), number(s.Regs.PerSM),
			sharedSizes(s), l1Sizes(s), sizeOrNone(s.Global.L2Bytes), size(s.Global.Bytes), fmt.Sprintf("%.4g", s.Rates.DRAMBytesPerSecond/1e9))
	}
	return t
}

// sharedSizes is what an SM's shared memory can be, from the least to the most.
func sharedSizes(s *arch.Spec) string {
	least := s.Shared.PerSM
	if len(s.Shared.Configs) > 0 {
		least = s.Shared.Configs[0]
	}
	return sizes(least, s.Shared.PerSM)
}

// l1Sizes is what an SM's L1 can be.
func l1Sizes(s *arch.Spec) string {
	most := s.Caches.L1.Bytes
	if s.Caches.Unified > 0 {
		most = s.Caches.Unified - s.Shared.Configs[0]
	}
	return sizes(s.Caches.L1.Bytes, most)
}

// sizes is a range of sizes, or the one size that there is.
func sizes(least, most int) string {
	if least == most {
		return sizeOrNone(most)
	}
	return fmt.Sprintf("%d to %s", least>>10, size(int64(most)))
}

func sizeOrNone(n int) string {
	if n == 0 {
		return "-"
	}
	return size(int64(n))
}

// propertyTable prints properties as rows and devices as columns. What none of
// the devices has is left out.
func propertyTable(specs []arch.Spec) *report.Table {
	titles := []string{"property"}
	for i := range specs {
		titles = append(titles, "<"+specs[i].Name)
	}
	t := report.NewTable(append(titles, "unit", "cudaDeviceProp")...)
	for row, p := range specs[0].Properties() {
		cells, has := []string{p.Name}, false
		for i := range specs {
			value := specs[i].Properties()[row].Value
			cells, has = append(cells, value), has || value != ""
		}
		if has {
			t.Add(append(cells, p.Unit, p.CUDA)...)
		}
	}
	return t
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
