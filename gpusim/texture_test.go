package gpusim_test

// Textures from host to kernel: the simulated read against the native one, and
// every mistake a host can make with them.

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/validation/cases"
)

// scanImage reads an image at coordinates spread over and around it.
func scanImage(out []float32, img gpu.Texture2D[float32], n int, x0, y0, step float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = img.At(x0+float32(i%32)*step, y0+float32(i/32)*step)
	}
}

// pair is parameters in a struct.
type pair struct {
	Row gpu.Texture1D[gpu.Float2]
	N   int
}

func scanRow(out []gpu.Float2, p pair, x0, step float32) {
	i := gpu.ThreadIdx.X
	if i < p.N {
		out[i] = p.Row.At(x0 + float32(i)*step)
	}
}

func fetchBytes(out []int32, bytes gpu.Texture1D[uint8], shift int) {
	i := gpu.ThreadIdx.X
	out[i] = int32(bytes.Fetch(i+shift)) - 1
}

// values returns n random texels.
func values[E any](n int, seed uint64, draw func(*rand.Rand) E) []E {
	r := rand.New(rand.NewPCG(seed, 1))
	v := make([]E, n)
	for i := range v {
		v[i] = draw(r)
	}
	return v
}

// TestTextureRunsNativelyAlike reads images on the device and natively, bit for bit.
func TestTextureRunsNativelyAlike(t *testing.T) {
	dev := openNamed(t, "H200")
	const w, h, n = 21, 13, 1000
	floats := gpusim.Must(gpusim.NewTextureArray(dev, values(w*h, 1, (*rand.Rand).Float32), w, h))
	shorts := gpusim.Must(gpusim.NewTextureArray(dev, values(w*h, 2, func(r *rand.Rand) int16 { return int16(r.Uint32()) }), w, h))
	pitched := gpusim.Must(gpusim.MallocPitch[float32](dev, w, h))
	copy(pitched.Data, values(len(pitched.Data), 3, (*rand.Rand).Float32))
	for _, address := range []gpusim.AddressMode{gpusim.AddressClamp, gpusim.AddressBorder, gpusim.AddressWrap, gpusim.AddressMirror} {
		for _, filter := range []gpusim.FilterMode{gpusim.FilterPoint, gpusim.FilterLinear} {
			for _, normalized := range []bool{true, false} {
				if !normalized && address >= gpusim.AddressWrap {
					continue
				}
				c := gpusim.TextureConfig{Address: address, Filter: filter, Normalized: normalized, Border: [4]float32{0.5}}
				small := c
				small.ReadFloat = true
				for name, img := range map[string]gpu.Texture2D[float32]{
					"floats": gpusim.Must(gpusim.NewTexture2D[float32](dev, floats, c)),
					"shorts": gpusim.Must(gpusim.NewTexture2D[float32](dev, shorts, small)),
					"rows":   gpusim.Must(gpusim.NewPitchTexture[float32](dev, pitched, c)),
				} {
					sameAsNative(t, fmt.Sprintf("%s %+v", name, c), dev, img, n)
				}
			}
		}
	}
}

func sameAsNative(t *testing.T, what string, dev *gpusim.Device, img gpu.Texture2D[float32], n int) {
	t.Helper()
	x0, y0, step := float32(-7.3), float32(-9.1), float32(0.97)
	if img.Object().(*texture.Texture).Normalized {
		x0, y0, step = x0/21, y0/13, step/17
	}
	out := gpusim.Must(gpusim.Malloc[float32](dev, n))
	config := gpusim.Config{Grid: gpusim.Dim(4), Block: gpusim.Dim(256)}
	if _, err := dev.Launch(scanImage, config, out, img, n, x0, y0, step); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	want := make([]float32, n)
	if err := cases.Native(scanImage, gpu.Dim3{X: 4, Y: 1, Z: 1}, gpu.Dim3{X: 256, Y: 1, Z: 1}, 0, []any{want, img, n, x0, y0, step}); err != nil {
		t.Fatal(err)
	}
	if d := cases.Diff(gpusim.Must(out.Host()), want); d != "" {
		t.Errorf("%s: simulated against native: %s", what, d)
	}
}

