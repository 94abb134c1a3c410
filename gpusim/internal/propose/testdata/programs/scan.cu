// Inclusive prefix sums of one block, by Hillis and Steele, with two buffers in shared memory.
#include <iostream>
using namespace std;

__global__ void scanBlock(int *g_odata, const int *g_idata, int n) {
  extern __shared__ int temp[];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[pout * n + thid] = g_idata[thid];
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset)
      temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
    else
      temp[pout * n + thid] = temp[pin * n + thid];
    __syncthreads();
  }
  g_odata[thid] = temp[pout * n + thid];
}

int main() {
  const int N = 512;
  int *h_in = new int[N];
  int *h_out = new int[N];
  for (int i = 0; i < N; ++i) h_in[i] = i + 1;

  int *d_in, *d_out;
  cudaMalloc((void **)&d_in, N * sizeof(int));
  cudaMalloc((void **)&d_out, N * sizeof(int));
  cudaMemcpy(d_in, h_in, N * sizeof(int), cudaMemcpyHostToDevice);

  scanBlock<<<1, N, 2 * N * sizeof(int)>>>(d_out, d_in, N);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) cerr << "launch failed: " << cudaGetErrorString(err) << endl;

  cudaMemcpy(h_out, d_out, N * sizeof(int), cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 0; i < N; ++i) ok = ok && h_out[i] == (i + 1) * (i + 2) / 2;
  cout << (ok ? "PASSED" : "FAILED") << endl;
  cudaFree(d_in);
  cudaFree(d_out);
  delete[] h_in;
  delete[] h_out;
  return ok ? 0 : 1;
}
