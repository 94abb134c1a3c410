package gpusim_test

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

func TestZZ(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ZZN"))
	c, ok := cases.Find(kernels.Cases(), os.Getenv("ZZK"))
	if !ok {
		t.Fatal("no case")
	}
	dev, err := gpusim.Open("H200")
	if err != nil {
		t.Fatal(err)
	}
	f := func() *gpusim.Buffer[float32] { b, _ := gpusim.Malloc[float32](dev, n*n); return b }
	x, y, z := f(), f(), f()
	config := gpusim.Config{Grid: gpusim.Dim(n/16, n/16), Block: gpusim.Dim(16, 16), Workers: 1}
	switch os.Getenv("ZZ") {
	case "n":
		config.NoCaches = true
	case "c":
		config.NoTime = true
	case "f":
		config.Full = true
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		at := time.Now()
		r, err := dev.Launch(c.Kernel, config, x, y, z, n)
		if err != nil {
			t.Fatal(err)
		}
		d := time.Since(at)
		count, _ := r.Metric("inst_executed")
		fmt.Printf("ZZ %.4f\n", count/d.Seconds()/1e6)
	}
}
