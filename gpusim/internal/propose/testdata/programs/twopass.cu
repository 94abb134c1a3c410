// Prefix sums in three steps: sums of blocks, sums of these, and what comes before is added.
#include <cstdlib>
#include <iostream>

const int SECTION = 256;

__global__ void blockScan(const float *X, float *Y, float *sums, int n) {
  __shared__ float XY[SECTION];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < n ? X[i] : 0.0f;
  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float in = 0.0f;
    if (threadIdx.x >= stride) in = XY[threadIdx.x - stride];
    __syncthreads();
    XY[threadIdx.x] += in;
  }
  __syncthreads();
  if (i < n) Y[i] = XY[threadIdx.x];
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = XY[threadIdx.x];
}

__global__ void addSums(float *Y, const float *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) Y[i] += sums[blockIdx.x - 1];
}

class DeviceArray {
 public:
  explicit DeviceArray(int n) : n_(n) { cudaMalloc(&data_, n * sizeof(float)); }
  ~DeviceArray() { cudaFree(data_); }
  float *get() { return data_; }
  void fill(const float *host) { cudaMemcpy(data_, host, n_ * sizeof(float), cudaMemcpyHostToDevice); }

 private:
  float *data_ = nullptr;
  int n_;
};

int main() {
  int n = 10000;
  float *h = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) h[i] = 1.0f;
  int blocks = (n + SECTION - 1) / SECTION;
  DeviceArray X(n), Y(n), S(blocks), T(blocks), none(1);
  X.fill(h);
  blockScan<<<blocks, SECTION>>>(X.get(), Y.get(), S.get(), n);
  blockScan<<<1, SECTION>>>(S.get(), T.get(), none.get(), blocks);
  addSums<<<blocks, SECTION>>>(Y.get(), T.get(), n);
  cudaMemcpy(h, Y.get(), n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    if (h[i] != i + 1) {
      std::cout << "wrong at " << i << std::endl;
      return 1;
    }
  std::cout << "right" << std::endl;
  free(h);
}
