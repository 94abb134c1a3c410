// cudaMalloc, rows at aligned addresses, and what the runtime knows of a pointer.
#include <cstdio>
#include <cstdlib>

__device__ float table[64];

void query(const char *name, const void *p) {
    const char *types[] = {"unregistered", "host", "device", "managed"};
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, p);
    printf("%-9s %-12s device %2d, devicePointer %s, hostPointer %s\n", name, types[a.type], a.device,
           a.devicePointer == p ? "the same" : a.devicePointer ? "another" : "none",
           a.hostPointer == p ? "the same" : a.hostPointer ? "another" : "none");
}

int main() {
    float *plain, *rows, *pinned, *managed, *pageable = (float *)malloc(1000);
    cudaMalloc(&plain, 1000);
    printf("cudaMalloc aligns to 256 bytes: %s\n", (size_t)plain % 256 == 0 ? "yes" : "no");

    size_t pitch;
    for (size_t width : {4, 512, 516, 1920}) {
        cudaMallocPitch(&rows, &pitch, width, 8);
        printf("rows of %4zu bytes begin every %4zu bytes\n", width, pitch);
        cudaFree(rows);
    }
    float image[8][129];
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 129; x++) image[y][x] = 100 * y + x;
    cudaMallocPitch(&rows, &pitch, sizeof(image[0]), 8);
    cudaMemcpy2D(rows, pitch, image, sizeof(image[0]), sizeof(image[0]), 8, cudaMemcpyHostToDevice);
    float last;
    cudaMemcpy(&last, (char *)rows + 7 * pitch + 128 * sizeof(float), sizeof(float), cudaMemcpyDeviceToHost);
    printf("row 7, column 128: %.0f\n", last);

    void *symbol;
    cudaGetSymbolAddress(&symbol, table);
    cudaMallocHost(&pinned, 1000);
    cudaMallocManaged(&managed, 1000);
    query("malloc", pageable);
    query("pinned", pinned);
    query("managed", managed);
    query("device", plain);
    query("symbol", symbol);
    cudaFree(plain), cudaFree(rows), cudaFree(managed), cudaFreeHost(pinned), free(pageable);
}
