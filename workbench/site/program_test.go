package site_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/command"
)

const playedProgram = `#include <cstdio>
#include <vector>

__global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 1000;
  std::vector<float> x(n, 1.5f);
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  for (int round = 0; round < 3; round++) {
    cudaMemcpy(d, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<(n + 255) / 256, 256>>>(d, n);
    cudaMemcpy(x.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("x[%d] = %g\n", n - 1, x[n - 1]);
  }
  cudaFree(d);
}
`

// program runs main() of the source: what it prints is what the terminal prints, and what is not
// read is said with its line.
func (x *tab) program(t *testing.T) {
	x.source(t, double)
	if got := x.eval(t, `document.getElementById("show-program").hidden`); got != "true" {
		t.Error("a kernel without main() has the tab of programs")
	}
	x.source(t, playedProgram)
	x.press(t, "show-program")
	x.await(t, `document.querySelector("#result table")`)
	file := filepath.Join(t.TempDir(), "kernel.cu")
	if err := os.WriteFile(file, []byte(playedProgram), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, tables bytes.Buffer
	if status := command.Run(t.Context(), []string{"run", "-compiler", "own", file}, &out, &tables); status != 0 {
		t.Fatal(tables.String())
	}
	if got := x.eval(t, `document.querySelector("#result pre").textContent`); got != quoted(out.String()) || out.String() != "x[999] = 3\nx[999] = 6\nx[999] = 12\n" {
		t.Errorf("the page prints %s, the terminal %q", got, out.String())
	}
	if got := x.eval(t, `document.getElementById("result").textContent`); !strings.Contains(got, "twice") || !strings.Contains(got, "copy to device") {
		t.Errorf("the page shows no kernels and copies: %s", got)
	}
	x.source(t, strings.Replace(playedProgram, "cudaFree(d);", "FILE *f = fopen(\"x\", \"w\");", 1))
	x.await(t, `document.querySelector(".cm-lint-marker-error")`)
	if got := x.eval(t, `document.getElementById("result").textContent`); !strings.Contains(got, "x[999] = 12") || !strings.Contains(got, "fopen is not read of host code") {
		t.Errorf("of a program that opens a file the page says %s", got)
	}
	x.press(t, "show-report")
}
