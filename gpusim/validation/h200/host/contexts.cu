// What the driver answers to calls on contexts, right and wrong ones.
// nvcc -arch=sm_90 contexts.cu -lcuda -o contexts && ./contexts > contexts.txt
#include <cuda.h>
#include <cstdio>

static const char* name(CUresult r) { const char* s; cuGetErrorName(r, &s); return s ? s : "unknown"; }
#define SAY(what, call) do { CUresult r_ = (call); printf("%s -> %s\n", what, name(r_)); } while (0)

static CUresult create(CUcontext* c, CUdevice d) {
#if CUDA_VERSION >= 13000
	return cuCtxCreate(c, nullptr, 0, d);
#else
	return cuCtxCreate(c, 0, d);
#endif
}

int main() {
	CUdevice d; CUcontext a, b, c, got; CUdeviceptr p; unsigned flags; int active;
	SAY("create before init", create(&a, 0));
	cuInit(0); cuDeviceGet(&d, 0);
	cuDevicePrimaryCtxGetState(d, &flags, &active); printf("primary active before use: %d\n", active);
	SAY("primary release before retain", cuDevicePrimaryCtxRelease(d));
	SAY("primary reset before retain", cuDevicePrimaryCtxReset(d));
	SAY("synchronize with no context", cuCtxSynchronize());
	SAY("push null", cuCtxPushCurrent(nullptr));
	SAY("set null on an empty stack", cuCtxSetCurrent(nullptr));
	SAY("destroy null", cuCtxDestroy(nullptr));
	SAY("get device with no context", cuCtxGetDevice(&d));
	d = 0;
	SAY("create", create(&a, d));
	SAY("attach current", cuCtxAttach(&got, 0)); printf("attach gives the current one: %d\n", got == a);
	SAY("attach with flags 1", cuCtxAttach(&got, 1));
	SAY("detach current", cuCtxDetach(a));
	SAY("alloc after attach and detach", cuMemAlloc(&p, 64));
	SAY("create another", create(&b, d));
	SAY("detach one that is not current", cuCtxDetach(a));
	SAY("detach the current to nothing", cuCtxDetach(b));
	got = nullptr; SAY("get current", cuCtxGetCurrent(&got)); printf("current after detach: %s\n", got == a ? "first" : got == b ? "second" : got ? "other" : "null");
	SAY("detach it again", cuCtxDetach(b));
	SAY("alloc in the first", cuMemAlloc(&p, 64));
	SAY("create a third", create(&c, d));
	SAY("set the first", cuCtxSetCurrent(a));
	cuCtxGetCurrent(&got); printf("current after set: %s\n", got == a ? "first" : "other");
	SAY("pop", cuCtxPopCurrent(&got)); printf("popped: %s\n", got == a ? "first" : got == c ? "third" : "other");
	cuCtxGetCurrent(&got); printf("current after pop: %s\n", got == a ? "first" : got == c ? "third" : got ? "other" : "null");
	SAY("set null", cuCtxSetCurrent(nullptr));
	cuCtxGetCurrent(&got); printf("current after set null: %s\n", got == a ? "first" : got == c ? "third" : got ? "other" : "null");
	SAY("set null again", cuCtxSetCurrent(nullptr));
	SAY("destroy the floating third", cuCtxDestroy(c));
	SAY("set null", cuCtxSetCurrent(nullptr));
	CUcontext q, r;
	SAY("primary retain", cuDevicePrimaryCtxRetain(&q, d));
	SAY("primary retain again", cuDevicePrimaryCtxRetain(&r, d)); printf("same: %d\n", q == r);
	cuCtxGetCurrent(&got); printf("retain makes it current: %d\n", got == q);
	SAY("destroy primary", cuCtxDestroy(q));
	SAY("push primary", cuCtxPushCurrent(q));
	SAY("detach primary", cuCtxDetach(q));
	SAY("attach primary", cuCtxAttach(&got, 0));
	SAY("alloc in primary", cuMemAlloc(&p, 64));
	SAY("primary release", cuDevicePrimaryCtxRelease(d));
	SAY("alloc in primary", cuMemAlloc(&p, 64));
	SAY("primary release", cuDevicePrimaryCtxRelease(d));
	cuDevicePrimaryCtxGetState(d, &flags, &active); printf("primary active after all releases: %d\n", active);
	SAY("alloc in released primary", cuMemAlloc(&p, 64));
	SAY("primary release too many", cuDevicePrimaryCtxRelease(d));
	SAY("primary retain anew", cuDevicePrimaryCtxRetain(&r, d)); printf("same handle: %d\n", q == r);
	SAY("alloc through the old current", cuMemAlloc(&p, 64));
	SAY("primary reset", cuDevicePrimaryCtxReset(d));
	cuDevicePrimaryCtxGetState(d, &flags, &active); printf("primary active after reset: %d\n", active);
	SAY("alloc after reset", cuMemAlloc(&p, 64));
	SAY("free what reset freed", cuMemFree(p));
	SAY("primary release after reset", cuDevicePrimaryCtxRelease(d));
	SAY("destroy the first", cuCtxDestroy(a));
	SAY("free memory of a destroyed context", cuMemFree(p));
	SAY("free null", cuMemFree(0));
}
