package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Carve allocates memory of the device and divides it into parts of these sizes, in bytes. Each part begins at a
// multiple of 256 bytes.
func Carve(dev *gpusim.Device, sizes []int) []*gpusim.Buffer[uint8] {
	var parts []*gpusim.Buffer[uint8]
	for _, size := range sizes {
		parts = append(parts, notebook.Must(gpusim.Malloc[uint8](dev, size))) // your code, with a single allocation
	}
	return parts
}
