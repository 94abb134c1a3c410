package cudart

import (
	"slices"

	"gpucourse/gpusim"
)

// failure is an error of the runtime: its number, its name and what cudaGetErrorString says.
type failure struct {
	code       status
	name, text string
}

// status is a cudaError_t.
type status uint64

// The errors that the runtime returns of itself.
const (
	success            status = 0
	invalidValue       status = 1
	memoryAllocation   status = 2
	invalidConfig      status = 9
	invalidPitch       status = 12
	invalidSymbol      status = 13
	invalidDevicePtr   status = 17
	invalidDirection   status = 21
	invalidFunction    status = 98
	invalidDevice      status = 101
	invalidImage       status = 200
	unsupportedLimit   status = 215
	invalidResource    status = 400
	notReady           status = 600
	launchFailure      status = 719
	cooperativeTooBig  status = 720
	notSupported       status = 801
	captureUnsupported status = 900
	unknown            status = 999
	peerEnabledAlready status = 704
	peerNotEnabled     status = 705

	hostMemoryRegistered    status = 712
	hostMemoryNotRegistered status = 713
)

// failures are the errors that a program can meet here, in the order of their numbers.
var failures = []failure{
	{success, "cudaSuccess", "no error"},
	{invalidValue, "cudaErrorInvalidValue", "invalid argument"},
	{memoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
	{3, "cudaErrorInitializationError", "initialization error"},
	{invalidConfig, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
	{invalidPitch, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
	{invalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
	{16, "cudaErrorInvalidHostPointer", "invalid host pointer"},
	{invalidDevicePtr, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
	{18, "cudaErrorInvalidTexture", "invalid texture reference"},
	{20, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor"},
	{invalidDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
	{52, "cudaErrorMissingConfiguration", "__global__ function call is not configured"},
	{invalidFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
	{100, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
	{invalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
	{invalidImage, "cudaErrorInvalidKernelImage", "device kernel image is invalid"},
	{201, "cudaErrorDeviceUninitialized", "invalid device context"},
	{209, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device"},
	{unsupportedLimit, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"},
	{217, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices"},
	{218, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"},
	{invalidResource, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
	{500, "cudaErrorSymbolNotFound", "named symbol not found"},
	{notReady, "cudaErrorNotReady", "device not ready"},
	{700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
	{701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
	{702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
	{peerEnabledAlready, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
	{peerNotEnabled, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"},
	{709, "cudaErrorContextIsDestroyed", "context is destroyed"},
	{710, "cudaErrorAssert", "device-side assert triggered"},
	{hostMemoryRegistered, "cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"},
	{hostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region"},
	{714, "cudaErrorHardwareStackError", "hardware stack error"},
	{715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered"},
	{716, "cudaErrorMisalignedAddress", "misaligned address"},
	{717, "cudaErrorInvalidAddressSpace", "operation not supported on global/shared address space"},
	{launchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
	{cooperativeTooBig, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
	{800, "cudaErrorNotPermitted", "operation not permitted"},
	{notSupported, "cudaErrorNotSupported", "operation not supported"},
	{captureUnsupported, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"},
	{unknown, "cudaErrorUnknown", "unknown error"},
}

// name is the name of an error.
func (r status) name() string {
	i := slices.IndexFunc(failures, func(f failure) bool { return f.code == r })
	if i < 0 {
		return "cudaErrorUnknown"
	}
	return failures[i].name
}

// statusOf returns what the runtime answers for an error of the simulator; otherwise is the answer
// where CUDA has no name for it.
func statusOf(err error, otherwise status) status {
	if err == nil {
		return success
	}
	name := gpusim.CUDAName(err)
	for i := range failures {
		if failures[i].name == name {
			return failures[i].code
		}
	}
	return otherwise
}
