package command

// This file runs whole programs without nvcc: package hostc plays main().

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/toolchain"
)

var every = flag.Bool("every", false, "compare all programs that are played with nvcc's code")

// played runs a program without nvcc; refused says why it is not read.
func played(t *testing.T, file string) (out string, status int, refused string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = Run(t.Context(), []string{"run", "-compiler", "own", file}, &stdout, &stderr)
	if s := stderr.String(); strings.Contains(s, "not read") || strings.Contains(s, "[Unsupported]") || strings.Contains(s, "if a compiler accepts it") {
		return "", status, stderr.String()
	}
	return stdout.String(), status, ""
}

// TestPlayedListings: the documents' programs print what an H200 printed, or are refused.
func TestPlayedListings(t *testing.T) {
	for _, l := range listings {
		measured, err := os.ReadFile(filepath.Join(programsFolder, l.name+".out"))
		if err != nil {
			t.Fatal(err)
		}
		out, status, refused := played(t, filepath.Join(programsFolder, l.name+".cu"))
		switch {
		case l.name == "contexts":
			if !strings.Contains(refused, "a lambda") {
				t.Errorf("%s, which has a second thread, prints %q", l.name, out)
			}
		case refused != "" || status != 0 || out != string(measured):
			t.Errorf("%s ends with %d and prints\n%s%s\nan H200 printed\n%s", l.name, status, out, refused, measured)
		}
	}
}

// differs says why a program may print something else than nvcc's code does.
var differs = map[string]string{
	"streams":   "it prints a time, and the largest error of a sine",
	"transpose": "it prints a bandwidth",
	"variants":  "it prints times",
	"unified":   "cudaMemPrefetchAsync has other parameters since CUDA 13",
	"lambda":    "nvcc needs a flag for it",
}

// TestPlayedAsNative: programs print the same when they are played and when they are processes of
// their own with nvcc's code.
func TestPlayedAsNative(t *testing.T) {
	if !toolchain.Find("nvcc").Found() {
		t.Skip("nvcc is not installed: gpusim toolchain install nvcc")
	}
	files, err := filepath.Glob("../internal/propose/testdata/programs/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	const share = 6 // without -every one program of six is compared
	count := 0
	for i, file := range files {
		out, status, refused := played(t, file)
		if refused != "" {
			continue
		}
		if count++; !*every && i%share != 0 || differs[strings.TrimSuffix(filepath.Base(file), ".cu")] != "" {
			continue
		}
		var stdout, stderr bytes.Buffer
		if ends := Run(t.Context(), []string{"run", "-compiler", "nvcc", "-functional", file}, &stdout, &stderr); out != stdout.String() || status != ends {
			t.Errorf("%s: played it ends with %d and prints\n%s\nnvcc's ends with %d and prints\n%s%s", file, status, out, ends, stdout.String(), stderr.String())
		}
	}
	const least = 23
	if t.Logf("%d of %d programs are played", count, len(files)); count < least {
		t.Errorf("%d programs are played, want %d", count, least)
	}
}

// TestPlayedEnds: what stops a program that is played says where and why.
func TestPlayedEnds(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text, out string
		status    int
		says      []string
	}{
		"fault":   {"__global__ void k(int *p) { p[threadIdx.x + 9000] = 1; }\nint main() {\n\tint *p; cudaMalloc(&p, 16);\n\tk<<<1, 1>>>(p);\n\tprintf(\"%s\\n\", cudaGetErrorName(cudaDeviceSynchronize()));\n}\n", "cudaErrorIllegalAddress\n", 0, []string{"fault.cu:1"}},
		"leak":    {"__global__ void k(int *p) { *p = 1; }\nint main() {\n\tint *p;\n\tcudaMalloc(&p, 16);\n\tk<<<1, 1>>>(p);\n}\n", "", 0, nil},
		"pointer": {"__global__ void k(int *p) { *p = 1; }\nint main() {\n\tint *p; cudaMalloc(&p, 16);\n\tk<<<1, 1>>>(p);\n\tprintf(\"%d\", *p);\n}\n", "", 1, []string{"pointer.cu:5", "the host follows a pointer of the device"}},
		"reduce": {"#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n__global__ void k(int *p) { *p = 1; }\ntemplate <class T> T reduce(T *p) { k<<<1, 1>>>(p); T r; cudaMemcpy(&r, p, 4.0, cudaMemcpyDeviceToHost); return r; }\n" +
			"int main() {\n\tint *p; cudaMalloc(&p, 2e3);\n\tprintf(\"%d\", reduce<int>(p));\n\tcudaFree(p);\n}\n", "1", 0, nil},
		"library": {"__global__ void k(int *p) { *p = 1; }\nint main() {\n\tint *p; cudaMalloc(&p, 16);\n\tprintf(\"before\\n\");\n\tcublasCreate(&p);\n}\n", "before\n", 1, []string{"library.cu:5", "cublasCreate"}},
	} {
		file := filepath.Join(dir, name+".cu")
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		status := Run(t.Context(), []string{"run", "-compiler", "own", file}, &stdout, &stderr)
		if stdout.String() != c.out || status != c.status || slices.ContainsFunc(c.says, func(s string) bool { return !strings.Contains(stderr.String(), s) }) {
			t.Errorf("%s: it prints %q, ends with %d and says\n%s", name, stdout.String(), status, stderr.String())
		}
	}
}

// TestInteriorPointer: a kernel reaches what lies before the pointer that it gets, in the same
// allocation, and nothing in front of that.
func TestInteriorPointer(t *testing.T) {
	const text = `#include <cstdio>
__global__ void before(const int *p, int *out) {
  const int *q = p - 1;
  out[0] = p[-FIRST];
  out[1] = *(p - 1);
  out[2] = q[threadIdx.x];
}
int main() {
  int h[4] = {1, 2, 3, 4}, r[3] = {}, *d, *o;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&o, sizeof r);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  before<<<1, 1>>>(d + 2, o);
  cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", r[0], r[1], r[2]);
}
`
	for first, want := range map[string]string{"2": "1 2 2\n", "3": "0 0 0\n"} {
		file := writeProgram(t, strings.Replace(text, "FIRST", first, 1))
		var stdout, stderr bytes.Buffer
		Run(t.Context(), []string{"run", "-compiler", "own", file}, &stdout, &stderr)
		if faulty := strings.Contains(stderr.String(), "p: index -1 is out of range"); stdout.String() != want || faulty != (first == "3") {
			t.Errorf("p[-%s]: it prints %q, want %q\n%s", first, stdout.String(), want, stderr.String())
		}
	}
}

// TestKernelMistakesFirst: a kernel that no compiler takes is refused before the program prints.
func TestKernelMistakesFirst(t *testing.T) {
	file := writeProgram(t, `#include <cstdio>
__global__ void k(int *a) { a[0] = 1 }
int main() { printf("begun\n"); int *d; cudaMalloc(&d, 4); k<<<1, 1>>>(d); }
`)
	var stdout, stderr bytes.Buffer
	status := Run(t.Context(), []string{"run", "-compiler", "own", file}, &stdout, &stderr)
	if status != 1 || stdout.String() != "" || !strings.Contains(stderr.String(), "main.cu:2:38: found } where ; is expected") {
		t.Errorf("it ends with %d, prints %q and says\n%s", status, stdout.String(), stderr.String())
	}
}

func writeProgram(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.cu")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}
