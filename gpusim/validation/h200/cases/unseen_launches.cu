// Further cases of visible.cu's kernels: other sizes, words, offsets, strides, radii, tiles, grids and
// blocks, measured when all rules and figures of the simulator stood.
#include "visible.cuh"

static std::string text(const char* s) { return s; }
static std::string text(long v) { return std::to_string(v); }
static std::string text(dim3 b) { return text(b.x) + "x" + text(b.y); }
template <class... P> std::string U(std::string s, P... parts) { ((s += "_" + text(parts)), ...); return s; }
static int ceil(int n, int by) { return (n + by - 1) / by; }
static dim3 cover(int w, int h, dim3 b) { return dim3(ceil(w, b.x), ceil(h, b.y)); }

// Adds cases of g blocks of b threads.
#define ON(K, g, b, ...) ADD(U(#K, g, b), "", K, g, b, 0, __VA_ARGS__)
#define WITH(K, v, g, b, ...) ADD(U(#K, v, g, b), S("value", v), K, g, b, 0, __VA_ARGS__)

template <class T> void transforms(const char* t, int n, int b) {
  ADD(U("transform", t, "const", n, b), S("n", n), (transform<T, true>), ceil(n, b), b, 0, (T*)A, (T*)B, (T*)C, n);
  ADD(U("transform", t, "global", n, b), S("n", n), (transform<T, false>), ceil(n, b), b, 0, (T*)A, (T*)B, (T*)C, n);
}
static void naive(dim3 b, int n) { ADD(U("matmul_naive", b, n), S("n", n), matmul_naive, cover(n, n, b), b, 0, A, B, C, n); }
template <int BS> void tiled(int n) { ADD(U("matmul_tiled", BS, n), S("n", n), matmul_tiled<BS>, dim3(n / BS, n / BS), dim3(BS, BS), 0, A, B, C, n); }
template <class T> void offset(const char* t, int o, int g, int b) { ADD(U("copy_offset", t, o, g, b), S("offset", o), copy_offset<T>, g, b, 0, (T*)C, (const T*)A, o); }
template <class T> void stride(const char* t, int s, int g, int b) { ADD(U("copy_stride", t, s, g, b), S("stride", s), copy_stride<T>, g, b, 0, (T*)C, (const T*)A, s); }
template <class T> void structs(const char* name, int g, int b) { ADD(U(name, g, b), "", aos_sum<T>, g, b, 0, (const T*)A, C); }
static void rows(int w, int h, int pitch, dim3 b) { ADD(U("rows", w, h, pitch, b), S("pitch", pitch), copy_rows, cover(w, h, b), b, 0, C, A, w, h, pitch); }
static void filter(int r, int w, int h, dim3 b) {
  if (r <= 3) ADD(U("filter_const", r, w, h, b), S("r", r), filter_const, cover(w, h, b), b, 0, A, C, w, h, r);
  ADD(U("filter_global", r, w, h, b), S("r", r), filter_global, cover(w, h, b), b, 0, A, C, B, w, h, r);
}
template <int MINB> void spills(int n, int g, int b) { ADD(U("spill_minblocks" + text(MINB), n, g, b), S("n", n), spill<MINB>, g, b, 0, C, A, n); }
template <class T> void squares(const char* t) {
  dim3 b(32, 32);
  ADD(U("setColReadCol", t), "", setColReadCol<T>, 1, b, 0, (T*)C);
  ADD(U("setRowReadCol", t), "", setRowReadCol<T>, 1, b, 0, (T*)C);
  ADD(U("setRowReadColPad", t), "", setRowReadColPad<T>, 1, b, 0, (T*)C);
}
static void dynamic(dim3 b, int g) {
  ADD(U("setRowReadColDyn", b, g), "", setRowReadColDyn, g, b, b.x * b.y * 4, (int*)C);
  if (b.x == b.y) ADD(U("setRowReadColDynPad", b, g), "", setRowReadColDynPad, g, b, (b.x + 1) * b.y * 4, (int*)C);
}
static void reductions(int n, int b) {
  ADD(U("reduce_global", n, b), S("n", n), reduce_global, ceil(n, b), b, 0, B, C, n);
  ADD(U("reduce_shared", n, b), S("n", n), reduce_shared, ceil(n, b), b, 4 * b, B, C, n);
  ADD(U("reduce_sequential", n, b), S("n", n), reduce_sequential, ceil(n, b), b, 4 * b, B, C, n);
  ADD(U("reduce_shuffle", n, b), S("n", n), reduce_shuffle, ceil(n, b), b, 0, B, C, n);
}
static void transposes(int n) {
  dim3 g(n / 32, n / 32), b(32, 32);
  ADD(U("transpose_naive", n), S("n", n), transpose_naive, g, b, 0, C, A, n);
  ADD(U("transpose_shared", n), S("n", n), transpose_shared<0>, g, b, 0, C, A, n);
  ADD(U("transpose_padded", n), S("n", n), transpose_shared<1>, g, b, 0, C, A, n);
}
static void sum(int n, int b) { ADD(U("vector_add", n, b), S("n", n), vector_add, ceil(n, b), b, 0, A, B, C, n); }

