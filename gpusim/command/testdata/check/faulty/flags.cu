// Kernels in CUDA C that look at a flag, or fence, in a way that orders nothing.

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=128
__global__ void looksOnce(int *data, int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 7; // want "with nothing between but fences.* FencedRace"
    __threadfence();
    *(volatile int *)&flag[t] = 1;
  } else {
    if (*(volatile int *)&flag[t]) out[t + 64] = 3;
    __threadfence();
    out[t] = data[t];
  }
}

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void givesUp(int *data, int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 7; // want "FencedRace"
    __threadfence();
    *(volatile int *)&flag[t] = 1;
  } else {
    for (int k = 0; k < 10; k++)
      if (*(volatile int *)&flag[t]) break;
    __threadfence();
    out[t] = data[t];
  }
}

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void readsBeforeItKnows(int *data, int *flag, int *out) {
  int t = threadIdx.x, v, f;
  if (blockIdx.x == 0) {
    data[t] = 7; // want "FencedRace"
    __threadfence();
    *(volatile int *)&flag[t] = 1;
  } else {
    do {
      f = *(volatile int *)&flag[t];
      __threadfence();
      v = data[t];
    } while (!f);
    out[t] = v;
  }
}

//gpusim:check -grid 2 -block 64 data=64 flag=1 out=64
__global__ void raisesForOthers(int *data, int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 7; // want "data\\[1\\] .* FencedRace"
    __threadfence();
    if (t % 32 == 0) atomicAdd(flag, 1);
  } else {
    while (*(volatile int *)flag < 2) {}
    __threadfence();
    out[t] = data[t];
  }
}

//gpusim:check -grid 2 -block 64 data=64 flag=1 out=64
__global__ void waitsForOthers(int *data, int *flag, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 7; // want "data\\[1\\] .* FencedRace"
    __syncthreads();
    if (t == 0) {
      __threadfence();
      *(volatile int *)flag = 1;
    }
  } else {
    if (t % 32 == 0) {
      while (*(volatile int *)flag == 0) {}
      __threadfence();
    }
    out[t] = data[t];
  }
}

//gpusim:check -grid 2 -block 64 data=64 flag=64 out=64
__global__ void wrongLanesMeet(int *data, int *flag, int *out) {
  int t = threadIdx.x, lane = t % 32;
  if (blockIdx.x == 0) {
    data[t] = 7; // want "FencedRace"
    __threadfence();
    if (lane < 16) __syncwarp(0xffff);
    if (lane % 16 == 0) *(volatile int *)&flag[t] = 1;
  } else {
    while (*(volatile int *)&flag[t & ~15] == 0) {}
    __threadfence();
    out[t] = data[t ^ 1];
  }
}
