// Sorts by a bitonic network: a launch per step.
#include <cstdlib>
__global__ void bitonicStep(unsigned *values, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, partner = i ^ j;
  if (partner > i && ((i & k) == 0) == (values[i] > values[partner])) {
    unsigned t = values[i];
    values[i] = values[partner];
    values[partner] = t;
  }
}
void sort(unsigned *host, int n) {
  unsigned *device;
  cudaMalloc((void **)&device, n * sizeof(unsigned));
  cudaMemcpy(device, host, n * sizeof(unsigned), cudaMemcpyHostToDevice);
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j = j >> 1) bitonicStep<<<n / 512, 512>>>(device, j, k);
  cudaMemcpy(host, device, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(device);
}
int main() {
  static unsigned values[1 << 13];
  srand(42);
  for (auto &v : values) v = rand();
  sort(values, 1 << 13);
  return 0;
}
