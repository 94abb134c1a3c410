// What an H200 answers to texture reads, to host memory that a kernel reaches
// by itself, and to a block that reads what another has written.
//
//   texture values   rows "case,x,y,result…": coordinates and results as bits
//   texture stale    what block 0 sees of another block's store
//   texture          launches the counted cases, one line a launch, for ncu
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#define CHECK(x)                                                                        \
    do {                                                                                \
        cudaError_t e = (x);                                                            \
        if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } \
    } while (0)

static uint32_t hash32(uint32_t i) { return (i + 1) * 2654435761u; }

// --- values ---------------------------------------------------------------

template <class T> __global__ void read1(cudaTextureObject_t t, const float2 *at, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1D<T>(t, at[i].x);
}
template <class T> __global__ void read2(cudaTextureObject_t t, const float2 *at, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<T>(t, at[i].x, at[i].y);
}
template <class T> __global__ void fetch1(cudaTextureObject_t t, const float2 *at, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<T>(t, (int)at[i].x);
}

struct Desc {
    cudaTextureAddressMode address;
    cudaTextureFilterMode filter;
    bool normalized, readFloat;
};
static const char *addressNames[] = {"wrap", "clamp", "mirror", "border"};

static cudaTextureObject_t object(const cudaResourceDesc &r, Desc d) {
    cudaTextureDesc t = {};
    for (int i = 0; i < 3; i++) t.addressMode[i] = d.address;
    t.filterMode = d.filter;
    t.readMode = d.readFloat ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    t.normalizedCoords = d.normalized;
    t.borderColor[0] = 7; t.borderColor[1] = 6; t.borderColor[2] = 5; t.borderColor[3] = 4;
    cudaTextureObject_t o;
    CHECK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    return o;
}

template <class E> static cudaArray_t arrayOf(int w, int h, const std::vector<E> &host) {
    cudaChannelFormatDesc f = cudaCreateChannelDesc<E>();
    cudaArray_t a;
    CHECK(cudaMallocArray(&a, &f, w, h));
    CHECK(cudaMemcpy2DToArray(a, 0, 0, host.data(), w * sizeof(E), w * sizeof(E), h ? h : 1, cudaMemcpyHostToDevice));
    return a;
}

static float texel(float *, uint32_t i) { return (hash32(i) >> 8) * (1.0f / (1 << 24)); }
static uint8_t texel(uint8_t *, uint32_t i) { return hash32(i) >> 24; }
static int8_t texel(int8_t *, uint32_t i) { return hash32(i) >> 24; }
static uint16_t texel(uint16_t *, uint32_t i) { return hash32(i) >> 16; }
static int16_t texel(int16_t *, uint32_t i) { return hash32(i) >> 16; }

// coordinates: whole, half and boundary values first, then random ones around the texture.
static std::vector<float2> coordinates(int w, int h, bool normalized) {
    std::vector<float2> at;
    for (int i = 0; i < 224; i += 2) {
        uint32_t a = hash32(2 * i + 1000), b = hash32(2 * i + 1001);
        float x, y;
        if (i < 64) {
            x = (int)(a % (8 * w)) * 0.5f - 2 * w + (i % 3 == 0 ? 1.0f / 512 : 0);
            y = (int)(b % (8 * h)) * 0.5f - 2 * h;
        } else {
            x = ((a >> 8) * (1.0f / (1 << 24)) * 4 - 1.5f) * w;
            y = ((b >> 8) * (1.0f / (1 << 24)) * 4 - 1.5f) * h;
        }
        if (normalized) { x /= w; y /= h; }
        at.push_back({x, y});
    }
    return at;
}

