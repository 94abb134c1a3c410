// What __reduce_add_sync and its like, the barriers that also count, and the fast functions of
// floats take in a chain: cycles per call in one warp, and in all warps of an SM. The loop's
// other instructions are in the figure "none".
#include <cstdio>

template <int M> __device__ unsigned step(unsigned v) {
  float x = __uint_as_float(v);
  switch (M) {
  case 1: return __reduce_add_sync(~0u, v);
  case 2: return __reduce_min_sync(~0u, v);
  case 3: return __reduce_max_sync(~0u, v);
  case 4: return __reduce_and_sync(~0u, v);
  case 5: return __reduce_or_sync(~0u, v);
  case 6: return __reduce_xor_sync(~0u, v);
  case 7: return __reduce_min_sync(~0u, (int)v);
  case 8: return __reduce_max_sync(~0u, (int)v);
  case 9: return __syncthreads_count(v);
  case 10: return __syncthreads_and(v);
  case 11: return __syncthreads_or(v);
  case 12: __syncthreads(); return v;
  case 13: return __float_as_uint(__sinf(x));
  case 14: return __float_as_uint(__cosf(x));
  case 15: return __float_as_uint(__expf(x));
  case 16: return __float_as_uint(__logf(x));
  case 17: return __float_as_uint(__log2f(x));
  case 18: return __float_as_uint(__powf(x, 1.5f));
  case 19: return __float_as_uint(__fdividef(1.5f, x));
  case 20: return __float_as_uint(__frsqrt_rn(x));
  case 21: return __float_as_uint(__saturatef(x));
  case 22: return __float_as_uint(__tanf(x));
  case 23: return __float_as_uint(__exp10f(x));
  case 24: return __float_as_uint(__log10f(x));
  case 25: return __vadd4(v, 0x01020304u);
  case 26: return __float_as_uint(nextafterf(x, 2.0f));
  case 27: return __float_as_uint(lgammaf(x));
  case 28: return __float_as_uint(tgammaf(x));
  }
  return v + 1;
}
template <int M> __global__ void chain(long long* c, unsigned* o, unsigned start) {
  unsigned v = start + threadIdx.x;
  long long t = clock64();
#pragma unroll 16
  for (int k = 0; k < 256; ++k) v = step<M>(v);
  t = clock64() - t;
  if (threadIdx.x == 0) *c = t;
  o[threadIdx.x] = v;
}
template <int M> void measure(const char* name) {
  long long *c, h, best;
  unsigned* o;
  cudaMalloc(&c, 8);
  cudaMalloc(&o, 8192);
  for (int threads = 32; threads <= 1024; threads *= 32) {
    best = 1LL << 60;
    for (int k = 0; k < 9; ++k) {
      chain<M><<<1, threads>>>(c, o, 0x3f400000u);
      cudaMemcpy(&h, c, 8, cudaMemcpyDeviceToHost);
      best = h < best ? h : best;
    }
    printf("%s threads=%d cycles=%.1f\n", name, threads, best / 256.0);
  }
}
int main() {
  measure<0>("none");
  measure<1>("reduce-add"), measure<2>("reduce-min-u32"), measure<3>("reduce-max-u32"), measure<4>("reduce-and"), measure<5>("reduce-or"), measure<6>("reduce-xor");
  measure<7>("reduce-min-s32"), measure<8>("reduce-max-s32");
  measure<9>("syncthreads-count"), measure<10>("syncthreads-and"), measure<11>("syncthreads-or"), measure<12>("syncthreads");
  measure<13>("sinf-fast"), measure<14>("cosf-fast"), measure<15>("expf-fast"), measure<16>("logf-fast"), measure<17>("log2f-fast"), measure<18>("powf-fast");
  measure<19>("fdividef"), measure<20>("frsqrt-rn"), measure<21>("saturatef"), measure<22>("tanf-fast"), measure<23>("exp10f-fast"), measure<24>("log10f-fast");
  measure<25>("vadd4"), measure<26>("nextafterf"), measure<27>("lgammaf"), measure<28>("tgammaf");
  return cudaDeviceSynchronize();
}
