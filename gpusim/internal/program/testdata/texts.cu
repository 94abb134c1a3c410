// Texts and formats that are known only when the kernel runs.
#include <cstdio>
#include <cuda_runtime.h>

__device__ const char *names[3] = {"red", "green", "blue"};
__constant__ char word[8] = "const";

__global__ void print(const char *in, int n) {
  int i = threadIdx.x;
  for (int r = 0; r < n; r++) printf("round %d of %s\n", r, names[i]);
  printf(i & 1 ? "odd %d\n" : "even %d %s\n", i, in);
  char local[16];
  int k = 0;
  for (const char *p = in; *p; p++) local[k++] = *p + i;
  local[k] = 0;
  printf("[%-6s|%s|%c|%5.2f|%s]\n", local, word, 'x', 0.5 * i, i ? "yes" : "no");
  const char *format = n == 1 ? "%d of one\n" : n == 2 ? "%d of two\n" : "%d of many\n";
  printf(format, i);
  const char *formats[2] = {"%lld and %s\n", "%6.3f\n"};
  if (i) printf(formats[n - 2 + in[0] % 2 - 1], 1LL << 40, "text");
}

int main() {
  char *in;
  cudaMalloc(&in, 4);
  cudaMemcpy(in, "abc", 4, cudaMemcpyHostToDevice);
  print<<<1, 3>>>(in, 2);
  return cudaDeviceSynchronize();
}
