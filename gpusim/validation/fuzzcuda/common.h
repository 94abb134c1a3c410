__device__ unsigned long long mixed(unsigned long long h, unsigned long long x, int type) { return (h ^ x) * 1099511628211ull + type; }
__device__ unsigned long long mix(unsigned long long h, bool x) { return mixed(h, x, 1); }
__device__ unsigned long long mix(unsigned long long h, char x) { return mixed(h, x, 2); }
__device__ unsigned long long mix(unsigned long long h, signed char x) { return mixed(h, x, 3); }
__device__ unsigned long long mix(unsigned long long h, unsigned char x) { return mixed(h, x, 4); }
__device__ unsigned long long mix(unsigned long long h, short x) { return mixed(h, x, 5); }
__device__ unsigned long long mix(unsigned long long h, unsigned short x) { return mixed(h, x, 6); }
__device__ unsigned long long mix(unsigned long long h, int x) { return mixed(h, x, 7); }
__device__ unsigned long long mix(unsigned long long h, unsigned x) { return mixed(h, x, 8); }
__device__ unsigned long long mix(unsigned long long h, long x) { return mixed(h, x, 9); }
__device__ unsigned long long mix(unsigned long long h, unsigned long x) { return mixed(h, x, 10); }
__device__ unsigned long long mix(unsigned long long h, long long x) { return mixed(h, x, 11); }
__device__ unsigned long long mix(unsigned long long h, unsigned long long x) { return mixed(h, x, 12); }
__device__ unsigned long long mix(unsigned long long h, float x) { unsigned b = 0; memcpy(&b, &x, 4); return mixed(h, x == x ? b : 0, 13); }
__device__ unsigned long long mix(unsigned long long h, double x) { unsigned long long b = 0; memcpy(&b, &x, 8); return mixed(h, x == x ? b : 0, 14); }
__device__ int small(float x) { return x >= 0 && x < 100 ? (int)x : 5; }
__device__ int small(double x) { return x >= 0 && x < 100 ? (int)x : 6; }
template <class T> __device__ void bump(T &x) { x = x + 1; }
__host__ __device__ constexpr int twice(int x) { return x + x; }
