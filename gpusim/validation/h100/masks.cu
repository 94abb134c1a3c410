// What lanes that have parted get from instructions with a mask, and which waiting ends.
//
//   nvcc -O3 -arch=sm_90 -o masks masks.cu && ./masks.sh > masks.txt
//
// The argument names the case; each needs a process of its own, because some never end.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define FULL 0xffffffffu
#define CASE(name) __global__ void name(int* o, volatile int* f, int n)
const int threads = 64;

// Both arms exchange values by a full mask.
CASE(shuffle_in_both_arms) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __shfl_xor_sync(FULL, t + 100, 16);
  else v = __shfl_xor_sync(FULL, t + 200, 16);
  o[t] = v;
}
// The arms shuffle in other ways: the upper one takes the value of the next lane.
CASE(other_shuffles_in_arms) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __shfl_xor_sync(FULL, t + 100, 16);
  else v = __shfl_down_sync(FULL, t + 200, 1);
  o[t] = v;
}
CASE(shuffle_and_vote_in_arms) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __shfl_xor_sync(FULL, t + 100, 1);
  else v = __ballot_sync(FULL, t % 3 == 0);
  o[t] = v;
}
CASE(vote_in_both_arms) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __ballot_sync(FULL, t % 2 == 0);
  else v = __ballot_sync(FULL, t % 3 == 0);
  o[t] = v;
}
CASE(any_in_both_arms) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __any_sync(FULL, f[0] + t == 40) * 2;
  else v = __any_sync(FULL, f[0] + t == 50) * 3;
  o[t] = v;
}
CASE(match_in_both_arms) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __match_any_sync(FULL, t % 4);
  else v = __match_any_sync(FULL, t % 8);
  o[t] = v;
}
CASE(reduce_in_both_arms) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __reduce_add_sync(FULL, t);
  else v = __reduce_add_sync(FULL, 2 * t);
  o[t] = v;
}
CASE(syncwarp_in_both_arms) {
  __shared__ int s[threads];
  int t = threadIdx.x, v;
  if (t % 32 < 16) { s[t] = t; __syncwarp(); v = s[t ^ 16]; }
  else { s[t] = 1000 + t; __syncwarp(); v = s[t ^ 16]; }
  o[t] = v;
}
CASE(syncwarp_against_shuffle) {
  int t = threadIdx.x, v = -1;
  if (t % 32 < 16) v = __shfl_xor_sync(FULL, t + 100, 16);
  else __syncwarp();
  o[t] = v;
}
// Each half meets by itself.
CASE(syncwarp_of_halves) {
  __shared__ int s[threads];
  int t = threadIdx.x;
  s[t] = t;
  if (t % 32 < 16) { __syncwarp(0xffff); o[t] = s[t ^ 1]; }
  else { __syncwarp(0xffff0000u); o[t] = s[t ^ 2]; }
}
// Lanes that have returned are in the mask.
CASE(shuffle_with_ended_lanes) {
  int t = threadIdx.x;
  o[t] = -1;
  if (t % 32 >= n) return;
  o[t] = __shfl_down_sync(FULL, t + 100, 1);
}
CASE(syncwarp_with_ended_lanes) {
  int t = threadIdx.x;
  o[t] = -1;
  if (t % 32 >= n) return;
  __syncwarp();
  o[t] = t;
}
CASE(vote_with_ended_lanes) {
  int t = threadIdx.x;
  o[t] = -1;
  if (t % 32 >= n) return;
  o[t] = __ballot_sync(FULL, 1);
}
// The lanes in the mask but not in the arm wait at the end of the arm.
CASE(shuffle_in_one_arm) {
  int t = threadIdx.x, v = t;
  if (t % 32 < n) v = __shfl_down_sync(FULL, t + 100, 1);
  o[t] = v;
}
CASE(shuffles_in_loop_of_one_arm) {
  int t = threadIdx.x, v = t;
  if (t % 32 < n) for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(FULL, v, d);
  o[t] = v;
}
CASE(shuffle_in_loop_of_other_lengths) {
  int t = threadIdx.x, v = t;
  for (int i = 0; i <= t % 4; i++) v += __shfl_xor_sync(FULL, v, 1);
  o[t] = v;
}
CASE(same_number_of_shuffles_in_other_loops) {
  int t = threadIdx.x, v = t;
  if (t % 2) for (int i = 0; i < f[1]; i++) v += __shfl_xor_sync(FULL, v, 1);
  else for (int i = 0; i < f[1]; i++) v -= __shfl_xor_sync(FULL, v, 1);
  o[t] = v;
}
// The lane is not in its mask.
CASE(mask_without_own_lane) {
  int t = threadIdx.x;
  o[t] = __shfl_xor_sync(0xffff, t + 100, 1);
}
// The source is not in the mask.
CASE(source_outside_mask) {
  int t = threadIdx.x, v = -1;
  if (t % 32 < 8) v = __shfl_down_sync(0xff, t + 100, 4);
  o[t] = v;
}
CASE(masks_that_differ) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __shfl_xor_sync(FULL, t + 100, 16);
  else v = __shfl_xor_sync(0xffff0000u, t + 200, 1);
  o[t] = v;
}
// Block barriers in both arms of a branch within a warp.
CASE(barrier_in_both_arms) {
  __shared__ int s[threads];
  int t = threadIdx.x;
  if (t % 32 < 16) { s[t] = t; __syncthreads(); o[t] = s[(t + 32) % threads]; }
  else { s[t] = 1000 + t; __syncthreads(); o[t] = s[(t + 32) % threads]; }
}
CASE(barrier_in_one_arm) {
  int t = threadIdx.x;
  if (t % 32 < n) __syncthreads();
  o[t] = t;
}
CASE(barrier_in_one_arm_and_after_it) {
  int t = threadIdx.x;
  if (t % 32 < n) { __syncthreads(); o[t] = 5; return; }
  o[t] = t;
  __syncthreads();
}
// Lanes of one warp wait for each other.
CASE(lane_waits_for_higher_lane) {
  int t = threadIdx.x;
  if (t == 0) { while (f[2] == 0) {} o[0] = f[2]; }
  else if (t == 1) f[2] = 7;
}
CASE(lane_waits_for_lower_lane) {
  int t = threadIdx.x;
  if (t == 1) { while (f[2] == 0) {} o[1] = f[2]; }
  else if (t == 0) f[2] = 7;
}
CASE(lanes_wait_in_a_chain) {
  int t = threadIdx.x;
  if (t < 32) { while (f[2] != t) {} o[t] = 100 + t; f[2] = t + 1; }
}
CASE(lanes_wait_in_a_falling_chain) {
  int t = threadIdx.x;
  if (t < 32) { while (f[2] != 31 - t) {} o[t] = 100 + t; f[2] = 32 - t; }
}
CASE(lock_per_lane) {
  int t = threadIdx.x;
  while (atomicCAS((int*)f + 3, 0, 1) != 0) {}
  __threadfence();
  f[4] = f[4] + 1;
  __threadfence();
  atomicExch((int*)f + 3, 0);
  o[t] = t;
  __syncthreads();
  if (t == 0) o[0] = f[4];
}
CASE(lock_in_a_flag_loop) {
  int t = threadIdx.x;
  bool done = false;
  while (!done) {
    if (atomicCAS((int*)f + 3, 0, 1) == 0) {
      f[4] = f[4] + 1;
      __threadfence();
      atomicExch((int*)f + 3, 0);
      done = true;
    }
  }
  o[t] = t;
  __syncthreads();
  if (t == 0) o[0] = f[4];
}
CASE(lane_waits_at_warp_barrier_for_spinning_lane) {
  int t = threadIdx.x;
  if (t == 0) { while (f[2] == 0) {} }
  else if (t == 1) f[2] = 9;
  __syncwarp();
  o[t] = f[2];
}
CASE(lane_waits_for_store_behind_warp_barrier) {
  int t = threadIdx.x;
  if (t == 0) { while (f[2] == 0) {} }
  __syncwarp();
  if (t == 1) f[2] = 9;
  o[t] = f[2];
}
CASE(active_mask_in_arms) {
  int t = threadIdx.x;
  if (t % 32 < 16) o[t] = __activemask();
  else o[t] = __activemask();
}
// Blocks wait for each other.
CASE(blocks_meet) {
  __threadfence();
  if (threadIdx.x == 0) {
    atomicAdd((int*)f + 5, 1);
    while (f[5] < (int)gridDim.x) {}
    o[blockIdx.x % threads] = f[5];
  }
}
CASE(block_waits_for_later_block) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) { while (f[5] == 0) {} o[0] = f[5]; }
    if (blockIdx.x == gridDim.x - 1) f[5] = 3;
  }
}
CASE(blocks_meet_beyond_the_device) {
  if (threadIdx.x == 0) {
    atomicAdd((int*)f + 5, 1);
    while (f[5] < (int)gridDim.x) {}
    o[blockIdx.x % threads] = f[5];
  }
}

