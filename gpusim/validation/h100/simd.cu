// CUDA's functions on the bytes and half words of a register, for pairs of registers.
#include <cstdio>
#define F2(n) __v##n##2(a, b), __v##n##4(a, b)
__global__ void k(const unsigned *in, unsigned *out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x; if (i >= n) return;
  unsigned a = in[i], b = in[(i + 1) % n];
  unsigned r[] = {F2(add), F2(sub), F2(addus), F2(subus), F2(addss), F2(subss), F2(maxu), F2(minu), F2(maxs), F2(mins), F2(absdiffu), F2(absdiffs), F2(avgu), F2(avgs), F2(haddu),
   F2(cmpeq), F2(cmpne), F2(cmpgtu), F2(cmpgeu), F2(cmpltu), F2(cmpleu), F2(cmpgts), F2(cmpges), F2(cmplts), F2(cmples), F2(seteq), F2(setne), F2(setgtu), F2(setgeu), F2(setltu), F2(setleu), F2(setgts), F2(setges), F2(setlts), F2(setles),
   F2(sadu), F2(sads), __vneg2(a), __vneg4(a), __vnegss2(a), __vnegss4(a), __vabs2(a), __vabs4(a), __vabsss2(a), __vabsss4(a)};
  const int N = sizeof r / 4;
  for (int j = 0; j < N; j++) out[i * N + j] = r[j];
}
int main() {
  const int n = 256, N = 82; static unsigned in[n], out[n * N]; unsigned s = 7;
  unsigned special[] = {0, 0xffffffffu, 0x80808080u, 0x80008000u, 0x7f7f7f7fu, 0x7fff7fffu, 0x01010101u, 0x00ff00ffu, 0x8000807fu, 0xff7f0180u};
  for (int i = 0; i < n; i++) { s = s * 1664525u + 1013904223u; in[i] = s ^ s >> 15; if (i < 10) in[i] = special[i]; if (i % 7 == 6) in[i] = in[i - 1] ^ (in[i] & 0xff00); }
  unsigned *di, *dout; cudaMalloc(&di, sizeof in); cudaMalloc(&dout, sizeof out); cudaMemcpy(di, in, sizeof in, cudaMemcpyHostToDevice);
  k<<<2, 128>>>(di, dout, n); cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) { printf("%08x", in[i]); for (int j = 0; j < N; j++) printf(" %08x", out[i * N + j]); printf("\n"); }
}
