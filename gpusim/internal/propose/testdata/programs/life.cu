// Conway's game of life on a torus of unsigned chars.
#include <cstdio>
#include <cstdlib>

typedef unsigned char ubyte;

__global__ void simpleLifeKernel(const ubyte* lifeData, unsigned worldWidth, unsigned worldHeight, ubyte* resultLifeData) {
  unsigned worldSize = worldWidth * worldHeight;
  for (unsigned cellId = __mul24(blockIdx.x, blockDim.x) + threadIdx.x; cellId < worldSize; cellId += blockDim.x * gridDim.x) {
    unsigned x = cellId % worldWidth;
    unsigned yAbs = cellId - x;
    unsigned xLeft = (x + worldWidth - 1) % worldWidth;
    unsigned xRight = (x + 1) % worldWidth;
    unsigned yAbsUp = (yAbs + worldSize - worldWidth) % worldSize;
    unsigned yAbsDown = (yAbs + worldWidth) % worldSize;
    unsigned aliveCells = lifeData[xLeft + yAbsUp] + lifeData[x + yAbsUp] + lifeData[xRight + yAbsUp] + lifeData[xLeft + yAbs]
      + lifeData[xRight + yAbs] + lifeData[xLeft + yAbsDown] + lifeData[x + yAbsDown] + lifeData[xRight + yAbsDown];
    resultLifeData[x + yAbs] = aliveCells == 3 || (aliveCells == 2 && lifeData[x + yAbs]) ? 1 : 0;
  }
}

struct World {
  ubyte* data;
  unsigned width, height;
  size_t size() const { return width * height; }
};

void runSimpleLifeKernel(ubyte*& d_lifeData, ubyte*& d_lifeDataBuffer, size_t worldWidth, size_t worldHeight, size_t iterationsCount, unsigned short threadsCount) {
  size_t reqBlocksCount = (worldWidth * worldHeight) / threadsCount;
  unsigned short blocksCount = (unsigned short)std::min((size_t)32768, reqBlocksCount);
  for (size_t i = 0; i < iterationsCount; ++i) {
    simpleLifeKernel<<<blocksCount, threadsCount>>>(d_lifeData, worldWidth, worldHeight, d_lifeDataBuffer);
    std::swap(d_lifeData, d_lifeDataBuffer);
  }
}

int main() {
  World world = {NULL, 256u, 128u};
  world.data = (ubyte*)calloc(world.size(), sizeof(ubyte));
  // A glider
  world.data[1 * world.width + 2] = 1;
  world.data[2 * world.width + 3] = 1;
  for (int x = 1; x <= 3; ++x) world.data[3 * world.width + x] = 1;

  ubyte *d_a, *d_b;
  if (cudaMalloc(&d_a, world.size()) || cudaMalloc(&d_b, world.size())) {
    fprintf(stderr, "out of memory\n");
    return EXIT_FAILURE;
  }
  cudaMemcpy(d_a, world.data, world.size(), cudaMemcpyHostToDevice);
  runSimpleLifeKernel(d_a, d_b, world.width, world.height, 4, 128);
  cudaMemcpy(world.data, d_a, world.size(), cudaMemcpyDeviceToHost);
  printf("%s\n", world.data[2 * world.width + 3] && world.data[4 * world.width + 4] ? "moved" : "lost");
  free(world.data);
}
