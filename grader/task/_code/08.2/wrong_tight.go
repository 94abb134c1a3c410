package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Carve puts each part right behind the one before.
func Carve(dev *gpusim.Device, sizes []int) []*gpusim.Buffer[uint8] {
	all := 0
	for _, size := range sizes {
		all += size
	}
	block := notebook.Must(gpusim.Malloc[uint8](dev, all))
	var parts []*gpusim.Buffer[uint8]
	at := 0
	for _, size := range sizes {
		parts = append(parts, block.View(at, at+size))
		at += size
	}
	return parts
}
