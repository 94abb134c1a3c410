#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)

// Shifts an image by a quarter of its width. What leaves it on the right comes back on the left.
__global__ void shift(cudaTextureObject_t image, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float u = (x + 0.5f) / width + 0.25f, v = (y + 0.5f) / height;
    out[y * width + x] = 100 * tex2D<float>(image, u, v);
}

int main() {
    const int width = 128, height = 64, size = width * height;
    unsigned char *pixels = (unsigned char *)malloc(size);
    for (int i = 0; i < size; i++) pixels[i] = i % width;

    cudaChannelFormatDesc channel = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &channel, width, height));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, pixels, width, width, height, cudaMemcpyHostToDevice));

    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    struct cudaTextureDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeWrap;
    desc.filterMode = cudaFilterModeLinear;
    desc.readMode = cudaReadModeNormalizedFloat;
    desc.normalizedCoords = 1;
    cudaTextureObject_t image = 0;
    CHECK(cudaCreateTextureObject(&image, &resource, &desc, NULL));

    float *out, first;
    CHECK(cudaMalloc(&out, size * sizeof(float)));
    dim3 threads(16, 16), blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    shift<<<blocks, threads>>>(image, out, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&first, out, sizeof(float), cudaMemcpyDeviceToHost));
    printf("%.4f\n", first);
    CHECK(cudaDestroyTextureObject(image));
    CHECK(cudaFreeArray(array));
    cudaFree(out);
    free(pixels);
    return 0;
}
