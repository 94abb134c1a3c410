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

// Film takes the way over the host.
func Film(dev *gpusim.Device, history *gpusim.Buffer[float32], steps int) {
	for step := range steps {
		notebook.Must(dev.Launch(Advance, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}))
		state := make([]float32, 32)
		notebook.OK(dev.MemcpyFromSymbol(state, Advance, "State", 0))
		notebook.OK(history.View(32*step, 32*step+32).CopyFrom(state))
	}
}
