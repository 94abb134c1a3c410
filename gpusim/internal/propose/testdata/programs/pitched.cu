// Scales the rows of a pitched image; cudaLaunchKernel launches.
#include <cstdio>
struct Params { int width, height; size_t pitch; float gain; };
extern "C" __global__ void scaleRows(char *image, Params p) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < p.width && y < p.height) {
    float *row = (float *)(image + y * p.pitch);
    row[x] *= p.gain;
  }
}
static void die(const char *what, cudaError_t e) { fprintf(stderr, "%s: %s\n", what, cudaGetErrorName(e)); exit(2); }
#define TRY(x) if (cudaError_t e_ = (x)) die(#x, e_)
int main() {
  enum { W = 100, H = 60 };
  static float host[H][W];
  for (int y = 0; y < H; ++y) for (int x = 0; x < W; ++x) host[y][x] = x + y;
  char *dev; size_t pitch;
  TRY(cudaMallocPitch((void **)&dev, &pitch, W * sizeof(float), H));
  TRY(cudaMemcpy2D(dev, pitch, host, sizeof(host[0]), sizeof(host[0]), H, cudaMemcpyHostToDevice));
  Params p = { W, H, pitch, 2.5f };
  void *args[] = { &dev, &p };
  dim3 grid((W + 31) / 32, (H + 7) / 8), block(32, 8);
  TRY(cudaLaunchKernel((const void *)scaleRows, grid, block, args, 0, 0));
  TRY(cudaMemcpy2D(host, sizeof(host[0]), dev, pitch, sizeof(host[0]), H, cudaMemcpyDeviceToHost));
  return host[59][99] == 2.5f * 158 ? 0 : 1;
}
