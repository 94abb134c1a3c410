// Which loads of a walk through more than L1 holds find their line there.
//
//   nvcc -O3 -arch=sm_90 -o walk walk.cu && ./walk > walk.txt
//
// One thread loads a word of each place in turn, round after round; a load is a hit when it
// takes less than 150 cycles. missN: misses of round N. bits: of the last round, a digit for
// four places, the first in its lowest bit, 1 for a miss.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned u32;
const int most = 16384;
// p[at] is where the next word is.
__global__ void walk(const u32* p, int n, int rounds, u32 first, u32* out) {
  __shared__ u32 bits[most / 32], miss[8];
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    u32 j = first, word = 0, count = 0;
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
      u32 v, t0, t1;
      asm volatile("{mov.u32 %1, %%clock; ld.global.ca.u32 %0, [%3]; add.u32 %0, %0, 0; mov.u32 %2, %%clock;}" : "=&r"(v), "=&r"(t0), "=&r"(t1) : "l"(p + j) : "memory");
      asm volatile("{.reg .pred q; setp.eq.u32 q, %1, 0xffffffff; @q trap; mov.u32 %0, %%clock;}" : "=r"(t1) : "r"(v) : "memory");
      j = v;
      u32 m = t1 - t0 > 150;
      word |= m << (i & 31), count += m;
      if ((i & 31) == 31 || i == n - 1) bits[i / 32] = word, word = 0;
    }
    miss[r] = count;
  }
  for (int r = 0; r < rounds; ++r) out[r] = miss[r];
  for (int i = 0; i < (n + 31) / 32; ++i) out[8 + i] = bits[i];
}
static u32 *mem, *out;
static std::vector<u32> host(8 + most / 32), image(4 << 20);
static void go(const char* name, const std::vector<u32>& at, size_t base, int rounds, bool bits) {
  int n = at.size();
  u32 top = *std::max_element(at.begin(), at.end()) + 1;
  for (int i = 0; i < n; ++i) image[at[i]] = at[(i + 1) % n];
  CK(cudaMemcpy(mem + base, image.data(), top * 4ul, cudaMemcpyHostToDevice));
  walk<<<1, 1>>>(mem + base, n, rounds, at[0], out);
  CK(cudaMemcpy(host.data(), out, host.size() * 4, cudaMemcpyDeviceToHost));
  printf("walk %s places=%d", name, n);
  for (int r = 0; r < rounds; ++r) printf(" miss%d=%u", r, host[r]);
  if (bits) { printf(" bits="); for (int i = 0; i < (n + 3) / 4; ++i) printf("%x", host[8 + i / 8] >> (i % 8 * 4) & 15); }
  printf("\n");
}
static std::vector<u32> every(int n, int step) { std::vector<u32> v; for (int i = 0; i < n; ++i) v.push_back(i * step / 4); return v; }
static std::vector<u32> shuffled(std::vector<u32> v) { u32 s = 7; for (int i = int(v.size()) - 1; i > 0; --i) { s = s * 1664525u + 1013904223u; std::swap(v[i], v[(s >> 8) % (i + 1)]); } return v; }
int main() {
  CK(cudaMalloc(&mem, 64 << 20)); CK(cudaMemset(mem, 0, 64 << 20)); CK(cudaMalloc(&out, host.size() * 4));
  char name[200];
  for (int share : {-1, 100 /* percent of shared memory */, 0}) {
    CK(cudaFuncSetAttribute(walk, cudaFuncAttributePreferredSharedMemoryCarveout, share));
    for (int kb = 16; kb <= 512; kb += kb < 128 ? 16 : 8) {
      sprintf(name, "order=forward shared=%d step=128", share); go(name, every(kb * 8, 128), 0, 5, false);
      sprintf(name, "order=random shared=%d step=128", share); go(name, shuffled(every(kb * 8, 128)), 0, 5, false);
    }
  }
  for (int kb = 128; kb <= 512; kb += 8) {
    auto v = every(kb * 8, 128); std::reverse(v.begin(), v.end()); go("order=backward step=128", v, 0, 5, false);
    go("order=forward step=32", every(kb * 32, 32), 0, 5, false);
    go("order=forward step=64", every(kb * 16, 64), 0, 5, false);
    std::vector<u32> w = every(kb * 8, 128); for (size_t i = 0; i < w.size(); ++i) w[i] += i * 2654435761u >> 30 << 3; go("order=forward anysector step=128", w, 0, 5, false);
  }
  for (int step : {256, 384, 512, 640, 1024, 2048, 4096, 8192, 16384}) for (int n = 8; n <= 2400 && size_t(n) * step < size_t(16) << 20; n += n < 128 ? 2 : n < 512 ? 8 : 32) {
    sprintf(name, "order=forward step=%d", step); go(name, every(n, step), 0, 4, false);
  }
  for (size_t base : {size_t(0), size_t(8) << 20}) for (int n = 1200; n <= 2300; n += 16) { sprintf(name, "grow base=%zu", base); go(name, every(n, 128), base / 4, 4, true); }
  for (int n : {1536, 1600, 1664, 1728, 1792, 1856, 1920, 1984, 2048, 2112, 2176}) { sprintf(name, "random grow"); go(name, shuffled(every(n, 128)), 0, 6, true); }
}
