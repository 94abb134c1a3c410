// Transposes a matrix through a tile whose size is a template argument.
#include <algorithm>
#include <cassert>
#include <iostream>
#include <numeric>
#include <vector>

template <unsigned TILE_DIM, unsigned BLOCK_ROWS>
__global__ void transpose(float *__restrict__ odata, const float *__restrict__ idata) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  unsigned x = blockIdx.x * TILE_DIM + threadIdx.x;
  unsigned y = blockIdx.y * TILE_DIM + threadIdx.y;
  unsigned width = gridDim.x * TILE_DIM;
  for (unsigned j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (unsigned j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  constexpr unsigned nx = 256, ny = 256;
  constexpr auto mem_size = nx * ny * sizeof(float);
  std::vector<float> h_idata(nx * ny), h_tdata(nx * ny);
  std::iota(h_idata.begin(), h_idata.end(), 0.0f);

  float *d_idata = nullptr, *d_tdata = nullptr;
  cudaMalloc(&d_idata, mem_size);
  cudaMalloc(&d_tdata, mem_size);
  cudaMemcpy(d_idata, h_idata.data(), mem_size, cudaMemcpyHostToDevice);
  cudaMemset(d_tdata, 0, mem_size);

  const dim3 dimGrid{nx / 32, ny / 32, 1};
  const dim3 dimBlock{32, 8, 1};
  cudaEvent_t startEvent, stopEvent;
  cudaEventCreate(&startEvent);
  cudaEventCreate(&stopEvent);
  cudaEventRecord(startEvent, 0);
  transpose<32, 8><<<dimGrid, dimBlock>>>(d_tdata, d_idata);
  cudaEventRecord(stopEvent, 0);
  cudaEventSynchronize(stopEvent);
  float ms;
  cudaEventElapsedTime(&ms, startEvent, stopEvent);
  cudaMemcpy(h_tdata.data(), d_tdata, mem_size, cudaMemcpyDeviceToHost);
  for (unsigned j = 0; j < ny; j++)
    for (unsigned i = 0; i < nx; i++) assert(h_tdata[j * nx + i] == i * nx + j);
  std::cout << "bandwidth " << 2 * mem_size * 1e-6 / ms << " GB/s" << std::endl;
}
