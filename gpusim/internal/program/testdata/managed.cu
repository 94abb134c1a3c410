// A list that the host builds in managed memory is walked by a kernel.
#include "check.h"
struct Node { int value; Node *next; };
__global__ void sum(const Node *n, int *out) {
	int s = 0;
	for (; n; n = n->next) s += n->value;
	*out = s;
}
__global__ void twice(Node *nodes, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) nodes[i].value *= 2;
}
int main() {
	Node *nodes;
	int *out;
	CHECK(cudaMallocManaged(&nodes, 1000 * sizeof(Node)));
	CHECK(cudaMallocManaged(&out, sizeof(int)));
	for (int i = 0; i < 1000; i++) nodes[i] = {i, i < 999 ? &nodes[i + 1] : nullptr};
	sum<<<1, 1>>>(nodes, out);
	CHECK(cudaDeviceSynchronize());
	printf("sum %d\n", *out);
	twice<<<4, 256>>>(nodes, 1000);
	CHECK(cudaDeviceSynchronize());
	long total = 0;
	for (const Node *n = nodes; n; n = n->next) total += n->value;
	printf("host sum %ld\n", total);
	cudaPointerAttributes a;
	CHECK(cudaPointerGetAttributes(&a, nodes));
	printf("type %d, same %d\n", a.type, a.devicePointer == a.hostPointer);
	CHECK(cudaFree(nodes));
	CHECK(cudaFree(out));
}
