// Kernels whose blocks differ, for launches of which some blocks are executed: sampled_test.go.

__device__ unsigned mix(unsigned x) {
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// Sparse rows, a thread or a warp per row.
__global__ void rowsOfThreads(float *y, const float *x, const float *value, const int *column, const int *start, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++) sum += value[k] * x[column[k]];
    y[row] = sum;
}

__global__ void rowsOfWarps(float *y, const float *x, const float *value, const int *column, const int *start, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    float sum = 0;
    for (int k = start[row] + lane; k < start[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) y[row] = sum;
}

// A sequence of its own length per block.
__global__ void sequences(float *out, const float *in, const int *length, int most) {
    float sum = 0;
    for (int k = threadIdx.x; k < length[blockIdx.x]; k += blockDim.x) sum += in[blockIdx.x * most + k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Work that grows with the place.
__global__ void triangle(float *out, const float *in, int n, int most) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j <= row * (long long)most / n; j++) sum += in[j * n + row];
    out[row] = sum;
}

__global__ void lowerHalf(float *out, const float *in, int n) {
    if (blockIdx.x > blockIdx.y) return;
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= y) out[y * n + x] = 2 * in[y * n + x] + 1;
}

__global__ void earlyExit(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i];
    for (int k = 0; k < 20; k++) x = x * x + 0.25f;
    out[i] = x;
}

__global__ void disc(float *out, const float *in, int w, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int dx = x - w / 2, dy = y - w / 2;
    if (dx * dx + dy * dy < r * r) out[y * w + x] = sqrtf(in[y * w + x]);
}

__global__ void everyFew(float *out, const float *in, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    if (blockIdx.x % k == 0) {
        for (int j = 0; j < 16; j++) x += in[i ^ (32 << j % 8)];
    }
    out[i] = x;
}

__global__ void kinds(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    switch (blockIdx.x % 3) {
    case 0: out[i] = in[i]; break;
    case 1: out[i] = in[i] + in[i ^ 64]; break;
    default: out[i] = sqrtf(in[i]) / 3;
    }
}

// Stencils with edges, in three and in two dimensions.
__global__ void volume(float *out, const float *in, int w, int h, int d) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= w - 1 || y >= h - 1 || z >= d - 1) return;
    int i = (z * h + y) * w + x;
    out[i] = in[i - 1] + in[i + 1] + in[i - w] + in[i + w] + in[i - w * h] + in[i + w * h] - 6 * in[i];
}

__global__ void tileWithHalo(float *out, const float *in, int w, int h) {
    __shared__ float tile[10][34];
    int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 8 - 1;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 340; k += 256) {
        int x = min(max(x0 + k % 34, 0), w - 1), y = min(max(y0 + k / 34, 0), h - 1);
        tile[k / 34][k % 34] = in[y * w + x];
    }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) sum += tile[threadIdx.y + j][threadIdx.x + i];
    out[(y0 + 1 + threadIdx.y) * w + x0 + 1 + threadIdx.x] = sum / 9;
}

// Gathers near and far.
__global__ void gatherWithin(float *out, const float *in, int n, int reach) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i + mix(i) % reach) % n];
}

__global__ void search(int *out, const int *sorted, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int key = mix(i) % (3 * n), lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (sorted[mid] < key) lo = mid + 1;
        else hi = mid;
    }
    out[i] = lo;
}

__global__ void probe(int *out, const int *table, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = mix(i) % n;
    int steps = 0;
    while (table[at] != 0 && steps < 64) {
        at = (at + 1) % n;
        steps++;
    }
    out[i] = steps;
}

// Loops whose lengths follow from the data.
__global__ void mandelbrot(int *out, int w, int h, int most) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cx = 3.0f * x / w - 2, cy = 2.0f * y / h - 1, zx = 0, zy = 0;
    int k = 0;
    for (; k < most && zx * zx + zy * zy < 4; k++) {
        float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
    }
    out[y * w + x] = k;
}

__global__ void collatz(int *out, int most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
    for (unsigned x = i + 1; x > 1 && k < most; k++) x = x % 2 ? 3 * x + 1 : x / 2;
    out[i] = k;
}

// Atomics without a result.
__global__ void histogram(int *bins, const int *in, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[(unsigned)in[i] % m], 1);
}

__global__ void histogramShared(int *bins, const int *in, int n) {
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i] & 255], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void edges(float *sum, const float *x, const int *from, const int *to, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n && from[e] != to[e]) atomicAdd(&sum[to[e]], x[from[e]]);
}

// In place.
__global__ void scaleInPlace(float *y, const float *x, float a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] += a * x[i];
}

__global__ void bitonic(float *x, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (other < i) return;
    float a = x[i], b = x[other];
    if ((a > b) == ((i & k) == 0)) {
        x[i] = b;
        x[other] = a;
    }
}

// Rows of a matrix.
__global__ void softmax(float *out, const float *in, int w) {
    __shared__ float part[256];
    const float *row = in + blockIdx.x * w;
    float sum = 0;
    for (int k = threadIdx.x; k < w; k += 256) sum += expf(row[k]);
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    for (int k = threadIdx.x; k < w; k += 256) out[blockIdx.x * w + k] = expf(row[k]) / part[0];
}

__global__ void columnSums(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int y = 0; y < h; y++) sum += in[y * w + x];
    out[x] = sum;
}

__global__ void copy4(float4 *out, const float4 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copyLong(float *out, const float *in) {
    size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void interact(float *force, const float4 *body, int n) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = body[i];
    float sum = 0;
    for (int first = 0; first < n; first += 128) {
        tile[threadIdx.x] = body[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y;
            sum += tile[k].w * rsqrtf(dx * dx + dy * dy + 1);
        }
        __syncthreads();
    }
    force[i] = sum;
}

// Blocks that need other blocks.
__global__ void compact(float *out, int *count, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0.5f) out[atomicAdd(count, 1)] = in[i];
}

__global__ void shift(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) x[i] = x[i + 1];
}

__global__ void chain(volatile int *flag, float *out) {
    if (threadIdx.x == 0) {
        while (blockIdx.x > 0 && flag[blockIdx.x - 1] == 0) {}
        flag[blockIdx.x] = 1;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) pairs(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1;
}
