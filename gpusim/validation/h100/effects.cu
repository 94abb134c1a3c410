// How many copies of a loop's body nvcc makes if the body has an effect beside stores: K
// operations on one value beside the effect, a counter that grows by S, or by what the launch says (0), alone or inside
// another loop (N). effects.sh counts the copies.
template <int K> __device__ int work(int v, int p, int q) {
#pragma unroll
  for (int j = 0; j < K; ++j) v = j % 2 ? v * q : v ^ p;
  return v;
}
#define LOOP(name, set, effect) \
  template <int S, int K, int N> __global__ void name(int* o, volatile int* w, const int* a, int n, int m, int p, int q) { \
    __shared__ int s[256]; s[threadIdx.x & 255] = p; __syncthreads(); \
    int t = threadIdx.x, v = t; set; \
    if (N) for (int j = 0; j < m; ++j) { v = v * 5 + j; for (int i = 0; i < n; i += S ? S : (int)blockDim.x) { v = work<K>(v, p, q); effect; } v ^= j; } \
    else for (int i = 0; i < n; i += S ? S : (int)blockDim.x) { v = work<K>(v, p, q); effect; } \
    o[t] = v + s[(t + 1) & 255]; }
LOOP(red, , atomicAdd(&o[v & 1023], 1))
LOOP(redin, , atomicAdd(&o[a[i + t]], 1))
LOOP(atom, , v += atomicAdd(&o[i + t], v))
LOOP(cas, , v += atomicCAS(&o[i + t], v, p))
LOOP(sred, , atomicAdd(&s[v & 255], q))
LOOP(satom, , v += atomicAdd(&s[t & 255], v))
LOOP(fence, , (o[i + t] = v, __threadfence()))
LOOP(fenceb, , (o[i + t] = v, __threadfence_block()))
LOOP(bar, , (s[t & 255] = v, __syncthreads(), v += s[255 - (t & 255)], __syncthreads()))
LOOP(vload, , v += w[i + t])
LOOP(vstore, , w[i + t] = v)
LOOP(warp, , (s[t & 255] = v, __syncwarp(), v += s[(t ^ 1) & 255]))
LOOP(ballot, , v += __ballot_sync(~0u, v & 1))
LOOP(shfl, , v += __shfl_xor_sync(~0u, v, i & 31))
LOOP(plain, , v += a[i + t])
#define ONE(k, S, K, N) template __global__ void k<S, K, N>(int*, volatile int*, const int*, int, int, int, int);
#define ALL(k) ONE(k, 1, 0, 0) ONE(k, 1, 4, 0) ONE(k, 1, 12, 0) ONE(k, 1, 44, 0) ONE(k, 1, 48, 0) ONE(k, 1, 84, 0) ONE(k, 1, 88, 0) ONE(k, 1, 100, 0) ONE(k, 2, 4, 0) ONE(k, 256, 4, 0) ONE(k, 1, 4, 1) ONE(k, 1, 12, 1) ONE(k, 0, 4, 0)
ALL(red) ALL(redin) ALL(atom) ALL(cas) ALL(sred) ALL(satom) ALL(fence) ALL(fenceb) ALL(bar) ALL(vload) ALL(vstore) ALL(warp) ALL(ballot) ALL(shfl) ALL(plain)