// The words of B are indexes, and what transforms divide must be numbers: these
// kernels come before all that write to the buffers.
static void first_cases() {
  ON(local_dynamic, 256, 512, C, A, (const int*)B); ON(local_dynamic, 2048, 64, C, A, (const int*)B);
  transforms<float>("f32", 65536, 256); transforms<float>("f32", 1 << 20, 128); transforms<float>("f32", 1000003, 512);
  transforms<double>("f64", 300000, 256); transforms<double>("f64", 1 << 20, 64);
}
static void plain_cases() {
  ON(kernel_1, 33, 96, C); ON(kernel_1, 2048, 1024, C); ON(kernel_1, 16384, 64, C); ON(kernel_2, 16, 512, C); ON(kernel_2, 264, 128, C);
  ON(diverge_lane, 132, 1024, C); ON(diverge_lane, 2000, 192, C); ON(diverge_warp, 132, 1024, C); ON(diverge_warp, 2000, 192, C); ON(diverge_loop, 132, 1024, C); ON(diverge_loop, 2000, 192, C);
  naive(dim3(8, 8), 256); naive(dim3(64, 4), 256); naive(dim3(32, 8), 256); naive(dim3(16, 16), 64); naive(dim3(16, 16), 192); naive(dim3(16, 16), 384); naive(dim3(32, 32), 96); naive(dim3(32, 32), 320); naive(dim3(32, 16), 480);
  tiled<8>(128); tiled<8>(384); tiled<16>(64); tiled<16>(192); tiled<16>(448); tiled<32>(96); tiled<32>(384); tiled<32>(640);
}
static void copy_cases() {
  offset<unsigned char>("u8", 3, 1024, 256); offset<unsigned char>("u8", 33, 8192, 256); offset<unsigned short>("u16", 5, 2048, 128); offset<unsigned short>("u16", 64, 300, 512);
  offset<float>("f32", 3, 512, 512); offset<float>("f32", 7, 4096, 64); offset<float>("f32", 1, 16384, 256); offset<float>("f32", 5, 65536, 256);
  offset<double>("f64", 3, 1024, 256); offset<double>("f64", 5, 8192, 128); offset<float2>("f32x2", 3, 2048, 256);
  offset<float4>("f32x4", 3, 1024, 256); offset<float4>("f32x4", 5, 4096, 256); offset<float4>("f32x4", 1, 16384, 128);
  stride<unsigned char>("u8", 5, 1024, 256); stride<unsigned char>("u8", 64, 2048, 256); stride<unsigned char>("u8", 100, 512, 512); stride<unsigned short>("u16", 6, 1024, 256); stride<unsigned short>("u16", 48, 4096, 128);
  stride<float>("f32", 5, 1024, 256); stride<float>("f32", 7, 2048, 512); stride<float>("f32", 12, 1024, 256); stride<float>("f32", 64, 2048, 128); stride<float>("f32", 100, 256, 256); stride<float>("f32", 2, 16384, 256);
  stride<double>("f64", 5, 1024, 256); stride<double>("f64", 6, 2048, 256); stride<double>("f64", 33, 512, 128); stride<float2>("f32x2", 3, 1024, 256); stride<float2>("f32x2", 9, 2048, 256);
  stride<float4>("f32x4", 5, 1024, 256); stride<float4>("f32x4", 6, 512, 512); stride<float4>("f32x4", 24, 256, 256); stride<float4>("f32x4", 3, 8192, 128);
  structs<P3>("aos_12B", 4096, 256); structs<P3>("aos_12B", 256, 128); structs<P4>("aos_16B_unaligned", 512, 512); structs<P4a>("aos_16B_aligned", 8192, 128); structs<P2a>("aos_8B_aligned", 2048, 256);
  ON(soa_sum3, 4096, 256, A, A + 4194304, A + 8388608, C); ON(soa_sum3, 100, 192, A, A + 4194304, A + 8388608, C);
  rows(500, 500, 500, dim3(16, 16)); rows(500, 500, 512, dim3(16, 16)); rows(2000, 300, 2000, dim3(128, 2)); rows(2000, 300, 2048, dim3(128, 2)); rows(1920, 1080, 1920, dim3(32, 8));
}
static void constant_cases() {
  WITH(const_distinct, 3, 1024, 256, C, 3); WITH(const_distinct, 5, 1024, 256, C, 5); WITH(const_distinct, 7, 264, 512, C, 7); WITH(const_distinct, 12, 1024, 256, C, 12);
  WITH(const_distinct, 24, 1024, 256, C, 24); WITH(const_distinct, 31, 128, 128, C, 31); WITH(const_distinct, 64, 1024, 256, C, 64); WITH(const_distinct, 100, 512, 1024, C, 100);
  ON(const_by_warp, 256, 1024, C); ON(const_by_warp, 64, 128, C);
  filter(1, 512, 512, dim3(16, 16)); filter(1, 1500, 1500, dim3(32, 32)); filter(2, 1000, 700, dim3(32, 8)); filter(3, 512, 512, dim3(64, 4)); filter(4, 512, 512, dim3(32, 8)); filter(5, 400, 300, dim3(16, 16));
  ON(uniform_load, 132, 128, A, C); ON(uniform_load, 64, 1024, A, C); ON(uniform_load, 3000, 96, A, C);
  ON(local_small, 4096, 128, C, A); WITH(local_big, 16, 132, 256, C, A, 16); WITH(local_big, 200, 64, 128, C, A, 200);
  spills<1>(65536, 64, 1024); spills<2>(65536, 64, 1024); spills<1>(262144, 500, 384); spills<2>(262144, 500, 384);
}
static void shared_cases() {
  squares<float>("f32"); squares<short>("i16"); squares<unsigned char>("u8");
  dim3 square(32, 32), rectangle(32, 16);
  ADD("setRowReadCol_i32_264", "", setRowReadCol<int>, 264, square, 0, (int*)C); ADD("setColReadCol_f64_264", "", setColReadCol<double>, 264, square, 0, (double*)C); ADD("setRowReadColPad_i32_1056", "", setRowReadColPad<int>, 1056, square, 0, (int*)C);
  dynamic(dim3(16, 16), 1); dynamic(dim3(16, 16), 528); dynamic(dim3(8, 32), 1);
  ON(rectRowRow, 132, rectangle, (int*)C); ON(rectColCol, 132, rectangle, (int*)C); ON(rectRowCol, 132, rectangle, (int*)C);
  ADD("rectRowColPad1_132", "", rectRowColPad<1>, 132, rectangle, 0, (int*)C); ADD("rectRowColPad2_132", "", rectRowColPad<2>, 132, rectangle, 0, (int*)C);
  WITH(bank_stride, 3, 256, 256, C, 3); WITH(bank_stride, 6, 264, 128, C, 6); WITH(bank_stride, 12, 1056, 512, C, 12); WITH(bank_stride, 24, 256, 256, C, 24); WITH(bank_stride, 31, 132, 1024, C, 31); WITH(bank_stride, 64, 128, 64, C, 64);
  WITH(bank_broadcast, 3, 256, 256, C, 3); WITH(bank_broadcast, 7, 528, 512, C, 7); WITH(bank_broadcast, 64, 132, 1024, C, 64);
  reductions(1 << 16, 128); reductions(1 << 18, 1024); reductions(1000000, 256);
  transposes(256); transposes(1024); transposes(1536);
  sum(1000, 256); sum(100000, 128); sum(1 << 18, 512); sum(3000000, 256); sum(1 << 22, 1024);
  ON(atomic_same, 16, 64, (int*)C); ON(atomic_same, 1024, 256, (int*)C); ON(atomic_same, 132, 1024, (int*)C); ON(atomic_spread, 16, 64, (int*)C); ON(atomic_spread, 1024, 256, (int*)C); ON(atomic_spread, 132, 1024, (int*)C);
}

int main(int argc, char** argv) {
  alloc_buffers();
  set_symbols();
  first_cases(); plain_cases(); copy_cases(); constant_cases(); shared_cases();
  return run_main(argc, argv);
}
