package cudart

import "strings"

// record is a struct of the runtime whose fields cross the wire as words, one each. The layout
// belongs to the toolkit that the program was compiled with.
type record struct {
	name   string
	fields []field
}

// field is one field of a record, as C writes it. Toolkits from version until on have it no more
// (CUDART_VERSION, 13000 for 13.0); 0 means all have it.
type field struct {
	name  string
	until int
}

// The structs, by their place in the table.
const (
	deviceProp = iota
	funcAttributes
	pointerAttributes
	launchConfig
	launchAttribute
	channelDesc
	extentOf
	pitchedPtr
	copy3D
	resourceDesc
	textureDesc
	kernelNode
	setNode
	hostNode
)

// structs is the table of structs.
var structs = []record{
	deviceProp: {"cudaDeviceProp", []field{
		{name: "totalGlobalMem"}, {name: "sharedMemPerBlock"}, {name: "regsPerBlock"}, {name: "warpSize"}, {name: "memPitch"},
		{name: "maxThreadsPerBlock"}, {name: "maxThreadsDim[0]"}, {name: "maxThreadsDim[1]"}, {name: "maxThreadsDim[2]"},
		{name: "maxGridSize[0]"}, {name: "maxGridSize[1]"}, {name: "maxGridSize[2]"}, {name: "totalConstMem"},
		{name: "major"}, {name: "minor"}, {name: "textureAlignment"}, {name: "texturePitchAlignment"}, {name: "multiProcessorCount"},
		{name: "canMapHostMemory"}, {name: "surfaceAlignment"}, {name: "concurrentKernels"}, {name: "ECCEnabled"},
		{name: "asyncEngineCount"}, {name: "unifiedAddressing"}, {name: "memoryBusWidth"}, {name: "l2CacheSize"},
		{name: "maxThreadsPerMultiProcessor"}, {name: "globalL1CacheSupported"}, {name: "localL1CacheSupported"},
		{name: "sharedMemPerMultiprocessor"}, {name: "regsPerMultiprocessor"}, {name: "managedMemory"},
		{name: "concurrentManagedAccess"}, {name: "cooperativeLaunch"}, {name: "sharedMemPerBlockOptin"},
		{name: "maxBlocksPerMultiProcessor"}, {name: "persistingL2CacheMaxSize"}, {name: "accessPolicyMaxWindowSize"}, {name: "reservedSharedMemPerBlock"}, {name: "computePreemptionSupported"},
		{name: "clockRate", until: 13000}, {name: "memoryClockRate", until: 13000}, {name: "deviceOverlap", until: 13000},
		{name: "cooperativeMultiDeviceLaunch", until: 13000}, {name: "computeMode", until: 13000}, {name: "kernelExecTimeoutEnabled", until: 13000},
	}},
	funcAttributes: {"cudaFuncAttributes", []field{
		{name: "sharedSizeBytes"}, {name: "constSizeBytes"}, {name: "localSizeBytes"}, {name: "maxThreadsPerBlock"}, {name: "numRegs"},
		{name: "ptxVersion"}, {name: "binaryVersion"}, {name: "maxDynamicSharedSizeBytes"},
	}},
	pointerAttributes: {"cudaPointerAttributes", []field{{name: "type"}, {name: "device"}, {name: "devicePointer"}, {name: "hostPointer"}}},
	launchConfig: {"cudaLaunchConfig_t", []field{
		{name: "gridDim.x"}, {name: "gridDim.y"}, {name: "gridDim.z"}, {name: "blockDim.x"}, {name: "blockDim.y"}, {name: "blockDim.z"},
		{name: "dynamicSmemBytes"}, {name: "stream"}, {name: "attrs"}, {name: "numAttrs"},
	}},
	launchAttribute: {"cudaLaunchAttribute", []field{{name: "id"}, {name: "val.clusterDim.x"}, {name: "val.clusterDim.y"}, {name: "val.clusterDim.z"}}},
	channelDesc:     {"cudaChannelFormatDesc", named("x y z w f")},
	extentOf:        {"cudaExtent", named("width height depth")},
	pitchedPtr:      {"cudaPitchedPtr", named("ptr pitch xsize ysize")},
	copy3D: {"cudaMemcpy3DParms", named("srcArray srcPos.x srcPos.y srcPos.z srcPtr.ptr srcPtr.pitch srcPtr.ysize " +
		"dstArray dstPos.x dstPos.y dstPos.z dstPtr.ptr dstPtr.pitch dstPtr.ysize extent.width extent.height extent.depth kind")},
	// Of the union in a resource, the fields of each kind; only those of resType mean something.
	resourceDesc: {"cudaResourceDesc", named("resType res.array.array res.linear.devPtr " +
		"res.linear.desc.x res.linear.desc.y res.linear.desc.z res.linear.desc.w res.linear.desc.f res.linear.sizeInBytes " +
		"res.pitch2D.width res.pitch2D.height res.pitch2D.pitchInBytes")},
	textureDesc: {"cudaTextureDesc", named("addressMode[0] addressMode[1] addressMode[2] filterMode readMode sRGB " +
		"borderColor[0] borderColor[1] borderColor[2] borderColor[3] normalizedCoords")},
	kernelNode: {"cudaKernelNodeParams", named("func gridDim.x gridDim.y gridDim.z blockDim.x blockDim.y blockDim.z sharedMemBytes kernelParams")},
	setNode:    {"cudaMemsetParams", named("dst pitch value elementSize width height")},
	hostNode:   {"cudaHostNodeParams", named("fn userData")},
}

// named returns fields that all toolkits have.
func named(names string) (list []field) {
	for name := range strings.FieldsSeq(names) {
		list = append(list, field{name: name})
	}
	return list
}
