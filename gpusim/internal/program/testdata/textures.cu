// Texture and surface objects, of arrays and of plain memory, and copies of rows and volumes.
#include <stdio.h>
#include <string.h>

#include "check.h"

__global__ void sample(cudaTextureObject_t t, const float2 *at, float *out, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = tex2D<float>(t, at[i].x, at[i].y);
}

__global__ void sampleColours(cudaTextureObject_t t, const float2 *at, float4 *out, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = tex2D<float4>(t, at[i].x, at[i].y);
}

__global__ void fetch(cudaTextureObject_t t, int *out, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n + 2) out[i] = tex1Dfetch<int>(t, i - 1);
}

__global__ void line(cudaTextureObject_t t, float *out, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = tex1D<float>(t, i * 0.25f);
}

struct Two { cudaSurfaceObject_t from, to; };

__global__ void transpose(Two s, int n) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n) {
		int2 v;
		surf2Dread(&v, s.from, x * 8, y);
		surf2Dwrite(make_int2(v.y, v.x), s.to, y * 8, x);
	}
}

__global__ void edges(cudaSurfaceObject_t s, int *out) {
	int i = threadIdx.x;
	out[2 * i] = surf2Dread<int>(s, (i - 1) * 4, 0, cudaBoundaryModeZero);
	out[2 * i + 1] = surf2Dread<int>(s, (i - 1) * 4, 9, cudaBoundaryModeClamp);
	surf2Dwrite(1000 + i, s, (i - 1) * 4, 1, cudaBoundaryModeZero);
}

template <class T> cudaTextureObject_t of(cudaArray_t array, cudaTextureAddressMode mode, cudaTextureFilterMode filter, cudaTextureReadMode read, bool normalized) {
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaTextureDesc rules = {};
	rules.addressMode[0] = rules.addressMode[1] = mode;
	rules.filterMode = filter;
	rules.readMode = read;
	rules.normalizedCoords = normalized;
	rules.borderColor[0] = 7;
	cudaTextureObject_t t;
	CHECK(cudaCreateTextureObject(&t, &resource, &rules, nullptr));
	return t;
}

