// Roots of kernels are rounded correctly, as the host's are, whichever compiler the program has.
#include "check.h"
#include <cmath>
__global__ void roots(float *x, float *single, double *both) {
	int i = threadIdx.x;
	single[i] = sqrtf(x[i]);
	both[i] = sqrt((double)x[i]);
}
int main() {
	const int n = 1024;
	float *x, *single;
	double *both;
	CHECK(cudaMallocManaged(&x, n * sizeof *x));
	CHECK(cudaMallocManaged(&single, n * sizeof *single));
	CHECK(cudaMallocManaged(&both, n * sizeof *both));
	for (int i = 0; i < n; i++) x[i] = i + 1;
	roots<<<1, n>>>(x, single, both);
	CHECK(cudaDeviceSynchronize());
	int differ = 0;
	for (int i = 0; i < n; i++) differ += single[i] != sqrtf(x[i]) || both[i] != sqrt((double)x[i]);
	printf("%d of %d roots differ\n", differ, n);
}
