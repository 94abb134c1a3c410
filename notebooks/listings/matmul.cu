// C = A·B, once with all reads from global memory and once with tiles in shared memory.
// Corrections: the listing copies the result from "Cd", which is called d_C, and has a brace too many;
// the functions GetSubMatrix, GetElement and SetElement are not printed.
#include <cstdio>
#include <cstdlib>

// Matrices are stored in row-major order:
// M(row, col) = *(M.elements + row * M.stride + col)
typedef struct {
    int width;
    int height;
    int stride;
    float *elements;
} Matrix;

// Thread block size
#define BLOCK_SIZE 16

__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }

__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }

__device__ Matrix GetSubMatrix(Matrix A, int row, int col) {
    Matrix s = {BLOCK_SIZE, BLOCK_SIZE, A.stride, &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col]};
    return s;
}

// Each thread computes one element of C by accumulating results into Cvalue
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) {
    float Cvalue = 0;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = 0; e < A.width; ++e) Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col];
    C.elements[row * C.width + col] = Cvalue;
}

__global__ void MatMulTiled(Matrix A, Matrix B, Matrix C) {
    // Block row and column
    int blockRow = blockIdx.y;
    int blockCol = blockIdx.x;
    // Each thread block computes one sub-matrix Csub of C
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
        // The sub-matrices are loaded before the computation starts
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
        // The computation is done before the next sub-matrices are loaded
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

// Matrix dimensions are assumed to be multiples of BLOCK_SIZE
void MatMul(void (*kernel)(Matrix, Matrix, Matrix), const Matrix A, const Matrix B, Matrix C) {
    // Load A and B to device memory
    Matrix d_A = A;
    size_t size = A.width * A.height * sizeof(float);
    cudaMalloc(&d_A.elements, size);
    cudaMemcpy(d_A.elements, A.elements, size, cudaMemcpyHostToDevice);
    Matrix d_B = B;
    size = B.width * B.height * sizeof(float);
    cudaMalloc(&d_B.elements, size);
    cudaMemcpy(d_B.elements, B.elements, size, cudaMemcpyHostToDevice);

    // Allocate C in device memory
    Matrix d_C = C;
    size = C.width * C.height * sizeof(float);
    cudaMalloc(&d_C.elements, size);

    // Invoke kernel
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
    kernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);

    // Read C from device memory
    cudaMemcpy(C.elements, d_C.elements, size, cudaMemcpyDeviceToHost);

    // Free device memory
    cudaFree(d_A.elements);
    cudaFree(d_B.elements);
    cudaFree(d_C.elements);
}

Matrix make(int height, int width) {
    Matrix m = {width, height, width, (float *)malloc(width * height * sizeof(float))};
    for (int i = 0; i < width * height; i++) m.elements[i] = i % 7 - 3;
    return m;
}

int main() {
    Matrix A = make(128, 64), B = make(64, 96), C = make(128, 96), T = make(128, 96);
    MatMul(MatMulKernel, A, B, C);
    MatMul(MatMulTiled, A, B, T);
    int wrong = 0;
    for (int i = 0; i < C.height; i++)
        for (int j = 0; j < C.width; j++) {
            float want = 0;
            for (int e = 0; e < A.width; e++) want += A.elements[i * A.width + e] * B.elements[e * B.width + j];
            wrong += C.elements[i * C.width + j] != want || T.elements[i * C.width + j] != want;
        }
    printf("C[127][95] = %.0f, %d of %d elements are wrong\n", C.elements[127 * 96 + 95], wrong, C.width * C.height);
    free(A.elements), free(B.elements), free(C.elements), free(T.elements);
    return wrong != 0;
}
