// What kernels use of CUDA's driver API: maps of tensors.
#pragma once

typedef struct CUtensorMap_st {
	alignas(64) unsigned long long opaque[16];
} CUtensorMap;
