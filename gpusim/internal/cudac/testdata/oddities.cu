#include <cstring>

constexpr int limit = 15;
constexpr float half_ = 0.5f;
constexpr unsigned char off = 0;
constexpr unsigned char fast = 2;
constexpr unsigned char slow = 1;

// Array is an array that is copied, passed and compared as a value.
template <typename T, int N>
struct Array {
	T v[N];
	__host__ __device__ T& operator[](int i) { return v[i]; }
	__host__ __device__ const T& operator[](int i) const { return v[i]; }
};

// Slice is a pointer and the number of elements there.
template <typename T>
struct Slice {
	T* data;
	int len;
};

// same_bytes converts between structs with the same fields.
template <typename To, typename From>
__device__ inline To same_bytes(const From& x) {
	To y;
	memcpy(&y, &x, sizeof y);
	return y;
}

struct pixel {
	unsigned char r, g, b;
};

using index_ = int;

using mode = unsigned char;

struct rgb {
	unsigned char r;
	unsigned char g;
	unsigned char b;
};

struct Struct {
	int a;
	int b;
};

__device__ int thread() {
	return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ Array<float, 3>* vec_scale(Array<float, 3>* v, float k) {
	for (int i = 0; i < 3; i++) {
		(*v)[i] *= k;
	}
	return v;
}

__device__ float vec_dot(Array<float, 3> v, Array<float, 3> w) {
	float s = 0;
	for (int i = 0; i < 3; i++) {
		s += v[i] * w[i];
	}
	return s;
}

__device__ Array<float, 3> unit(int axis) {
	Array<float, 3> v = {};
	v[axis % 3] = 1.0f;
	return v;
}

__device__ float series_mean(const float* s, int s_len) {
	float sum = 0;
	for (int i = 0; i < s_len; i++) {
		float x = s[i];
		sum += x;
	}
	return sum / (float)s_len;
}

__device__ float mode_factor(mode m) {
	switch (m) {
	case slow:
		return half_;
	case fast:
		return 2.0f;
	}
	return 0.0f;
}

__device__ inline bool equal(const pixel& a, const pixel& b) {
	return (a.r == b.r) & (a.g == b.g) & (a.b == b.b);
}

__global__ void oddities(float* out, float* in, pixel* px, unsigned n) {
	int i = thread();
	index_ k = (index_)i & limit;
	Array<float, 3> v = {{in[i], in[k], half_}};
	float t1 = v[0];
	v[0] = v[1];
	v[1] = t1;
	Array<float, 3> w = *vec_scale(&v, 2.0f);
	float sum = vec_dot(v, w) + vec_dot(unit(i), v) + series_mean(in + k, (index_)((unsigned)k + 3) - k);
	for (mode m = off; m <= fast; m++) {
		sum += mode_factor(m);
	}
	pixel c = pixel{(unsigned char)i, 255, 3};
	c.g++;
	rgb d = same_bytes<rgb>(c);
	d.r |= 8;
	d.b = d.b & ~2;
	d.b <<= (unsigned)k & 7;
	pixel q = px[i];
	unsigned char t2 = q.r;
	unsigned char t3 = q.g;
	q.r = q.b;
	q.g = t2;
	q.b = t3;
	px[i] = same_bytes<pixel>(d);
	if (!equal(px[i], q)) {
		px[i].g ^= q.g;
	}
	Struct anon = Struct{0, k};
	{
		int x = anon.b % 3;
		if (x == 0 || x == 2) {
			sum += (float)(1 << (n % 5));
		} else {
			sum -= (float)((unsigned char)k >> 1);
		}
	}
	for (unsigned char j = 250; j >= 250; j++) {
		sum += 0.25f;
	}
	for (int j = 0; ; j++) {
		if (j == 3) {
			continue;
		} else if (j > (int)k) {
			goto loop_end;
		}
		sum += (float)j;
	}
loop_end:;
	Slice<float> t[2] = {{in, 4}, {in + 4, 9 - 4}};
	sum += t[1].data[0] + (float)t[1].len + (float)max(t[0].len, 3);
	int grid[3][3] = {};
	for (int y = 0; y < 3; y++) {
		for (int x = 0; x < 3; x++) {
			grid[y][x] = y * 3 + x;
		}
	}
	int* row = grid[1];
	int t4 = row[2];
	row[2] = row[0];
	row[0] = t4;
	int col[3] = {grid[0][1], grid[1][0], grid[2][2]};
	sum += (float)(int)((unsigned)col[i % 3] * grid[i % 3][1] + row[i % 3]);
	auto add = [&](float* xs, int xs_len) -> float {
		float s = 0;
		for (int i1 = 0; i1 < xs_len; i1++) {
			float x = xs[i1];
			s += x;
		}
		return s;
	};
	float t5 = add(nullptr, 0);
	Array<float, 3> list1 = {{1.0f, 2.0f, v[2]}};
	float t6 = add(list1.v, 3);
	float t7 = add(in, 2);
	sum += t5 + t6 + t7;
	if (float f = floorf(sum); f > 0.0f && !(f < 1.0f || f != f)) {
		sum -= f;
	}
	{
		float sum2 = sum * 2.0f;
		out[i] = sum2;
	}
	out[i] += sum;
}
