// Package micro has the micro-benchmarks of h200 as Go kernels. Each one times a single
// resource of the device, so that every number of the timing model has a measurement that
// isolates it.
//
// The kernels have the form of nvcc's machine code for the measured ones: the same unroll
// factors, the same dependences, loads in the same groups. So they are compiled without the
// passes that would change that form (Plain, InOrder).
//
// The CUDA kernels read a clock before and after the timed part. The Go kernels take the
// number n of its iterations: its time is the difference between launches with n iterations
// and with none.
//
// Loads from L2 are compared with l2.txt, not with throughput.txt. There the warps end with
// atomics on one address, which takes 1472 cycles per block: 32 warps of 32 lanes at 1.44
// cycles.
//
// Copies between host and device are tested in internal/timeline.
package micro

import "gpucourse/gpusim"

// The passes that a launch leaves out: see gpusim.Config.Without.
const (
	// Plain keeps loops as they are written.
	Plain = gpusim.PassRuntimeUnroll
	// InOrder also keeps the order of instructions, and loop-invariant instructions in
	// their loops.
	InOrder = Plain | gpusim.PassSchedule | gpusim.PassLicm
)
