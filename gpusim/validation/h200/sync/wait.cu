// Blocks that wait for all blocks of the grid: as many as the device holds, and one more.
#include <cstdio>
const int patience = 2000000; // rounds until a waiting thread gives up
__global__ void blocks(volatile int* came, int* gave_up) {
  if (threadIdx.x == 0) {
    atomicAdd((int*)came, 1);
    int k = 0;
    while (*came < gridDim.x && k < patience) ++k;
    if (k == patience) atomicAdd(gave_up, 1);
  }
  __syncthreads();
}
int main() {
  int *d, h[2], fit, sms;
  cudaMalloc(&d, 8);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, blocks, 1024, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  for (int more = 0; more < 2; ++more) {
    cudaMemset(d, 0, 8);
    blocks<<<fit * sms + more, 1024>>>(d, d + 1);
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    printf("wait blocks=%d fit=%d came=%d gave_up=%d\n", fit * sms + more, fit * sms, h[0], h[1]);
  }
  return cudaDeviceSynchronize();
}
