// What kernels print comes when the program waits, in order with the program's own output.
#include "check.h"
__global__ void say(const char *word, int n) { printf("kernel: %s %d of %d, %5.2f %lld %#x\n", "thread", threadIdx.x, n, 1.5, 1LL << 40, 255); }
__global__ void stop(int n) {
	if (n > 3) asm("exit;");
	printf("not beyond\n");
}
// What a device's printf reads, and what it prints as it stands.
__global__ void forms() {
	printf("%*d|%-*d|%.*f\n", 6, 42, 6, 42, 2, 3.14159);
	printf("%p %p|% 5d|%+5d|%-+5d|\n", (void *)0, (void *)0x1234, 3, 3, 3);
	printf("%a %.3d|%8.3d|%.0d| %#X %#llx %#.0f %hd %c\n", 1.0, 5, 5, 0, 255, 255LL, 2.0, 70000, 'A' + 256);
	printf("%zu\n", (size_t)77);
	int n = printf("%d\n", 5);
	printf("%d\n", n);
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
	forms<<<1, 1>>>();
	CHECK(cudaDeviceSynchronize());
	fprintf(stderr, "to stderr\n");
	return 7;
}
