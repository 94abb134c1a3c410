package h100

// This file compares functions on the bytes and half words of a register with an H100.

import (
	_ "embed"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim"
)

//go:embed simd.txt
var simdText string

// TestSIMD runs simd.cu on the arguments of simd.txt, of which each line has the first of the
// pair and the results; the second is that of the next line.
func TestSIMD(t *testing.T) {
	module, err := gpusim.LoadFile("simd.cu")
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	var in []uint32
	var want [][]uint32
	for line := range strings.Lines(simdText) {
		var numbers []uint32
		for _, hex := range strings.Fields(line) {
			n, err := strconv.ParseUint(hex, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, uint32(n))
		}
		in, want = append(in, numbers[0]), append(want, numbers[1:])
	}
	functions := len(want[0])
	dev := gpusim.Must(gpusim.Open("H100"))
	out := gpusim.Must(gpusim.Malloc[uint32](dev, len(in)*functions))
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(len(in)), Options: gpusim.Options{NoTime: true}}
	if _, err := dev.Launch(kernel, c, gpusim.Must(gpusim.Upload(dev, in)), out, len(in)); err != nil {
		t.Fatal(err)
	}
	got := gpusim.Must(out.Host())
	names := simdNames(t)
	for i := range in[:len(in)-1] {
		for j, w := range want[i] {
			if g := got[i*functions+j]; g != w {
				t.Errorf("%s of %#x, %#x: got %#x, want %#x", names[j], in[i], in[i+1], g, w)
			}
		}
	}
}

// simdNames returns the functions in the order of the results.
func simdNames(t *testing.T) (list []string) {
	t.Helper()
	text, err := os.ReadFile("simd.cu")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "r[] =")
	body, _, _ = strings.Cut(body, "};")
	for _, m := range regexp.MustCompile(`F2\((\w+)\)|(__v\w+)\(`).FindAllStringSubmatch(body, -1) {
		if m[1] != "" {
			list = append(list, "__v"+m[1]+"2", "__v"+m[1]+"4")
		} else {
			list = append(list, m[2])
		}
	}
	return list
}
