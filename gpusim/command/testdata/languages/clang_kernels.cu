#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))

extern "C" __global__ void scale(float a, const float *x, float *y, int n) {
  int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
  if (i < n) y[i] = a * x[i];
}

extern "C" __global__ void reverse(const int *in, int *out) {
  __shared__ int block[256];
  int t = __nvvm_read_ptx_sreg_tid_x(), first = 256 * __nvvm_read_ptx_sreg_ctaid_x();
  block[t] = in[first + t];
  __nvvm_bar_sync(0);
  out[first + t] = block[255 - t];
}

extern "C" __global__ void rows(const float *in, float *sums, int width) {
  int row = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
  float sum = 0;
  for (int x = 0; x < width; x++) sum += in[row * width + x];
  sums[row] = sum;
}
