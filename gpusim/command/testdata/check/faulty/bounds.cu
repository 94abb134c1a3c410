// Kernels in CUDA C whose indices leave an inner array.

//gpusim:check -grid 1 -block 32 o=32 k=17
__global__ void nextRow(float *o, int k) {
  __shared__ float m[4][16];
  for (int i = threadIdx.x; i < 64; i += 32) m[i / 16][i % 16] = i;
  __syncthreads();
  o[threadIdx.x] = m[0][k]; // want "m: index 17 is out of range of an inner array of length 16.* InnerIndex"
}

struct pair { float a[4], b[4]; };

//gpusim:check -grid 1 -block 1 o=1 k=5
__global__ void nextField(float *o, int k) {
  __shared__ pair p;
  p.b[0] = p.b[1] = 3;
  p.a[k] = 2; // want "p: index 5 is out of range of an inner array of length 4.* InnerIndex"
  o[0] = p.b[1];
}
