// Array is an array that is copied, passed and compared as a value.
template <typename T, int N>
struct Array {
	T v[N];
	__host__ __device__ T& operator[](int i) { return v[i]; }
	__host__ __device__ const T& operator[](int i) const { return v[i]; }
};

template <typename T>
__device__ inline bool equal(const T& a, const T& b) {
	return a == b;
}

template <typename T, int N>
__device__ inline bool equal(const Array<T, N>& a, const Array<T, N>& b) {
	bool same = true;
	for (int i = 0; i < N; i++) {
		same &= equal(a.v[i], b.v[i]);
	}
	return same;
}

struct Struct {
	short lo;
	short hi;
};

struct cell {
	Array<Array<float, 3>, 2> w;
	float sum;
	Struct in;
};

__device__ int thread() {
	return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void matrices(cell* out, const cell* in, unsigned char k) {
	int i = thread();
	Array<Array<float, 3>, 2> m = {};
	for (int r = 0; r < 2; r++) {
		Array<float, 3> row = in[i].w[r];
		for (int c = 0; c < 3; c++) {
			float v = row[c];
			m[r][c] = v + in[i].w[1 - r][2 - c];
		}
	}
	Array<Array<float, 3>, 2> t = m;
	t[k & 1] = Array<float, 3>{{1.0f, 2.0f, 3.0f}};
	t[i & 1][i % 3]++;
	cell c = cell{t, m[i & 1][i % 3], {}};
	c.in.hi = (short)i;
	Array<float, 3>* p = &c.w[k & 1];
	for (int j = 0; j < 3; j++) {
		c.sum += (*p)[j];
	}
	Array<Array<float, 3>, 2> copy1 = Array<Array<float, 3>, 2>{{m[0], t[1]}};
	for (int i1 = 0; i1 < 2; i1++) {
		Array<float, 3> row = copy1[i1];
		c.sum += row[i % 3];
	}
	if (equal(c.w, in[i].w)) {
		c.sum = 0.0f;
	}
	out[i] = c;
	out[i].in.lo = (short)(c.in.hi - 1);
}
