// Constant memory: written by the host, read by all threads of a warp at one address.
#include <cstdio>

__constant__ float constData[256];
__device__ __constant__ int constMem[32];

__global__ void kernel(float *out) {
    int a = constMem[threadIdx.x / 32];
    out[threadIdx.x] = a * constData[threadIdx.x / 32];
}

int main() {
    float data[256], back[256];
    int numbers[32];
    for (int i = 0; i < 256; i++) data[i] = 0.5f * i;
    for (int i = 0; i < 32; i++) numbers[i] = 10 * i;
    cudaMemcpyToSymbol(constData, data, sizeof(data));
    cudaMemcpyFromSymbol(back, constData, sizeof(data));
    cudaMemcpyToSymbol(constMem, numbers, sizeof(numbers));
    printf("back[255] = %.1f\n", back[255]);

    float *out;
    cudaMallocManaged(&out, 1024 * sizeof(float));
    kernel<<<1, 1024>>>(out);
    cudaDeviceSynchronize();
    printf("warp 3: %.0f, warp 31: %.0f\n", out[3 * 32], out[1023]);
    cudaFree(out);
}
