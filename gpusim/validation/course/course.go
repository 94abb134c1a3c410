// Package course has the measurements of launches that the notebooks of the course make.
//
// launches.txt lists the launches. go run ./gpusim/validation/h200/verify -course writes their
// kernels as CUDA C, from the notebooks' cells; run.sh of that folder measures them on a GPU
// with Nsight Compute; and verify -join makes a table of this folder of what it found. A
// launch that was measured for the validation already, in a table of h200 or h100, is not
// measured again.
package course

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/launch"
)

//go:embed launches.txt
var launchesText string

// Launch is a launch of a notebook's kernel.
type Launch struct {
	launch.Shape          // its grid, block and dynamic shared memory
	Case         string   // "16_halves_1m"
	Chapter      string   // "16"
	Kernel       string   // "Halves"
	Args         []string // as launches.txt writes them
}

// Launches returns the launches in the order of launches.txt.
func Launches() []Launch {
	var list []Launch
	for line := range strings.Lines(launchesText) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		chapter, _, _ := strings.Cut(words[0], "_")
		list = append(list, Launch{
			Shape: launch.Shape{Grid: dim(words[2]), Block: dim(words[3]), Dynamic: whole(words[4])},
			Case:  words[0], Chapter: chapter, Kernel: words[1], Args: words[5:],
		})
	}
	return list
}

// Config is the launch as the tables of measurements write it.
func (l *Launch) Config() string {
	return fmt.Sprintf("grid=%dx%dx%d block=%dx%dx%d smem=%d", l.Grid.X, l.Grid.Y, l.Grid.Z, l.Block.X, l.Block.Y, l.Block.Z, l.Dynamic)
}

// dim reads an extent: X, or XxY.
func dim(text string) arch.Dim3 {
	d := arch.Dim3{X: 1, Y: 1, Z: 1}
	x, y, two := strings.Cut(text, "x")
	if d.X = whole(x); two {
		d.Y = whole(y)
	}
	return d
}

func whole(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("BUG: launches.txt: %v", err))
	}
	return n
}
