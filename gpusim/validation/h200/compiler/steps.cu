// Loops that grow by a variable step: how often nvcc copies their bodies (steps.sh).
__global__ void local_int(float* x, int n) {
  int step = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) x[i] = x[i] * 2;
}
__global__ void local_unsigned(float* x, int n) {
  unsigned step = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) x[i] = x[i] * 2;
}
__global__ void both_unsigned(float* x, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) x[i] = x[i] * 2;
}
__global__ void in_loop(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) x[i] = x[i] * 2;
}
__global__ void block(float* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = x[i] * 2;
}
__global__ void parameter(float* x, int n, int step) {
  for (int i = threadIdx.x; i < n; i += step) x[i] = x[i] * 2;
}
__global__ void parameter_while(float* x, int n, int step) {
  int i = threadIdx.x;
  while (i < n) {
    x[i] = x[i] * 2;
    i += step;
  }
}
__global__ void do_while(float* x, int n, int step) {
  int i = threadIdx.x;
  do {
    x[i] = x[i] * 2;
    i += step;
  } while (i < n);
}
__global__ void from_zero(float* x, int n, int step) {
  for (int i = 0; i < n; i += step) x[i + threadIdx.x] = x[i + threadIdx.x] * 2;
}
__global__ void sum(float* x, int n, int step) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += step) s += x[i];
  x[threadIdx.x] = s;
}
__global__ void row(float* x, int n, int width) {
  float s = 0;
  for (int i = 0; i < n * width; i += width) s += x[i + threadIdx.x];
  x[threadIdx.x] = s;
}
__global__ void atomics(unsigned* x, const unsigned* y, int n, int step) {
  for (int i = threadIdx.x; i < n; i += step) atomicAdd(&x[y[i] & 255], 1);
}
__global__ void inclusive(float* x, int n, int step) {
  for (int i = threadIdx.x; i <= n; i += step) x[i] = x[i] * 2;
}
__global__ void downwards(float* x, int n, int step) {
  for (int i = n - threadIdx.x; i > 0; i -= step) x[i] = x[i] * 2;
}
__global__ void unknown(unsigned* x, const unsigned* y, int n, int step) {
  for (int i = threadIdx.x; i < n; i += step) x[y[i] & 255] = 1;
}
__global__ void volatiles(volatile float* x, int n, int step) {
  for (int i = threadIdx.x; i < n; i += step) x[i] = 2;
  x[0] = x[1];
}
__global__ void barriers(float* x, int n, int step) {
  for (int i = threadIdx.x; i < n; i += step) {
    x[i] *= 2;
    __syncthreads();
  }
}
__global__ void shuffles(float* x, int n, int step) {
  for (int i = threadIdx.x; i < n; i += step) x[i] = __shfl_xor_sync(~0u, x[i], 1);
}
