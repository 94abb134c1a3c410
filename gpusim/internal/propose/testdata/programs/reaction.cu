// Reaction of two substances, with operators on float2.
#include <cuda_runtime.h>
#include <iostream>
#include <vector>
namespace cfg { constexpr int WIDTH = 64, HEIGHT = 48; constexpr float DIFF = 0.2f; }
inline float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline float2 operator*(float s, float2 a) { return {s * a.x, s * a.y}; }
struct Grid {
  int w, h;
  float2 *cells;
  static Grid zeros(int w, int h) {
    Grid g{w, h, nullptr};
    cudaMalloc(&g.cells, sizeof(float2) * w * h);
    cudaMemset(g.cells, 0, sizeof(float2) * w * h);
    return g;
  }
  __device__ float2 &at(int x, int y) { return cells[y * w + x]; }
};
__global__ void react(Grid u, Grid v, float d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < u.w - 1 && y < u.h - 1) {
    float2 c = u.at(x, y), l = u.at(x - 1, y), r = u.at(x + 1, y);
    v.at(x, y) = make_float2(c.x + d * (l.x + r.x - 2 * c.x), c.y);
  }
}
int main() {
  using namespace cfg;
  Grid u = Grid::zeros(WIDTH, HEIGHT), v = Grid::zeros(WIDTH, HEIGHT);
  std::vector<float2> init(WIDTH * HEIGHT);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) init[y * WIDTH + x] = 0.5f * (make_float2(x, y) + make_float2(1, 1));
  cudaMemcpy(u.cells, init.data(), init.size() * sizeof(init[0]), cudaMemcpyHostToDevice);
  const dim3 threads(16, 4), blocks(WIDTH / threads.x, HEIGHT / threads.y);
  for (int i = 0; i < 4; i++) { react<<<blocks, threads>>>(u, v, DIFF); std::swap(u, v); }
  std::cout << cudaGetErrorString(cudaDeviceSynchronize()) << '\n';
}
