// Kernels in CUDA C that read variables which they have not set.

//gpusim:check -grid 1 -block 32 o=32 n=3
__global__ void oneArm(int *o, int n) {
  int x;
  if (threadIdx.x < n) x = 1;
  o[threadIdx.x] = x; // want "x is read by thread \\(3,0,0\\) of block \\(0,0,0\\), which has not set it.* UnsetVariable"
}

//gpusim:check -grid 1 -block 32 o=32 n=0
__global__ void noTurn(int *o, int n) {
  int x;
  for (int i = 0; i < n; i++) x = i;
  o[threadIdx.x] = x; // want "UnsetVariable"
}

//gpusim:check -grid 1 -block 32 o=32 n=4
__global__ void sumFromNothing(float *o, int n) {
  float sum;
  for (int i = 0; i < n; i++)
    sum += i; // want "sum is read by .* UnsetVariable"
  o[threadIdx.x] = sum;
}

//gpusim:check -grid 1 -block 32 o=32
__global__ void inFunction(int *o) {
  auto twice = [](int v) {
    int r;
    if (v > 2) r = 2 * v;
    return r; // want "r is read by thread \\(0,0,0\\) .* UnsetVariable"
  };
  o[threadIdx.x] = twice(threadIdx.x);
}

//gpusim:check -grid 1 -block 32 o=32 n=4
__global__ void throughPointer(int *o, int n) {
  int x;
  int *p = &x;
  if (n > 100) *p = 1;
  o[threadIdx.x] = x; // want "x is read by .* UnsetVariable"
}

//gpusim:check -grid 1 -block 32 o=32 n=3
__global__ void partOfArray(int *o, int n) {
  int a[4];
  for (int i = 0; i < n; i++) a[i] = 1;
  o[threadIdx.x] = a[threadIdx.x % 4]; // want "a is read by thread \\(3,0,0\\) .* UnsetVariable"
}

struct two { int a, b; };

//gpusim:check -grid 1 -block 32 o=32 n=3
__global__ void field(int *o, int n) {
  two t;
  t.a = n;
  o[threadIdx.x] = t.a + t.b; // want "t is read by .* UnsetVariable"
}

//gpusim:check -grid 1 -block 32 n=1 o=32
__global__ void wrongLeader(int *n, int *o) {
  int base;
  if (threadIdx.x == 1) base = atomicAdd(n, 32);
  base = __shfl_sync(~0u, base, 0);
  o[threadIdx.x] = base; // want "base is read by thread .* UnsetVariable"
}
