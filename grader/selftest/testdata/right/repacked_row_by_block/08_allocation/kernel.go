// A block takes one row after the other.
package allocation

import "gpucourse/gpusim/gpu"

func Repack(out, in []float32, width, height, pitch int) {
	for row := gpu.BlockIdx.X; row < height; row += gpu.GridDim.X {
		from, to := in[row*width:][:width], out[row*(pitch/4):][:pitch/4]
		for c := gpu.ThreadIdx.X; c < pitch/4; c += gpu.BlockDim.X {
			if c < width {
				to[c] = from[c]
			} else {
				to[c] = 0
			}
		}
	}
}
