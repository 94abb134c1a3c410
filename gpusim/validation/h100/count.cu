// Bank conflicts of atomics on shared memory whose result nobody reads, for a profiler.
//
//   nvcc -O3 -arch=sm_90 -o count count.cu
//   ncu --metrics l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum ./count
//
// One warp. spread: words that its lanes use. Machine code from sm_80 on has ATOMS.POPC.INC.32
// in count and bank, ATOMS.ADD in plus and lane; sm_75 has ATOMS.ADD in all.
#include <cstdio>
#define KERNEL(NAME, STEP, VALUE) __global__ void NAME(int* out, int spread, int add) { __shared__ int s[1024]; s[threadIdx.x] = 0; \
  __syncthreads(); atomicAdd(&s[(threadIdx.x % spread) * STEP], VALUE); __syncthreads(); out[threadIdx.x] = s[threadIdx.x] + add; }
KERNEL(count, 1, 1)
KERNEL(bank, 32, 1)
KERNEL(plus, 1, add)
KERNEL(lane, 1, int(threadIdx.x))
int main() {
  int* out; cudaMalloc(&out, 4096);
  for (int spread : {1, 2, 4, 32}) { count<<<1, 32>>>(out, spread, 3); bank<<<1, 32>>>(out, spread, 3); plus<<<1, 32>>>(out, spread, 3); lane<<<1, 32>>>(out, spread, 3); }
  cudaDeviceSynchronize(); puts(cudaGetErrorString(cudaGetLastError()));
}
