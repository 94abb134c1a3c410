#include "../../h100/blind/blind.cuh"

// Exercise 1: bouncing particles, array of structures
struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass;
  __device__ float energy() { return 0.5 * mass * (vx * vx + vy * vy + vz * vz) + mass * 9.81 * y; }
};

__global__ void particles_step(const Particle* in, Particle* out, float* energy, int n, float dt) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < n) {
    Particle p = in[idx];
    p.vy = p.vy - 9.81 * dt;
    double speed = sqrt((double)(p.vx * p.vx + p.vy * p.vy + p.vz * p.vz));
    if (speed > 0.9) {
      // air drag
      p.vx *= 1.0 - 0.1 * dt * speed;
      p.vy *= 1.0 - 0.1 * dt * speed;
      p.vz *= 1.0 - 0.1 * dt * speed;
    }
    p.x += p.vx * dt;
    p.y += p.vy * dt;
    p.z += p.vz * dt;
    if (p.y < 0.0) { p.y = -p.y; p.vy = -0.8 * p.vy; }
    if (p.x > 1.0) { p.x = 2.0 - p.x; p.vx = -p.vx; }
    if (p.z > 1.0) { p.z = 2.0 - p.z; p.vz = -p.vz; }
    out[idx] = p;
    energy[idx] = p.energy();
  }
}

// Exercise 2: median of every row, one thread per row, own copy of the row
#define MAXCOLS 64
__global__ void row_median(float* matrix, float* median, int rows, int cols) {
  int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= rows) return;
  float buf[MAXCOLS];
  for (int c = 0; c < cols; c++) buf[c] = matrix[row * cols + c];
  for (int i = 1; i < cols; i++) {
    float key = buf[i];
    int j = i - 1;
    while (j >= 0 && buf[j] > key) {
      buf[j + 1] = buf[j];
      j = j - 1;
    }
    buf[j + 1] = key;
  }
  if (cols % 2 == 1)
    median[row] = buf[cols / 2];
  else
    median[row] = (buf[cols / 2 - 1] + buf[cols / 2]) / 2.0;
}

// Exercise 3: transpose "with shared memory"
__global__ void transpose_wrong(float* in, float* out, int width, int height) {
  __shared__ float tile[32][32];
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width && row < height) tile[threadIdx.x][threadIdx.y] = in[row * width + col];
  __syncthreads();
  if (col < width && row < height) out[col * height + row] = tile[threadIdx.x][threadIdx.y];
}

// Exercise 4: count bytes of a text; each thread takes one piece of the text
__global__ void letter_hist(unsigned char* text, int* bins, int* stats, int n, int piece) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int start = id * piece;
  int end = start + piece;
  if (end > n) end = n;
  for (int i = start; i < end; i++) {
    unsigned char c = text[i];
    atomicAdd(&bins[c % 26], 1);
    if (c % 2 == 0) {
      if (i % 3 == 0) atomicAdd(&stats[0], 1);
    } else if (c % 5 == 0) {
      atomicAdd(&stats[1], c / 5);
    } else if (c > 200) {
      atomicMax(&stats[2], (int)c + i % 7);
    }
  }
}

// Exercise 5: quicksort without recursion, every thread sorts its own list
__device__ void swap_ints(int* a, int* b) { int t = *a; *a = *b; *b = t; }

__global__ void quick_stack(int* input, int* lists, int count, int len) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < count) {
    int* list = lists + t * len;
    for (int i = 0; i < len; i++) list[i] = input[t * len + i];
    int stack[128];
    int top = 0;
    stack[top++] = 0;
    stack[top++] = len - 1;
    while (top > 0) {
      int high = stack[--top];
      int low = stack[--top];
      int pivot = list[high];
      int i = low - 1;
      for (int j = low; j < high; j++) {
        if (list[j] <= pivot) {
          i++;
          swap_ints(&list[i], &list[j]);
        }
      }
      swap_ints(&list[i + 1], &list[high]);
      i++;
      if (i - 1 > low) { stack[top++] = low; stack[top++] = i - 1; }
      if (i + 1 < high) { stack[top++] = i + 1; stack[top++] = high; }
    }
  }
}

