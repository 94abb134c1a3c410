package gpusim

// This file holds CUDA's names of errors, as learners find them in its documents.

import (
	"errors"

	"gpucourse/gpusim/internal/arch"
)

// What CUDA's runtime answers.
const (
	invalidValue         = "cudaErrorInvalidValue"
	memoryAllocation     = "cudaErrorMemoryAllocation"
	invalidSymbol        = "cudaErrorInvalidSymbol"
	invalidConfiguration = "cudaErrorInvalidConfiguration"
	outOfResources       = "cudaErrorLaunchOutOfResources"
)

// CUDAName returns the name under which CUDA reports an error of this package,
// of its first part if it has several: "cudaErrorInvalidValue",
// "CUDA_ERROR_INVALID_CONTEXT". It is "" for what CUDA has no error for.
func CUDAName(err error) string {
	var list Diagnostics
	var one Diagnostic
	switch {
	case errors.As(err, &list) && len(list) > 0:
		return list[0].CUDA
	case errors.As(err, &one):
		return one.CUDA
	}
	return ""
}

// refusedLaunch is the answer to a launch beyond a device's limits. CUDA 13
// says that a value is invalid (validation/h200/micro.txt), its predecessors
// that the configuration is.
func refusedLaunch(s *arch.Spec) string {
	const renamed = 13
	if s.CC.Toolkit() < renamed {
		return invalidConfiguration
	}
	return invalidValue
}

// always answers by one name, whatever the device.
func always(name string) func(*arch.Spec) string {
	return func(*arch.Spec) string { return name }
}
