// More of what public kernels do.
__global__ void vector_add(const float* a, const float* b, float* c, int n) {
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i < n * 1000) c[i] = a[i] + b[i] + 0.0f;
}
__global__ void matrix_vector(float* y, const float* A, const float* x, int n) {
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;
	for (int col = 0; col < 16; col++) sum += A[row * 16 + col] * x[col];
	y[row] = sum + n;
}
__global__ void gemm_polybench(float* a, float* b, float* c, float alpha, float beta) {
	int j = threadIdx.x % 8, i = threadIdx.x / 8 + blockIdx.x * 8;
	if ((i < 16) && (j < 8)) {
		c[i * 8 + j] *= beta;
		int k;
		for (k = 0; k < 8; k++) {
			c[i * 8 + j] += alpha * a[i * 8 + k] * b[k * 8 + j];
		}
	}
}
__global__ void conv2d(float* A, float* B) {
	int j = threadIdx.x % 16, i = threadIdx.x / 16 + blockIdx.x * 4;
	float c11 = +0.2f, c21 = +0.5f, c12 = -0.3f, c22 = +0.6f;
	if ((i < 7) && (j < 15) && (i > 0) && (j > 0))
		B[i * 16 + j] = c11 * A[(i - 1) * 16 + (j - 1)] + c21 * A[(i - 1) * 16 + (j + 0)] + c12 * A[(i + 0) * 16 + (j - 1)] + c22 * A[(i + 1) * 16 + (j + 1)];
}
__global__ void jacobi(float* out, const float* in) {
	int i = threadIdx.x + blockIdx.x * blockDim.x + 1;
	out[i] = 0.33333f * (in[i - 1] + in[i] + in[i + 1]);
}
__global__ void bitonic(float* v, int j, int k) {
	unsigned int i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ 4;
	if (ixj > i) {
		if ((i & 8) == 0 && v[i] > v[ixj]) { float temp = v[i]; v[i] = v[ixj]; v[ixj] = temp; }
		if ((i & 8) != 0 && v[i] < v[ixj]) { float temp = v[i]; v[i] = v[ixj]; v[ixj] = temp; }
	}
}
struct Particle { float x, y, z; int id; };
__device__ void advance(Particle* p, float dt) { p->x += dt * p->z; p->y -= dt; p->id ^= 1; }
__global__ void particles(float* out, const float* in, float dt) {
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	Particle p;
	p.x = in[i], p.y = in[i + 1], p.z = 2, p.id = i;
	for (int k = 0; k < 3; k++) advance(&p, dt);
	out[i] = p.x + p.y * p.id;
}
__global__ void complex_multiply(float2* c, const float2* a, const float2* b) {
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	c[i] = make_float2(a[i].x * b[i].x - a[i].y * b[i].y, a[i].x * b[i].y + a[i].y * b[i].x);
}
__global__ void rgb_to_gray(unsigned char* gray, const uchar4* rgb) {
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	uchar4 c = rgb[i];
	gray[i] = .299f * c.x + .587f * c.y + .114f * c.z;
}
__global__ void csr(float* y, const float* values, const int* columns) {
	int row = threadIdx.x + blockIdx.x * blockDim.x, start = row * 4, end = start + columns[row] % 5;
	float dot = 0;
	for (int e = start; e < end; e++) dot += values[e] * values[columns[e]];
	y[row] += dot;
}
__global__ void compact(int* out, int* count, const int* in) {
	int v = in[threadIdx.x + blockIdx.x * blockDim.x];
	bool keep = v % 3 == 0;
	unsigned mask = __ballot_sync(0xffffffff, keep);
	int lane = threadIdx.x & 31, before = __popc(mask & ((1u << lane) - 1));
	if (keep) out[(threadIdx.x + blockIdx.x * blockDim.x) / 32 * 32 + before] = v;
	if (lane == 0) atomicAdd(count, __popc(mask));
}
__global__ void match(unsigned* out, const int* in, const float* x) {
	int i = threadIdx.x + blockIdx.x * blockDim.x, v = in[i], same, differ;
	unsigned any = __match_any_sync(0xffffffff, v % 5), bits = __match_any_sync(0xffffffff, x[i] * 0.0f);
	unsigned all = __match_all_sync(0xffffffff, (double)(i / 32), &same) + __match_all_sync(0xffffffff, (long long)v << 33, &differ);
	unsigned some = __ballot_sync(0xffffffff, v % 5 > 1);
	if (v % 5 > 1) any ^= 7 * __match_any_sync(some, (unsigned long long)v % 7);
	out[i] = any ^ bits * 3 ^ (all & ~(unsigned)(same + 2 * differ));
}
__device__ unsigned int lcg(unsigned int& state) { return state = state * 1664525u + 1013904223u; }
__global__ void monte_carlo(int* hits, int n) {
	unsigned int s = threadIdx.x + blockIdx.x * blockDim.x;
	int inside = 0;
	for (int k = 0; k < 20; k++) {
		float x = (lcg(s) >> 8) * (1.0f / 16777216), y = (lcg(s) >> 8) * (1.0f / 16777216);
		inside += x * x + y * y <= 1;
	}
	hits[threadIdx.x + blockIdx.x * blockDim.x] = inside + n;
}
__global__ void game_of_life(int* next, const int* cells) {
	int i = threadIdx.x + blockIdx.x * blockDim.x, x = i & 15, y = i >> 4, alive = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) alive += (dx || dy) && cells[((y + dy + 8) % 8) * 16 + (x + dx + 16) % 16] & 1;
	next[i] = alive == 3 || (alive == 2 && cells[i] & 1);
}
