// Counts where a text has a word.
#include <cstdio>
#include <memory>
#include <string>
__constant__ char pattern[16];
__global__ void findAll(const char *text, int length, int m, int *hits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + m > length) return;
  for (int k = 0; k < m; k++) if (text[i + k] != pattern[k]) return;
  atomicAdd(hits, 1);
}
int main() {
  std::string text;
  for (int i = 0; i < 200; ++i) text += i % 4 ? "lorem ipsum " : "needle in hay ";
  const std::string needle = "needle";
  auto deleter = [](void *p) { cudaFree(p); };
  char *raw = nullptr;
  cudaMalloc((void **)&raw, text.size());
  std::unique_ptr<char, decltype(deleter)> dText(raw, deleter);
  int *hits;
  cudaMalloc(&hits, sizeof(int));
  int zero = 0;
  cudaMemcpy(hits, &zero, sizeof zero, cudaMemcpyHostToDevice);
  cudaMemcpy(dText.get(), text.c_str(), text.length(), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(pattern, needle.data(), needle.size());
  findAll<<<(text.size() + 63) / 64, 64>>>(dText.get(), text.size(), (int)needle.length(), hits);
  int found;
  cudaMemcpy(&found, hits, sizeof found, cudaMemcpyDeviceToHost);
  printf("%d\n", found);
  return found == 50 ? 0 : 1;
}
