// One context per device, made by the first call, shared by the threads of the program.
#include <cstdio>
#include <thread>

__global__ void fill(int *p, int v) { p[threadIdx.x] = v + threadIdx.x; }

int main() {
    int *p;
    cudaMalloc(&p, 32 * sizeof(int));

    // Another thread uses the memory of the first one: both have the same context.
    std::thread other([p] {
        cudaSetDevice(0);
        fill<<<1, 32>>>(p, 100);
        cudaDeviceSynchronize();
    });
    other.join();
    int v[32];
    printf("read by the first thread: %s, ", cudaGetErrorName(cudaMemcpy(v, p, sizeof(v), cudaMemcpyDeviceToHost)));
    printf("%d to %d\n", v[0], v[31]);

    // The end of the context frees its memory.
    cudaDeviceReset();
    printf("after the reset: %s\n", cudaGetErrorName(cudaMemcpy(v, p, sizeof(v), cudaMemcpyDeviceToHost)));
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, p);
    printf("the address belongs to %s\n", a.type == cudaMemoryTypeDevice ? "the device" : "nobody");
}
