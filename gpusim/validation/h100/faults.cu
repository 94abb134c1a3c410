// What a kernel's illegal address ends: its context, other contexts of the process, or all.
//
//   nvcc -O3 -arch=sm_90 -o faults faults.cu -lcuda && for i in 0 1 2 3; do ./faults $i; done > faults.txt
//
// The argument chooses the case; each needs a process of its own.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>

static const char* name(CUresult r) { const char* s; cuGetErrorName(r, &s); return s ? s : "unknown"; }
#define SAY(what, call) do { CUresult r_ = (call); printf("case %d: %s -> %s\n", kind, what, name(r_)); } while (0)
#define TELL(what, call) do { cudaError_t e_ = (call); printf("case %d: %s -> %s\n", kind, what, cudaGetErrorName(e_)); } while (0)

static CUresult create(CUcontext* c) {
#if CUDA_VERSION >= 13000
  return cuCtxCreate(c, nullptr, 0, 0);
#else
  return cuCtxCreate(c, 0, 0);
#endif
}

__global__ void wild() { *(volatile int*)16 = 1; }
__global__ void add(int* x) { x[threadIdx.x] += 1; }

static int kind;

// work allocates, launches and reads back in the current context.
static void work(const char* where) {
  CUdeviceptr p = 0;
  int h = 0;
  char text[80];
  auto label = [&](const char* call) { snprintf(text, sizeof text, "%s in %s", call, where); return text; };
  SAY(label("alloc"), cuMemAlloc(&p, 128));
  SAY(label("memset"), cuMemsetD32(p, 6, 32));
  add<<<1, 32>>>((int*)p);
  TELL(label("launch"), cudaGetLastError());
  SAY(label("synchronize"), cuCtxSynchronize());
  SAY(label("copy"), cuMemcpyDtoH(&h, p, 4));
  printf("case %d: value in %s: %d\n", kind, where, h);
}

static void fault(const char* where) {
  wild<<<1, 1>>>();
  printf("case %d: wild launch in %s -> %s\n", kind, where, cudaGetErrorName(cudaGetLastError()));
  SAY("synchronize after it", cuCtxSynchronize());
}

int main(int argc, char** argv) {
  kind = argc > 1 ? atoi(argv[1]) : 0;
  CUcontext a, b, c;
  CUdeviceptr p;
  cuInit(0);
  switch (kind) {
  case 0: // two contexts, made before the fault
    SAY("create a", create(&a));
    SAY("create b", create(&b));
    SAY("set a", cuCtxSetCurrent(a));
    work("a");
    fault("a");
    work("a");
    SAY("set b", cuCtxSetCurrent(b));
    work("b");
    SAY("destroy a", cuCtxDestroy(a));
    work("b after it");
    SAY("create c", create(&c));
    work("c");
    break;
  case 1: // a context made after the fault
    SAY("create a", create(&a));
    fault("a");
    SAY("create b", create(&b));
    work("b");
    SAY("destroy a", cuCtxDestroy(a));
    SAY("create c", create(&c));
    work("c");
    break;
  case 2: // the runtime's context, then a reset
    TELL("cudaFree 0", cudaFree(0));
    fault("primary");
    TELL("cudaMalloc", cudaMalloc((void**)&p, 64));
    TELL("cudaDeviceReset", cudaDeviceReset());
    TELL("cudaMalloc after reset", cudaMalloc((void**)&p, 64));
    SAY("create a", create(&a));
    work("a");
    break;
  case 3: { // memory of another context
    int h = 0;
    SAY("create a", create(&a));
    SAY("alloc in a", cuMemAlloc(&p, 128));
    SAY("create b", create(&b));
    SAY("memset from b", cuMemsetD32(p, 6, 32));
    add<<<1, 32>>>((int*)p);
    TELL("launch in b on memory of a", cudaGetLastError());
    SAY("synchronize b", cuCtxSynchronize());
    SAY("set a", cuCtxSetCurrent(a));
    SAY("copy in a", cuMemcpyDtoH(&h, p, 4));
    printf("case %d: value in a: %d\n", kind, h);
    SAY("set b", cuCtxSetCurrent(b));
    SAY("destroy a", cuCtxDestroy(a));
    add<<<1, 32>>>((int*)p);
    TELL("launch in b on memory of the destroyed a", cudaGetLastError());
    SAY("synchronize b", cuCtxSynchronize());
    break;
  }
  }
}
