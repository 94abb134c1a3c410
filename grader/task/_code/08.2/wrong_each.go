package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Carve allocates for each part, in another order.
func Carve(dev *gpusim.Device, sizes []int) []*gpusim.Buffer[uint8] {
	parts := make([]*gpusim.Buffer[uint8], len(sizes))
	for i, size := range sizes {
		parts[i] = notebook.Must(gpusim.Malloc[uint8](dev, size))
	}
	return parts
}
