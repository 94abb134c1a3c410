// Variables of the device that the host writes and reads by their symbols.
#include <cstdio>

__device__ float devData;
__device__ float *devPointer;

__global__ void scale() { devPointer[threadIdx.x] *= devData; }

int main() {
    // float scalar
    float value = 3.14f;
    cudaMemcpyToSymbol(devData, &value, sizeof(float));

    // float array
    float *ptr;
    cudaMalloc(&ptr, 256 * sizeof(float));
    cudaMemcpyToSymbol(devPointer, &ptr, sizeof(ptr));

    float x[256];
    for (int i = 0; i < 256; i++) x[i] = i;
    cudaMemcpy(ptr, x, sizeof(x), cudaMemcpyHostToDevice);
    scale<<<1, 256>>>();
    cudaMemcpy(x, ptr, sizeof(x), cudaMemcpyDeviceToHost);
    printf("x[1] = %.2f, x[100] = %.2f, x[255] = %.2f\n", x[1], x[100], x[255]);

    // The third way to a symbol: its address.
    void *address;
    size_t size;
    cudaGetSymbolAddress(&address, devData);
    cudaGetSymbolSize(&size, devData);
    cudaMemcpy(&value, address, size, cudaMemcpyDeviceToHost);
    printf("devData has %zu bytes and holds %.2f\n", size, value);
    cudaFree(ptr);
}
