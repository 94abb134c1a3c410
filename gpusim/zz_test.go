package gpusim_test

import (
	"testing"

	"gpucourse/gpusim"
)

func TestZZ(t *testing.T) {
	m, err := gpusim.LoadFile("/tmp/big/k.go")
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("Mul")
	if err != nil {
		t.Fatal(err)
	}
	dev, _ := gpusim.Open("H200")
	n := 8192
	a, _ := dev.MallocArray(n*n, 4)
	b, _ := dev.MallocArray(n*n, 4)
	c, _ := dev.MallocArray(n*n, 4)
	r, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(n/16, n/16), Block: gpusim.Dim(16, 16), Options: gpusim.Options{Sample: gpusim.SampleAlways}}, c, a, b, n)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Time.Cycles)
}
