package h100

// This file runs the kernels of masks.cu: lanes that parted and execute instructions with a
// mask, and lanes and blocks that wait for each other. What ended on an H100 must end with the
// same values, and what did not end must be an error.

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

//go:embed masks.txt
var masks string

// refused holds the cases that end on an H100 and are errors here, because CUDA does not define
// what they do.
var refused = map[string]diag.Code{
	"shuffle_in_one_arm":               diag.WarpMask,
	"shuffles_in_loop_of_one_arm":      diag.WarpMask,
	"shuffle_in_loop_of_other_lengths": diag.WarpMask,
	"mask_without_own_lane":            diag.WarpMask,
	"masks_that_differ":                diag.WarpMask,
	"barrier_in_both_arms":             diag.BarrierDivergence,
	"barrier_in_one_arm":               diag.BarrierDivergence,
	"barrier_in_one_arm_and_after_it":  diag.BarrierDivergence,
}

// racing is the case whose second warp reads what the first one writes.
const racing = "lane_waits_at_warp_barrier_for_spinning_lane"

// grids holds the blocks of cases with more than one. The H100 holds 132·32 of them.
var grids = map[string]int{"blocks_meet": 132, "block_waits_for_later_block": 132, "blocks_meet_beyond_the_device": 132*32 + 1}

// lanesTaking is the argument n: how many lanes of a warp take part.
const lanesTaking = 24

func TestMasks(t *testing.T) {
	module, err := gpusim.LoadFile("masks.cu")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(masks) {
		name, rest, _ := strings.Cut(line, " ")
		measured, _, _ := strings.Cut(rest, " |")
		t.Run(name, func(t *testing.T) {
			kernel, err := module.Kernel(name)
			if err != nil {
				t.Fatal(err)
			}
			compareMasks(t, name, kernel, measured)
		})
	}
}

func compareMasks(t *testing.T, name string, kernel any, measured string) {
	got, err := runMasks(t, name, kernel)
	if code, ok := refused[name]; ok || measured == "does-not-end" {
		if !errors.Is(err, code) && (ok || !errors.Is(err, diag.WarpMask) && !errors.Is(err, diag.InstructionBudget)) {
			t.Errorf("got %v, want an error", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(strings.TrimPrefix(measured, "cudaSuccess "))
	if name == racing {
		got, want = got[:32], want[:32]
	}
	if got, want := fmt.Sprint(got), fmt.Sprint(want); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// runMasks launches a case as masks.cu does.
func runMasks(t *testing.T, name string, kernel any) ([]int32, error) {
	dev := gpusim.Must(gpusim.Open("H100"))
	o := gpusim.Must(gpusim.Upload(dev, make([]int32, 64)))
	f := gpusim.Must(gpusim.Upload(dev, []int32{10, 3, 0, 0, 0, 0, 0, 0}))
	c := gpusim.Config{Grid: gpusim.Dim(max(grids[name], 1)), Block: gpusim.Dim(64), Options: gpusim.Options{NoTime: true, NoCaches: grids[name] > 132}}
	if _, err := dev.Launch(kernel, c, o, f, lanesTaking); err != nil {
		return nil, err
	}
	return o.Host()
}
