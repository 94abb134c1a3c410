// Cycles per step of warps whose lanes part: branches with long arms, nested branches, and loops that lanes leave one after another.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
typedef long long s64;
static s64* stamps; static float* out;
#define KERNEL(name) __global__ void name(int n, float x, int half, float* out, s64* stamps)
#define BEGIN float v = 1.3f + threadIdx.x % 32 / 64.0f; int lane = threadIdx.x % 32; s64 begin = clock64();
#define END out[threadIdx.x] = v; s64 end = clock64(); if (lane == 0) stamps[threadIdx.x / 32] = begin, stamps[32 + threadIdx.x / 32] = end;
#define FMA40(c) { _Pragma("unroll") for (int k = 0; k < 40; ++k) v = v * x + c; }
// one: lanes below half take an arm of 40 dependent products
KERNEL(one) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { if (lane < half) FMA40(0.5f); v += 0.25f; } END }
// two: both arms have 40
KERNEL(two) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { if (lane < half) FMA40(0.5f) else FMA40(0.75f); v += 0.25f; } END }
// nested: four arms of two levels
KERNEL(nested) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    if (lane < half) { if (lane & 1) FMA40(0.5f) else FMA40(0.25f); } else { if (lane & 2) FMA40(0.75f) else FMA40(0.875f); }
    v += 0.25f; } END }
// leave: in each step an inner loop that lanes leave one after another: lane l makes 2 + (l < half ? l : half) turns... of 8 products
KERNEL(leave) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    int turns = 32 + (lane < half ? lane : half);
#pragma unroll 1
    for (int k = 0; k < turns; ++k) { for (int j = 0; j < 8; ++j) v = v * x + 0.5f; }
    v += 0.25f; } END }
// groups: the same, but half lanes leave together: all lanes below half after 16 turns, the others after 32
KERNEL(groups) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    int turns = lane < half ? 16 : 32;
#pragma unroll 1
    for (int k = 0; k < turns; ++k) { for (int j = 0; j < 8; ++j) v = v * x + 0.5f; }
    v += 0.25f; } END }
// breaks: lanes leave by a break in the middle
KERNEL(breaks) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    int turns = 32 + (lane < half ? lane : half);
#pragma unroll 1
    for (int k = 0; k < 128; ++k) { for (int j = 0; j < 4; ++j) v = v * x + 0.5f; if (k >= turns) break; for (int j = 0; j < 4; ++j) v = v * x + 0.25f; }
    v += 0.25f; } END }
// skip: continue in a loop of 16 turns, one turn of which each lane skips, another one for each lane below half
KERNEL(skip) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll 1
    for (int k = 0; k < 16; ++k) { if (k == lane % 16 && lane < half) continue; FMA40(0.5f); }
    v += 0.25f; } END }
// data: arms by data of the lanes, random
KERNEL(data) { BEGIN
  unsigned h = threadIdx.x * 2654435761u;
#pragma unroll 1
  for (int i = 0; i < n; ++i) { h = h * 1664525 + 1013904223; if ((h >> 16) % 32 < half) FMA40(0.5f) else FMA40(0.75f); v += 0.25f; } END }
template <class K> double took(K kernel, int n, int half, int warps) {
  s64 best = 1LL << 60;
  for (int k = 0; k < 5; ++k) {
    s64 h[64];
    kernel<<<1, warps * 32>>>(n, 1.5f, half, out, stamps);
    cudaMemcpy(h, stamps, sizeof h, cudaMemcpyDeviceToHost);
    best = std::min(best, *std::max_element(h + 32, h + 32 + warps) - *std::min_element(h, h + warps));
  }
  return double(best);
}
template <class K> void measure(const char* name, K kernel) {
  for (int half : {0, 1, 2, 4, 8, 16, 31, 32}) {
    printf("%s half=%d", name, half);
    for (int warps : {1, 4, 8, 16, 32}) printf(" warps%d=%.1f", warps, (took(kernel, 40, half, warps) - took(kernel, 8, half, warps)) / 32);
    printf("\n");
  }
}
int main() {
  cudaMalloc(&stamps, 64 * 8); cudaMalloc(&out, 8192);
  measure("one", one); measure("two", two); measure("nested", nested); measure("leave", leave); measure("groups", groups); measure("breaks", breaks); measure("skip", skip); measure("data", data);
  return cudaDeviceSynchronize();
}
