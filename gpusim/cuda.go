package gpusim

// This file holds CUDA's names of errors, as learners find them in its documents.

import (
	"errors"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
)

// What CUDA's runtime answers.
const (
	invalidValue         = "cudaErrorInvalidValue"
	invalidCluster       = "cudaErrorInvalidClusterSize"
	memoryAllocation     = "cudaErrorMemoryAllocation"
	invalidSymbol        = "cudaErrorInvalidSymbol"
	invalidConfiguration = "cudaErrorInvalidConfiguration"
	outOfResources       = "cudaErrorLaunchOutOfResources"
	illegalAddress       = "cudaErrorIllegalAddress"
	invalidResource      = "cudaErrorInvalidResourceHandle"
	contextDestroyed     = "cudaErrorContextIsDestroyed"
)

// What CUDA's driver answers beside the results of calls on contexts.
const (
	invalidHandle = "CUDA_ERROR_INVALID_HANDLE"
	notFound      = "CUDA_ERROR_NOT_FOUND"
)

// CUDAName returns the name under which CUDA reports an error of this package,
// of its first part if it has several: "cudaErrorInvalidValue",
// "CUDA_ERROR_INVALID_CONTEXT". It is "" for what CUDA has no error for.
func CUDAName(err error) string {
	if list := diag.ListOf(err); len(list) > 0 {
		return list[0].CUDA
	}
	return ""
}

// faults names what CUDA reports of a kernel that went wrong while it ran. All
// of these leave the process unusable: every later call reports the same, in every
// context (CUDA's documents of cudaError_t; validation/h100/faults.txt). A device finds an index beyond an array
// only where no memory is; the simulator always does. Limits that the simulator
// sets are not among them, since a device without a watchdog has none.
var faults = map[diag.Code]string{
	diag.IndexOutOfRange: illegalAddress,
	diag.WildAddress:     illegalAddress,
	diag.Misaligned:      "cudaErrorMisalignedAddress",
	diag.KernelPanic:     "cudaErrorLaunchFailure",
	diag.AssertFailed:    "cudaErrorAssert",
	diag.StackOverflow:   illegalAddress, // validation/h100/statements.txt (stack)
}

// lose returns err, with CUDA's name when it is a fault, after which no context of the
// process can be used.
func (c *deviceContext) lose(err error) error {
	var d diag.Diagnostic
	if !errors.As(err, &d) || faults[d.Code] == "" {
		return err
	}
	d.CUDA = faults[d.Code]
	c.process.lost = &d
	return d
}

// asRuntime gives an error of the driver about an address the runtime's name.
func asRuntime(err error) error {
	if d, ok := err.(diag.Diagnostic); ok && d.CUDA == string(contexts.InvalidValue) {
		return d.WithCUDA(invalidValue)
	}
	return err
}

// refusedLaunch is the answer to a launch beyond a device's limits. CUDA 13
// says that a value is invalid (validation/h200/device/micro.txt), its predecessors
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
