// Kernels in CUDA C that use arrays as C allows.

//gpusim:check -grid 1 -block 16 o=16
__global__ void ends(float *o) {
  __shared__ float m[4][16];
  for (int r = 0; r < 4; r++) m[r][threadIdx.x] = r;
  __syncthreads();
  float sum = 0;
  for (const float *p = &m[1][0]; p != &m[1][16]; p++) sum += *p;
  o[threadIdx.x] = sum;
}

//gpusim:check -grid 1 -block 64 o=64
__global__ void flat(float *o) {
  __shared__ float m[4][16];
  float *p = (float *)m;
  p[threadIdx.x] = threadIdx.x;
  __syncthreads();
  o[threadIdx.x] = m[threadIdx.x / 16][15 - threadIdx.x % 16];
}
