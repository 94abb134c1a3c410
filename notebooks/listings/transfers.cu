// Three ways from the host's memory to a kernel: a blocking copy, a copy in a stream, and no copy.
#include <cstdio>

const int N = 1 << 16;

__global__ void addOne(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) out[i] = in[i] + 1;
}

int main() {
    size_t size = N * sizeof(int);
    int *in, *out, *d_in, *d_out;
    cudaHostAlloc(&in, size, cudaHostAllocMapped);
    cudaHostAlloc(&out, size, cudaHostAllocMapped);
    cudaMalloc(&d_in, size);
    cudaMalloc(&d_out, size);
    for (int i = 0; i < N; i++) in[i] = i;

    // Blocking: each call returns when its copy is done.
    cudaMemcpy(d_in, in, size, cudaMemcpyHostToDevice);
    addOne<<<N / 256, 256>>>(d_in, d_out);
    cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
    printf("blocking:     out[%d] = %d\n", N - 1, out[N - 1]);

    // Non-blocking: the two halves overlap, each in its stream.
    cudaMemset(d_out, 0, size);
    cudaStream_t streams[2];
    for (int s = 0; s < 2; s++) cudaStreamCreate(&streams[s]);
    for (int s = 0; s < 2; s++) {
        int at = s * N / 2;
        cudaMemcpyAsync(d_in + at, in + at, size / 2, cudaMemcpyHostToDevice, streams[s]);
        addOne<<<N / 512, 256, 0, streams[s]>>>(d_in + at, d_out + at);
        cudaMemcpyAsync(out + at, d_out + at, size / 2, cudaMemcpyDeviceToHost, streams[s]);
    }
    for (int s = 0; s < 2; s++) cudaStreamSynchronize(streams[s]);
    printf("non-blocking: out[%d] = %d\n", N - 1, out[N - 1]);

    // Zero-copy: the kernel reads and writes the host's memory.
    int *z_in, *z_out;
    out[N - 1] = 0;
    cudaHostGetDevicePointer(&z_in, in, 0);
    cudaHostGetDevicePointer(&z_out, out, 0);
    addOne<<<N / 256, 256>>>(z_in, z_out);
    cudaDeviceSynchronize();
    printf("zero-copy:    out[%d] = %d\n", N - 1, out[N - 1]);

    for (int s = 0; s < 2; s++) cudaStreamDestroy(streams[s]);
    cudaFree(d_in), cudaFree(d_out), cudaFreeHost(in), cudaFreeHost(out);
}
