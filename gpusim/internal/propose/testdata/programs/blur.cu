// Blurs a picture of three channels.
#include <cstdint>
#include <cstdio>
#include <memory>

constexpr int R = 2;

struct Image {
  int w, h;
  std::unique_ptr<uchar3[]> pixels;
  Image(int width, int height) : w(width), h(height), pixels(new uchar3[width * height]) {}
  uchar3 &at(int x, int y) { return pixels[y * w + x]; }
  size_t bytes() const { return sizeof(uchar3) * w * h; }
};

__global__ void blur(const uchar3 *in, uchar3 *out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int3 sum = make_int3(0, 0, 0);
  int count = 0;
  for (int dy = -R; dy <= R; ++dy)
    for (int dx = -R; dx <= R; ++dx) {
      const int px = min(max(x + dx, 0), w - 1), py = min(max(y + dy, 0), h - 1);
      const uchar3 p = in[py * w + px];
      sum.x += p.x;
      sum.y += p.y;
      sum.z += p.z;
      ++count;
    }
  out[y * w + x] = make_uchar3(sum.x / count, sum.y / count, sum.z / count);
}

int main() {
  Image img(200, 120);
  for (int y = 0; y < img.h; ++y)
    for (int x = 0; x < img.w; ++x) img.at(x, y) = make_uchar3(10, 20, static_cast<uint8_t>(x));

  uchar3 *src, *dst;
  cudaMalloc(&src, img.bytes());
  cudaMalloc(&dst, img.bytes());
  cudaMemcpy(src, img.pixels.get(), img.bytes(), cudaMemcpyHostToDevice);
  dim3 block(16, 8);
  dim3 grid((img.w + block.x - 1) / block.x, (img.h + block.y - 1) / block.y);
  blur<<<grid, block>>>(src, dst, img.w, img.h);
  cudaMemcpy(img.pixels.get(), dst, img.bytes(), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", img.at(100, 60).x, img.at(100, 60).y, img.at(100, 60).z);
  cudaFree(src);
  cudaFree(dst);
}
