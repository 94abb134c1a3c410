package site

// This file holds the kernels that the workbench offers.

import (
	"embed"
	"path"
	"strings"
)

//go:embed examples
var exampleFiles embed.FS

// example is a kernel with a name that says what it shows.
type example struct {
	ID   string `json:"id"` // of its link
	Name string `json:"name"`
	Shared
}

// examples returns the kernels of the folder; the page shows the first one at the first visit.
func examples() ([]example, error) {
	list := []struct {
		name, file string
		launch     Launch
	}{
		{"Transpose: stores that scatter", "transpose.go", Launch{Kernel: "Transpose", Grid: "32,32", Block: "32,32", Values: "out=1048576 in=1048576:ramp n=1024"}},
		{"Transpose through shared memory", "tile.go", Launch{Kernel: "TransposeTile", Grid: "8,8", Block: "32,32", Values: "out=65536 in=65536:ramp n=256"}},
		{"Sum: shuffles and an atomic", "sum.go", Launch{Kernel: "Sum", Grid: "64", Block: "256", Values: "total=1 in=262144:rand(1) n=262144"}},
		{"Counters in local memory", "local.go", Launch{Kernel: "Digits", Grid: "64", Block: "256", Values: "out=262144 in=1048576:rand(1) n=16384"}},
		{"A race, for Check", "race.go", Launch{Kernel: "Smooth", Grid: "1", Block: "256", Values: "out=256 in=256:ramp"}},
		{"Blur, in CUDA C", "blur.cu", Launch{Kernel: "blur", Grid: "64", Block: "256", Values: "out=16384 in=16384:rand(1) n=16384"}},
	}
	var all []example
	for _, e := range list {
		source, err := exampleFiles.ReadFile("examples/" + e.file)
		if err != nil {
			return nil, err
		}
		e.launch.Device, e.launch.Shared = "H200", "0"
		all = append(all, example{strings.TrimSuffix(e.file, path.Ext(e.file)), e.name, Shared{Source: string(source), Launch: &e.launch}})
	}
	return all, nil
}
