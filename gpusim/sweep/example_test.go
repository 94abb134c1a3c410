package sweep_test

import (
	"context"
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/sweep"
)

// Scale multiplies n elements of x by a.
func Scale(x []float32, a float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] *= a
	}
}

// A sweep over sizes and blocks, with two of its metrics.
func ExampleSweep() {
	s := sweep.Sweep{
		Axes: []sweep.Axis{sweep.Over("n", 1<<10, 1<<12), sweep.Over("block", 64, 256, 2048)},
		Launch: func(ctx context.Context, p sweep.Point) (*gpusim.Report, error) {
			dev := gpusim.Must(gpusim.Open("H200"))
			dev.EndWith(ctx)
			x := gpusim.Must(gpusim.Malloc[float32](dev, p.Int("n")))
			c := gpusim.Config{Grid: gpusim.Dim((p.Int("n")-1)/p.Int("block") + 1), Block: gpusim.Dim(p.Int("block"))}
			return dev.Launch(Scale, c, x, float32(2), p.Int("n"))
		},
	}
	results := gpusim.Must(s.Run(context.Background()))
	fmt.Println(results.Table(gpusim.Must(sweep.Figures("launch__grid_size", "gld_transactions"))...))
	// Output:
	// n  block  launch__grid_size, blocks  gld_transactions, sectors  roof               limited by
	// ───────────────────────────────────────────────────────────────────────────────────────────────────────
	// 1024     64                         16                        128  instruction issue  launch overhead
	// 1024    256                          4                        128  instruction issue  launch overhead
	// 1024   2048                          -                          -                     BlockTooLarge
	// 4096     64                         64                        512  instruction issue  launch overhead
	// 4096    256                         16                        512  instruction issue  launch overhead
	// 4096   2048                          -                          -                     BlockTooLarge
}
