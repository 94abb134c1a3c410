// How a copy begins and when what it loads is there, with nothing in L2: by block of an SM, cycles from when its first warp began,
// of the first and the last warp of each block: begun, about to load, loaded. waits: how long the loads of all warps took, in parts of
// all by hundreds of cycles, by blocks of the copy.
#include "../include/common.cuh"
static const int BLOCKS = 1024, WARPS = 8;
__device__ unsigned stamps[3][BLOCKS * WARPS], sms[BLOCKS * WARPS];
__global__ void copy(float* out, const float* in, int offset) {
  unsigned begun, about, there;
  asm volatile("mov.u32 %0,%%clock;" : "=r"(begun));
  int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
  const float* p = in + i;
  asm volatile("mov.u32 %0,%%clock;" : "=r"(about) : "l"(p));
  float v = *p;
  if (v == 1e30f) out[0] = 1;
  asm volatile("mov.u32 %0,%%clock;" : "=r"(there));
  out[i] = v;
  if (threadIdx.x % 32) return;
  for (unsigned now = there; now - begun < 8000;) asm volatile("mov.u32 %0,%%clock;" : "=r"(now)); // not while others load
  unsigned s, w = i / 32;
  asm("mov.u32 %0,%%smid;" : "=r"(s));
  sms[w] = s; stamps[0][w] = begun; stamps[1][w] = about; stamps[2][w] = there;
}
__global__ void reads(const float4* p, float* o) { float4 v = p[size_t(blockIdx.x) * blockDim.x + threadIdx.x]; if (v.x + v.y + v.z + v.w == 1e30f) *o = 1; }
static unsigned s[BLOCKS * WARPS], v[3][BLOCKS * WARPS];
static void show(int run, unsigned sm, int blocks) {
  unsigned from = 0; bool any = false;
  for (int w = 0; w < blocks * WARPS; ++w) if (s[w] == sm && (!any || int(v[0][w] - from) < 0)) from = v[0][w], any = true;
  printf("begins run=%d sm=%u", run, sm);
  for (int b = 0; b < blocks; ++b) {
    if (s[b * WARPS] != sm) continue;
    printf(" b%d", b);
    for (int k = 0; k < 3; ++k) {
      unsigned *x = v[k] + b * WARPS, least = ~0u, most = 0;
      for (int w = 0; w < WARPS; ++w) least = std::min(least, x[w] - from), most = std::max(most, x[w] - from);
      printf("%c%u-%u", k ? ',' : '=', least, most);
    }
  }
  printf("\n");
}
int main() {
  alloc_buffers();
  const int runs = 6, last = 25;
  float* other; CK(cudaMalloc(&other, 1 << 28)); CK(cudaMemset(other, 0, 1 << 28));
  for (int blocks : {32, 132, 264, 528, 1024}) {
    double parts[last + 1] = {};
    for (int run = 0; run < runs; ++run) {
      reads<<<1 << 14, 1024>>>((float4*)other, C);
      copy<<<blocks, WARPS * 32>>>(C, A, 0); CK(cudaDeviceSynchronize());
      if (run == 0) continue; // the code comes from memory
      CK(cudaMemcpyFromSymbol(s, sms, sizeof s)); CK(cudaMemcpyFromSymbol(v, stamps, sizeof v));
      for (int w = 0; w < blocks * WARPS; ++w) parts[std::min(last, int(v[2][w] - v[1][w]) / 100)] += 1.0 / (blocks * WARPS * (runs - 1));
      if (blocks == 1024) for (unsigned sm : {0u, 40u, 77u}) show(run, sm, blocks);
    }
    printf("waits blocks=%d", blocks);
    for (int i = 0; i <= last; ++i) if (parts[i] >= 0.0005) printf(" from%d=%.3f", i * 100, parts[i]);
    printf("\n");
  }
}
