// Counts the letters of a text.
#include <cstdio>
#include <cstring>
#include <string>

__global__ void countLetters(const char *text, int length, int *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= length) return;
  char c = text[i];
  if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
  if (c >= 'a' && c <= 'z') atomicAdd(&counts[c - 'a'], 1);
}

int main() {
  const char *line = "The quick brown fox jumps over the lazy dog. ";
  char text[4096];
  text[0] = '\0';
  for (int i = 0; i < 50; i++) strcat(text, line);
  int length = strlen(text);
  char *d_text;
  int *d_counts, counts[26] = {0};
  cudaMalloc((void **)&d_text, length + 1);
  cudaMalloc((void **)&d_counts, sizeof(counts));
  cudaMemcpy(d_text, text, length + 1, cudaMemcpyHostToDevice);
  cudaMemcpy(d_counts, counts, sizeof(counts), cudaMemcpyHostToDevice);
  countLetters<<<(length + 127) / 128, 128>>>(d_text, length, d_counts);
  cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 26; i++) printf("%c: %d\n", 'a' + i, counts[i]);
  return counts[0] == 50 ? 0 : 1;
}
