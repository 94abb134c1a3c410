package gpusim_test

// This file makes tensor maps that are refused, and passes maps where kernels want something else.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

func TestRefusedTensorMaps(t *testing.T) {
	d := gpusim.Must(gpusim.Open("H100"))
	x := gpusim.Must(gpusim.Malloc[float32](d, 64*64))
	for _, c := range []struct {
		says   string
		config gpusim.TensorConfig
	}{
		{"2 dimensions, a box of 1", gpusim.TensorConfig{Dims: []int{64, 64}, Box: []int{32}}},
		{"takes 32768 bytes", gpusim.TensorConfig{Dims: []int{64, 128}, Box: []int{32, 32}}},
		{"takes 17392 bytes", gpusim.TensorConfig{Dims: []int{64, 64}, Strides: []int{68}, Box: []int{32, 32}}},
		{"stride of dimension 1 is 252 bytes", gpusim.TensorConfig{Dims: []int{63, 64}, Box: []int{32, 32}}},
		{"more than the 64 of its swizzle", gpusim.TensorConfig{Dims: []int{64, 64}, Box: []int{32, 32}, Swizzle: gpusim.Swizzle64}},
		{"0 elements in dimension 0", gpusim.TensorConfig{Dims: []int{64}, Box: []int{-4}}},
	} {
		_, err := gpusim.NewTensorMap(x, c.config)
		refused(t, c.says, err, diag.BadTensor, c.says)
	}
	_, err := gpusim.NewTensorMap(gpusim.Must(gpusim.Malloc[gpu.Float2](d, 64)), gpusim.TensorConfig{})
	refused(t, "vectors", err, diag.BadTensor, "gpu.Float2")
}

func storedBox(m gpu.TensorMap, x []float32) {
	gpu.StoreBox1D(m, int(x[0]), &gpu.Shared[[4]gpu.Float4]()[0].X)
}

func storedBox2D(x []float32) {
	m := gpu.TensorMap{}
	gpu.StoreBox2D(m, 0, 0, &x[0])
}

func TestTensorMapArguments(t *testing.T) {
	d := gpusim.Must(gpusim.Open("H100"))
	x := gpusim.Must(gpusim.Malloc[float32](d, 64))
	m := gpusim.Must(gpusim.NewTensorMap(x, gpusim.TensorConfig{Dims: []int{64}, Box: []int{16}}))
	one := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}
	if _, err := d.Launch(storedBox, one, m, x); err != nil {
		t.Error(err)
	}
	_, err := d.Launch(storedBox, one, x, x)
	refused(t, "a buffer as a map", err, diag.ArgumentCount, "parameter m")
	_, err = d.Launch(storedBox, one, m, m)
	refused(t, "a map as a buffer", err, diag.ArgumentType, "is a gpu.TensorMap", "wants []float32")
	_, err = d.Launch(storedBox2D, one, x)
	refused(t, "a map of no parameter", err, diag.KernelParameter, "no tensor map of a parameter")
}
