#pragma once
#include <cstdio>
#include <cstdlib>
// CHECK ends the program when a call fails.
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)
