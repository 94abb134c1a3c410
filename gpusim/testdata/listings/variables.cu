// Listings of "CUDA memory and variables" (Chinese course notes): kernel_1 and kernel_2, the
// variables of section 5.2 and 5.3, and the matrix products of section 5.6. The print leaves out
// GetElement, SetElement and GetSubMatrix; they are those of NVIDIA's programming guide.

__global__ void kernel_1(float* x)
{
	int tid = threadIdx.x + blockDim.x * blockIdx.x;
	x[tid] = threadIdx.x;
}

__global__ void kernel_2(float* x)
{
	int tid = threadIdx.x + blockDim.x * blockIdx.x;
	x[1000*tid] = threadIdx.x;
}

__device__ int reduction_lock=0;
__device__ float devData;
__constant__ float constData[256];

// Uses the variables, which the listing only declares.
__global__ void variables(float* x)
{
	int tid = threadIdx.x + blockDim.x * blockIdx.x;
	atomicAdd(&reduction_lock, 1);
	x[tid] = devData + constData[tid % 256];
}

// Matrices are stored in row-major order:
// M(row, col) = *(M.elements + row * M.width + col)
typedef struct {
	int width;
	int height;
	float* elements;
} Matrix;

// Thread block size
#define BLOCK_SIZE 16

// Forward declaration of the matrix multiplication kernel
__global__ void MatMulKernel(const Matrix, const Matrix, Matrix);

// Matrix multiplication - Host code
// Matrix dimensions are assumed to be multiples of BLOCK_SIZE
void MatMul(const Matrix A, const Matrix B, Matrix C)
{
	// Load A and B to device memory
	Matrix d_A;
	d_A.width = A.width; d_A.height = A.height;
	size_t size = A.width * A.height * sizeof(float);
	cudaMalloc(&d_A.elements, size);
	cudaMemcpy(d_A.elements, A.elements, size,
	cudaMemcpyHostToDevice);
	Matrix d_C;

	// Invoke kernel
	dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
	dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
	MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_A, d_C);
}

// Matrix multiplication kernel called by MatMul()
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
	// Each thread computes one element of C
	// by accumulating results into Cvalue
	float Cvalue = 0;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	for (int e = 0; e < A.width; ++e)
	Cvalue += A.elements[row * A.width + e]* B.elements[e * B.width + col];
	C.elements[row * C.width + col] = Cvalue;
}

typedef struct {
	int width;
	int height;
	int stride;
	float* elements;
} Part;

__device__ float GetElement(const Part A, int row, int col)
{
	return A.elements[row * A.stride + col];
}

__device__ void SetElement(Part A, int row, int col, float value)
{
	A.elements[row * A.stride + col] = value;
}

__device__ Part GetSubMatrix(Part A, int row, int col)
{
	Part Asub;
	Asub.width = BLOCK_SIZE;
	Asub.height = BLOCK_SIZE;
	Asub.stride = A.stride;
	Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
	return Asub;
}

// The listing calls it MatMulKernel, too.
__global__ void MatMulShared(Part A, Part B, Part C)
{
	// Block row and column
	int blockRow = blockIdx.y;
	int blockCol = blockIdx.x;

	// Each thread block computes one sub-matrix Csub of C
	Part Csub = GetSubMatrix(C, blockRow, blockCol);

	// Each thread computes one element of Csub by accumulating results into Cvalue

	float Cvalue = 0;

	// Thread row and column within Csub
	int row = threadIdx.y;
	int col = threadIdx.x;

	// Loop over all the sub-matrices of A and B that are
	// required to compute Csub
	// Multiply each pair of sub-matrices together
	// and accumulate the results

	for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {

		// Get sub-matrix Asub of A
		Part Asub = GetSubMatrix(A, blockRow, m);
		// Get sub-matrix Bsub of B
		Part Bsub = GetSubMatrix(B, m, blockCol);

		// Shared memory used to store Asub and Bsub respectively
		__shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
		__shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];

		// Load Asub and Bsub from device memory to shared memory
		// Each thread loads one element of each sub-matrix
		As[row][col] = GetElement(Asub, row, col);
		Bs[row][col] = GetElement(Bsub, row, col);

		// Synchronize to make sure the sub-matrices are loaded
		// before starting the computation
		__syncthreads();

		// Multiply Asub and Bsub together
		for (int e = 0; e < BLOCK_SIZE; ++e)
			Cvalue += As[row][e] * Bs[e][col];

		// Synchronize to make sure that the preceding
		// computation is done before loading two new
		// sub-matrices of A and B in the next iteration
		__syncthreads();
	}

	// Write Csub to device memory
	// Each thread writes one element
	SetElement(Csub, row, col, Cvalue);
}
