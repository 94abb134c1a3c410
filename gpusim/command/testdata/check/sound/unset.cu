// Kernels in CUDA C that declare variables without a value, and set them before they read them.

//gpusim:check -grid 1 -block 32 o=32 n=3
__global__ void setWithFlag(int *o, int n) {
  int x, y;
  bool set = false;
  if (threadIdx.x < n) {
    x = 4;
    set = true;
  }
  y = 1;
  if (set) o[threadIdx.x] = x + y;
}

//gpusim:check -grid 1 -block 32 o=32
__global__ void allCases(int *o) {
  int x;
  switch (threadIdx.x % 3) {
    case 0: x = 1; break;
    case 1: x = 2; break;
    default: x = 3;
  }
  o[threadIdx.x] = x;
}

__device__ void results(int v, int *a, float *b) {
  *a = v;
  *b = v / 2.0f;
}

//gpusim:check -grid 1 -block 32 o=32
__global__ void byPointer(float *o) {
  int a;
  float b;
  results(threadIdx.x, &a, &b);
  o[threadIdx.x] = a + b;
}

struct part { int used; float unused[3]; };

//gpusim:check -grid 1 -block 32 o=32 k=2
__global__ void partOfStruct(int *o, int k) {
  part p, q;
  p.used = threadIdx.x;
  p.unused[k] = 1;
  q = p;
  o[threadIdx.x] = q.used + q.unused[k];
}

//gpusim:check -grid 1 -block 32 o=32 n=16
__global__ void filled(int *o, int n) {
  int a[16], sum = 0, i;
  for (i = 0; i < n; i++) a[i] = i;
  for (i = 0; i < n; i++) sum += a[(i + threadIdx.x) % n];
  o[threadIdx.x] = sum;
}

//gpusim:check -grid 1 -block 32 o=64 n=3
__global__ void untilSet(int *o, int n) {
  int k;
  do {
    k = atomicAdd(o, 1);
  } while (k < n);
  o[threadIdx.x + 32] = k;
}

//gpusim:check -grid 1 -block 32 o=32
__global__ void bytes(unsigned *o) {
  float f = threadIdx.x;
  unsigned u;
  memcpy(&u, &f, 4);
  unsigned char b[4];
  for (int i = 0; i < 4; i++) b[i] = ((unsigned char *)&u)[i];
  o[threadIdx.x] = *(unsigned short *)&b[2];
}

//gpusim:check -grid 1 -block 64 n=1 o=64
__global__ void leaderTells(int *n, int *o) {
  unsigned m = __activemask();
  int lead = __ffs(m) - 1, lane = threadIdx.x % 32;
  int base;
  if (lane == lead) base = atomicAdd(n, __popc(m));
  base = __shfl_sync(m, base, lead);
  o[base + __popc(m & ((1u << lane) - 1))] = threadIdx.x;
}

//gpusim:check -grid 1 -block 32 o=32
__global__ void upperHalfPasses(int *o) {
  int v;
  if (threadIdx.x >= 16) v = threadIdx.x;
  int w = __shfl_down_sync(~0u, v, 16);
  if (threadIdx.x < 16) o[threadIdx.x] = w;
}
