// Functions that call themselves. nvcc makes loops of the first four; the depths of these overflow a stack.
__device__ int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
__device__ unsigned gcd(unsigned a, unsigned b) { if (b == 0) return a; return gcd(b, a % b); }
__device__ int find(const unsigned *a, int n, unsigned v) { return n == 0 ? -1 : a[n - 1] == v ? n - 1 : find(a, n - 1, v); }
__device__ long long odd(int n, short step) { for (int i = 0; i < 2; i++) { n -= step; if (n < 0) return 0; } if (n & 1) { short next = step + 1; return odd(n - next, step) + n; } n++; return 0; }
__device__ int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
__device__ int mixed(int n) { return n < 1 ? 1 : n % 2 ? n * mixed(n - 1) : n + mixed(n - 1); }
__device__ float harm(int n) { return n < 1 ? 0 : 1.0f / n + harm(n - 1); }
__device__ short narrow(short n) { return n < 1 ? 5 : n * narrow(n - 1); }
__device__ int bits(int n) { if (n == 0) return 0; if (n == 6) return 3; return (n & 7) ^ bits(n >> 1); }
__device__ unsigned wide(long long n) { return n < 3 ? -1 : n * n + wide(n - 1); }
template <typename T> __device__ T power(T x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }
__device__ int held(int *p, int n) { int mine = n; if (n == 0) return *p; return held(&mine, n - 1); }
__global__ void k(unsigned *out, const unsigned *in, int n) {
  int i = threadIdx.x, m = i % 12, start = -7;
  unsigned h = fact(100 + i) * 31 + fact(m);
  h = h * 31 + gcd(in[i], in[(i + 1) % n]);
  h = h * 31 + find(in, n, in[i] | 1);
  h = h * 31 + (unsigned)odd(i * 8, i % 3 + 1);
  h = h * 31 + ack(m % 3, m % 4);
  h = h * 31 + mixed(m) + (unsigned)(harm(m) * 1024) + narrow(m) + bits(in[i] >> 16) + wide(m * 7) + power((short)3, m);
  out[i] = h * 31 + held(&start, m);
}
