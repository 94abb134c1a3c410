// Kernels in CUDA C that hand data over by flags and fences.

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void triesAndKnows(int *data, int *flag, int *out) {
  int t = threadIdx.x;
  bool ok = false;
  if (blockIdx.x == 0) {
    data[t] = 7;
    __threadfence();
    *(volatile int *)&flag[t] = 1;
  } else {
    for (int k = 0; k < 10 && !ok; k++) ok = *(volatile int *)&flag[t];
    if (ok) {
      __threadfence();
      out[t] = data[t];
    }
  }
}

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void leavesUnless(int *data, int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 7;
    __threadfence();
    *(volatile int *)&flag[t] = 1;
    return;
  }
  if (*(volatile int *)&flag[t] != 1) return;
  __threadfence();
  out[t] = data[t];
}

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void countsTries(int *data, int *flag, int *out) {
  int t = threadIdx.x, tries = 0;
  if (blockIdx.x == 0) {
    data[t] = 7;
    __threadfence();
    atomicExch(&flag[t], 1);
    return;
  }
  while (true) {
    if (atomicAdd(&flag[t], 0)) break;
    tries++;
  }
  __threadfence();
  out[t] = data[t] + tries;
}

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void readsIf(int *data, int *flag, int *out) {
  int t = threadIdx.x, v = 0;
  if (blockIdx.x == 0) {
    data[t] = 7;
    __threadfence();
    atomicExch(&flag[t], 1);
    return;
  }
  int f = *(volatile int *)&flag[t];
  __threadfence();
  if (f) v = data[t];
  out[t] = v;
}

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void anyLane(int *data, int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 7;
    __threadfence();
    __syncwarp();
    if (t % 32 == 0) atomicExch(&flag[t], 1);
    return;
  }
  while (!__any_sync(~0u, *(volatile int *)&flag[t])) {}
  __threadfence();
  __syncwarp();
  out[t] = data[t ^ 1];
}

//gpusim:check -grid 2 -block 64 data=64 flag=1 out=64
__global__ void allFence(int *data, int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 7;
    __threadfence();
    __syncthreads();
    if (t == 0) atomicExch(flag, 1);
    return;
  }
  if (t == 0)
    while (!*(volatile int *)flag) {}
  __syncthreads();
  __threadfence();
  out[t] = data[t ^ 33];
}

//gpusim:check -grid 2 -block 64 data=64 flag=1 out=64
__global__ void tellsOthers(int *data, int *flag, int *out) {
  __shared__ bool go;
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 7;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      *(volatile int *)flag = 1;
    }
    return;
  }
  if (t == 0) {
    go = false;
    if (*(volatile int *)flag == 1) go = true;
    __threadfence();
  }
  __syncthreads();
  if (go) out[t] = data[t ^ 33];
}

//gpusim:check -grid 4 -block 64 data=256 flag=4 out=256
__global__ void chain(int *data, int *flag, int *out) {
  int t = threadIdx.x, b = blockIdx.x;
  if (t == 0 && b > 0) {
    while (atomicAdd(&flag[b - 1], 0) == 0) {}
    __threadfence();
  }
  __syncthreads();
  out[b * 64 + t] = b > 0 ? data[(b - 1) * 64 + (t ^ 35)] + data[t ^ 35] : 0;
  data[b * 64 + t] = t;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(&flag[b], 1);
  }
}

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void halvesMeet(int *data, int *flag, int *out) {
  int t = threadIdx.x, lane = t % 32;
  if (blockIdx.x == 0) {
    data[t] = 7;
    __threadfence();
    __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
    if (lane % 16 == 0) *(volatile int *)&flag[t] = 1;
  } else {
    while (*(volatile int *)&flag[t & ~15] == 0) {}
    __threadfence();
    out[t] = data[t ^ 1];
  }
}
