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

extern __shared__ float scratch[];

//gpusim:check -shared 256 -grid 1 -block 64 out=64
__global__ void dynamicAtFile(float *out) {
  scratch[threadIdx.x + 1] = 1; // want "writing scratch: index 64 .* IndexOutOfRange"
  out[threadIdx.x] = 1;
}

__shared__ float fixedSize[64];

//gpusim:check -grid 1 -block 64 out=64
__global__ void sharedAtFile(float *out) {
  fixedSize[threadIdx.x + 1] = 1; // want "writing fixedSize: index 64 .* IndexOutOfRange"
  out[threadIdx.x] = 1;
}
