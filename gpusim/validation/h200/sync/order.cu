// Outcomes of two litmus tests with and without fences, between threads of two blocks. A line
// counts how often a pair of threads ended with each pair of values.
#include <cstdio>
#include <vector>
enum { None, Block, Device };
template <int F> __device__ void fence() {
  if (F == Block) __threadfence_block();
  if (F == Device) __threadfence();
}
const int blocks = 264, threads = 128, rounds = 64, launches = 20;
const size_t pairs = size_t(rounds) * blocks / 2 * threads;
// Thread i of the first half of the blocks and thread i of the second half are a pair.
template <bool Message, int F1, int F2> __global__ void litmus(volatile int* x, volatile int* y, int* r, int step) {
  int half = blocks / 2, b = blockIdx.x % half;
  for (int k = 0; k < rounds; ++k) {
    size_t i = (size_t(k) * half + b) * threads + threadIdx.x;
    if (blockIdx.x < half) {
      x[i * step] = 1;
      fence<F1>();
      if (Message) y[i * step] = 1;
      else r[2 * i] = y[i * step];
    } else {
      if (Message) r[2 * i] = y[i * step];
      else y[i * step] = 1;
      fence<F2>();
      r[2 * i + 1] = x[i * step];
    }
  }
}
template <bool Message, int F1, int F2> void count(const char* name) {
  for (int step = 1; step <= 32; step *= 32) {
    int *x, *r;
    size_t bytes = pairs * step * 8;
    cudaMalloc(&x, bytes);
    cudaMalloc(&r, pairs * 8);
    std::vector<int> h(2 * pairs);
    long long n[4] = {};
    for (int k = 0; k < launches; ++k) {
      cudaMemset(x, 0, bytes);
      litmus<Message, F1, F2><<<blocks, threads>>>(x, x + pairs * step, r, step);
      cudaMemcpy(h.data(), r, pairs * 8, cudaMemcpyDeviceToHost);
      for (size_t i = 0; i < pairs; ++i) ++n[2 * h[2 * i] + h[2 * i + 1]];
    }
    printf("%s step=%d 00=%lld 01=%lld 10=%lld 11=%lld\n", name, step, n[0], n[1], n[2], n[3]);
    cudaFree(x);
    cudaFree(r);
  }
}
int main() {
  count<true, None, None>("message none none");
  count<true, Device, None>("message device none");
  count<true, None, Device>("message none device");
  count<true, Block, Block>("message block block");
  count<true, Device, Device>("message device device");
  count<false, None, None>("storebuffer none none");
  count<false, Block, Block>("storebuffer block block");
  count<false, Device, Device>("storebuffer device device");
  return cudaDeviceSynchronize();
}
