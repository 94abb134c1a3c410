// Kernels in CUDA C whose lanes wait for each other.

__device__ int total;

//gpusim:check -grid 2 -block 64 lock=1
__global__ void laneLock(int *lock) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      total += threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

//gpusim:check -grid 1 -block 32 lock=1 sum=4 in=32:ramp
__global__ void groups(int *lock, float *sum, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  unsigned mask = 15u << (t & ~3);
  s[t] = in[t];
  __syncwarp(mask);
  if ((t & 3) == 0) {
    bool done = false;
    while (!done) {
      if (atomicCAS(lock, 0, 1) == 0) {
        __threadfence();
        for (int k = 0; k < 4; k++) sum[k] += s[t + k];
        __threadfence();
        atomicExch(lock, 0);
        done = true;
      }
    }
  }
  __syncwarp(mask);
  s[t] = 0;
}

//gpusim:check -grid 1 -block 32 out=32 in=32:ramp
__global__ void groupsExchange(int *out, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp(15u << (t & ~3));
  out[t] = s[t ^ 1];
}

__device__ int sumOf(int rounds, unsigned mask, int v) {
  if (rounds == 0) return v;
  v += __shfl_xor_sync(mask, v, 1);
  __syncwarp(mask);
  return sumOf(rounds - 1, mask, v);
}

//gpusim:check -grid 1 -block 32 out=32
__global__ void arms(int *out) {
  int t = threadIdx.x;
  unsigned low = __ballot_sync(~0u, t % 4 < 2);
  if (t % 4 < 2) {
    out[t] = sumOf(3, low, t);
  } else {
    out[t] = sumOf(2, ~low, t);
  }
}
