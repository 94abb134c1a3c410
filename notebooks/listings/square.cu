// A square tile of shared memory, written by rows and read by columns: static, dynamic and padded.
#include <cstdio>

#define BDIMX 32
#define BDIMY 32
#define IPAD 1

__global__ void setRowReadCol(int *out) {
    __shared__ int tile[BDIMY][BDIMX];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = idx;
    __syncthreads();
    out[idx] = tile[threadIdx.x][threadIdx.y];
}

__global__ void setRowReadColDyn(int *out) {
    extern __shared__ int tile[];
    unsigned int row_idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int col_idx = threadIdx.x * blockDim.y + threadIdx.y;
    tile[row_idx] = row_idx;
    __syncthreads();
    out[row_idx] = tile[col_idx];
}

__global__ void setRowReadColIpad(int *out) {
    __shared__ int tile[BDIMY][BDIMX + IPAD];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = idx;
    __syncthreads();
    out[idx] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    static int host[BDIMX * BDIMY];
    int *out;
    cudaMalloc(&out, sizeof(host));
    dim3 block(BDIMX, BDIMY), grid(1, 1);
    for (int k = 0; k < 3; k++) {
        cudaMemset(out, 0, sizeof(host));
        if (k == 0) setRowReadCol<<<grid, block>>>(out);
        if (k == 1) setRowReadColDyn<<<grid, block, BDIMX * BDIMY * sizeof(int)>>>(out);
        if (k == 2) setRowReadColIpad<<<grid, block>>>(out);
        cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
        printf("out[1] = %d, out[32] = %d, out[1022] = %d\n", host[1], host[32], host[1022]);
    }
    cudaFree(out);
}
