// What a program does with processes, and with addresses that are none.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

__global__ void setAll(int *p) { p[threadIdx.x] = 7; }

struct Memory {
	int *p = nullptr;
	~Memory() { printf("freed: %s\n", cudaGetErrorName(cudaFree(p))); }
} memory;

void callback(void *) { printf("callback: %s\n", cudaGetErrorName(cudaDeviceSynchronize())); }

int main(int, char **args) {
	const char *what = args[1];
	cudaMalloc(&memory.p, 64);
	setAll<<<1, 16>>>(memory.p);
	printf("begun\n");
	if (!strcmp(what, "fork")) {
		fflush(stdout);
		if (fork() == 0) exit(0); // frees nothing of its parent's
		wait(nullptr);
		int back[16] = {};
		printf("%s", cudaGetErrorName(cudaMemcpy(back, memory.p, 64, cudaMemcpyDeviceToHost)));
		printf(" %d\n", back[15]);
	}
	if (!strcmp(what, "daemon")) {
		fflush(stdout);
		if (fork() == 0) {
			for (int i = 0; i < 3; i++) close(i);
			for (int i = 0; i < 1000 && access(args[2], F_OK); i++) usleep(100000); // until it is told to end
			_exit(0);
		}
	}
	if (!strcmp(what, "inherited")) {
		fflush(stdout);
		system("ls /proc/self/fd/3 /proc/self/fd/4 2>/dev/null");
	}
	if (!strcmp(what, "callback")) {
		cudaLaunchHostFunc(0, callback, nullptr);
		cudaDeviceSynchronize();
	}
	if (!strcmp(what, "read")) cudaMemcpy(memory.p, (void *)8, 64, cudaMemcpyHostToDevice);
	if (!strcmp(what, "write")) cudaMemcpy((void *)"text", memory.p, 64, cudaMemcpyDeviceToHost);
	if (!strcmp(what, "host")) setAll<<<1, 16>>>((int *)args);
	if (!strcmp(what, "freed")) {
		cudaFree(memory.p);
		setAll<<<1, 16>>>(memory.p);
		memory.p = nullptr;
	}
	if (!strcmp(what, "null")) printf("%s\n", cudaGetErrorName(cudaMemcpy(memory.p, nullptr, 64, cudaMemcpyHostToDevice)));
	if (!strcmp(what, "large")) {
		size_t pitch, most = -1;
		void *p, *q = args;
		printf("%s %s\n", cudaGetErrorName(cudaMallocPitch(&p, &pitch, most, 10)), cudaGetErrorName(cudaMemcpy(q, q, most, cudaMemcpyHostToHost)));
		cudaPitchedPtr box;
		printf("%s %s\n", cudaGetErrorName(cudaMalloc3D(&box, {most, most, 3})), cudaGetErrorName(cudaMemset2D(memory.p, 16, 0, 16, most)));
		printf("%s\n", cudaGetErrorName(cudaMemcpy2D(memory.p, most / 2, q, 4, 4, 3, cudaMemcpyHostToDevice)));
	}
	return 0;
}
