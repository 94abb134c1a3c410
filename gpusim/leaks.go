package gpusim

// This file says which memory was never freed.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells"
)

// Leaks returns one diagnostic for each allocation of the device's context that
// was not freed, at the line that allocated it, in order of addresses. Variables
// of kernels are none: they end with their context.
func (d *Device) Leaks() diag.List {
	var leaks diag.List
	for _, a := range d.memory.Allocations() {
		b := d.blocks[a]
		if b.symbol {
			continue
		}
		p := cells.Locate(b.pos.File, b.pos.Line)
		leaks = append(leaks, diag.Diagnostic{
			Pos: p.At, Code: diag.MemoryLeak, Source: p.Text,
			Message: fmt.Sprintf("%s: %d bytes at %v were not freed", b.what, len(a.Data), DevicePtr(a.Base)),
			Hint:    "free it when nothing uses it any more",
		})
	}
	return leaks
}

// Close ends the device's context as Reset does, and returns the leaks, nil when
// all memory had been freed.
func (d *Device) Close() error {
	leaks := d.Leaks()
	d.Synchronize()
	d.Reset()
	if len(leaks) == 0 {
		return nil
	}
	return leaks
}
