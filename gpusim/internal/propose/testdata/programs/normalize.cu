// Normalizes vectors; a table of tests runs them.
#include <array>
#include <cassert>
#include <cstdio>
#include <cstring>
template <typename T, int N> struct Vec { T v[N]; __host__ __device__ T &operator[](int i) { return v[i]; } __host__ __device__ const T &operator[](int i) const { return v[i]; } };
using Vec3f = Vec<float, 3>;
static_assert(sizeof(Vec3f) == 12, "packed");
__global__ void normalize(Vec3f *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float l = sqrtf(p[i][0] * p[i][0] + p[i][1] * p[i][1] + p[i][2] * p[i][2]);
  for (int k = 0; k < 3; k++) p[i][k] /= l;
}
static bool testNormalize() {
  constexpr int n = 640;
  auto *h = new Vec3f[n];
  for (int i = 0; i < n; i++) { h[i][0] = 0; h[i][1] = float(i + 1); h[i][2] = 0; }
  Vec3f *d;
  cudaMalloc(&d, n * sizeof(Vec3f));
  cudaMemcpy(d, h, n * sizeof(Vec3f), cudaMemcpyHostToDevice);
  normalize<<<n / 64, 64>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(Vec3f), cudaMemcpyDeviceToHost);
  bool good = true;
  for (int i = 0; i < n; i++) good &= h[i][1] == 1.0f;
  delete[] h;
  return good;
}
struct Test { const char *name; bool (*run)(); };
static const Test tests[] = {{"normalize", testNormalize}};
int main(int argc, char **argv) {
  int failed = 0;
  for (const Test &t : tests) {
    if (argc > 1 && strcmp(argv[1], t.name)) continue;
    bool good = t.run();
    printf("%-20s %s\n", t.name, good ? "ok" : "FAILED");
    failed += !good;
  }
  return failed;
}
