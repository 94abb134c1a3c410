package validation

// This file compares the counters of texture reads with those of an H200.

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// walkTexture reads one texel per thread. A block reads w×h texels, by columns if down is
// set, otherwise by rows.
func walkTexture(out []float32, img gpu.Texture2D[float32], w, h int, down bool) {
	i := gpu.ThreadIdx.X
	x, y := i%w, i/w
	if down {
		x, y = i/h, i%h
	}
	x += gpu.BlockIdx.X * w
	y += gpu.BlockIdx.Y * h
	out[(gpu.BlockIdx.Y*gpu.GridDim.X+gpu.BlockIdx.X)*gpu.BlockDim.X+i] = img.At(float32(x)+0.5, float32(y)+0.5)
}

// TestTextureWalks compares requests and sectors, which must be equal, and DRAM reads. Hits
// and L2 reads are compared only for square tiles, because otherwise blocks share sectors
// and the hits depend on which SM runs them.
func TestTextureWalks(t *testing.T) {
	if testing.Short() {
		t.Skip("a million texels eight times")
	}
	const n, block = 1024, 256
	dev := gpusim.Must(gpusim.Open("H200"))
	array := gpusim.Must(gpusim.NewTextureArray(dev, make([]float32, n*n), n, n))
	pitched := gpusim.Must(gpusim.MallocPitch[float32](dev, n, n))
	out := gpusim.Must(gpusim.Malloc[float32](dev, n*n))
	images := map[string]gpu.Texture2D[float32]{
		"array": gpusim.Must(gpusim.NewTexture2D[float32](dev, array, gpusim.TextureConfig{})),
		"pitch": gpusim.Must(gpusim.NewPitchTexture[float32](dev, pitched, gpusim.TextureConfig{})),
	}
	measured := textureCounts(t)
	for layout, img := range images {
		for name, k := range map[string]struct {
			w, h int
			down bool
		}{"row": {256, 1, false}, "tile": {16, 16, false}, "tiledown": {16, 16, true}, "column": {1, 256, true}} {
			c := gpusim.Config{Grid: gpusim.Dim(n/k.w, n/k.h), Block: gpusim.Dim(block)}
			rep := gpusim.Must(dev.Launch(walkTexture, c, out, img, k.w, k.h, k.down))
			want := measured["walk_"+layout+"_"+name]
			tolerances := map[string]float64{
				"l1tex__t_requests_pipe_tex_mem_texture.sum": 0,
				"l1tex__t_sectors_pipe_tex_mem_texture.sum":  0,
				"dram__sectors_read.sum":                     0.01,
			}
			if k.w == k.h {
				tolerances["l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit.sum"] = 0.01
				tolerances["lts__t_sectors_srcunit_tex_op_read.sum"] = 0.01
			}
			for metric, tolerance := range tolerances {
				if got, ok := rep.Metric(metric); !ok || math.Abs(got-want[metric]) > tolerance*want[metric] {
					t.Errorf("%s %s, %s: got %v, want %v", layout, name, metric, got, want[metric])
				}
			}
		}
	}
}

// textureCounts reads texture_counts.csv: by case, then by metric.
func textureCounts(t *testing.T) map[string]map[string]float64 {
	f, err := os.Open("h200/texture/texture_counts.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]map[string]float64{}
	for _, r := range rows[1:] {
		c := map[string]float64{}
		for i, name := range rows[0] {
			if i > 0 {
				c[name], err = strconv.ParseFloat(r[i], 64)
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		counts[r[0]] = c
	}
	return counts
}
