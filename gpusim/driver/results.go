package driver

// This file gives errors the names of the driver API.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
)

// driverNames gives the driver's names of the runtime's errors.
var driverNames = map[string]string{
	"cudaErrorInvalidValue":          string(contexts.InvalidValue),
	"cudaErrorInvalidConfiguration":  string(contexts.InvalidValue),
	"cudaErrorContextIsDestroyed":    string(contexts.ContextDestroyed),
	"cudaErrorMemoryAllocation":      "CUDA_ERROR_OUT_OF_MEMORY",
	"cudaErrorInvalidSymbol":         "CUDA_ERROR_NOT_FOUND",
	"cudaErrorInvalidResourceHandle": "CUDA_ERROR_INVALID_HANDLE",
	"cudaErrorLaunchOutOfResources":  "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
	"cudaErrorIllegalAddress":        "CUDA_ERROR_ILLEGAL_ADDRESS",
	"cudaErrorMisalignedAddress":     "CUDA_ERROR_MISALIGNED_ADDRESS",
	"cudaErrorLaunchFailure":         "CUDA_ERROR_LAUNCH_FAILED",
}

// asDriver gives an error of the runtime, or all parts of it, the driver's name.
func asDriver(err error) error {
	switch e := err.(type) {
	case diag.Diagnostic:
		return e.WithCUDA(cmp.Or(driverNames[e.CUDA], e.CUDA))
	case diag.List:
		list := slices.Clone(e)
		for i := range list {
			list[i].CUDA = cmp.Or(driverNames[list[i].CUDA], list[i].CUDA)
		}
		return list
	}
	return err
}