// Exercise 6: odd even transposition sort, two numbers per thread
__global__ void odd_even_sort(const int* in, int* out, int* swaps) {
  __shared__ int v[256];
  unsigned int n = 2 * blockDim.x;
  unsigned int first = blockIdx.x * n;
  v[2 * threadIdx.x] = in[first + 2 * threadIdx.x];
  v[2 * threadIdx.x + 1] = in[first + 2 * threadIdx.x + 1];
  int mySwaps = 0;
  for (unsigned int phase = 0; phase < n; phase++) {
    __syncthreads();
    unsigned int left = 2 * threadIdx.x + phase % 2;
    if (left + 1 < n) {
      if (v[left] > v[left + 1]) {
        int tmp = v[left];
        v[left] = v[left + 1];
        v[left + 1] = tmp;
        mySwaps++;
      }
    }
  }
  __syncthreads();
  out[first + 2 * threadIdx.x] = v[2 * threadIdx.x];
  out[first + 2 * threadIdx.x + 1] = v[2 * threadIdx.x + 1];
  atomicAdd(&swaps[0], mySwaps);
}

// Exercise 7: heat in a cube, everything periodic
__device__ int at(int x, int y, int z, int nx, int ny, int nz) {
  return ((x + nx) % nx) * ny * nz + ((y + ny) % ny) * nz + (z + nz) % nz;
}

__global__ void heat3d_mod(float* u, float* next, int nx, int ny, int nz, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx) return;
  if (y >= ny) return;
  if (z >= nz) return;
  float c = u[at(x, y, z, nx, ny, nz)];
  float sum = u[at(x + 1, y, z, nx, ny, nz)] + u[at(x - 1, y, z, nx, ny, nz)] + u[at(x, y + 1, z, nx, ny, nz)] +
              u[at(x, y - 1, z, nx, ny, nz)] + u[at(x, y, z + 1, nx, ny, nz)] + u[at(x, y, z - 1, nx, ny, nz)];
  if ((x + y + z) % 2 == 0)
    next[at(x, y, z, nx, ny, nz)] = c + k * (sum - 6.0 * c) / 6.0;
  else
    next[at(x, y, z, nx, ny, nz)] = c + k * (sum / 6.0f - c);
}

// Exercise 8: old photo filter on packed RGB bytes; the output has one byte of header
__global__ void sepia_bytes(const unsigned char* rgb, unsigned char* photo, int pixels) {
  int step = blockDim.x * gridDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) photo[0] = 3;
  while (i < pixels) {
    int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    int nr = 0.393 * r + 0.769 * g + 0.189 * b;
    int ng = 0.349 * r + 0.686 * g + 0.168 * b;
    int nb = 0.272 * r + 0.534 * g + 0.131 * b;
    photo[1 + 3 * i + 0] = nr > 255 ? 255 : nr;
    photo[1 + 3 * i + 1] = ng > 255 ? 255 : ng;
    photo[1 + 3 * i + 2] = nb > 255 ? 255 : nb;
    i += step;
  }
}

int main() {
  fill();
  run("particles_step", particles_step, (3000 + 99) / 100, 100, 0, {A, O, Q, 3000, 0.01f});
  run("particles_step", particles_step, (50000 + 255) / 256, 256, 0, {A, O, Q, 50000, 0.05f});
  run("row_median", row_median, 25, 32, 0, {A, O, 777, 31});
  run("row_median", row_median, 16, 128, 0, {A, O, 2000, 60});
  run("transpose_wrong", transpose_wrong, dim3(7, 5), dim3(32, 32), 0, {A, O, 200, 137});
  run("transpose_wrong", transpose_wrong, dim3(32, 24), dim3(16, 16), 0, {A, O, 512, 384});
  run("letter_hist", letter_hist, 10, 100, 0, {A, O, Q, 64000, 64});
  run("letter_hist", letter_hist, 79, 256, 0, {I, O, Q, 400000, 20});
  run("quick_stack", quick_stack, 7, 33, 0, {I, O, 231, 48});
  run("quick_stack", quick_stack, 32, 64, 0, {I, O, 2000, 31});
  run("odd_even_sort", odd_even_sort, 50, 100, 0, {I, O, Q});
  run("odd_even_sort", odd_even_sort, 150, 33, 0, {I, O, Q});
  run("heat3d_mod", heat3d_mod, dim3(8, 6, 4), dim3(5, 5, 5), 0, {A, O, 40, 30, 20, 0.1f});
  run("heat3d_mod", heat3d_mod, dim3(8, 12, 11), dim3(8, 4, 3), 0, {A, O, 64, 48, 33, 0.25f});
  run("sepia_bytes", sepia_bytes, 3, 33, 0, {I, O, 5000});
  run("sepia_bytes", sepia_bytes, 500, 32, 0, {A, O, 60000});
}
