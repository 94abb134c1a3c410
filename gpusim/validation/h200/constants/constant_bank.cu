// What a kernel finds in its constant bank: blockDim, gridDim, its parameters.
__global__ void bank(int* p, int q) {
  p[0] = blockDim.x; p[1] = blockDim.y; p[2] = blockDim.z;
  p[3] = gridDim.x; p[4] = gridDim.y; p[5] = gridDim.z;
  p[6] = q;
}
