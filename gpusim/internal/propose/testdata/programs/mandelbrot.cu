// Draws the Mandelbrot set into managed memory.
#include <chrono>
#include <cstdio>

__host__ __device__ int escape(float cx, float cy, int limit) {
  float x = 0, y = 0;
  int n = 0;
  while (n < limit && x * x + y * y < 4.0f) {
    float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    n++;
  }
  return n;
}

__global__ void mandelbrot(int *iterations, int width, int height, float x0, float y0, float scale, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px < width && py < height) iterations[py * width + px] = escape(x0 + px * scale, y0 + py * scale, limit);
}

int main(int argc, char **argv) {
  int width = 320, height = 240, limit = 64;
  if (argc == 3) {
    width = atoi(argv[1]);
    height = atoi(argv[2]);
  }
  int *iterations;
  cudaMallocManaged(&iterations, width * height * sizeof(int));
  auto t0 = std::chrono::high_resolution_clock::now();
  mandelbrot<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(iterations, width, height, -2.0f, -1.2f, 3.0f / width, limit);
  cudaDeviceSynchronize();
  auto t1 = std::chrono::high_resolution_clock::now();
  double s = std::chrono::duration<double>(t1 - t0).count();
  printf("%.3f s\n", s);
  int wrong = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) wrong += iterations[y * width + x] != escape(-2.0f + x * (3.0f / width), -1.2f + y * (3.0f / width), limit);
  if (wrong) printf("%d pixels differ\n", wrong);
  cudaFree(iterations);
  return wrong > 0;
}