int main() {
	const int w = 12, h = 10, n = 64;
	float texels[w * h];
	for (int i = 0; i < w * h; i++) texels[i] = (i * 37 % 101) * 0.5f;
	cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
	cudaArray_t array;
	CHECK(cudaMallocArray(&array, &floats, w, h));
	CHECK(cudaMemcpy2DToArray(array, 0, 0, texels, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));

	float2 at[n], *deviceAt;
	for (int i = 0; i < n; i++) at[i] = make_float2(i * 0.37f - 5, i * 0.21f - 1.5f);
	float *out, results[n];
	CHECK(cudaMalloc(&deviceAt, sizeof at));
	CHECK(cudaMalloc(&out, n * sizeof(float4)));
	CHECK(cudaMemcpy(deviceAt, at, sizeof at, cudaMemcpyHostToDevice));
	struct { const char *name; cudaTextureAddressMode mode; cudaTextureFilterMode filter; bool normalized; } ways[] = {
		{"clamp point", cudaAddressModeClamp, cudaFilterModePoint, false}, {"border linear", cudaAddressModeBorder, cudaFilterModeLinear, false},
		{"wrap linear", cudaAddressModeWrap, cudaFilterModeLinear, true}, {"mirror point", cudaAddressModeMirror, cudaFilterModePoint, true},
		{"wrap without normalized coordinates", cudaAddressModeWrap, cudaFilterModePoint, false}};
	for (auto &way : ways) {
		cudaTextureObject_t t = of<float>(array, way.mode, way.filter, cudaReadModeElementType, way.normalized);
		sample<<<2, 32>>>(t, deviceAt, out, n);
		CHECK(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost));
		printf("%s:", way.name);
		for (int i = 0; i < n; i += 3) printf(" %g", results[i]);
		printf("\n");
		CHECK(cudaDestroyTextureObject(t));
	}

	uchar4 colours[w * h];
	for (int i = 0; i < w * h; i++) colours[i] = make_uchar4(i, 2 * i, 255 - i, i * i);
	cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
	cudaArray_t picture;
	CHECK(cudaMallocArray(&picture, &bytes, w, h));
	CHECK(cudaMemcpyToArray(picture, 0, 0, colours, sizeof colours, cudaMemcpyHostToDevice));
	cudaTextureObject_t t = of<uchar4>(picture, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeNormalizedFloat, false);
	sampleColours<<<2, 32>>>(t, deviceAt, (float4 *)out, n);
	float4 mixed[n];
	CHECK(cudaMemcpy(mixed, out, sizeof mixed, cudaMemcpyDeviceToHost));
	for (int i = 20; i < 24; i++) printf("colour %g %g %g %g\n", mixed[i].x, mixed[i].y, mixed[i].z, mixed[i].w);
	uchar4 back[w * 2];
	CHECK(cudaMemcpy2DFromArray(back, 3 * sizeof(uchar4), picture, 4 * sizeof(uchar4), 5, 3 * sizeof(uchar4), 2, cudaMemcpyDeviceToHost));
	printf("back %s\n", memcmp(back, colours + 5 * w + 4, 12) || memcmp(back + 3, colours + 6 * w + 4, 12) ? "differs" : "is the same");

	cudaArray_t row;
	CHECK(cudaMallocArray(&row, &floats, w));
	CHECK(cudaMemcpy2DToArray(row, 0, 0, texels, sizeof texels, w * sizeof(float), 1, cudaMemcpyHostToDevice));
	t = of<float>(row, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, false);
	line<<<1, n>>>(t, out, n);
	CHECK(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 12; i++) printf("%g ", results[i]);
	printf("\n");

	int numbers[8] = {1, -2, 3, -4, 5, -6, 7, -8}, *plain, fetched[10];
	CHECK(cudaMalloc(&plain, sizeof numbers));
	CHECK(cudaMemcpy(plain, numbers, sizeof numbers, cudaMemcpyHostToDevice));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = plain;
	resource.res.linear.desc = cudaCreateChannelDesc<int>();
	resource.res.linear.sizeInBytes = sizeof numbers;
	cudaTextureDesc rules = {};
	CHECK(cudaCreateTextureObject(&t, &resource, &rules, nullptr));
	fetch<<<1, 32>>>(t, (int *)out, 8);
	CHECK(cudaMemcpy(fetched, out, sizeof fetched, cudaMemcpyDeviceToHost));
	for (int v : fetched) printf("%d ", v);
	printf("\n");

	float *pitched;
	size_t pitch;
	CHECK(cudaMallocPitch(&pitched, &pitch, w * sizeof(float), h));
	CHECK(cudaMemcpy2D(pitched, pitch, texels, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));
	resource = {};
	resource.resType = cudaResourceTypePitch2D;
	resource.res.pitch2D.devPtr = pitched;
	resource.res.pitch2D.desc = floats;
	resource.res.pitch2D.width = w, resource.res.pitch2D.height = h, resource.res.pitch2D.pitchInBytes = pitch;
	rules.addressMode[0] = rules.addressMode[1] = cudaAddressModeClamp;
	CHECK(cudaCreateTextureObject(&t, &resource, &rules, nullptr));
	sample<<<2, 32>>>(t, deviceAt, out, n);
	CHECK(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i += 5) printf("%g ", results[i]);
	printf("\n");

	const int side = 20;
	int2 pairs[side * side], turned[side * side];
	for (int i = 0; i < side * side; i++) pairs[i] = make_int2(i, -i);
	cudaChannelFormatDesc two = cudaCreateChannelDesc<int2>();
	cudaArray_t a, b;
	CHECK(cudaMallocArray(&a, &two, side, side, cudaArraySurfaceLoadStore));
	CHECK(cudaMallocArray(&b, &two, side, side, cudaArraySurfaceLoadStore));
	CHECK(cudaMemcpy2DToArray(a, 0, 0, pairs, side * 8, side * 8, side, cudaMemcpyHostToDevice));
	resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = a;
	Two s;
	CHECK(cudaCreateSurfaceObject(&s.from, &resource));
	resource.res.array.array = b;
	CHECK(cudaCreateSurfaceObject(&s.to, &resource));
	transpose<<<dim3(2, 2), dim3(16, 16)>>>(s, side);
	CHECK(cudaMemcpy2DFromArray(turned, side * 8, b, 0, 0, side * 8, side, cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++) wrong += turned[x * side + y].x != pairs[y * side + x].y || turned[x * side + y].y != pairs[y * side + x].x;
	printf("%d wrong after the transpose\n", wrong);

	cudaChannelFormatDesc one = cudaCreateChannelDesc<int>();
	cudaArray_t small;
	CHECK(cudaMallocArray(&small, &one, 6, 2, cudaArraySurfaceLoadStore));
	int twelve[12] = {10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25}, edge[16];
	CHECK(cudaMemcpy2DToArray(small, 0, 0, twelve, 24, 24, 2, cudaMemcpyHostToDevice));
	resource.res.array.array = small;
	cudaSurfaceObject_t surface;
	CHECK(cudaCreateSurfaceObject(&surface, &resource));
	edges<<<1, 8>>>(surface, (int *)out);
	CHECK(cudaMemcpy(edge, out, sizeof edge, cudaMemcpyDeviceToHost));
	for (int v : edge) printf("%d ", v);
	CHECK(cudaMemcpy2DFromArray(twelve, 24, small, 0, 0, 24, 2, cudaMemcpyDeviceToHost));
	for (int v : twelve) printf("%d ", v);
	printf("\n");

	cudaPitchedPtr cube;
	CHECK(cudaMalloc3D(&cube, make_cudaExtent(5, 4, 3)));
	CHECK(cudaMemset3D(cube, 9, make_cudaExtent(5, 4, 3)));
	char block[2 * 2 * 2] = {1, 2, 3, 4, 5, 6, 7, 8}, all[60];
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(block, 2, 2, 2);
	copy.dstPtr = cube;
	copy.dstPos = make_cudaPos(1, 2, 1);
	copy.extent = make_cudaExtent(2, 2, 2);
	copy.kind = cudaMemcpyHostToDevice;
	CHECK(cudaMemcpy3D(&copy));
	copy = {};
	copy.srcPtr = cube;
	copy.dstPtr = make_cudaPitchedPtr(all, 5, 5, 4);
	copy.extent = make_cudaExtent(5, 4, 3);
	copy.kind = cudaMemcpyDeviceToHost;
	CHECK(cudaMemcpy3D(&copy));
	for (char v : all) printf("%d", v);
	printf("\n");

	cudaExtent extent;
	cudaChannelFormatDesc found;
	unsigned flags;
	CHECK(cudaArrayGetInfo(&found, &extent, &flags, small));
	printf("%d bits, %zu × %zu × %zu, flags %u\n", found.x, extent.width, extent.height, extent.depth, flags);
	printf("%s\n", cudaGetErrorName(cudaMemcpy2DToArray(small, 0, 1, twelve, 24, 24, 2, cudaMemcpyHostToDevice)));
	CHECK(cudaFreeArray(small));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
