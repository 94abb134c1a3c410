package gpusim

// This file asks what the compiler makes of a kernel for a launch.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/inspect"
	"gpucourse/gpusim/report"
)

// Resources returns the resources that a kernel compiled for a launch takes.
func (d *Device) Resources(kernel any, c Config) (report.Compiled, error) {
	spec, k, err := d.compiled(kernel, &c)
	if err != nil {
		return report.Compiled{}, err
	}
	return inspect.Resources(spec, k.ir), nil
}

// Listing returns the instructions of a kernel compiled for a launch, beside the
// source.
func (d *Device) Listing(kernel any, c Config) (report.Listing, error) {
	spec, k, err := d.compiled(kernel, &c)
	if err != nil {
		return report.Listing{}, err
	}
	return inspect.Listing(spec, k.ir, k.unit.Line), nil
}

// LiveRegisters returns the registers in use around each instruction of a kernel
// compiled for a launch.
func (d *Device) LiveRegisters(kernel any, c Config) (report.LiveRegisters, error) {
	spec, k, err := d.compiled(kernel, &c)
	if err != nil {
		return report.LiveRegisters{}, err
	}
	return inspect.LiveRegisters(spec, k.ir, c.MaxRegisters, k.unit.Line), nil
}

// ConstantBanks lists what a launch of the kernel finds in the constant banks of a
// device: the extents of block and grid, the parameters, and its gpu.Constant
// variables. A device of compute capability 1.x keeps the first two in shared
// memory; they are left out.
func (k *Kernel) ConstantBanks(s *arch.Spec) []report.BankEntry {
	return inspect.ConstantBanks(s, k.lowered)
}

// GlobalLoads lists the kernel's loads of global memory by line, object and
// reason, in the order of the code.
func (k *Kernel) GlobalLoads() []report.GlobalLoad { return inspect.GlobalLoads(k.plain().ir) }

// compiled returns a kernel compiled for a launch, and the device as it sets it.
func (d *Device) compiled(kernel any, c *Config) (*arch.Spec, *code, error) {
	k, err := Compile(kernel)
	if err != nil {
		return nil, nil, err
	}
	spec, err := d.SpecWith(c.Settings)
	if err != nil {
		return nil, nil, err
	}
	code, err := k.codeFor(target{spec: spec, maxRegisters: c.MaxRegisters, without: c.Without})
	return spec, code, err
}

// refused is what a check of the code found, with the lines of the source.
func (k *kernelCode) refused(err error) diag.List {
	return diag.ListOf(diag.Quoted(err, k.unit.Line))
}
