// Scales the weights of nodes; C with calloc and pointer arithmetic.
#include <stdlib.h>
#include <stdio.h>
#define CEIL(a, b) ((a) / (b) + ((a) % (b) ? 1 : 0))
typedef struct node { double w; int id; } node_t;
__global__ void relax(node_t *nodes, unsigned long count, double factor) {
  unsigned long k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) nodes[k].w *= factor;
}
int main(int argc, char **argv) {
  unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1500ul;
  node_t *nodes = (node_t *)calloc(count, sizeof *nodes), *p = nodes, *dev;
  int id = 0;
  do { p->w = id * 0.5; p->id = id++; } while (++p != nodes + count);
  size_t sz = count * sizeof(node_t);
  if (cudaSuccess != cudaMalloc((void **)&dev, sz)) { perror("cudaMalloc"); abort(); }
  cudaMemcpy(dev, nodes, sz, cudaMemcpyHostToDevice);
  for (int pass = 0; pass < 3; ++pass) relax<<<CEIL(count, 64), 64>>>(dev, count, 2.0);
  cudaMemcpy(nodes, dev, sz, cudaMemcpyDeviceToHost);
  printf("%f %d\n", nodes[3].w, nodes[3].id);
  free(nodes); cudaFree(dev);
  return 0;
}
