// Kernels in CUDA C whose lanes wait for each other, and lack an order all the same.

//gpusim:check -grid 1 -block 32 lock=1 sum=4 in=32:ramp
__global__ void groups(int *lock, float *sum, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t]; // want "WarpRace"
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
}

//gpusim:check -grid 1 -block 32 out=32 in=32:ramp
__global__ void groupsExchange(int *out, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t]; // want "WarpRace"
  __syncwarp(15u << (t & ~3));
  out[t] = s[(t + 4) % 32];
}
