// Which atomics nvcc lets one lane execute for all lanes of a warp.
//
//   ./aggregate.sh > aggregate.txt
//
// k<T, OP, V, U, S>: the change OP by V (0: the constant 1, 1: a parameter, 2: a value of the
// lane), whose result is used if U, on shared memory if S, else global. All lanes change one address.
template <class T, int OP> __device__ T change(T* p, T v) {
  if constexpr (OP == 0) return atomicAdd(p, v);
  else if constexpr (OP == 1) return atomicSub(p, v);
  else if constexpr (OP == 2) return atomicMin(p, v);
  else if constexpr (OP == 3) return atomicMax(p, v);
  else if constexpr (OP == 4) return atomicAnd(p, v);
  else if constexpr (OP == 5) return atomicOr(p, v);
  else if constexpr (OP == 6) return atomicXor(p, v);
  else if constexpr (OP == 7) return atomicInc(p, v);
  else return atomicExch(p, v);
}
template <class T, int OP, int V, int U, int S> __global__ void k(T* p, T* o, T u) {
  __shared__ T s[4];
  T* q = S ? s + 1 : p + 1;
  if (S) { s[threadIdx.x & 3] = u; __syncthreads(); }
  T v = V == 0 ? T(1) : V == 1 ? u : T(threadIdx.x) + u, r = change<T, OP>(q, v);
  if (U) o[threadIdx.x] = r;
  if (S) { __syncthreads(); o[threadIdx.x] += s[threadIdx.x & 3]; }
}
#define K(T, OP, V, U, S) template __global__ void k<T, OP, V, U, S>(T*, T*, T);
#define W(T, OP, V) K(T, OP, V, 0, 0) K(T, OP, V, 0, 1) K(T, OP, V, 1, 0) K(T, OP, V, 1, 1)
#define M(T, OP) W(T, OP, 0) W(T, OP, 1) W(T, OP, 2)
typedef unsigned u32; typedef unsigned long long u64;
M(int, 0) M(int, 1) M(int, 2) M(int, 3) M(int, 4) M(int, 5) M(int, 6) M(int, 8)
M(u32, 0) M(u32, 2) M(u32, 7) M(u64, 0) M(u64, 2) M(u64, 4) M(u64, 8) M(float, 0) M(float, 8) M(double, 0)
