// Cycles per instruction of a scheduler, of instructions that a predicate turns off in all lanes, in half of them or in none.
// With an argument: stores of one warp, K products between, for a profiler.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
typedef long long s64;
static s64* stamps; static int* out;
#define KERNEL(name, ...) __global__ void name(int n, int half, int* out, s64* stamps) { \
  __shared__ int s[64]; s[threadIdx.x % 64] = 0; __syncthreads(); unsigned sp = (unsigned)__cvta_generic_to_shared(s) + threadIdx.x % 32 * 4; \
  int a = threadIdx.x, b = n, c = half, d = 3, lane = threadIdx.x % 32, w = 0; float x = a, y = b, z = 2.5f, u = 1.5f; s64 begin = clock64(); \
  _Pragma("unroll 1") for (int i = 0; i < n; ++i) { _Pragma("unroll") for (int k = 0; k < 16; ++k) { __VA_ARGS__ } } \
  s64 end = clock64(); out[threadIdx.x] = a + b + c + d + w + (int)(x + y + z + u); if (lane == 0) stamps[threadIdx.x / 32] = begin, stamps[32 + threadIdx.x / 32] = end; }
KERNEL(iadd, asm volatile("{.reg .pred p; setp.lt.s32 p, %4, %5; @p add.s32 %0, %0, %1; @p add.s32 %1, %1, %2; @p add.s32 %2, %2, %3; @p add.s32 %3, %3, %0; }" : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(lane), "r"(half));)
KERNEL(lop, asm volatile("{.reg .pred p; setp.lt.s32 p, %4, %5; @p xor.b32 %0, %0, %1; @p xor.b32 %1, %1, %2; @p xor.b32 %2, %2, %3; @p xor.b32 %3, %3, %0; }" : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(lane), "r"(half));)
KERNEL(products, asm volatile("{.reg .pred p; setp.lt.s32 p, %4, %5; @p fma.rn.f32 %0, %0, %1, %2; @p fma.rn.f32 %1, %1, %2, %3; @p fma.rn.f32 %2, %2, %3, %0; @p fma.rn.f32 %3, %3, %0, %1; }" : "+f"(x), "+f"(y), "+f"(z), "+f"(u) : "r"(lane), "r"(half));)
KERNEL(imad, asm volatile("{.reg .pred p; setp.lt.s32 p, %4, %5; @p mad.lo.s32 %0, %0, %1, %2; @p mad.lo.s32 %1, %1, %2, %3; @p mad.lo.s32 %2, %2, %3, %0; @p mad.lo.s32 %3, %3, %0, %1; }" : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(lane), "r"(half));)
KERNEL(mufu, asm volatile("{.reg .pred p; setp.lt.s32 p, %4, %5; @p ex2.approx.ftz.f32 %0, %0; @p ex2.approx.ftz.f32 %1, %1; @p ex2.approx.ftz.f32 %2, %2; @p ex2.approx.ftz.f32 %3, %3; }" : "+f"(x), "+f"(y), "+f"(z), "+f"(u) : "r"(lane), "r"(half));)
KERNEL(lds, asm volatile("{.reg .pred p; .reg .s32 q; setp.lt.s32 p, %4, %5; @p ld.shared.s32 %0, [%6]; @p ld.shared.s32 %1, [%6+4]; @p ld.shared.s32 %2, [%6+8]; @p ld.shared.s32 %3, [%6+12]; }" : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(lane), "r"(half), "r"(sp));)
KERNEL(sts, asm volatile("{.reg .pred p; setp.lt.s32 p, %4, %5; @p st.shared.s32 [%6], %0; @p st.shared.s32 [%6+4], %1; @p st.shared.s32 [%6+8], %2; @p st.shared.s32 [%6+12], %3; }" : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(lane), "r"(half), "r"(sp));)
template <class K> void measure(const char* name, K kernel) {
  for (int half : {0, 16, 32}) {
    printf("%s lanes=%d", name, half);
    for (int warps : {1, 4, 8, 16, 32}) {
      double took[2]; int ns[2] = {16, 80};
      for (int j = 0; j < 2; ++j) {
        s64 best = 1LL << 60;
        for (int k = 0; k < 5; ++k) {
          s64 h[64]; kernel<<<1, warps * 32>>>(ns[j], half, out, stamps); cudaMemcpy(h, stamps, sizeof h, cudaMemcpyDeviceToHost);
          best = std::min(best, *std::max_element(h + 32, h + 32 + warps) - *std::min_element(h, h + warps));
        }
        took[j] = double(best);
      }
      printf(" warps%d=%.3f", warps, (took[1] - took[0]) / 64 / 16 / std::max(1, warps / 4));
    }
    printf("  cycles per group of five of a scheduler (a comparison and four of the kind)\n");
  }
}
// stores of a loop without a division, K products between: which join
template <int K> __global__ void st(unsigned* p, int step, int turns, float x, float* sink, unsigned* gap) {
  int lane = threadIdx.x % 32; p += lane; float v = x;
  long long t = clock64();
#pragma unroll 1
  for (int r = 0; r < turns; ++r) {
    asm volatile("st.global.u32 [%0],%1;" ::"l"(p), "r"(__float_as_uint(v)) : "memory");
    p += step;
#pragma unroll
    for (int k = 0; k < K; ++k) v = v * x + 0.5f;
  }
  t = clock64() - t; if (threadIdx.x == 0) *gap = t; sink[threadIdx.x] = v;
}
template <int K> void stores() {
  static unsigned *a, *gap; static float* s; if (!a) { cudaMalloc(&a, 1 << 24); cudaMalloc(&gap, 4); cudaMalloc(&s, 4096); }
  for (int step : {0, 8, 32}) { st<K><<<1, 32>>>(a, step, 64, 1.5f, s, gap); int e = cudaDeviceSynchronize(); unsigned g; cudaMemcpy(&g, gap, 4, cudaMemcpyDeviceToHost);
    printf("merge k=%d step=%d gap=%.1f error=%d\n", K, step, g / 64.0, e); }
}
int main(int argc, char**) {
  if (argc > 1) { stores<0>(); stores<1>(); stores<2>(); stores<3>(); stores<4>(); stores<6>(); stores<8>(); stores<12>(); stores<16>(); stores<24>(); return 0; }
  cudaMalloc(&stamps, 64 * 8); cudaMalloc(&out, 8192);
  measure("iadd", iadd); measure("lop", lop); measure("ffma", products); measure("imad", imad); measure("mufu", mufu); measure("lds", lds); measure("sts", sts);
  return cudaDeviceSynchronize();
}
