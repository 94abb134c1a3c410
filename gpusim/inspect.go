package gpusim

// This file asks what the compiler makes of a kernel for a launch.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/inspect"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/report"
)

// Resources returns the resources that a kernel compiled for a launch takes.
func (d *Device) Resources(kernel any, c Config) (report.Compiled, error) {
	spec, k, err := d.compiled(kernel, &c)
	if err != nil {
		return report.Compiled{}, err
	}
	return inspect.Resources(spec, k.IR), nil
}

// Listing returns the instructions of a kernel compiled for a launch, beside the
// source.
func (d *Device) Listing(kernel any, c Config) (report.Listing, error) {
	spec, k, err := d.compiled(kernel, &c)
	if err != nil {
		return report.Listing{}, err
	}
	return inspect.Listing(spec, k.IR, k.Unit.Line), nil
}

// LiveRegisters returns the registers in use around each instruction of a kernel
// compiled for a launch.
func (d *Device) LiveRegisters(kernel any, c Config) (report.LiveRegisters, error) {
	spec, k, err := d.compiled(kernel, &c)
	if err != nil {
		return report.LiveRegisters{}, err
	}
	return inspect.LiveRegisters(spec, k.IR, c.MaxRegisters, k.Unit.Line), nil
}

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
	code, err := k.source.For(target{Spec: spec, MaxRegisters: c.MaxRegisters, Without: pass.Set(c.Without)})
	return spec, code, err
}
