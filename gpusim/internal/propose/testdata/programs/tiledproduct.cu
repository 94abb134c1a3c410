// Matrix multiplication C = A * B with tiles in shared memory.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK_SIZE 16

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}

typedef struct {
  int width;
  int height;
  int stride;
  float *elements;
} Matrix;

__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }
__device__ Matrix GetSubMatrix(Matrix A, int row, int col) {
  Matrix Asub;
  Asub.width = BLOCK_SIZE;
  Asub.height = BLOCK_SIZE;
  Asub.stride = A.stride;
  Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
  return Asub;
}

__global__ void MatMulKernel(const Matrix A, const Matrix B, Matrix C) {
  int blockRow = blockIdx.y;
  int blockCol = blockIdx.x;
  Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
  float Cvalue = 0;
  int row = threadIdx.y;
  int col = threadIdx.x;
  for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
    Matrix Asub = GetSubMatrix(A, blockRow, m);
    Matrix Bsub = GetSubMatrix(B, m, blockCol);
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[row][col] = GetElement(Asub, row, col);
    Bs[row][col] = GetElement(Bsub, row, col);
    __syncthreads();
    for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
    __syncthreads();
  }
  SetElement(Csub, row, col, Cvalue);
}

void MatMul(const Matrix A, const Matrix B, Matrix C) {
  Matrix d_A;
  d_A.width = d_A.stride = A.width;
  d_A.height = A.height;
  size_t size = A.width * A.height * sizeof(float);
  gpuErrchk(cudaMalloc(&d_A.elements, size));
  gpuErrchk(cudaMemcpy(d_A.elements, A.elements, size, cudaMemcpyHostToDevice));
  Matrix d_B;
  d_B.width = d_B.stride = B.width;
  d_B.height = B.height;
  size = B.width * B.height * sizeof(float);
  gpuErrchk(cudaMalloc(&d_B.elements, size));
  gpuErrchk(cudaMemcpy(d_B.elements, B.elements, size, cudaMemcpyHostToDevice));
  Matrix d_C;
  d_C.width = d_C.stride = C.width;
  d_C.height = C.height;
  size = C.width * C.height * sizeof(float);
  gpuErrchk(cudaMalloc(&d_C.elements, size));

  dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
  dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
  MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaDeviceSynchronize());
  gpuErrchk(cudaMemcpy(C.elements, d_C.elements, size, cudaMemcpyDeviceToHost));
  cudaFree(d_A.elements);
  cudaFree(d_B.elements);
  cudaFree(d_C.elements);
}

int main(int argc, char *argv[]) {
  Matrix A, B, C;
  int a1 = argc > 1 ? atoi(argv[1]) : 64;
  int a2 = argc > 2 ? atoi(argv[2]) : 32;
  int b2 = argc > 3 ? atoi(argv[3]) : 48;
  A.height = a1; A.width = a2; A.stride = a2;
  A.elements = (float *)malloc(A.width * A.height * sizeof(float));
  B.height = a2; B.width = b2; B.stride = b2;
  B.elements = (float *)malloc(B.width * B.height * sizeof(float));
  C.height = a1; C.width = b2; C.stride = b2;
  C.elements = (float *)malloc(C.width * C.height * sizeof(float));
  for (int i = 0; i < A.height; i++)
    for (int j = 0; j < A.width; j++) A.elements[i * A.width + j] = (float)(i == j);
  for (int i = 0; i < B.height; i++)
    for (int j = 0; j < B.width; j++) B.elements[i * B.width + j] = (float)(i * 100 + j);
  MatMul(A, B, C);
  for (int i = 0; i < C.height && i < A.width; i++)
    for (int j = 0; j < C.width; j++)
      if (C.elements[i * C.width + j] != i * 100 + j) { printf("FAILED\n"); return 1; }
  printf("PASSED\n");
  return 0;
}
