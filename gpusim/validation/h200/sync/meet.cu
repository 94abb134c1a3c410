// Barriers that not all threads of a block of two warps reach. ./meet CASE; cases 2 and 3 do
// not end: kill them.
#include <cstdio>
__global__ void ended(int* o, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = t;
  __syncthreads();
  o[t] = s[n - 1 - t];
}
__global__ void arms(int* o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  if (t % 32 < 16) {
    s[t] = 1;
    __syncthreads();
  } else {
    for (int k = 0; k < 1000; ++k) __nanosleep(100);
    s[t] = 1;
    __syncthreads();
  }
  o[t] = s[63 - t];
}
__global__ void missing(int* o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  if (t % 32 < 16) __syncthreads();
  else for (int k = 0; k < 1000; ++k) __nanosleep(100);
  s[t] = 1;
  __syncthreads();
  o[t] = s[63 - t];
}
int main(int, char** a) {
  int *d, h[64], c = a[1][0] - '0', right = 0;
  cudaMalloc(&d, 256);
  cudaMemset(d, 255, 256);
  int n = c == 0 ? 32 : c == 1 ? 40 : 64;
  if (c < 2) ended<<<1, 64>>>(d, n);
  if (c == 2) arms<<<1, 64>>>(d);
  if (c == 3) missing<<<1, 64>>>(d);
  cudaError_t e = cudaDeviceSynchronize();
  cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost);
  for (int t = 0; t < n; ++t) right += h[t] == (c < 2 ? n - 1 - t : 1);
  printf("meet case=%d %s threads=%d right=%d\n", c, cudaGetErrorString(e), n, right);
}
