package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Carve gives each part the room of the largest.
func Carve(dev *gpusim.Device, sizes []int) []*gpusim.Buffer[uint8] {
	room := 0
	for _, size := range sizes {
		room = max(room, (size+255)/256*256)
	}
	block := notebook.Must(gpusim.Malloc[uint8](dev, room*len(sizes)))
	var parts []*gpusim.Buffer[uint8]
	for i, size := range sizes {
		parts = append(parts, block.View(i*room, i*room+size))
	}
	return parts
}
