package task

// This file computes answers: in plain Go, or by a launch.

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// Computed returns a number that plain Go computes.
func Computed[T int | float64](v T) func() float64 { return func() float64 { return float64(v) } }

// Counted launches a kernel on a device and returns a counter, by either of its names.
// A slice argument is uploaded.
func Counted(counter, device string, kernel any, c gpusim.Config, args ...any) func() float64 {
	return func() float64 {
		v, ok := Launched(device, kernel, c, args...)().Metric(counter)
		if !ok {
			panic("BUG: no counter is named " + counter)
		}
		return v
	}
}

// zeroed is an argument of Launched: an array of that many float32 zeros, which takes no memory before.
type zeroed int

// Launched launches a kernel on a device and returns the report. A slice argument is
// uploaded.
func Launched(device string, kernel any, c gpusim.Config, args ...any) func() *gpusim.Report {
	return func() *gpusim.Report {
		dev := gpusim.Must(gpusim.Open(device))
		onDevice := make([]any, len(args))
		for i, arg := range args {
			switch arg := arg.(type) {
			case zeroed:
				onDevice[i] = gpusim.Must(gpusim.Upload(dev, make([]float32, arg)))
			case []float32:
				onDevice[i] = gpusim.Must(gpusim.Upload(dev, arg))
			case []float64:
				onDevice[i] = gpusim.Must(gpusim.Upload(dev, arg))
			case []gpu.Float4:
				onDevice[i] = gpusim.Must(gpusim.Upload(dev, arg))
			case []gpu.Half:
				onDevice[i] = gpusim.Must(gpusim.Upload(dev, arg))
			default:
				onDevice[i] = arg
			}
		}
		return gpusim.Must(dev.Launch(kernel, c, onDevice...))
	}
}

// line is a configuration in one dimension.
func line(blocks, threads int) gpusim.Config {
	return gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads)}
}

// caseMaker builds the launch of a size.
type caseMaker = func(rubric.Size, *rubric.Random) *rubric.Case

// eachElement is the case of a kernel func(out, in []float32, n int) that sets out[i] to
// f(in[i]), with blocks of 128 threads.
func eachElement(f func(float32) float32) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		n := s[0]
		out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
		for i := range n {
			out.Want[i] = f(in.Init[i])
		}
		return &rubric.Case{
			Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
			Args: []rubric.Arg{out, in, rubric.NewScalar("n", n)},
		}
	}
}

// quarterOfThreads reduces the blocks of a case to a quarter, but leaves one.
func quarterOfThreads(full caseMaker) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		c := full(s, rng)
		c.Grid.X = max(1, c.Grid.X/4)
		return c
	}
}

// blocksOf returns how many blocks of a size cover n elements.
func blocksOf(n, size int) int { return (n + size - 1) / size }
