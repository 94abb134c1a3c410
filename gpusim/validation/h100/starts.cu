// Where nvcc executes the iterations that are left when it takes four at once: of loops that start at
// a constant, a parameter, a lane's number or a loaded bound, alone or inside of another loop, with sums
// of floats or integers. K operations beside the load.
template <int K> __device__ float work(float v, float p, float q) {
#pragma unroll
  for (int j = 0; j < K; ++j) v = j % 2 ? v * q : v + p;
  return v;
}
#define LOOP(name, decl, loop, use, out) template <int K> __global__ void name(float* o, const float* a, const int* b, int n, int m, float p, float q) { \
  int t = threadIdx.x; decl; loop { use; } o[t] = out; }
#define BODY v += work<K>(a[j], p, q)
LOOP(fconst, float v = 0, for (int j = 0; j < n; ++j), BODY, v)
LOOP(fparam, float v = 0, for (int j = m; j < n; ++j), BODY, v)
LOOP(flane, float v = 0, for (int j = t; j < n; ++j), BODY, v)
LOOP(frow, float v = 0, for (int j = b[t]; j < b[t + 1]; ++j), BODY, v)
LOOP(frow2, float v = 0; int e = b[t + 1], for (int j = b[t]; j < e; ++j), BODY, v)
LOOP(fwhile, float v = 0; int j = m, while (j < n), BODY; ++j, v)
LOOP(funs, float v = 0; unsigned e = n, for (unsigned j = m; j < e; ++j), BODY, v)
LOOP(fsize, float v = 0; size_t e = n, for (size_t j = m; j < e; ++j), BODY, v)
LOOP(fle, float v = 0, for (int j = m; j <= n; ++j), BODY, v)
LOOP(ftwo, float v = 0, for (int j = m; j < n; j += 2), BODY, v)
LOOP(f256, float v = 0, for (int j = t; j < n; j += 256), BODY, v)
LOOP(fdown, float v = 0, for (int j = n; j >= 0; --j), BODY, v)
LOOP(fdownm, float v = 0, for (int j = n - 1; j > m; --j), BODY, v)
LOOP(fcarry, float v = p, for (int j = m; j < n; ++j), BODY, v)
LOOP(fcount, float v = 0; int c = 0, for (int j = m; j < n; ++j), BODY; if (v > q) ++c, v + c)
LOOP(iparam, int v = 0, for (int j = m; j < n; ++j), v += b[j] ^ int(work<K>(j, p, q)), v)
LOOP(istart, int v = n, for (int j = m; j < n; ++j), v += b[j] ^ int(work<K>(j, p, q)), v)
LOOP(store, float* w = o + 1000, for (int j = m; j < n; ++j), w[j] = work<K>(a[j], p, q), 0)
LOOP(zuns, float v = 0; unsigned e = n, for (unsigned j = 0; j < e; ++j), BODY, v)
LOOP(zsize, float v = 0; size_t e = n, for (size_t j = 0; j < e; ++j), BODY, v)
LOOP(zlong, float v = 0; long long e = n, for (long long j = 0; j < e; ++j), BODY, v)
LOOP(flong, float v = 0; long long e = n, for (long long j = m; j < e; ++j), BODY, v)
LOOP(fuone, float v = 0; unsigned e = n, for (unsigned j = t; j < e; j += 4), BODY, v)
LOOP(fthree, float v = 0, for (int j = m; j < n; j += 3), BODY, v)
LOOP(zthree, float v = 0, for (int j = 0; j < n; j += 3), BODY, v)
LOOP(askf, float v = 0, _Pragma("unroll 4") for (int j = m; j < n; ++j), BODY, v)
LOOP(askz, float v = 0, _Pragma("unroll 4") for (int j = 0; j < n; ++j), BODY, v)
LOOP(askeight, float v = 0, _Pragma("unroll 8") for (int j = m; j < n; ++j), BODY, v)
LOOP(askthree, float v = 0, _Pragma("unroll 3") for (int j = m; j < n; ++j), BODY, v)
LOOP(asktwo, float v = 0, _Pragma("unroll 2") for (int j = m; j < n; ++j), BODY, v)
LOOP(naskf, float v = 0, for (int i = 0; i < m; ++i) _Pragma("unroll 4") for (int j = m; j < n; ++j), BODY, v)
LOOP(naskz, float v = 0, for (int i = 0; i < m; ++i) _Pragma("unroll 4") for (int j = 0; j < n; ++j), BODY, v)
LOOP(naskeight, float v = 0, for (int i = 0; i < m; ++i) _Pragma("unroll 8") for (int j = m; j < n; ++j), BODY, v)
LOOP(naskeightz, float v = 0, for (int i = 0; i < m; ++i) _Pragma("unroll 8") for (int j = 0; j < n; ++j), BODY, v)
LOOP(fnot, float v = 0, for (int j = m; j != n; ++j), BODY, v)
LOOP(fflag, float v = 0; bool c = false, for (int j = m; j < n; ++j), BODY; c |= v > q, v + c)
LOOP(fended, float v = 0; int c = 0, for (int j = m; j < n; ++j), BODY; ++c, v + c)
LOOP(fdo, float v = 0; int j = m, do { BODY; } while (++j < n);, , v)
LOOP(fhalf, float v = 0, for (int j = n / 2; j < n; ++j), BODY, v)
LOOP(ffour, float v = 0, for (int j = 4 * m; j < 4 * n; ++j), BODY, v)
LOOP(feven, float v = 0, for (int j = 2 * m; j < 2 * n; ++j), BODY, v)
LOOP(nfour, float v = 0, for (int i = 0; i < m; ++i) for (int j = 4 * i; j < 4 * n; ++j), BODY, v)
LOOP(nodd, float v = 0, for (int i = 0; i < m; ++i) for (int j = 2 * i + 1; j < 2 * n; ++j), BODY, v)
LOOP(nlong, float v = 0; long long e = n, for (int i = 0; i < m; ++i) for (long long j = i; j < e; ++j), BODY, v)
LOOP(nuns, float v = 0; unsigned e = n, for (int i = 0; i < m; ++i) for (unsigned j = i; j < e; ++j), BODY, v)
LOOP(nconst, float v = 0, for (int i = 0; i < m; ++i) for (int j = 0; j < n; ++j), BODY, v)
LOOP(nparam, float v = 0, for (int i = 0; i < m; ++i) for (int j = m; j < n; ++j), BODY, v)
LOOP(nouter, float v = 0, for (int i = 0; i < m; ++i) for (int j = i; j < n; ++j), BODY, v)
LOOP(nafter, float v = 0, for (int i = 0; i < m; ++i) for (int j = i + 1; j < n; ++j), BODY, v)
LOOP(nrow, float v = 0, for (int i = t; i < m; i += 256) for (int j = b[i]; j < b[i + 1]; ++j), BODY, v)
LOOP(nuntil, float v = 0, for (int i = 0; i < m; ++i) for (int j = 0; j < i; ++j), BODY, v)
template <int K> __global__ void nsum(float* o, const float* a, const int* b, int n, int m, float p, float q) {
  int t = threadIdx.x;
  for (int i = t; i < m; i += 256) { float v = 0; for (int j = b[i]; j < b[i + 1]; ++j) BODY; o[i] = v; }
}
template <int K> __global__ void nsumz(float* o, const float* a, const int* b, int n, int m, float p, float q) {
  int t = threadIdx.x;
  for (int i = t; i < m; i += 256) { float v = 0; for (int j = 0; j < n; ++j) BODY; o[i] = v; }
}
#define ONE(k, K) template __global__ void k<K>(float*, const float*, const int*, int, int, float, float);
#define ALL(k) ONE(k, 0) ONE(k, 2) ONE(k, 4) ONE(k, 8) ONE(k, 16) ONE(k, 30) ONE(k, 44) ONE(k, 60) ONE(k, 100)
ALL(fconst) ALL(fparam) ALL(flane) ALL(frow) ALL(frow2) ALL(fwhile) ALL(funs) ALL(fsize) ALL(fle) ALL(ftwo) ALL(f256) ALL(fdown) ALL(fdownm) ALL(fcarry) ALL(fcount) ALL(iparam) ALL(istart) ALL(store)
ALL(zuns) ALL(zsize) ALL(zlong) ALL(flong) ALL(fuone) ALL(fthree) ALL(zthree) ALL(askf) ALL(askz) ALL(askeight) ALL(askthree) ALL(asktwo) ALL(naskf) ALL(naskz) ALL(naskeight) ALL(naskeightz) ALL(fnot) ALL(fflag) ALL(fended) ALL(fdo) ALL(fhalf) ALL(ffour) ALL(feven) ALL(nfour) ALL(nodd) ALL(nlong) ALL(nuns)
ALL(nconst) ALL(nparam) ALL(nouter) ALL(nafter) ALL(nrow) ALL(nuntil) ALL(nsum) ALL(nsumz)
