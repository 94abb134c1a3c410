// Kernels of forms that depend on more than their operands. Each gets 64 numbers, or more.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ int next(int x) { return x + 1; }
__device__ int twice(int x) { return x * 2; }
typedef int (*Function)(int);
__device__ Function table[2] = {next, twice};
__constant__ Function constants[2] = {next, twice};

extern "C" __global__ void pointers(int *p, int n) {
  int i = threadIdx.x;
  p[i] = table[n](p[i]) + constants[i & 1](3);
}

struct Shape {
  virtual __device__ int area(int x) = 0;
};
struct Square : Shape {
  int add;
  __device__ int area(int x) override { return x * x + add; }
};
struct Triangle : Shape {
  __device__ int area(int x) override { return x * 3; }
};

extern "C" __global__ void virtuals(int *p, int n) {
  int i = threadIdx.x;
  Square square;
  Triangle triangle;
  square.add = n;
  Shape *shape = &square;
  if (p[i] & 1) shape = &triangle;
  p[i] = shape->area(p[i]);
}

extern "C" __global__ void either(int *p, int n) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = n;
  __syncthreads();
  int *q = i & 1 ? p : tile;
  q[i] += 5;
  atomicAdd(q + 3, 2);
  __syncthreads();
  p[i] = i & 1 ? p[i] : tile[i] + 100 * __isShared(q) + 1000 * __isGlobal(p);
}

__device__ int counter = 7;
__device__ int *address = &counter;
extern "C" __global__ void initial(int *p, int n) { p[threadIdx.x] = *address + n; }

extern "C" __global__ void clocks(int *p, int n) {
  long long start = clock64();
  while (clock64() - start < n) { }
  unsigned long long before, after;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
  __nanosleep(10);
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
  p[threadIdx.x] = clock64() - start >= n && after > before;
}

extern "C" __global__ void grid(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  for (int k = 0; k < n; k++) {
    int other = p[(i + 1) % all];
    cooperative_groups::this_grid().sync();
    p[i] = other + 1;
    cooperative_groups::this_grid().sync();
  }
}

extern "C" __global__ void numbered(int *p, int n) {
  __shared__ int tile[64];
  int i = threadIdx.x, half = i / 32;
  tile[i] = p[i] + n;
  if (half == 0) {
    asm volatile("bar.sync 1, 32;" ::: "memory");
    p[i] = tile[31 - i];
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  } else {
    int any;
    asm volatile("{ .reg .pred q; setp.eq.s32 q, %1, 40; bar.red.or.pred q, 3, 32, q; selp.s32 %0, 1000, 0, q; }" : "=r"(any) : "r"(i));
    asm volatile("bar.sync 2, 64;" ::: "memory");
    p[i] = tile[i - 32] + any;
  }
}

extern "C" __global__ void heap(int *p, int n) {
  int i = threadIdx.x;
  int *q = (int *)malloc(n * sizeof(int));
  for (int k = 0; k < n; k++) q[k] = p[i] + k;
  p[i] = q[n - 1];
  free(q);
  if (malloc(1 << 30)) p[i] = -1;
}

struct Table {
  int n, v[5];
  int *rows[3];
};
__device__ __noinline__ int element(const int *v, int i) { return v[i]; }
extern "C" __global__ void indexed(const __grid_constant__ Table t, int *p) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = i;
  __syncthreads();
  p[i] = t.rows[i % 3][i] + element(i & 1 ? tile : t.v, i % 5) + t.n;
}

__device__ __half2 total;
__device__ __nv_bfloat16 counts[2];
__device__ unsigned short marks[2];
extern "C" __global__ void narrow(int *p, int n) {
  __shared__ __nv_bfloat162 pair;
  int i = threadIdx.x;
  if (i == 0) pair = __floats2bfloat162_rn(0, 100);
  __syncthreads();
  atomicAdd(&total, __floats2half2_rn(i, -1));
  atomicAdd(&counts[1], __float2bfloat16(2));
  atomicAdd(&pair, __floats2bfloat162_rn(1, -2));
  atomicCAS(&marks[1], 0, n);
  atomicCAS(&marks[1], n, n + 1);
  __syncthreads();
  p[i] += __low2float(total) + 3 * __high2float(total) + 5 * __bfloat162float(counts[1]) + 7 * __low2float(pair) + 11 * __high2float(pair) + 1000000 * marks[1] + __bfloat162float(counts[0]) + marks[0];
}

extern "C" __global__ void groups(int *p, int n) {
  auto block = cooperative_groups::this_thread_block();
  auto group = cooperative_groups::tiled_partition<64>(block);
  int i = threadIdx.x;
  p[i] = cooperative_groups::reduce(group, p[i], cooperative_groups::plus<int>()) + (group.any(i == n) ? group.shfl(p[i], n) : 0);
}
