// Squares the elements of a vector of the library Thrust.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <iostream>
__global__ void square(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];
}
int main() {
  const int n = 1 << 12;
  thrust::device_vector<int> d(n);
  thrust::sequence(d.begin(), d.end(), 1);
  square<<<(n + 127) / 128, 128>>>(thrust::raw_pointer_cast(d.data()), n);
  thrust::host_vector<int> h = d;
  std::cout << h[3] << std::endl;
}
