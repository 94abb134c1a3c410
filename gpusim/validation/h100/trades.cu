// Two trades of the course under a profiler. Follow: registers against occupancy, where
// few or many loads wait for one another. Gather: what a promise about pointers saves.
//   nvcc -O3 -arch=sm_90 -o trades trades.cu; then trades.sh
constexpr int K = 40;
#define FOLLOW(N, A) __global__ A void N(float* out, const float* in, const int* next, int n, int steps) { \
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i / 32; float kept[K]; \
  _Pragma("unroll") for (int k = 0; k < K; k++) kept[k] = in[k * n + i]; \
  for (int s = 0; s < steps; s++) at = next[at]; \
  float sum = at; \
  _Pragma("unroll") for (int k = 0; k < K; k++) sum = sum * .5f + kept[k]; \
  out[i] = sum; }
FOLLOW(follow, )
FOLLOW(follow6, __launch_bounds__(256, 6))
FOLLOW(follow8, __launch_bounds__(256, 8))
#define GATHER(N, R) __global__ void N(float* R out, const float* R in, const float* R factor, int n, int rounds) { \
  int i = blockIdx.x * blockDim.x + threadIdx.x; \
  for (int r = 0; r < rounds; r++) out[i] += in[r * n + i] * factor[r]; }
GATHER(gather, )
GATHER(gather_restrict, __restrict__)
int h[65536];
int main() {
  for (int i = 0; i < 65536; i++) h[i] = (i * 5 + 12345) % 65536;
  int n = 132 * 16 * 256, m = 132 * 1024; float *p, *o; int* x;
  cudaMalloc(&p, 4L * n * K); cudaMalloc(&o, 4L * n); cudaMalloc(&x, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  for (int s : {16, 128, 512}) {
    follow<<<n / 256, 256>>>(o, p, x, n, s);
    follow6<<<n / 256, 256>>>(o, p, x, n, s);
    follow8<<<n / 256, 256>>>(o, p, x, n, s);
  }
  gather<<<m / 256, 256>>>(o, p, p, m, 32);
  gather_restrict<<<m / 256, 256>>>(o, p, p, m, 32);
  return cudaDeviceSynchronize();
}
