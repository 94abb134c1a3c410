package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// State is what Advance changes from step to step.
var State gpu.Global[[32]float32]

// Advance does a step.
func Advance() {
	t := gpu.ThreadIdx.X
	State.V[t] = 0.5*State.V[t] + 1
}

// Film does some steps. history has 32 elements for each of them: what State holds after it.
func Film(dev *gpusim.Device, history *gpusim.Buffer[float32], steps int) {
	from := notebook.Must(dev.GetSymbolAddress(Advance, "State"))
	bytes := notebook.Must(dev.GetSymbolSize(Advance, "State"))
	for step := range steps {
		notebook.Must(dev.Launch(Advance, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}))
		to := gpusim.DevicePtr(history.Address()) + gpusim.DevicePtr(step*bytes)
		notebook.OK(dev.Memcpy(to, from, bytes))
	}
}
