// Loops whose trip count is known only at run time, with effects: how many copies of the
// body nvcc makes. The copies are counted in the machine code:
//
//   nvcc -O3 -arch=sm_90 -cubin -o unroll.cubin unroll.cu && cuobjdump -sass unroll.cubin |
//     awk '/Function :/ { f = $3 } { for (i = 1; i <= NF; i++) if ($i ~ /^(ATOM|RED|MEMBAR|BAR|SHFL|LDG)/) c[f " " $i]++ }
//          END { for (k in c) print k, c[k] }' | sort > unroll.txt
__global__ void global_unused(int* x, const int* in, int n) { int t=threadIdx.x; for (int i = 0; i < n; ++i) atomicAdd(&x[in[i*blockDim.x+t]], 1); }
__global__ void stride_unused(int* x, const int* in, int n) { for (int i = blockIdx.x*blockDim.x+threadIdx.x; i < n; i += gridDim.x*blockDim.x) atomicAdd(&x[in[i]], 1); }
__global__ void shared_stride(int* x, const int* in, int n) { __shared__ int s[256]; if (threadIdx.x<256) s[threadIdx.x]=0; __syncthreads(); for (int i = blockIdx.x*blockDim.x+threadIdx.x; i < n; i += gridDim.x*blockDim.x) atomicAdd(&s[in[i]&255], 1); __syncthreads(); atomicAdd(&x[threadIdx.x&255], s[threadIdx.x&255]); }
__global__ void used(int* x, const int* in, int n) { int t=threadIdx.x, sum=0; for (int i = 0; i < n; ++i) sum += atomicAdd(&x[in[i*blockDim.x+t]], 1); x[t]=sum; }
__global__ void fence(int* x, int n) { for (int i = 0; i < n; ++i) { x[i*32+threadIdx.x]=i; __threadfence(); } }
__global__ void bar(int* x, int n) { __shared__ int s[64]; for (int i = 0; i < n; ++i) { s[threadIdx.x]=i; __syncthreads(); x[i*32+threadIdx.x]=s[63-threadIdx.x]; } }
__global__ void shfl(int* x, int n) { int v = x[threadIdx.x]; for (int i = 0; i < n; ++i) { v += __shfl_xor_sync(~0u, v, i&31); } x[threadIdx.x]=v; }
__global__ void vol(volatile int* x, int n) { int v=0; for (int i = 0; i < n; ++i) { v += x[i*32+threadIdx.x]; } x[threadIdx.x]=v; }
