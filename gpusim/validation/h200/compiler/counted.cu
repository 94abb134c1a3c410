// How often loops with a constant trip count are unrolled: T iterations with one load and B further
// operations. counted.sh counts the loads in the loop that nvcc's front end leaves, and in the one that
// ptxas leaves.
template <int T, int B> __global__ void full(float* out, const float* in, int m) {
  int t = threadIdx.x;
  float s = in[t], r = m;
  for (int l = 0; l < T; ++l) {
    s = s * r + in[l];
#pragma unroll
    for (int b = 0; b < B; ++b) s = s * r + b;
  }
  out[t] = s;
}
#define ONE(T, B) template __global__ void full<T, B>(float*, const float*, int);
#define ALL(T) ONE(T, 0) ONE(T, 1) ONE(T, 2) ONE(T, 4) ONE(T, 8) ONE(T, 12) ONE(T, 16) ONE(T, 24) ONE(T, 32) ONE(T, 48) ONE(T, 64) ONE(T, 96)
ALL(3) ALL(4) ALL(6) ALL(8) ALL(10) ALL(16) ALL(20) ALL(32) ALL(50) ALL(64) ALL(100) ALL(128) ALL(200) ALL(256) ALL(300) ALL(460) ALL(512) ALL(1000) ALL(1024) ALL(2048)
