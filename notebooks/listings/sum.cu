// The sum of an array: in global memory and in shared memory, a partial sum per block.
// Corrections: the listing lost its plus signs, and the sum of the blocks has to be a sum (sum += …).
// N is not printed; it has to be a multiple of the block, or the last block reads beyond the array.
// The class Timer_Us2 is not printed; its times differ from run to run and are left out.
#include <cstdlib>
#include <iostream>

using namespace std;

#define N 131072

__global__ void cal_sum_ker0(float *Para, float *blocksum_cuda) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < N) {
        for (int index = 1; index < blockDim.x; index = (index * 2)) {
            if (threadIdx.x % (index * 2) == 0) {
                Para[tid] += Para[tid + index];
            }
            __syncthreads();
        }
        if (threadIdx.x == 0) blocksum_cuda[blockIdx.x] = Para[tid];
    }
}

__global__ void cal_sum_ker(float *Para, float *blocksum_cuda) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < N) {
        extern __shared__ float s_Para[];
        s_Para[threadIdx.x] = Para[tid];
        __syncthreads();
        for (int index = 1; index < blockDim.x; index = (index * 2)) {
            if (threadIdx.x % (index * 2) == 0) {
                s_Para[threadIdx.x] += s_Para[threadIdx.x + index];
            }
            __syncthreads();
        }
        if (threadIdx.x == 0) blocksum_cuda[blockIdx.x] = s_Para[threadIdx.x];
    }
}

void cal_sum_test() {
    float *test_d = (float *)malloc(N * sizeof(float));
    for (long long i = 0; i < N; i++) {
        test_d[i] = 0.5;
    }
    dim3 sumblock(512);
    dim3 sumgrid(((N % sumblock.x) ? (N / sumblock.x + 1) : (N / sumblock.x)));
    float *test_d_cuda;
    float *blocksum_cuda;
    float *blocksum_host = (float *)malloc(sizeof(float) * sumgrid.x);
    cudaMalloc((void **)&test_d_cuda, sizeof(float) * N);
    cudaMalloc((void **)&blocksum_cuda, sizeof(float) * sumgrid.x);

    cudaMemcpy(test_d_cuda, test_d, sizeof(float) * N, cudaMemcpyHostToDevice);
    cal_sum_ker0 << <sumgrid, sumblock>> > (test_d_cuda, blocksum_cuda);
    cudaMemcpy(blocksum_host, blocksum_cuda, sizeof(float) * sumgrid.x, cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int i = 0; i < sumgrid.x; i++) {
        sum += blocksum_host[i];
    }
    cout << " GPU result (global memory) = " << sum << endl;

    cudaMemcpy(test_d_cuda, test_d, sizeof(float) * N, cudaMemcpyHostToDevice);
    cal_sum_ker << <sumgrid, sumblock, sumblock.x * sizeof(float)>> > (test_d_cuda, blocksum_cuda);
    cudaMemcpy(blocksum_host, blocksum_cuda, sizeof(float) * sumgrid.x, cudaMemcpyDeviceToHost);
    sum = 0.0;
    for (int i = 0; i < sumgrid.x; i++) {
        sum += blocksum_host[i];
    }
    cout << " GPU result (shared memory) = " << sum << endl;

    cudaFree(test_d_cuda);
    cudaFree(blocksum_cuda);
    free(blocksum_host);
    free(test_d);
}

int main() { cal_sum_test(); }
