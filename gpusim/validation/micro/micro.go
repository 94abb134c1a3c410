// Package micro holds the micro-benchmarks of h200/device/micro.cu, throughput.cu, l1.cu,
// l2.cu and others there as Go kernels: each times one resource of the device and
// nothing else, so that every constant of a device's clock has a measurement that
// isolates it.
//
// The kernels have the shape that nvcc gave the measured ones, as their machine
// code shows it: as many copies of a loop's body, the same chain from one
// instruction to the next, loads in the same groups. So they are launched without
// the passes that would choose another shape (Plain, InOrder).
//
// CUDA's kernels read a clock before and after the timed part. These count the
// iterations of the timed part in n: what it takes is the difference between a
// launch with n and one with none.
//
// Loads from L2 are compared with l2.txt. throughput.txt has them too, but there the
// warps end with atomics on one address, for which those that end last wait: 1472
// cycles a block at every stride, which is 32 warps of 32 lanes at 1.44 cycles.
//
// Not here: copies between host and device, which internal/timeline knows.
package micro

// The passes that a launch leaves out: see gpusim.Config.Passes.
const (
	// Plain keeps loops as they are written.
	Plain = "-runtime-unroll"
	// InOrder also keeps instructions where they are written, and in loops what is
	// the same in all iterations.
	InOrder = "-runtime-unroll,-schedule,-licm"
)
