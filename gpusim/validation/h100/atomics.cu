// Atomics on global memory for a profiler: what op_atom and op_red count in L1 and L2. A row of
// atomics.txt is a launch, in the order of main: threads is n, blocks the grid, and the counters
// are the sums of requests and sectors in L1, of sectors in L2 (l2), and of sass_inst_executed.
//
//   nvcc -O3 -arch=sm_90 -o atomics atomics.cu
//   ncu --cache-control all --clock-control none --csv --page raw --print-units base --metrics \
//   l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum,l1tex__t_requests_pipe_lsu_mem_global_op_red.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum,lts__t_sectors_srcunit_tex_op_atom.sum,lts__t_sectors_srcunit_tex_op_red.sum,smsp__sass_inst_executed_op_global_atom.sum,smsp__sass_inst_executed_op_global_red.sum,smsp__inst_executed_op_global_atom.sum,smsp__inst_executed_op_global_red.sum,smsp__inst_executed.sum,sm__cycles_elapsed.max ./atomics > atomics.csv
#include <cstdio>
#define KERNEL(NAME, T, AT, VALUE, USE) __global__ void NAME(T* p, T* o, int n) { \
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t; if (t < n) { T r = atomicAdd(&p[AT], T(VALUE)); if (USE) o[i] = r; } }
KERNEL(one_red, int, 0, 1, false)      // combined: one lane
KERNEL(one_atom, int, 0, 1, true)      // combined
KERNEL(own_red, int, 0, t, false)      // REDUX and one lane
KERNEL(own_atom, int, 0, t, true)      // scan and one lane, for whole warps
KERNEL(float_red, float, 0, t, false)  // lane by lane
KERNEL(float_atom, float, 0, t, true)
KERNEL(far_red, int, t * 32, 1, false) // a line per lane
KERNEL(far_atom, int, t * 32, 1, true)
KERNEL(near_red, int, t, 1, false)     // a word per lane
KERNEL(near_atom, int, t, 1, true)
KERNEL(pair_red, int, t / 2, 1, false) // two lanes per word
KERNEL(pair_atom, int, t / 2, 1, true)
int main() {
  int *p, *o; cudaMalloc(&p, 1 << 24); cudaMalloc(&o, 1 << 24); cudaMemset(p, 0, 1 << 24);
  for (int n : {256, 48, 1})
    for (int grid : {1, 64, 640}) {
#define RUN(K) K<<<grid, 256>>>(p, o, n);
#define RUNF(K) K<<<grid, 256>>>((float*)p, (float*)o, n);
      RUN(one_red) RUN(one_atom) RUN(own_red) RUN(own_atom) RUNF(float_red) RUNF(float_atom)
      RUN(far_red) RUN(far_atom) RUN(near_red) RUN(near_atom) RUN(pair_red) RUN(pair_atom)
    }
  cudaDeviceSynchronize(); puts(cudaGetErrorString(cudaGetLastError()));
}
