// The functions of walks_test.go in C, to be watched by cachegrind: walks.sh.
// Arrays lie as Machine.Run lays them: one behind the other, at multiples of 256
// bytes, from an address that is a multiple of every cache's way.
#include <stdlib.h>
#include <string.h>

#define WALK __attribute__((noinline)) void

WALK add(double *restrict a, const double *restrict b, const double *restrict c, int n) {
  for (int i = 0; i < n; i++) a[i] = b[i] + c[i];
}

WALK columns(double *restrict out, const double *restrict a, int rows, int cols) {
  for (int j = 0; j < cols; j++) {
    double s = 0;
    for (int i = 0; i < rows; i++) s += a[i * cols + j];
    out[j] = s;
  }
}

WALK transpose(double *restrict out, const double *restrict in, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) out[j * n + i] = in[i * n + j];
}

WALK product(double *restrict c, const double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

static char *next;

static double *array(int n) {
  double *p = (double *)next;
  next += (n * sizeof(double) + 255) / 256 * 256;
  return p;
}

int main(int argc, char **argv) {
  int n = atoi(argv[2]);
  next = aligned_alloc(1 << 24, 1 << 26); // not touched before
  if (!strcmp(argv[1], "add")) { double *a = array(n), *b = array(n), *c = array(n); add(a, b, c, n); }
  if (!strcmp(argv[1], "columns")) { double *out = array(n), *a = array(n * n); columns(out, a, n, n); }
  if (!strcmp(argv[1], "transpose")) { double *out = array(n * n), *in = array(n * n); transpose(out, in, n); }
  if (!strcmp(argv[1], "product")) { double *c = array(n * n), *a = array(n * n), *b = array(n * n); product(c, a, b, n); }
}
