#include "../../h100/blind/blind.cuh"
#define FULL 0xffffffffu

// ---- PageRank, pull, eight lanes per vertex
__global__ void pr_pull8(const int* __restrict__ rowptr, const int* __restrict__ col, const float* __restrict__ rank, float* next, int n, float damp) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int v = tid >> 3, lane = tid & 7;
  float sum = 0.f;
  if (v < n) {
    int end = rowptr[v + 1];
    for (int e = rowptr[v] + lane; e < end; e += 8) {
      int u = col[e] % n;
      int deg = rowptr[u + 1] - rowptr[u];
      sum += rank[u] / deg;
    }
  }
  for (int o = 4; o; o >>= 1) sum += __shfl_down_sync(FULL, sum, o, 8);
  if (v < n && lane == 0) next[v] = (1.f - damp) / n + damp * sum;
}

// ---- widest path relaxation: float maximum by atomicMax on the bits
__device__ void atomicMaxPos(float* p, float v) {
  if (*(volatile float*)p < v) atomicMax((int*)p, __float_as_int(v));
}

__global__ void widest_relax(const int* ptr, const int* adj, const float* cap, const float* width, float* out, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  float wv = width[v];
  if (wv < 0.25f) return;  // not in the frontier
  for (int e = ptr[v], last = ptr[v + 1]; e != last; ++e) {
    float c = fminf(wv, cap[e]);
    if (c < 0.05f) continue;
    atomicMaxPos(&out[(unsigned)adj[e] % (unsigned)n], c);
  }
}

// ---- hash join of two key ranges: block private table in shared memory, linear probing
struct Table {
  enum { SLOTS = 1024 };
  unsigned slot[SLOTS];
  __device__ static unsigned hash(unsigned k) {
    k ^= k >> 16;
    k *= 0x85ebca6bu;
    k ^= k >> 13;
    return k & (SLOTS - 1);
  }
  __device__ bool insert(unsigned k) {
    for (unsigned h = hash(k);; h = (h + 1) & (SLOTS - 1)) {
      unsigned old = atomicCAS(&slot[h], 0xffffffffu, k);
      if (old == 0xffffffffu) return true;
      if (old == k) return false;
    }
  }
  __device__ bool contains(unsigned k) const {
    unsigned h = hash(k);
    while (slot[h] != 0xffffffffu) {
      if (slot[h] == k) return true;
      h = (h + 1) & (SLOTS - 1);
    }
    return false;
  }
};

__global__ void hash_join_block(const unsigned* build, const unsigned* probe, int* result, int nb, int np, int keys) {
  __shared__ Table tab;
  __shared__ int distinct, hits;
  if (threadIdx.x == 0) distinct = hits = 0;
  for (int i = threadIdx.x; i < Table::SLOTS; i += blockDim.x) tab.slot[i] = 0xffffffffu;
  __syncthreads();
  for (int i = threadIdx.x; i < nb; i += blockDim.x)
    if (tab.insert(build[blockIdx.x * nb + i] % keys)) atomicAdd(&distinct, 1);
  __syncthreads();
  int found = 0;
  for (int i = threadIdx.x; i < np; i += blockDim.x) found += tab.contains((probe[blockIdx.x * np + i] >> 3) % keys);
  atomicAdd(&hits, found);
  __syncthreads();
  if (threadIdx.x == 0) {
    result[2 * blockIdx.x] = distinct;
    result[2 * blockIdx.x + 1] = hits;
  }
}

// ---- union find: link[v] is the distance down to the parent of v (0: root)
__device__ int find_root(volatile int* link, int v) {
  int d;
  while ((d = link[v]) != 0) v -= d;
  return v;
}

__global__ void uf_hook(const int* ends, int* link, int* trees, int n, int m) {
  int e = blockDim.x * blockIdx.x + threadIdx.x;
  if (e < m) {
    int a = ends[2 * e] % n, b = ends[2 * e + 1] % n;
    while (true) {
      a = find_root(link, a);
      b = find_root(link, b);
      if (a == b) break;
      int hi = a > b ? a : b, lo = a > b ? b : a;
      if (atomicCAS(&link[hi], 0, hi - lo) == 0) {
        atomicAdd(trees, 1);
        break;
      }
    }
  }
}

// ---- frontier expansion: visited bits, pushes of a warp share one atomicAdd
__global__ void queue_expand(const int* rowptr, const int* col, unsigned* visited, int* queue, int nfront, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x & 31;
  int e = 0, end = 0;
  if (i < nfront) {
    int v = (i * 37) % n;
    e = rowptr[v];
    end = rowptr[v + 1];
  }
  while (__any_sync(FULL, e < end)) {
    int u = -1;
    bool fresh = false;
    if (e < end) {
      u = col[e++] % n;
      unsigned bit = 1u << (u & 31);
      fresh = (atomicOr(&visited[u >> 5], bit) & bit) == 0;
    }
    unsigned who = __ballot_sync(FULL, fresh);
    if (who == 0) continue;
    int base = 0;
    if (lane == 0) base = atomicAdd(queue, __popc(who));
    base = __shfl_sync(FULL, base, 0);
    if (fresh) queue[1 + base + __popc(who & ((1u << lane) - 1))] = u;
  }
}

