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
