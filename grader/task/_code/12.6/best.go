package main

import "gpucourse/gpusim/gpu"

// Deal needs no multiplication per element: from round to round the index of loaded grows by 33·256 mod 2048 = 256.
func Deal(out, in []float32) {
	loaded := gpu.Shared[[2048]float32]()
	t, base := gpu.ThreadIdx.X, 2048*gpu.BlockIdx.X
	for k := t; k < 2048; k += 256 {
		loaded[k] = in[base+k]
	}
	gpu.SyncThreads()
	from := 33 * (t + 1)
	for k := t; k < 2048; k += 256 {
		out[base+k] = 2 * loaded[from&2047]
		from += 256
	}
}