// ---- skewed histogram, equal keys of a warp are found by match and added once
__global__ void match_hist(const unsigned* data, unsigned* hist, int n, int fine) {
  const int lane = threadIdx.x % warpSize;
  const int step = gridDim.x * blockDim.x;
  for (int base = blockIdx.x * blockDim.x + threadIdx.x - lane; base < n; base += step) {
    const int i = base + lane;
    const unsigned active = __ballot_sync(FULL, i < n);
    if (i < n) {
      unsigned x = data[i];
      unsigned key = __clz(x | 1u) * fine + (x & 255u) % fine;
      unsigned peers = __match_any_sync(active, key);
      if (__ffs(peers) - 1 == lane) atomicAdd(&hist[key], (unsigned)__popc(peers));
    }
  }
}

// ---- merge of two sorted lists; every thread finds its start on a diagonal and merges `per` items
__device__ int diagonal_search(const int* a, int na, const int* b, int nb, int delta, int k) {
  int lo = max(0, k - nb), hi = min(k, na);
  while (lo < hi) {
    int mid = (lo + hi) >> 1;
    if (a[mid] <= b[k - 1 - mid] + delta) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

__global__ void merge_path(const int* a, const int* b, int* c, int na, int nb, int delta, int per) {
  int k = (blockIdx.x * blockDim.x + threadIdx.x) * per;
  int total = na + nb;
  if (k >= total) return;
  int i = diagonal_search(a, na, b, nb, delta, k);
  int j = k - i;
  int stop = min(k + per, total);
  do {
    if (j >= nb || (i < na && a[i] <= b[j] + delta)) c[k] = a[i++];
    else c[k] = b[j++] + delta;
  } while (++k < stop);
}

// ---- COO sparse matrix times vector: segmented sum in the warp, one atomic per segment
__global__ void coo_segsum(const int* rowsrc, const int* colsrc, const float* val, const float* x, float* y, int nnz, int perrow, int ncol) {
  const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  int row = -1;
  float s = 0.0f;
  if (e < (unsigned)nnz) {
    row = rowsrc[e] / perrow;
    s = val[e] * x[colsrc[e] % ncol];
  }
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    float other = __shfl_up_sync(FULL, s, d);
    int r = __shfl_up_sync(FULL, row, d);
    if (lane >= d && r == row) s += other;
  }
  int after = __shfl_down_sync(FULL, row, 1);
  if (row >= 0 && (lane == 31 || after != row)) atomicAdd(&y[row], s);
}

int main() {
  fill();
  run("pr_pull8", pr_pull8, (5000 * 8 + 255) / 256, 256, 0, {P, I, A, O, 5000, 0.85f});
  run("pr_pull8", pr_pull8, (30000 * 8 + 127) / 128, 128, 0, {P, I, A, O, 30000, 0.9f});
  run("widest_relax", widest_relax, (4000 + 63) / 64, 64, 0, {P, I, A, A, O, 4000});
  run("widest_relax", widest_relax, (40000 + 255) / 256, 256, 0, {P, I, A, A, O, 40000});
  run("hash_join_block", hash_join_block, 40, 128, 0, {I, I, O, 500, 2000, 4096});
  run("hash_join_block", hash_join_block, 200, 256, 0, {I, I, O, 768, 1024, 1500});
  run("uf_hook", uf_hook, (9000 + 127) / 128, 128, 0, {I, O, Q, 10000, 9000});
  run("uf_hook", uf_hook, (60000 + 255) / 256, 256, 0, {I, O, Q, 50000, 60000});
  run("queue_expand", queue_expand, (4096 + 127) / 128, 128, 0, {P, I, Q, O, 4096, 100000});
  run("queue_expand", queue_expand, (20000 + 511) / 512, 512, 0, {P, I, Q, O, 20000, 30000});
  run("match_hist", match_hist, 66, 256, 0, {I, O, 100003, 4});
  run("match_hist", match_hist, 264, 128, 0, {I, O, 400000, 32});
  run("merge_path", merge_path, 40, 128, 0, {P, P, O, 20000, 15000, 900, 7});
  run("merge_path", merge_path, 63, 256, 0, {P, P, O, 100000, 120000, -5000, 14});
  run("coo_segsum", coo_segsum, (30000 + 255) / 256, 256, 0, {P, I, A, A, O, 30000, 96, 1000});
  run("coo_segsum", coo_segsum, (250000 + 191) / 192, 192, 0, {P, I, A, A, O, 250000, 40, 2000000});
}
