package main

import (
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Settle brings each element nearer to one half.
func Settle(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	for range 150 {
		v = 0.5*v + 0.25
	}
	x[i] = v
}

// TimeSettle returns the time of the report.
func TimeSettle(dev *gpusim.Device, x *gpusim.Buffer[float32], host []float32) time.Duration {
	s := dev.NewStream("work")
	config := gpusim.Config{Grid: gpusim.Dim(len(host) / 128), Block: gpusim.Dim(128)}
	notebook.OK(s.CopyFrom(x, host))
	rep := notebook.Must(s.Launch(Settle, config, x))
	notebook.OK(s.CopyTo(host, x))
	s.Synchronize()
	return time.Duration(rep.Time.Microseconds * 1000)
}