struct Case { const char* name; void (*run)(int*, volatile int*, int); int blocks, n; };
#define ROW(name, blocks, n) {#name, name, blocks, n}
const Case cases[] = {
  ROW(shuffle_in_both_arms, 1, 0), ROW(other_shuffles_in_arms, 1, 0), ROW(shuffle_and_vote_in_arms, 1, 0), ROW(vote_in_both_arms, 1, 0),
  ROW(any_in_both_arms, 1, 0), ROW(match_in_both_arms, 1, 0), ROW(reduce_in_both_arms, 1, 0), ROW(syncwarp_in_both_arms, 1, 0),
  ROW(syncwarp_against_shuffle, 1, 0), ROW(syncwarp_of_halves, 1, 0), ROW(shuffle_with_ended_lanes, 1, 24), ROW(syncwarp_with_ended_lanes, 1, 24),
  ROW(vote_with_ended_lanes, 1, 24), ROW(shuffle_in_one_arm, 1, 24), ROW(shuffles_in_loop_of_one_arm, 1, 24),
  ROW(shuffle_in_loop_of_other_lengths, 1, 0), ROW(same_number_of_shuffles_in_other_loops, 1, 0), ROW(mask_without_own_lane, 1, 0),
  ROW(source_outside_mask, 1, 0), ROW(masks_that_differ, 1, 0), ROW(barrier_in_both_arms, 1, 0), ROW(barrier_in_one_arm, 1, 24),
  ROW(barrier_in_one_arm_and_after_it, 1, 24), ROW(lane_waits_for_higher_lane, 1, 0), ROW(lane_waits_for_lower_lane, 1, 0),
  ROW(lanes_wait_in_a_chain, 1, 0), ROW(lanes_wait_in_a_falling_chain, 1, 0), ROW(lock_per_lane, 1, 0), ROW(lock_in_a_flag_loop, 1, 0),
  ROW(lane_waits_at_warp_barrier_for_spinning_lane, 1, 0), ROW(lane_waits_for_store_behind_warp_barrier, 1, 0), ROW(active_mask_in_arms, 1, 0),
  ROW(blocks_meet, 132, 0), ROW(block_waits_for_later_block, 132, 0), ROW(blocks_meet_beyond_the_device, 132 * 32 + 1, 0),
};

int main(int argc, char** argv) {
  if (argc < 2) {
    for (const Case& c : cases) puts(c.name);
    return 0;
  }
  for (const Case& c : cases) {
    if (strcmp(c.name, argv[1]) != 0) continue;
    int *o, *f, out[threads];
    int first[8] = {10, 3};
    cudaMalloc(&o, sizeof out);
    cudaMalloc(&f, sizeof first);
    cudaMemset(o, 0, sizeof out);
    cudaMemcpy(f, first, sizeof first, cudaMemcpyHostToDevice);
    c.run<<<c.blocks, threads>>>(o, f, c.n);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s %s", c.name, cudaGetErrorName(e));
    if (e == cudaSuccess) {
      cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
      for (int v : out) printf(" %d", v);
    }
    printf("\n");
  }
}
