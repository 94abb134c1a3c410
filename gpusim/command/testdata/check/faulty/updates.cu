// Kernels in CUDA C that lose updates. Advice is in the words of CUDA C.

//gpusim:check -grid 1 -block 32 o=1
__global__ void inBlock(int *o) {
  __shared__ int s[1];
  if (threadIdx.x == 0) s[0] = 0;
  __syncthreads();
  s[0] += 1; // want "s\\[0\\] is written .* LostUpdate"
  __syncthreads();
  if (threadIdx.x == 0) o[0] = s[0];
}

//gpusim:check -device K40 -grid 1 -block 32 c=1
__global__ void lockstep(int *c) {
  c[0] = c[0] + 1; // want "LostUpdate"
}

//gpusim:check -device K40 -grid 1 -block 64 in=64:rand(1) h=8
__global__ void histogram(const int *in, int *h) {
  __shared__ int b[8];
  if (threadIdx.x < 8) b[threadIdx.x] = 0;
  __syncthreads();
  b[in[threadIdx.x] & 7]++; // want "LostUpdate"
  __syncthreads();
  if (threadIdx.x < 8) h[threadIdx.x] = b[threadIdx.x];
}

//gpusim:check -grid 4 -block 64 t=1
__global__ void exchange(int *t) {
  int old = atomicAdd(t, 0);
  atomicExch(t, old + 2); // want "LostUpdate"
}

//gpusim:check -grid 4 -block 1 t=1
__global__ void oneTry(int *t) {
  int old = *(volatile int *)t;
  atomicCAS(t, old, old + 2); // want "LostUpdate"
}

__device__ int flag;

//gpusim:check -grid 1 -block 64 x=64:ramp
__global__ void reverse(float *x) {
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x]; // want "with no barrier between.* SharedRace"
  x[threadIdx.x] = s[63 - threadIdx.x]; // want "Uninitialized"
}

//gpusim:check -grid 2 -block 1 out=1
__global__ void unfenced(int *out) {
  if (blockIdx.x == 0) {
    flag = 1; // want "flag is written by .* BlockRace"
  } else {
    out[0] = flag;
  }
}

//gpusim:check -grid 4 -block 1 lock=1 t=1
__global__ void lockWithoutAtomic(int *lock, int *t) {
  while (*(volatile int *)lock) {}
  *(volatile int *)lock = 1; // want "lock\\[0\\] .* LostUpdate"
  __threadfence();
  t[0] += 1;
  __threadfence();
  *(volatile int *)lock = 0;
}

//gpusim:check -grid 4 -block 1 lock=1 t=1
__global__ void fencedLockWithoutAtomic(volatile int *lock, int *t) {
  bool mine = false;
  while (!mine) {
    if (*lock == 0) {
      __threadfence();
      *lock = 2; // want "lock\\[0\\] .* LostUpdate"
      t[0] += 1;
      __threadfence();
      *lock = 0;
      mine = true;
    }
  }
}
