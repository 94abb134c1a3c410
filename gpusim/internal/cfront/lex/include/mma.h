// Products of matrices by a warp, nvcuda::wmma, by the CUDA C++ Programming Guide: factors of half precision and of bfloat16,
// with a depth of 16. Other elements are not modelled. A fragment's registers lie where package fragment says.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda {
namespace wmma {
enum layout_t { mem_row_major, mem_col_major };
struct row_major { static const int __rows = 1; };
struct col_major { static const int __rows = 0; };
struct matrix_a { static const int __use = 0; };
struct matrix_b { static const int __use = 1; };
struct accumulator { static const int __use = 2; };

template <class T> struct __element;
template <> struct __element<__half> { static const int kind = 0; };
template <> struct __element<__nv_bfloat16> { static const int kind = 1; };
template <> struct __element<float> { static const int kind = 2; };

template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
	static_assert(k == 16 && (m == 16 && n == 16 || m == 32 && n == 8 || m == 8 && n == 32), "a product is 16x16x16, 32x8x16 or 8x32x16");
	static const int num_elements = Use::__use == 2 ? 8 : __element<T>::kind == 0 ? 16 : (Use::__use == 0 ? m : n) / 2;
	static const int num_storage_elements = num_elements;
	typedef T element_type;
	T x[num_elements];
};

template <class Use, int m, int n, int k, class T, class L, class V> __device__ void fill_fragment(fragment<Use, m, n, k, T, L> &f, const V &v) {
#pragma unroll
	for (int i = 0; i < f.num_elements; i++)
		f.x[i] = v;
}
template <class Use, int m, int n, int k, class T, class L> __device__ void load_matrix_sync(fragment<Use, m, n, k, T, L> &f, const T *p, unsigned stride) {
	__fragment_load_of(f.x, p, stride, m, n, Use::__use, __element<T>::kind, L::__rows);
}
template <int m, int n, int k, class T> __device__ void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p, unsigned stride, layout_t layout) {
	if (layout == mem_row_major)
		__fragment_load_of(f.x, p, stride, m, n, 2, __element<T>::kind, 1);
	else
		__fragment_load_of(f.x, p, stride, m, n, 2, __element<T>::kind, 0);
}
template <int m, int n, int k, class T> __device__ void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &f, unsigned stride, layout_t layout) {
	if (layout == mem_row_major)
		__fragment_store_of(p, f.x, stride, m, n, __element<T>::kind, 1);
	else
		__fragment_store_of(p, f.x, stride, m, n, __element<T>::kind, 0);
}
template <int m, int n, int k, class F, class LA, class LB, class T>
__device__ void mma_sync(fragment<accumulator, m, n, k, T> &d, const fragment<matrix_a, m, n, k, F, LA> &a, const fragment<matrix_b, m, n, k, F, LB> &b, const fragment<accumulator, m, n, k, T> &c) {
	__fragment_multiply_of(d.x, a.x, b.x, c.x, m, n, __element<F>::kind, __element<T>::kind);
}
}
}
