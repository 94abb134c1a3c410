package gpusim

// This file shows when the devices of a process did their work.

import (
	"time"

	"gpucourse/gpusim/report"
)

// Timeline waits for all devices of d's process and returns the last hundred
// thousand activities that they did, and the sums of all.
func (d *Device) Timeline() *report.Timeline {
	p, t := d.context.process, &report.Timeline{}
	for _, d := range p.devices {
		d.Synchronize()
		t.Devices = append(t.Devices, d.Name())
	}
	t.Activities, t.Totals = p.clock.Activities(), p.clock.Totals()
	return t
}

// Now returns the time on the host's clock: what its calls, and waiting for the
// devices, have taken so far.
func (d *Device) Now() time.Duration { return d.clock().Now() }

// Work lets the host do work of its own for a time.
func (d *Device) Work(t time.Duration) { d.clock().Spend(t) }
