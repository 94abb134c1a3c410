// What kernels print comes when the program waits, in order with the program's own output.
#include "check.h"
__global__ void say(const char *word, int n) { printf("kernel: %s %d of %d, %5.2f %lld %#x\n", "thread", threadIdx.x, n, 1.5, 1LL << 40, 255); }
__global__ void stop(int n) {
	if (n > 3) asm("exit;");
	printf("not beyond\n");
}
int main() {
	printf("before\n");
	say<<<1, 2>>>("x", 2);
	printf("launched\n");
	CHECK(cudaDeviceSynchronize());
	printf("waited\n");
	stop<<<1, 1>>>(4);
	stop<<<1, 1>>>(3);
	CHECK(cudaDeviceSynchronize());
	fprintf(stderr, "to stderr\n");
	return 7;
}
