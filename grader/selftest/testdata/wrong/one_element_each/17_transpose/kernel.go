// A thread an element: loads are coalesced, stores go to three arrays at once.
package transpose

import "gpucourse/gpusim/gpu"

func Split(x, y, z, points []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; j < 3*n; j += threads {
		switch v := points[j]; j % 3 { // want anywhere `sectors loaded and stored, limit 8343`
		case 0:
			x[j/3] = v
		case 1:
			y[j/3] = v
		case 2:
			z[j/3] = v
		}
	}
}