func TestTextureVectorsAndStructs(t *testing.T) {
	dev := openNamed(t, "H200")
	row := gpusim.Must(gpusim.NewTextureArray(dev, []gpu.Float2{{X: 1, Y: -1}, {X: 3, Y: -3}}, 2, 0))
	tex := gpusim.Must(gpusim.NewTexture1D[gpu.Float2](dev, row, gpusim.TextureConfig{Filter: gpusim.FilterLinear}))
	out := gpusim.Must(gpusim.Malloc[gpu.Float2](dev, 5))
	gpusim.Must(dev.Launch(scanRow, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out, pair{tex, 5}, float32(0), float32(0.5)))
	for i, want := range []float32{1, 1, 2, 3, 3} {
		if got := gpusim.Must(out.Host())[i]; got != (gpu.Float2{X: want, Y: -want}) {
			t.Errorf("element %d: got %v, want {%v %v}", i, got, want, -want)
		}
	}
}

func TestTextureFetch(t *testing.T) {
	dev := openNamed(t, "K20c")
	bytes := gpusim.Must(gpusim.Upload(dev, []uint8{10, 20, 255}))
	tex := gpusim.Must(gpusim.NewLinearTexture(dev, bytes))
	out := gpusim.Must(gpusim.Malloc[int32](dev, 5))
	rep := gpusim.Must(dev.Launch(fetchBytes, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(5)}, gpusim.Named{"out": out, "bytes": tex, "shift": -1}))
	for i, want := range []int32{-1, 9, 19, 254, -1} {
		if got := gpusim.Must(out.Host())[i]; got != want {
			t.Errorf("element %d: got %d, want %d", i, got, want)
		}
	}
	if len(rep.Samples) == 0 {
		t.Error("the report has no sample of an access")
	}
}

// TestTextureMistakes makes every mistake with textures.
func TestTextureMistakes(t *testing.T) {
	dev, other := openNamed(t, "H200"), openNamed(t, "H200")
	img := gpusim.Must(gpusim.NewTextureArray(dev, make([]float32, 12), 4, 3))
	row := gpusim.Must(gpusim.NewTextureArray(dev, make([]float32, 4), 4, 0))
	ints := gpusim.Must(gpusim.NewTextureArray(dev, make([]int32, 12), 4, 3))
	bytes := gpusim.Must(gpusim.NewTextureArray(dev, make([]uint8, 12), 4, 3))
	buf := gpusim.Must(gpusim.Malloc[uint8](dev, 64))
	bad := func(what string, err error, parts ...string) {
		t.Helper()
		refused(t, what, err, diag.BadTexture, parts...)
	}
	_, err := gpusim.NewTextureArray(dev, make([]float32, 11), 4, 3)
	bad("too few texels", err, "11 texels for an array of 4 × 3")
	_, err = gpusim.NewTexture1D[float32](dev, img, gpusim.TextureConfig{})
	bad("two dimensions", err, "two dimensions, 4 × 3", "NewTexture2D")
	_, err = gpusim.NewTexture2D[float32](dev, row, gpusim.TextureConfig{})
	bad("one row", err, "one row of 4 texels")
	_, err = gpusim.NewTexture2D[float32](dev, img, gpusim.TextureConfig{Address: gpusim.AddressMirror})
	bad("mirror", err, "need normalized coordinates")
	_, err = gpusim.NewTexture2D[int32](dev, ints, gpusim.TextureConfig{Filter: gpusim.FilterLinear})
	bad("mixed integers", err, "integers are not mixed", "ReadFloat")
	_, err = gpusim.NewTexture2D[int32](dev, ints, gpusim.TextureConfig{Address: gpusim.AddressBorder, Border: [4]float32{1}})
	bad("border of integers", err, "there is 0")
	_, err = gpusim.NewTexture2D[float32](dev, ints, gpusim.TextureConfig{ReadFloat: true})
	bad("wide integers as floats", err, "8 and 16 bits")
	_, err = gpusim.NewTexture2D[gpu.Float2](dev, bytes, gpusim.TextureConfig{ReadFloat: true})
	bad("channels", err, "gives 1 floats, not gpu.Float2")
	_, err = gpusim.NewTexture2D[float32](dev, bytes, gpusim.TextureConfig{})
	bad("another type", err, "a read gives uint8, not float32")
	_, err = gpusim.NewLinearTexture(dev, buf.View(4, 64))
	bad("a view", err, "not a multiple of 512")
	_, err = gpusim.NewPitchTexture[float32](dev, gpu.Pitched[float32]{Data: make([]float32, 64), Width: 8, Height: 8, Stride: 8}, gpusim.TextureConfig{})
	bad("host memory", err, "not in the device's memory")
	floats := gpusim.Must(gpusim.Malloc[float32](dev, 64))
	_, err = gpusim.NewPitchTexture[float32](dev, gpu.Pitched[float32]{Data: floats.Slice(), Width: 6, Height: 6, Stride: 7}, gpusim.TextureConfig{})
	bad("pitch", err, "rows of 28 bytes", "32")
	_, err = gpusim.NewTexture2D[float32](other, img, gpusim.TextureConfig{})
	refused(t, "another device", err, diag.OtherDevice, "another device")
}

