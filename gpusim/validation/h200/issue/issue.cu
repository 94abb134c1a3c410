// What instructions take of a scheduler and of its registers' banks. No compiler would write these loops: issue.py puts their
// machine code into this kernel. ./issue DIR [WARPS …] runs the kernels of DIR/list.txt and prints cycles of one turn of a pattern,
// of a scheduler that has so many warps: one, and eight. ./issue DIR first: cycles of no turn of the loop, of one and of two, by threads.
#include <algorithm>
#include "issue.cuh"
extern "C" __global__ void issue(const float* p, int n, unsigned mask, unsigned stride, unsigned long long* out, volatile float* sink) {
  long long t0, t1;
  timed(p, n, mask, stride, sink, t0, t1);
  atomicMax(out, (unsigned long long)(t1 - t0));
}
static double took(CUfunction k, int threads, int n) {
  unsigned mask = 1023, stride = 1;
  void* args[] = {&A, &n, &mask, &stride, &O, &S};
  std::vector<unsigned long long> v;
  for (int i = 0; i < 5; ++i) {
    unsigned long long t = 0;
    CK(cuMemsetD8(O, 0, 8));
    CK(cuLaunchKernel(k, 1, 1, 1, threads, 1, 1, 1024, 0, args, 0));
    CK(cuMemcpyDtoH(&t, O, 8));
    v.push_back(t);
  }
  std::sort(v.begin(), v.end());
  return double(v[2]);
}
int main(int argc, char** argv) {
  std::vector<int> counts = {1, 8};
  if (argc > 2 && std::string(argv[2]) == "first") {
    each(argv[1], 8, [](CUfunction k, const char* name, int) {
      printf("first %s", name);
      for (int threads : {32, 128, 256, 512, 1024}) printf(" threads%d=%.0f,%.0f,%.0f", threads, took(k, threads, 0), took(k, threads, 1), took(k, threads, 2));
      printf("\n");
    });
    return 0;
  }
  if (argc > 2) { counts.clear(); for (int i = 2; i < argc; ++i) counts.push_back(atoi(argv[i])); }
  each(argv[1], 8, [&](CUfunction k, const char* name, int turns) {
    printf("issue %s", name);
    for (int warps : counts) printf(" warps%d=%.2f", warps, ((took(k, warps * 128, 600) - took(k, warps * 128, 200)) / 400 / warps - 3) / turns); // three of the loop's own
    printf("\n");
  });
}
