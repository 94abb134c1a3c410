// Sums integers; options and a switch choose the template.
#include <cstdio>
#include <cstdlib>
#include <cstring>
typedef struct { int n; int threads; int verbose; const char *mode; } options_t;
static options_t parse(int argc, char **argv) {
  options_t o = {.n = 1 << 15, .threads = 256, .verbose = 0, .mode = "sum"};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-n") && i + 1 < argc) o.n = atoi(argv[++i]);
    else if (!strcmp(argv[i], "-t") && i + 1 < argc) o.threads = atoi(argv[++i]);
    else if (strcmp(argv[i], "-v") == 0) o.verbose = 1;
    else { fprintf(stderr, "usage: %s [-n N] [-t T]\n", argv[0]); exit(1); }
  }
  return o;
}
template <unsigned int blockSize> __global__ void reduce6(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + tid;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  sdata[tid] = 0;
  while (i < n) { sdata[tid] += g_idata[i] + g_idata[i + blockSize]; i += gridSize; }
  __syncthreads();
  for (unsigned s = blockSize / 2; s > 0; s >>= 1) { if (tid < s) sdata[tid] += sdata[tid + s]; __syncthreads(); }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
int main(int argc, char **argv) {
  options_t opt = parse(argc, argv);
  const char *env = getenv("REDUCE_BLOCKS");
  int blocks = env ? atoi(env) : 64;
  size_t bytes = opt.n * sizeof(int);
  int *h_idata = (int *)malloc(bytes), *h_odata = (int *)malloc(blocks * sizeof(int));
  for (int i = 0; i < opt.n; i++) h_idata[i] = (int)(rand() & 0xFF);
  int *d_idata = NULL, *d_odata = NULL;
  cudaMalloc((void **)&d_idata, bytes);
  cudaMalloc((void **)&d_odata, blocks * sizeof(int));
  cudaMemcpy(d_idata, h_idata, bytes, cudaMemcpyHostToDevice);
  int smem = opt.threads * sizeof(int);
  switch (opt.threads) {
    case 512: reduce6<512><<<blocks, opt.threads, smem>>>(d_idata, d_odata, opt.n); break;
    case 256: reduce6<256><<<blocks, opt.threads, smem>>>(d_idata, d_odata, opt.n); break;
    case 128: reduce6<128><<<blocks, opt.threads, smem>>>(d_idata, d_odata, opt.n); break;
    default: fprintf(stderr, "bad block size\n"); return 1;
  }
  cudaMemcpy(h_odata, d_odata, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  long long sum = 0, want = 0;
  for (int i = 0; i < blocks; i++) sum += h_odata[i];
  for (int i = 0; i < opt.n; i++) want += h_idata[i];
  printf("%s\n", sum == want ? "PASSED" : "FAILED");
}
