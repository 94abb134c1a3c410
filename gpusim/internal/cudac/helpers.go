package cudac

// This file holds the helpers that a program may need: what Go has and CUDA C has not.

import (
	_ "embed"
	"strings"
)

//go:embed helpers.cuh
var helperSource string

// helperNeeds are the helpers that other helpers use.
var helperNeeds = map[string]string{
	"load_matrix_x4": "Array", "load_matrix_x4_trans": "Array", "load_matrix_x2": "Array", "load_matrix_x2_trans": "Array", "mma_m16n8k16": "Array",
	"equalArray": "Array", "atomicMin f32": "fmin_nan", "atomicMax f32": "fmax_nan", "atomicMin f64": "fmin_nan", "atomicMax f64": "fmax_nan",
}

// helperText returns the text of the helpers, in the order of the file.
func helperText(wanted map[string]bool) string {
	for name, needed := range helperNeeds {
		if wanted[name] {
			wanted[needed] = true
		}
	}
	var parts []string
	for _, part := range strings.Split(helperSource, "//: ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		if wanted[name] {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n")
}