template <class E, class R> static void values(const char *format, int w, int h, Desc d) {
    std::vector<E> host;
    for (int i = 0; i < w * (h ? h : 1); i++) host.push_back(texel((E *)0, i));
    cudaArray_t a = arrayOf<E>(w, h, host);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureObject_t o = object(r, d);
    std::vector<float2> at = coordinates(w, h ? h : 1, d.normalized);
    int n = at.size();
    float2 *dat; R *dout;
    CHECK(cudaMalloc(&dat, n * sizeof(float2)));
    CHECK(cudaMalloc(&dout, n * sizeof(R)));
    CHECK(cudaMemcpy(dat, at.data(), n * sizeof(float2), cudaMemcpyHostToDevice));
    if (h) read2<R><<<(n + 31) / 32, 32>>>(o, dat, dout, n);
    else read1<R><<<(n + 31) / 32, 32>>>(o, dat, dout, n);
    std::vector<R> out(n);
    CHECK(cudaMemcpy(out.data(), dout, n * sizeof(R), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        uint32_t x, y, v = 0;
        memcpy(&x, &at[i].x, 4); memcpy(&y, &at[i].y, 4); memcpy(&v, &out[i], sizeof(R));
        printf("%s,%d,%d,%s,%s,%d,%d,%u,%u,%u\n", format, w, h, addressNames[d.address],
               d.filter == cudaFilterModePoint ? "point" : "linear", d.normalized, d.readFloat, x, h ? y : 0, v);
    }
    CHECK(cudaDestroyTextureObject(o));
    CHECK(cudaFreeArray(a));
}

static void allValues() {
    printf("format,width,height,address,filter,normalized,read_float,x,y,result\n");
    for (int h : {0, 12})
        for (int norm = 0; norm < 2; norm++)
            for (auto f : {cudaFilterModePoint, cudaFilterModeLinear})
                for (auto ad : {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap, cudaAddressModeMirror}) {
                    if (!norm && (ad == cudaAddressModeWrap || ad == cudaAddressModeMirror)) continue;
                    values<float, float>("f32", 16, h, {ad, f, (bool)norm, false});
                    values<float, float>("f32", 10, h, {ad, f, (bool)norm, false});
                }
    for (auto f : {cudaFilterModePoint, cudaFilterModeLinear}) {
        values<uint8_t, float>("u8", 16, 12, {cudaAddressModeClamp, f, false, true});
        values<int8_t, float>("s8", 16, 12, {cudaAddressModeClamp, f, false, true});
        values<uint16_t, float>("u16", 16, 12, {cudaAddressModeClamp, f, false, true});
        values<int16_t, float>("s16", 16, 12, {cudaAddressModeClamp, f, false, true});
    }
    values<uint8_t, uint8_t>("u8", 16, 12, {cudaAddressModeBorder, cudaFilterModePoint, false, false});
}

// --- stale ----------------------------------------------------------------

__device__ int loadCached(const int *p) { int v; asm volatile("ld.global.ca.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ int loadReadOnly(const int *p) { int v; asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }

// Block 0 reads x, lets block 1 write it, and reads it again in four ways.
__global__ void stale(int *x, int *turn, int *out) {
    if (blockIdx.x == 0) {
        out[0] = loadCached(x);
        atomicExch(turn, 1); // no fence before the next read: it would empty L1
        while (atomicAdd(turn, 0) != 2) {}
        out[1] = loadCached(x);
        out[2] = loadReadOnly(x);
        out[3] = *(volatile int *)x;
        out[4] = loadCached(x);
        __threadfence();
        out[5] = loadCached(x);
    } else {
        while (atomicAdd(turn, 0) != 1) {}
        *x = 42;
        __threadfence();
        atomicExch(turn, 2);
    }
}

static void stale() {
    int *p;
    CHECK(cudaMalloc(&p, 4096));
    for (int i = 0; i < 3; i++) {
        CHECK(cudaMemset(p, 0, 4096));
        stale<<<2, 1>>>(p, p + 256, p + 512);
        int out[6];
        CHECK(cudaMemcpy(out, p + 512, sizeof out, cudaMemcpyDeviceToHost));
        printf("before %d, cached %d, read-only %d, volatile %d, cached again %d, after a fence %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
    }
}

// --- counted --------------------------------------------------------------

// shape reads one texel a lane: lane l at (l % w, l / w) from (64, 64).
template <class T> __global__ void shape(cudaTextureObject_t t, T *out, int w, float dx, float dy) {
    int l = threadIdx.x;
    out[l] = tex2D<T>(t, 64 + l % w + dx, 64 + l / w + dy);
}
template <class T> __global__ void fetches(cudaTextureObject_t t, T *out, int stride) {
    out[threadIdx.x] = tex1Dfetch<T>(t, threadIdx.x * stride);
}
// some reads as shape does, with the lanes of a mask alone.
template <class T> __global__ void some(cudaTextureObject_t t, T *out, int w, unsigned mask, float d) {
    int l = threadIdx.x;
    if (mask >> l & 1) out[l] = tex2D<T>(t, 64 + l % w + d, 64 + l / w + d);
}
template <class T> __global__ void rowAt(cudaTextureObject_t t, T *out, int stride, float d) {
    out[threadIdx.x] = tex1D<T>(t, 64 + threadIdx.x * stride + d);
}
// walk reads an n×n image, a texel a thread; a block is w×h texels. The lanes
// of a warp go down columns when down is set.
__global__ void walk(cudaTextureObject_t t, float *out, int n, int w, int h, int down) {
    int i = threadIdx.x, x = down ? i / h : i % w, y = down ? i % h : i / w;
    x += blockIdx.x * w; y += blockIdx.y * h;
    out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + i] = tex2D<float>(t, x + 0.5f, y + 0.5f);
}
__global__ void walkPlain(const float *in, float *out, int n, int w, int h, int down) {
    int i = threadIdx.x, x = down ? i / h : i % w, y = down ? i % h : i / w;
    x += blockIdx.x * w; y += blockIdx.y * h;
    out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + i] = in[y * n + x];
}
__global__ void copyTo(float *out, const float *in, int stride) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    out[i] = in[i];
}
// readAll lets every block read the same n words.
__global__ void readAll(float *out, const float *in, int n) {
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

template <class T> static void shapes(const char *name, cudaTextureObject_t t, T *out, bool linear) {
    for (int w : {32, 16, 8, 4, 2, 1}) {
        printf("shape_%s_%s_w%d\n", name, linear ? "linear" : "point", w);
        shape<T><<<1, 32>>>(t, out, w, linear ? 0.75f : 0.5f, linear ? 0.75f : 0.5f);
    }
}

template <class E> static void shapeCases(const char *name, float *out) {
    const int n = 512;
    std::vector<E> host(n * n);
    memset((void *)host.data(), 0, n * n * sizeof(E));
    cudaResourceDesc a = {}, p = {};
    a.resType = cudaResourceTypeArray;
    a.res.array.array = arrayOf<E>(n, n, host);
    void *mem; size_t pitch;
    CHECK(cudaMallocPitch(&mem, &pitch, n * sizeof(E), n));
    p.resType = cudaResourceTypePitch2D;
    p.res.pitch2D = {mem, cudaCreateChannelDesc<E>(), n, n, pitch};
    char label[64];
    for (bool linear : {false, true}) {
        Desc d = {cudaAddressModeClamp, linear ? cudaFilterModeLinear : cudaFilterModePoint, false, false};
        snprintf(label, sizeof label, "array_%s", name);
        shapes<E>(label, object(a, d), (E *)out, linear);
        snprintf(label, sizeof label, "pitch_%s", name);
        shapes<E>(label, object(p, d), (E *)out, linear);
    }
}

static void counted() {
    const int n = 1024;
    float *out, *in;
    CHECK(cudaMalloc(&out, n * n * sizeof(float)));
    CHECK(cudaMalloc(&in, n * n * sizeof(float)));
    shapeCases<float>("f32", out);
    shapeCases<float2>("f32x2", out);
    shapeCases<float4>("f32x4", out);

    cudaResourceDesc l = {};
    l.resType = cudaResourceTypeLinear;
    l.res.linear = {in, cudaCreateChannelDesc<float>(), n * sizeof(float)};
    Desc point = {cudaAddressModeClamp, cudaFilterModePoint, false, false};
    cudaTextureObject_t linear = object(l, point);
    for (int s : {0, 1, 2, 4, 8, 16, 32}) {
        printf("fetch_f32_s%d\n", s);
        fetches<float><<<1, 32>>>(linear, out, s);
    }
    l.res.linear = {in, cudaCreateChannelDesc<float4>(), n * sizeof(float4)};
    cudaTextureObject_t linear4 = object(l, point);
    for (int s : {0, 1, 2, 4}) {
        printf("fetch_f32x4_s%d\n", s);
        fetches<float4><<<1, 32>>>(linear4, (float4 *)out, s);
    }

    l.res.linear = {in, cudaCreateChannelDesc<float2>(), n * sizeof(float2)};
    cudaTextureObject_t linear2 = object(l, point);
    l.res.linear = {in, cudaCreateChannelDesc<unsigned char>(), n};
    cudaTextureObject_t linearByte = object(l, point);
    for (int s : {1, 4}) {
        printf("fetch_f32x2_s%d\n", s);
        fetches<float2><<<1, 32>>>(linear2, (float2 *)out, s);
        printf("fetch_u8_s%d\n", s);
        fetches<unsigned char><<<1, 32>>>(linearByte, (unsigned char *)out, s);
    }

    std::vector<float> host(n * n);
    cudaResourceDesc a = {}, p = {};
    a.resType = cudaResourceTypeArray;
    a.res.array.array = arrayOf<float>(n, n, host);
    Desc mixed = {cudaAddressModeClamp, cudaFilterModeLinear, false, false};
    cudaTextureObject_t sharp = object(a, point), soft = object(a, mixed);
    for (unsigned mask : {0x1u, 0x11111111u, 0x0000ffffu, 0x80000001u, 0x3fu}) {
        printf("some_point_%08x\n", mask);
        some<float><<<1, 32>>>(sharp, out, 32, mask, 0.5f);
        printf("some_linear_%08x\n", mask);
        some<float><<<1, 32>>>(soft, out, 32, mask, 0.75f);
    }
    printf("some_linear_middle\n");
    some<float><<<1, 32>>>(soft, out, 32, ~0u, 0.5f);
    cudaResourceDesc row = {};
    row.resType = cudaResourceTypeArray;
    row.res.array.array = arrayOf<float>(n, 0, host);
    for (int s : {1, 8}) {
        printf("row_point_s%d\n", s);
        rowAt<float><<<1, 32>>>(object(row, point), out, s, 0.5f);
        printf("row_linear_s%d\n", s);
        rowAt<float><<<1, 32>>>(object(row, mixed), out, s, 0.75f);
    }
    p.resType = cudaResourceTypePitch2D;
    p.res.pitch2D = {in, cudaCreateChannelDesc<float>(), n, n, n * sizeof(float)};
    cudaTextureObject_t ta = object(a, point), tp = object(p, point);
    struct { const char *name; int w, h, down; } walks[] = {{"row", 256, 1, 0}, {"tile", 16, 16, 0}, {"tiledown", 16, 16, 1}, {"column", 1, 256, 1}};
    for (auto &k : walks) {
        dim3 g(n / k.w, n / k.h);
        printf("walk_array_%s\n", k.name);
        walk<<<g, 256>>>(ta, out, n, k.w, k.h, k.down);
        printf("walk_pitch_%s\n", k.name);
        walk<<<g, 256>>>(tp, out, n, k.w, k.h, k.down);
        printf("walk_plain_%s\n", k.name);
        walkPlain<<<g, 256>>>(in, out, n, k.w, k.h, k.down);
    }

    float *mapped, *dev;
    CHECK(cudaHostAlloc(&mapped, n * n * sizeof(float), cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&dev, mapped, 0));
    for (int s : {1, 2, 8, 32, 64}) {
        printf("sysmem_read_s%d\n", s);
        copyTo<<<n * n / 256 / 64, 256>>>(out, dev, s);
        printf("sysmem_write_s%d\n", s);
        copyTo<<<n * n / 256 / 64, 256>>>(dev, in, s);
    }
    printf("sysmem_readall\n");
    readAll<<<264, 256>>>(out, dev, 16384);
    printf("dram_readall\n");
    readAll<<<264, 256>>>(out, in, 16384);
    CHECK(cudaDeviceSynchronize());
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "values")) allValues();
    else if (argc > 1 && !strcmp(argv[1], "stale")) stale();
    else counted();
}
