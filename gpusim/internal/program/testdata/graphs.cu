// Graphs: captured from two streams, made node by node, cloned, with a launch that is replaced. The
// program compares with what the host computes.
#include "check.h"

__global__ void scale(int *a, int n, int by) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) a[i] *= by;
}

__global__ void add(int *a, const int *b, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) a[i] += b[i];
}

static void said(void *text) { printf("%s\n", (const char *)text); }

static void compare(const char *what, const int *a, int n, int by, int more) {
	int wrong = 0;
	for (int i = 0; i < n; i++) wrong += a[i] != i * by + more;
	printf("%s: %d wrong\n", what, wrong);
}

int main() {
	const int n = 1000, bytes = n * sizeof(int);
	int host[n], back[n], *a, *b;
	for (int i = 0; i < n; i++) host[i] = i;
	CHECK(cudaMalloc(&a, bytes));
	CHECK(cudaMalloc(&b, bytes));
	cudaStream_t s, other;
	cudaEvent_t fork, join;
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaStreamCreate(&other));
	CHECK(cudaEventCreate(&fork));
	CHECK(cudaEventCreate(&join));

	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaEventRecord(fork, s));
	CHECK(cudaStreamWaitEvent(other, fork, 0));
	CHECK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, s));
	CHECK(cudaMemsetAsync(b, 1, bytes, other));
	CHECK(cudaEventRecord(join, other));
	CHECK(cudaStreamWaitEvent(s, join, 0));
	for (int by = 2; by < 4; by++) scale<<<4, 256, 0, s>>>(a, n, by); // arguments are those of now
	add<<<4, 256, 0, s>>>(a, b, n);
	CHECK(cudaMemcpyAsync(back, a, bytes, cudaMemcpyDeviceToHost, s));
	CHECK(cudaLaunchHostFunc(s, said, (void *)"captured graph ran"));
	cudaStreamCaptureStatus capturing;
	CHECK(cudaStreamIsCapturing(other, &capturing));
	printf("the other stream is %scapturing\n", capturing == cudaStreamCaptureStatusActive ? "" : "not ");
	cudaGraph_t graph;
	CHECK(cudaStreamEndCapture(s, &graph));
	CHECK(cudaMemset(a, 0, bytes));
	size_t nodes;
	CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
	printf("%zu nodes\n", nodes);
	cudaGraphExec_t exec;
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphDestroy(graph));
	for (int i = 0; i < 2; i++) {
		back[n - 1] = -1;
		CHECK(cudaGraphLaunch(exec, other));
		CHECK(cudaStreamSynchronize(other));
		compare("captured", back, n, 6, 0x01010101);
	}
	CHECK(cudaGraphExecDestroy(exec));

	CHECK(cudaGraphCreate(&graph, 0));
	cudaGraphNode_t set, copy, launch, out, tell;
	cudaMemsetParams ones = {};
	ones.dst = b, ones.value = 5, ones.elementSize = sizeof(int), ones.width = n, ones.height = 1;
	CHECK(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &ones));
	CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, a, host, bytes, cudaMemcpyHostToDevice));
	int elements = n;
	void *args[] = {&a, &b, &elements};
	cudaKernelNodeParams kernel = {};
	kernel.func = (void *)add, kernel.gridDim = dim3(4), kernel.blockDim = dim3(256), kernel.kernelParams = args;
	cudaGraphNode_t both[] = {set, copy};
	CHECK(cudaGraphAddKernelNode(&launch, graph, both, 2, &kernel));
	CHECK(cudaGraphAddMemcpyNode1D(&out, graph, &launch, 1, back, a, bytes, cudaMemcpyDeviceToHost));
	cudaHostNodeParams host1 = {said, (void *)"made graph ran"};
	CHECK(cudaGraphAddHostNode(&tell, graph, &out, 1, &host1));
	cudaGraph_t clone;
	CHECK(cudaGraphClone(&clone, graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphLaunch(exec, s));
	CHECK(cudaStreamSynchronize(s));
	compare("made", back, n, 1, 5);
	int by = 7;
	void *others[] = {&a, &elements, &by};
	kernel.func = (void *)scale, kernel.kernelParams = others;
	CHECK(cudaGraphExecKernelNodeSetParams(exec, launch, &kernel));
	CHECK(cudaGraphLaunch(exec, s));
	CHECK(cudaStreamSynchronize(s));
	compare("with another launch", back, n, 7, 0);
	cudaGraphExec_t second;
	CHECK(cudaGraphInstantiate(&second, clone, 0));
	CHECK(cudaGraphLaunch(second, s));
	CHECK(cudaStreamSynchronize(s));
	compare("cloned", back, n, 1, 5);
	printf("synchronize while capturing: ");
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(s)));
	return 0;
}
