package main

import (
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Settle moves each element half of the way to 0.5, 150 times.
func Settle(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	for range 150 {
		v = 0.5*v + 0.25
	}
	x[i] = v
}

// TimeSettle records the events in another stream, which has nothing to do.
func TimeSettle(dev *gpusim.Device, x *gpusim.Buffer[float32], host []float32) time.Duration {
	s, clock := dev.NewStream("work"), dev.NewStream("clock")
	config := gpusim.Config{Grid: gpusim.Dim(len(host) / 128), Block: gpusim.Dim(128)}
	var begin, end gpusim.Event
	notebook.OK(s.CopyFrom(x, host))
	notebook.OK(clock.Record(&begin))
	notebook.Must(s.Launch(Settle, config, x))
	notebook.OK(clock.Record(&end))
	notebook.OK(s.CopyTo(host, x))
	dev.Synchronize()
	return notebook.Must(gpusim.Elapsed(&begin, &end))
}
