// Kernels in CUDA C that update what they share, and lose nothing.

//gpusim:check -grid 4 -block 64 t=1
__global__ void maximum(float *t) {
  int *p = (int *)t;
  int old = *(volatile int *)p, seen;
  while (__int_as_float(old) < (float)threadIdx.x) {
    seen = atomicCAS(p, old, __float_as_int((float)threadIdx.x));
    if (seen == old) break;
    old = seen;
  }
}

//gpusim:check -grid 4 -block 1 lock=1 t=1
__global__ void locked(int *lock, volatile int *t) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  t[0] = t[0] + 1;
  __threadfence();
  atomicExch(lock, 0);
}

__device__ unsigned done;

//gpusim:check -grid 4 -block 64 parts=4 out=1 in=256:ramp
__global__ void lastBlock(float *parts, float *out, const float *in) {
  __shared__ bool last;
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * 64 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float all = 0;
    for (int k = 0; k < gridDim.x; k++) all += parts[k];
    out[0] = all;
    done = 0;
  }
}

//gpusim:check -grid 4 -block 64 sum=1 in=256:ramp
__global__ void addDouble(double *sum, const double *in) {
  unsigned long long *p = (unsigned long long *)sum, old = *p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __double_as_longlong(in[blockIdx.x * 64 + threadIdx.x] + __longlong_as_double(assumed)));
  } while (assumed != old);
}

//gpusim:check -grid 4 -block 64 most=1 in=256:rand(1)
__global__ void maximumOfFloats(float *most, const float *in) {
  float x = in[blockIdx.x * 64 + threadIdx.x];
  int *p = (int *)most, old = *p;
  while (__int_as_float(old) < x) {
    int seen = atomicCAS(p, old, __float_as_int(x));
    if (seen == old) break;
    old = seen;
  }
}

//gpusim:check -grid 2 -block 1 full=1 slot=1 out=8
__global__ void oneSlot(volatile int *full, int *slot, int *out) {
  for (int k = 0; k < 8; k++) {
    while (*full != (int)blockIdx.x) {}
    __threadfence();
    if (blockIdx.x == 0) slot[0] = k * k;
    else out[k] = slot[0];
    __threadfence();
    *full = 1 - blockIdx.x;
  }
}

//gpusim:check -grid 4 -block 1 lock=2 t=1
__global__ void testThenTake(int *lock, int *t) {
  while (true) {
    while (*(volatile int *)lock) {}
    if (atomicCAS(lock, 0, 1) == 0) break;
  }
  __threadfence();
  t[0] += 1;
  __threadfence();
  *(volatile int *)lock = 0;
}

//gpusim:check -grid 4 -block 1 ctl=2 t=1
__global__ void toggled(volatile int *ctl, int *t) {
  while (atomicCAS((int *)ctl, 0, 1) != 0) {}
  __threadfence();
  if (ctl[1] == 0) ctl[1] = 1;
  else ctl[1] = 0;
  t[0]++;
  __threadfence();
  atomicExch((int *)ctl, 0);
}