// TestTextureArgumentMistakes passes textures that a kernel cannot read.
func TestTextureArgumentMistakes(t *testing.T) {
	dev, other := openNamed(t, "H200"), openNamed(t, "H200")
	out := gpusim.Must(gpusim.Malloc[float32](dev, 32))
	ints := gpusim.Must(gpusim.Malloc[int32](dev, 32))
	config := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}
	scan := func(img any) error {
		_, err := dev.Launch(scanImage, config, out, img, 32, float32(0), float32(0), float32(1))
		return err
	}
	refused(t, "a buffer", scan(out), diag.ArgumentType, "argument 2 (img)", "Texture2D[float32]")
	refused(t, "a number", scan(3), diag.ArgumentType, "argument 2 (img) is int")
	refused(t, "none", scan(gpu.Texture2D[float32]{}), diag.BadTexture, "no texture yet")
	refused(t, "another type", scan(gpu.Texture2D[int32]{}), diag.ArgumentType, "Texture2D[int32]")
	foreign := gpusim.Must(gpusim.NewTextureArray(other, make([]float32, 4), 2, 2))
	refused(t, "another device", scan(gpusim.Must(gpusim.NewTexture2D[float32](other, foreign, gpusim.TextureConfig{}))), diag.OtherDevice, "another device")
	gone := gpusim.Must(gpusim.NewTextureArray(dev, make([]float32, 4), 2, 2))
	freed := gpusim.Must(gpusim.NewTexture2D[float32](dev, gone, gpusim.TextureConfig{}))
	if err := gone.Free(); err != nil {
		t.Fatal(err)
	}
	refused(t, "freed memory", scan(freed), diag.OtherDevice, "freed")
	_, err := gpusim.NewTexture2D[float32](dev, gone, gpusim.TextureConfig{})
	refused(t, "a texture of freed memory", err, diag.FreedMemory)
	row := gpusim.Must(gpusim.NewTextureArray(dev, make([]uint8, 4), 4, 0))
	_, err = dev.Launch(fetchBytes, config, ints, gpusim.Must(gpusim.NewTexture1D[uint8](dev, row, gpusim.TextureConfig{})), 0)
	refused(t, "Fetch of an array", err, diag.BadTexture, "reads with Fetch", "NewLinearTexture")
	pairs := gpusim.Must(gpusim.Malloc[gpu.Float2](dev, 4))
	_, err = dev.Launch(scanRow, config, pairs, pair{gpusim.Must(gpusim.NewLinearTexture(dev, pairs)), 4}, float32(0), float32(1))
	refused(t, "At of plain memory", err, diag.BadTexture, "field Row of argument 2 (p)", "reads with At")
}

func TestTextureArraysAreTiled(t *testing.T) {
	dev := openNamed(t, "H200")
	img := gpusim.Must(gpusim.NewTextureArray(dev, []uint8{1, 2, 3, 4, 5, 6}, 3, 2))
	o := gpusim.Must(gpusim.NewTexture2D[uint8](dev, img, gpusim.TextureConfig{})).Object().(*texture.Texture)
	if !o.BlockLinear || o.Data[texture.BlockLinearOffset(1, 1, o.Pitch)] != 5 || o.Data[16] != 4 {
		t.Errorf("got %v, want the second row 16 bytes behind the first", o.Data[:32])
	}
}
