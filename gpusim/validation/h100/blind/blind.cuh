// Buffers and launches of the kernels of this folder: each program launches its kernels once, for a profiler.
#include <cstdio>
#include <string>
#include <vector>
#include <cuda_runtime.h>
struct Arg { union { void* p; int i; float f; }; std::string s; Arg(void* q, const char* n) : p(q), s(n) {} Arg(int v) : i(v), s(std::to_string(v)) {} Arg(float v) : f(v), s(std::to_string(v) + "f") {} };
static const int N = 1 << 22;
#define BUF(n) static void* n##_;
BUF(A) BUF(I) BUF(P) BUF(O) BUF(Q)
#define A Arg(A_, "A")
#define I Arg(I_, "I")
#define P Arg(P_, "P")
#define O Arg(O_, "O")
#define Q Arg(Q_, "Q")
template <class F> static void run(const char* name, F* k, dim3 g, dim3 b, int smem, std::vector<Arg> a) {
  cudaMemset(O_, 0, N * 4); cudaMemset(Q_, 0, N * 4);
  std::vector<void*> v; std::string s; for (auto& x : a) { v.push_back(&x.i); s += (s.empty() ? "" : ",") + x.s; }
  cudaLaunchKernel((void*)k, g, b, v.data(), smem, 0); int e = cudaDeviceSynchronize();
  printf("%s|grid=%ux%ux%u block=%ux%ux%u smem=%d args=%s|%d|0\n", name, g.x, g.y, g.z, b.x, b.y, b.z, smem, s.c_str(), e);
}
static void up(void** d, const void* h) { cudaMalloc(d, N * 4); cudaMemcpy(*d, h, N * 4, cudaMemcpyHostToDevice); }
static void fill() {
  std::vector<float> a(N); std::vector<int> i(N), p(N), z(N); unsigned s = 12345;
  for (int k = 0; k < N; k++) { s = s * 1664525u + 1013904223u; a[k] = float(s >> 8) / float(1 << 24); i[k] = s >> 8; p[k] = 16 * k + (7 * k & 15); }
  up(&A_, a.data()); up(&I_, i.data()); up(&P_, p.data()); up(&O_, z.data()); up(&Q_, z.data());
}
