// Sums of tensor cores: random fragments, registers in and out as they are. Writes one binary file per kind: for each case the 32 lanes' words of A, B, C and D.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cstring>
#include <cmath>
#include <string>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct Case { uint32_t a[32][4], b[32][2], c[32][4], d[32][4]; };
__device__ unsigned sp(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
template <int KIND> __global__ void run(Case* all, int n) {
  int l = threadIdx.x & 31;
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    Case& x = all[i]; uint32_t *a = x.a[l], *b = x.b[l], *c = x.c[l], d[4] = {0, 0, 0, 0};
    float f[4]; for (int k = 0; k < 4; ++k) f[k] = __uint_as_float(c[k]);
#define F4 "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])
#define IN4 "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])
#define IN2 "r"(a[0]), "r"(a[1]), "r"(b[0])
    if (KIND == 0) asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : F4 : IN4);
    if (KIND == 1) asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : F4 : IN4);
    if (KIND == 2) asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : F4 : IN4);
    if (KIND == 3) asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};" : F4 : IN2);
    if (KIND == 4) asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};" : F4 : IN2);
    if (KIND == 5) { d[0] = c[0]; d[1] = c[1]; asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3,%4,%5},{%6,%7},{%0,%1};" : "+r"(d[0]), "+r"(d[1]) : IN4); }
    if (KIND == 6) asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : F4 : IN4);
    if (KIND == 7) asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : F4 : IN4);
    if (KIND >= 8) { // wgmma m64n8k16: rows of warp 0 from the case, the same in all warps
      __shared__ __align__(1024) uint32_t t[64];
      __syncthreads(); if (threadIdx.x < 32) { int g = l >> 2, q = l & 3; for (int r = 0; r < 2; ++r) t[r * 32 + g * 4 + q] = b[r]; } // core matrix r: 8 columns of 16 bytes
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); __syncthreads();
      unsigned long long desc = (unsigned long long)((sp(t) & 0x3ffff) >> 4) | (unsigned long long)(128 >> 4) << 16 | (unsigned long long)(128 >> 4) << 32;
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      if (KIND == 8) asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, 1, 0;" : F4 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(desc));
      if (KIND == 9) asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, 1, 0;" : F4 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(desc));
      if (KIND == 10) asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, 1;" : F4 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(desc));
      if (KIND == 11) asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, 1;" : F4 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(desc));
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      for (int k = 0; k < 4; ++k) asm volatile("" : "+f"(f[k]));
    }
    if (KIND != 5) for (int k = 0; k < 4; ++k) d[k] = __float_as_uint(f[k]);
    if (threadIdx.x < 32) for (int k = 0; k < 4; ++k) x.d[l][k] = d[k];
  } }
static uint64_t seed = 1;
static uint32_t rnd() { seed = seed * 6364136223846793005ull + 1442695040888963407ull; return (uint32_t)(seed >> 33) * 2654435761u ^ (uint32_t)(seed >> 20); }
// a number of e exponent bits and m fraction bits, exponents within a spread around bias + centre
static uint32_t number(int e, int m, int spread, int centre) { int bias = (1 << (e - 1)) - 1, x = bias + centre - (int)(rnd() % (spread + 1)); if (x < 0) x = 0; if (x > 2 * bias) x = 2 * bias; return (rnd() & 1) << (e + m) | (uint32_t)x << m | (rnd() & ((1u << m) - 1)); }
template <int KIND> static void one(const char* name, int bits, int e, int m, const char* out) {
  const int n = 320; std::vector<Case> h(n); seed = KIND + 1;
  for (int i = 0; i < n; ++i) { int spread = i % 8 * 3, cs = (i / 8) % 5 * 6, cc = (i / 40) % 8 * 4 - 16; if (e == 4) spread = i % 8;
    auto word = [&] { uint32_t w = 0; for (int k = 0; k < 32; k += bits) w |= (bits == 32 ? number(8, 23, spread, 0) : number(e, m, spread, 0)) << k; return w; };
    for (int l = 0; l < 32; ++l) { for (auto& v : h[i].a[l]) v = word(); for (auto& v : h[i].b[l]) v = word();
      for (auto& v : h[i].c[l]) v = KIND == 5 ? number(5, 10, cs % 16, cc / 4) | number(5, 10, cs % 16, cc / 4) << 16 : i % 9 == 0 ? 0 : number(8, 23, cs, cc); } }
  Case* d; cudaMalloc(&d, n * sizeof(Case)); cudaMemcpy(d, h.data(), n * sizeof(Case), cudaMemcpyHostToDevice);
  run<KIND><<<32, KIND >= 8 ? 128 : 32>>>(d, n); auto err = cudaDeviceSynchronize(); cudaMemcpy(h.data(), d, n * sizeof(Case), cudaMemcpyDeviceToHost); cudaFree(d);
  std::string path = std::string(out) + "/" + name + ".bin"; FILE* f = fopen(path.c_str(), "wb"); fwrite(h.data(), sizeof(Case), n, f); fclose(f); printf("%s %s\n", name, cudaGetErrorName(err)); }
int main(int argc, char** argv) { const char* o = argv[1];
  one<0>("mma_f16", 16, 5, 10, o); one<1>("mma_bf16", 16, 8, 7, o); one<2>("mma_tf32", 32, 8, 23, o); one<3>("mma_f16_k8", 16, 5, 10, o); one<4>("mma_tf32_k4", 32, 8, 23, o); one<5>("mma_f16_f16", 16, 5, 10, o);
  one<6>("mma_e4m3", 8, 4, 3, o); one<7>("mma_e5m2", 8, 5, 2, o); one<8>("wgmma_f16", 16, 5, 10, o); one<9>("wgmma_bf16", 16, 8, 7, o); one<10>("wgmma_tf32", 32, 8, 23, o); one<11>("wgmma_e4m3", 8, 4, 3, o); }
