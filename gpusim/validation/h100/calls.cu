// What calls of printf and assert take of registers and of the stack.
//
//   ./calls.sh > calls.txt
#include <cassert>
#include <cstdio>
__global__ void none(int* x) { printf("a\n"); }
__global__ void one(int* x) { printf("%d\n", threadIdx.x); }
__global__ void two(int* x) { printf("%d %d\n", threadIdx.x, x[0]); }
__global__ void three(int* x) { printf("%d %d %d\n", threadIdx.x, x[0], x[1]); }
__global__ void four(int* x) { printf("%d %d %d %d\n", threadIdx.x, x[0], x[1], x[2]); }
__global__ void eight(int* x) { printf("%d %d %d %d %d %d %d %d\n", threadIdx.x, x[0], x[1], x[2], x[3], x[4], x[5], x[6]); }
__global__ void real(float* x) { printf("%f\n", x[0]); }
__global__ void reals(float* x) { printf("%f %f\n", x[0], x[1]); }
__global__ void between(float* x) { printf("%d %f %d\n", threadIdx.x, x[1], 3); }
__global__ void behind(float* x) { printf("%d %d %f %d\n", threadIdx.x, 4, x[1], 3); }
__global__ void wide(long long* x) { printf("%lld %d\n", x[0], threadIdx.x); }
__global__ void aligned(long long* x) { printf("%d %lld\n", threadIdx.x, x[0]); }
__global__ void bytes(char* x) { printf("%c %c %d\n", x[0], x[1], threadIdx.x); }
__global__ void calls(int* x) { printf("%d\n", threadIdx.x); printf("%d %d %d\n", x[0], x[1], x[2]); }
__global__ void arm(int* x) { if (x[threadIdx.x] > 3) printf("%d\n", threadIdx.x); x[threadIdx.x] = 3; }
__global__ void condition(int* x) { assert(x[threadIdx.x] > 3); x[threadIdx.x] = 1; }
__global__ void message(int* x) { assert(x[threadIdx.x] > 3 && "too small"); }
__global__ void asserts(int* x) { assert(x[threadIdx.x] > 3); assert(x[1] > 3); x[2] = 1; }
__global__ void both(int* x) { assert(x[threadIdx.x] > 3); printf("%d %d\n", x[0], x[1]); }
__global__ void stop(int* x) { if (x[threadIdx.x] > 3) __trap(); x[2] = 1; }
// N values are live over a call.
template <int N, bool P> __global__ void live(int* x) {
  int v[N], *at = x + int(threadIdx.x);
#pragma unroll
  for (int i = 0; i < N; i++) v[i] = at[i * 32];
  if (P) printf("a\n"); else assert(v[0] > 3);
#pragma unroll
  for (int i = 0; i < N; i++) at[i * 32] = v[N - 1 - i] * v[(i * 7) % N];
}
#define LIVE(N) template __global__ void live<N, true>(int*); template __global__ void live<N, false>(int*);
LIVE(1) LIVE(2) LIVE(3) LIVE(4) LIVE(5) LIVE(6) LIVE(7) LIVE(8) LIVE(10) LIVE(12) LIVE(16) LIVE(20) LIVE(24) LIVE(32) LIVE(40)
