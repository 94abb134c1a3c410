// How long loads take that hit L1 or shared memory while other warps of the same schedulers do something else. issue.py writes
// the machine code of the others into this kernel. ./beside DIR runs the kernels of DIR/list.txt and prints cycles from one
// load to the next of a chain, by how many warps of a scheduler have such chains and how many others it has.
#include "issue.cuh"
// Warps below chains follow pointers; the others have the loop.
extern "C" __global__ void issue(const float* p, int n, unsigned mask, unsigned stride, unsigned long long* out, volatile float* sink, int chains) {
  __shared__ unsigned sh[1024];
  float v[44];
  const float* q = begin(v, p, mask, stride, sink);
  sh[threadIdx.x & 1023] = 0;
  __syncthreads();
  if (threadIdx.x < chains * 32) {
    const unsigned long long* c = (const unsigned long long*)(p + 4096) + (threadIdx.x & 31);
    for (int i = 0; i < 40; ++i) c = (const unsigned long long*)__ldca(c);
    long long t0 = clock64();
#pragma unroll 1
    for (int i = 0; i < 50; ++i) {
#pragma unroll
      for (int k = 0; k < 16; ++k) c = (const unsigned long long*)__ldca(c);
    }
    long long t1 = clock64();
    unsigned at = (unsigned)(size_t)c & 0;
#pragma unroll 1
    for (int i = 0; i < 50; ++i) {
#pragma unroll
      for (int k = 0; k < 16; ++k) { unsigned x; asm volatile("ld.shared.u32 %0,[%1];" : "=r"(x) : "r"(at)); at = x; }
    }
    long long t2 = clock64();
    if (at == 12345 || c == nullptr) sink[1] = 1;
    if (threadIdx.x % 32 == 0) { out[threadIdx.x / 32 * 2] = t1 - t0; out[threadIdx.x / 32 * 2 + 1] = t2 - t1; }
    return;
  }
  play(v, n);
  end(v, q, sink);
}
int main(int, char** argv) {
  each(argv[1], 1024, [](CUfunction k, const char* name, int) {
    for (int chains : {1, 4}) for (int others : {0, 1, 2}) {
      std::vector<unsigned long long> h(32);
      for (int i = 0; i < 32; ++i) h[i] = A + 4096 * 4 + i * 8;
      CK(cuMemcpyHtoD(A + 4096 * 4, h.data(), 256));
      int n = 4000, warps = 4 * chains; unsigned mask = 1023, stride = 1;
      void* args[] = {&A, &n, &mask, &stride, &O, &S, &warps};
      for (int i = 0; i < 2; ++i) CK(cuLaunchKernel(k, 1, 1, 1, (warps + 4 * others) * 32, 1, 1, 0, 0, args, 0));
      CK(cuCtxSynchronize()); CK(cuMemcpyDtoH(h.data(), O, 256));
      double global = 0, shared = 0;
      for (int i = 0; i < warps; ++i) { global += h[2 * i] / 800.0 / warps; shared += h[2 * i + 1] / 800.0 / warps; }
      printf("beside %s chains=%d others=%d global=%.2f shared=%.2f\n", name, chains, others, global, shared);
    }
  });
}
