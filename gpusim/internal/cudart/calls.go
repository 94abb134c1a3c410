package cudart

// This file is the table of the runtime's functions.

// row is a function of the runtime: its declaration in the toolkit's headers, without defaults,
// and what it does here. Programs with a default stream per thread call it with the ending
// perThread, where there is one.
type row struct {
	result, name, declared string
	perThread              string
	run                    func(*session, *call) status
}

// since lists the functions that older toolkits declare in another way: the runtime has them from
// version CUDART_VERSION on.
var since = map[string]int{"cudaMemPrefetchAsync": 13000, "cudaMemAdvise": 13000, "cuTensorMapEncodeTiled": 12000}

const (
	errorCode = "cudaError_t"
	ptsz      = "_ptsz"
	ptds      = "_ptds"
)

// calls is the table. What it has not, the linker names.
var calls = []row{
	// What the compiler calls of itself.
	{"void **", "__cudaRegisterFatBinary", "void *wrapper", "", (*session).registerFatBinary},
	{"void **", "__gpusimRegisterLinked", "void *wrapper", "", (*session).registerLinked},
	{"void", "__cudaRegisterFatBinaryEnd", "void **h", "", (*session).nothing},
	{"void", "__cudaUnregisterFatBinary", "void **h", "", (*session).nothing},
	{"char", "__cudaInitModule", "void **h", "", (*session).initModule},
	{"void", "__cudaRegisterFunction", "void **h, const char *host, char *device, const char *name, int limit, uint3 *t, uint3 *b, dim3 *bd, dim3 *gd, int *w", "", (*session).registerFunction},
	{"void", "__cudaRegisterVar", "void **h, char *host, char *device, const char *name, int ext, size_t size, int constant, int global", "", (*session).registerVariable},
	{"void", "__cudaRegisterManagedVar", "void **h, void **host, char *device, const char *name, int ext, size_t size, int constant, int global", "", (*session).registerManaged},
	{errorCode, "__cudaGetKernel", "cudaKernel_t *kernel, const void *host", "", (*session).getKernel},
	{errorCode, "__cudaLaunchKernel", "cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream", ptsz, (*session).launchKernel},

	// Launches.
	{errorCode, "cudaLaunchKernel", "const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream", ptsz, (*session).launchKernel},
	{errorCode, "cudaLaunchCooperativeKernel", "const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream", ptsz, (*session).launchCooperative},
	{errorCode, "cudaLaunchKernelExC", "const cudaLaunchConfig_t *config, const void *kernel, void **args", ptsz, (*session).launchConfigured},
	{errorCode, "cudaFuncGetAttributes", "struct cudaFuncAttributes *attr, const void *kernel", "", (*session).funcAttributes},
	{errorCode, "cudaFuncSetAttribute", "const void *kernel, enum cudaFuncAttribute attr, int value", "", (*session).setFuncAttribute},
	{errorCode, "cudaFuncSetCacheConfig", "const void *kernel, enum cudaFuncCache config", "", (*session).setCacheConfig},
	{errorCode, "cudaOccupancyMaxActiveBlocksPerMultiprocessor", "int *blocks, const void *kernel, int threads, size_t shared", "", (*session).maxActiveBlocks},
	{errorCode, "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "int *blocks, const void *kernel, int threads, size_t shared, unsigned int flags", "", (*session).maxActiveBlocks},

	// Of the driver, which programs find by cudaGetDriverEntryPoint.
	{"CUresult", "cuTensorMapEncodeTiled", "CUtensorMap *map, CUtensorMapDataType element, cuuint32_t rank, void *address, const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill", "", (*session).encodeTensorMap},

	// Memory.
	{errorCode, "cudaMalloc", "void **p, size_t n", "", (*session).malloc},
	{errorCode, "cudaMallocPitch", "void **p, size_t *pitch, size_t width, size_t height", "", (*session).mallocPitch},
	{errorCode, "cudaMallocAsync", "void **p, size_t n, cudaStream_t stream", ptsz, (*session).malloc},
	{errorCode, "cudaFree", "void *p", "", (*session).free},
	{errorCode, "cudaFreeAsync", "void *p, cudaStream_t stream", ptsz, (*session).free},
	{errorCode, "cudaMallocHost", "void **p, size_t n", "", (*session).mallocHost},
	{errorCode, "cudaHostAlloc", "void **p, size_t n, unsigned int flags", "", (*session).mallocHost},
	{errorCode, "cudaFreeHost", "void *p", "", (*session).freeHost},
	{errorCode, "cudaMallocManaged", "void **p, size_t n, unsigned int flags", "", (*session).mallocManaged},
	{errorCode, "cudaHostRegister", "void *p, size_t n, unsigned int flags", "", (*session).hostRegister},
	{errorCode, "cudaHostUnregister", "void *p", "", (*session).hostUnregister},
	{errorCode, "cudaHostGetDevicePointer", "void **device, void *host, unsigned int flags", "", (*session).hostDevicePointer},
	{errorCode, "cudaHostGetFlags", "unsigned int *flags, void *host", "", (*session).hostFlags},
	{errorCode, "cudaPointerGetAttributes", "struct cudaPointerAttributes *attr, const void *p", "", (*session).pointerAttributes},
	{errorCode, "cudaMemGetInfo", "size_t *free, size_t *total", "", (*session).memGetInfo},
	{errorCode, "cudaGetSymbolAddress", "void **p, const void *symbol", "", (*session).symbolAddress},
	{errorCode, "cudaGetSymbolSize", "size_t *n, const void *symbol", "", (*session).symbolSize},

	{errorCode, "cudaMemPrefetchAsync", "const void *p, size_t n, struct cudaMemLocation to, unsigned int flags, cudaStream_t stream", ptsz, (*session).prefetch},
	{errorCode, "cudaMemAdvise", "const void *p, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation place", "", (*session).advise},
	{errorCode, "cudaDeviceGetDefaultMemPool", "cudaMemPool_t *pool, int device", "", (*session).poolOf},
	{errorCode, "cudaDeviceGetMemPool", "cudaMemPool_t *pool, int device", "", (*session).poolOf},
	{errorCode, "cudaDeviceSetMemPool", "int device, cudaMemPool_t pool", "", (*session).nothing},
	{errorCode, "cudaMemPoolCreate", "cudaMemPool_t *pool, const struct cudaMemPoolProps *p", "", (*session).newPool},
	{errorCode, "cudaMemPoolDestroy", "cudaMemPool_t pool", "", (*session).nothing},
	{errorCode, "cudaMemPoolSetAttribute", "cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value", "", (*session).nothing},
	{errorCode, "cudaMemPoolSetAccess", "cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t n", "", (*session).nothing},
	{errorCode, "cudaMemPoolTrimTo", "cudaMemPool_t pool, size_t least", "", (*session).nothing},
	{errorCode, "cudaMallocFromPoolAsync", "void **p, size_t n, cudaMemPool_t pool, cudaStream_t stream", ptsz, (*session).malloc},

	// Copies.
	{errorCode, "cudaMemcpy", "void *to, const void *from, size_t n, enum cudaMemcpyKind kind", ptds, (*session).memcpy},
	{errorCode, "cudaMemcpyAsync", "void *to, const void *from, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream", ptsz, (*session).memcpyAsync},
	{errorCode, "cudaMemcpy2D", "void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind", ptds, (*session).memcpy2D},
	{errorCode, "cudaMemcpy2DAsync", "void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream", ptsz, (*session).memcpy2DAsync},
	{errorCode, "cudaMemcpyPeer", "void *to, int toDevice, const void *from, int fromDevice, size_t n", ptds, (*session).memcpyPeer},
	{errorCode, "cudaMemcpyPeerAsync", "void *to, int toDevice, const void *from, int fromDevice, size_t n, cudaStream_t stream", ptsz, (*session).memcpyPeerAsync},
	{errorCode, "cudaMemcpyToSymbol", "const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind", ptds, (*session).memcpyToSymbol},
	{errorCode, "cudaMemcpyFromSymbol", "void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind", ptds, (*session).memcpyFromSymbol},
	{errorCode, "cudaMemcpyToSymbolAsync", "const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream", ptsz, (*session).memcpyToSymbol},
	{errorCode, "cudaMemcpyFromSymbolAsync", "void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream", ptsz, (*session).memcpyFromSymbol},
	{errorCode, "cudaMemset", "void *p, int value, size_t n", ptds, (*session).memset},
	{errorCode, "cudaMemsetAsync", "void *p, int value, size_t n, cudaStream_t stream", ptsz, (*session).memset},
	{errorCode, "cudaMemset2D", "void *p, size_t pitch, int value, size_t width, size_t height", ptds, (*session).memset2D},
	{errorCode, "cudaMemset2DAsync", "void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream", ptsz, (*session).memset2D},
	{errorCode, "cudaMemset3DAsync", "struct cudaPitchedPtr p, int value, struct cudaExtent extent, cudaStream_t stream", ptsz, (*session).memset3D},

	// Arrays, textures and surfaces.
	{errorCode, "cudaMallocArray", "cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height, unsigned int flags", "", (*session).mallocArray},
	{errorCode, "cudaMalloc3DArray", "cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int flags", "", (*session).malloc3DArray},
	{errorCode, "cudaFreeArray", "cudaArray_t array", "", (*session).freeArray},
	{errorCode, "cudaGetChannelDesc", "struct cudaChannelFormatDesc *desc, cudaArray_const_t array", "", (*session).channelOf},
	{errorCode, "cudaArrayGetInfo", "struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags, cudaArray_t array", "", (*session).arrayInfo},
	{errorCode, "cudaMemcpy2DToArray", "cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind", ptds, (*session).memcpy2DToArray},
	{errorCode, "cudaMemcpy2DToArrayAsync", "cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream", ptsz, (*session).memcpy2DToArrayAsync},
	{errorCode, "cudaMemcpy2DFromArray", "void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, enum cudaMemcpyKind kind", ptds, (*session).memcpy2DFromArray},
	{errorCode, "cudaMemcpy2DFromArrayAsync", "void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream", ptsz, (*session).memcpy2DFromArrayAsync},
	{errorCode, "cudaMemcpyToArray", "cudaArray_t to, size_t x, size_t y, const void *from, size_t n, enum cudaMemcpyKind kind", ptds, (*session).memcpyToArray},
	{errorCode, "cudaMemcpyFromArray", "void *to, cudaArray_const_t from, size_t x, size_t y, size_t n, enum cudaMemcpyKind kind", ptds, (*session).memcpyFromArray},
	{errorCode, "cudaMalloc3D", "struct cudaPitchedPtr *p, struct cudaExtent extent", "", (*session).malloc3D},
	{errorCode, "cudaMemset3D", "struct cudaPitchedPtr p, int value, struct cudaExtent extent", ptds, (*session).memset3D},
	{errorCode, "cudaMemcpy3D", "const struct cudaMemcpy3DParms *p", ptds, (*session).memcpy3D},
	{errorCode, "cudaMemcpy3DAsync", "const struct cudaMemcpy3DParms *p, cudaStream_t stream", ptsz, (*session).memcpy3DAsync},
	{errorCode, "cudaCreateTextureObject", "cudaTextureObject_t *object, const struct cudaResourceDesc *resource, const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view", "", (*session).createTexture},
	{errorCode, "cudaDestroyTextureObject", "cudaTextureObject_t object", "", (*session).destroyTexture},
	{errorCode, "cudaCreateSurfaceObject", "cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource", "", (*session).createSurface},
	{errorCode, "cudaDestroySurfaceObject", "cudaSurfaceObject_t object", "", (*session).destroySurface},

	// Streams and events.
	{errorCode, "cudaStreamCreate", "cudaStream_t *stream", "", (*session).streamCreate},
	{errorCode, "cudaStreamCreateWithFlags", "cudaStream_t *stream, unsigned int flags", "", (*session).streamCreate},
	{errorCode, "cudaStreamCreateWithPriority", "cudaStream_t *stream, unsigned int flags, int priority", "", (*session).streamCreate},
	{errorCode, "cudaStreamDestroy", "cudaStream_t stream", "", (*session).streamDestroy},
	{errorCode, "cudaStreamSynchronize", "cudaStream_t stream", ptsz, (*session).streamSynchronize},
	{errorCode, "cudaStreamQuery", "cudaStream_t stream", ptsz, (*session).streamQuery},
	{errorCode, "cudaStreamWaitEvent", "cudaStream_t stream, cudaEvent_t event, unsigned int flags", ptsz, (*session).streamWait},
	{errorCode, "cudaStreamAddCallback", "cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags", ptsz, (*session).addCallback},
	{errorCode, "cudaLaunchHostFunc", "cudaStream_t stream, cudaHostFn_t f, void *data", ptsz, (*session).hostFunction},
	{errorCode, "cudaStreamAttachMemAsync", "cudaStream_t stream, void *p, size_t n, unsigned int flags", ptsz, (*session).nothing},
	{errorCode, "cudaDeviceGetStreamPriorityRange", "int *least, int *greatest", "", (*session).priorities},
	{errorCode, "cudaEventCreate", "cudaEvent_t *event", "", (*session).eventCreate},
	{errorCode, "cudaEventCreateWithFlags", "cudaEvent_t *event, unsigned int flags", "", (*session).eventCreate},
	{errorCode, "cudaEventRecord", "cudaEvent_t event, cudaStream_t stream", ptsz, (*session).eventRecord},
	{errorCode, "cudaEventRecordWithFlags", "cudaEvent_t event, cudaStream_t stream, unsigned int flags", ptsz, (*session).eventRecord},
	{errorCode, "cudaEventSynchronize", "cudaEvent_t event", "", (*session).eventSynchronize},
	{errorCode, "cudaEventQuery", "cudaEvent_t event", "", (*session).eventQuery},
	{errorCode, "cudaEventElapsedTime", "float *ms, cudaEvent_t a, cudaEvent_t b", "", (*session).elapsed},
	{errorCode, "cudaEventDestroy", "cudaEvent_t event", "", (*session).eventDestroy},

	{errorCode, "cudaStreamGetFlags", "cudaStream_t stream, unsigned int *flags", ptsz, (*session).streamFlags},
	{errorCode, "cudaStreamGetPriority", "cudaStream_t stream, int *priority", ptsz, (*session).streamPriority},
	{errorCode, "cudaStreamSetAttribute", "cudaStream_t stream, cudaStreamAttrID attr, const cudaStreamAttrValue *value", ptsz, (*session).setStreamAttribute},
	{errorCode, "cudaStreamCopyAttributes", "cudaStream_t to, cudaStream_t from", ptsz, (*session).nothing},

	// Graphs.
	{errorCode, "cudaStreamBeginCapture", "cudaStream_t stream, enum cudaStreamCaptureMode mode", ptsz, (*session).beginCapture},
	{errorCode, "cudaStreamEndCapture", "cudaStream_t stream, cudaGraph_t *graph", ptsz, (*session).endCapture},
	{errorCode, "cudaStreamIsCapturing", "cudaStream_t stream, enum cudaStreamCaptureStatus *capturing", ptsz, (*session).isCapturing},
	{errorCode, "cudaGraphCreate", "cudaGraph_t *graph, unsigned int flags", "", (*session).graphCreate},
	{errorCode, "cudaGraphClone", "cudaGraph_t *clone, cudaGraph_t graph", "", (*session).graphCopy},
	{errorCode, "cudaGraphDestroy", "cudaGraph_t graph", "", (*session).graphDestroy},
	{errorCode, "cudaGraphInstantiate", "cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags", "", (*session).graphCopy},
	{errorCode, "cudaGraphInstantiateWithFlags", "cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags", "", (*session).graphCopy},
	{errorCode, "cudaGraphExecDestroy", "cudaGraphExec_t exec", "", (*session).graphDestroy},
	{errorCode, "cudaGraphUpload", "cudaGraphExec_t exec, cudaStream_t stream", ptsz, (*session).nothing},
	{errorCode, "cudaGraphLaunch", "cudaGraphExec_t exec, cudaStream_t stream", ptsz, (*session).graphLaunch},
	{errorCode, "cudaGraphGetNodes", "cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n", "", (*session).graphNodes},
	{errorCode, "cudaGraphAddKernelNode", "cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const struct cudaKernelNodeParams *p", "", (*session).addKernelNode},
	{errorCode, "cudaGraphAddMemcpyNode", "cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const struct cudaMemcpy3DParms *p", "", (*session).addCopyNode},
	{errorCode, "cudaGraphAddMemcpyNode1D", "cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind", "", (*session).addCopyNode1D},
	{errorCode, "cudaGraphAddMemsetNode", "cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const struct cudaMemsetParams *p", "", (*session).addSetNode},
	{errorCode, "cudaGraphAddHostNode", "cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const struct cudaHostNodeParams *p", "", (*session).addHostNode},
	{errorCode, "cudaGraphAddEmptyNode", "cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n", "", (*session).addEmptyNode},
	{errorCode, "cudaGraphAddChildGraphNode", "cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, cudaGraph_t child", "", (*session).addChildGraph},
	{errorCode, "cudaGraphKernelNodeSetParams", "cudaGraphNode_t node, const struct cudaKernelNodeParams *p", "", (*session).setAnyKernelNode},
	{errorCode, "cudaGraphExecKernelNodeSetParams", "cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams *p", "", (*session).setKernelNode},

	// Devices and errors.
	{errorCode, "cudaDeviceSynchronize", "void", "", (*session).synchronize},
	{errorCode, "cudaGetDeviceCount", "int *n", "", (*session).deviceCount},
	{errorCode, "cudaGetDevice", "int *device", "", (*session).getDevice},
	{errorCode, "cudaSetDevice", "int device", "", (*session).setDevice},
	{errorCode, "cudaSetDeviceFlags", "unsigned int flags", "", (*session).nothing},
	{errorCode, "cudaInitDevice", "int device, unsigned int deviceFlags, unsigned int flags", "", (*session).nothing},
	{errorCode, "cudaGetDeviceProperties", "struct cudaDeviceProp *p, int device", "", (*session).properties},
	{errorCode, "cudaDeviceGetAttribute", "int *value, enum cudaDeviceAttr attr, int device", "", (*session).attribute},
	{errorCode, "cudaCtxResetPersistingL2Cache", "void", "", (*session).nothing},
	{errorCode, "cudaGetDeviceFlags", "unsigned int *flags", "", (*session).deviceFlags},
	{errorCode, "cudaDeviceGetPCIBusId", "char *id, int length, int device", "", (*session).busID},
	{errorCode, "cudaDeviceGetP2PAttribute", "int *value, enum cudaDeviceP2PAttr attr, int from, int to", "", (*session).peerAttribute},
	{errorCode, "cudaChooseDevice", "int *device, const struct cudaDeviceProp *p", "", (*session).chooseDevice},
	{errorCode, "cudaDeviceGetCacheConfig", "enum cudaFuncCache *config", "", (*session).cacheConfig},
	{errorCode, "cudaDeviceSetSharedMemConfig", "enum cudaSharedMemConfig config", "", (*session).nothing},
	{errorCode, "cudaDeviceGetSharedMemConfig", "enum cudaSharedMemConfig *config", "", (*session).bankWidth},
	{errorCode, "cudaFuncSetSharedMemConfig", "const void *kernel, enum cudaSharedMemConfig config", "", (*session).nothing},
	{errorCode, "cudaDeviceReset", "void", "", (*session).reset},
	{errorCode, "cudaDeviceSetLimit", "enum cudaLimit limit, size_t value", "", (*session).setLimit},
	{errorCode, "cudaDeviceGetLimit", "size_t *value, enum cudaLimit limit", "", (*session).getLimit},
	{errorCode, "cudaDeviceSetCacheConfig", "enum cudaFuncCache config", "", (*session).nothing},
	{errorCode, "cudaDeviceCanAccessPeer", "int *can, int device, int peer", "", (*session).canAccessPeer},
	{errorCode, "cudaDeviceEnablePeerAccess", "int peer, unsigned int flags", "", (*session).enablePeer},
	{errorCode, "cudaDeviceDisablePeerAccess", "int peer", "", (*session).disablePeer},
	{errorCode, "cudaDriverGetVersion", "int *version", "", (*session).version},
	{errorCode, "cudaRuntimeGetVersion", "int *version", "", (*session).version},
	{errorCode, "cudaProfilerStart", "void", "", (*session).nothing},
	{errorCode, "cudaProfilerStop", "void", "", (*session).nothing},
	{errorCode, "cudaGetLastError", "void", "", (*session).getLastError},
	{errorCode, "cudaPeekAtLastError", "void", "", (*session).peekLastError},
}
