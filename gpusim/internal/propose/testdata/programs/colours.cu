#include <cstdio>
#include <vector>

// Looks colours up in a table that a texture of plain memory reads.
__global__ void look(cudaTextureObject_t table, const int *index, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.5f * tex1Dfetch<float>(table, index[i]);
}

int main() {
    const int n = 4096, length = 1000;
    std::vector<float> colours(length);
    std::vector<int> index(n);
    for (int i = 0; i < length; i++) colours[i] = i * 0.25f;
    for (int i = 0; i < n; i++) index[i] = i * 7 % length;
    float *table, *out;
    int *where;
    cudaMalloc(&table, length * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&where, n * sizeof(int));
    cudaMemcpy(table, colours.data(), length * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(where, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = table;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = length * sizeof(float);
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t colour;
    cudaCreateTextureObject(&colour, &from, &how, nullptr);

    look<<<(n + 127) / 128, 128>>>(colour, where, out, n);
    std::vector<float> result(n);
    cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", result[0], result[1], result[n - 1]);
    cudaDestroyTextureObject(colour);
}
