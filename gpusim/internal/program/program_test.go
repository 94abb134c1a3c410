//go:build unix

package program

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/report"
	_ "gpucourse/internal/collect"
)

// source returns what a program of testdata is built from, by nvcc. The test is skipped without it.
func source(t testing.TB, files ...string) *Source {
	t.Helper()
	nvcc := toolchain.Find("nvcc")
	if !nvcc.Found() {
		t.Skip("nvcc is not installed: gpusim toolchain install nvcc")
	}
	c, err := NewNVCC(nvcc)
	if err != nil {
		t.Fatal(err)
	}
	return &Source{Files: files, Input: toolchain.Input{Major: 9}, Compiler: c}
}

// ran is what a program printed, with its exit status, and what went wrong in its kernels.
type ran struct {
	out, errors string
	result      *report.Program
	err         error
}

// patience is how long a build or a run may take: far more than it does on a busy machine.
const patience = 10 * time.Minute

// runs runs a program.
func runs(t testing.TB, s *Source, o cudart.Options, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	p, err := Build(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	return runsBuilt(t, p, o, args...)
}

// runsBuilt runs a program that is built.
func runsBuilt(t testing.TB, p *Program, o cudart.Options, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var out, said bytes.Buffer
	if o.Devices == nil {
		o.Devices = []string{"H200"}
	}
	if o.Budget == 0 {
		o.Budget = 1e9
	}
	result, status, err := Run(ctx, p, args, nil, &out, &said, o)
	fmt.Fprintf(&out, "exit status %d\n", status)
	return ran{out.String(), said.String(), result, err}
}

// TestProgramsAsOnH200: programs print what they printed on a machine with two H200 or an H100 (nvcc 13.0,
// driver 580.159), and end as they ended there.
func TestProgramsAsOnH200(t *testing.T) {
	for name, file := range ownPrograms(t) {
		t.Run(name, func(t *testing.T) { asOnH200(t, file, runs(t, source(t, file), twoH200)) })
	}
}

// twoH200 is the machine of the programs.
var twoH200 = cudart.Options{Devices: []string{"H200", "H200"}}

// ownPrograms are the programs of testdata, by name.
func ownPrograms(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	list := map[string]string{}
	for _, file := range files {
		list[strings.TrimSuffix(filepath.Base(file), ".cu")] = file
	}
	return list
}

// asOnH200 compares what a program printed with what it printed on hardware.
func asOnH200(t *testing.T, file string, r ran) {
	t.Helper()
	want, err := os.ReadFile(strings.TrimSuffix(file, ".cu") + ".out")
	if err != nil {
		t.Fatal(err)
	}
	if r.err != nil {
		t.Fatal(r.err)
	}
	if r.out != string(want) {
		t.Errorf("got\n%s\nthe H200 gave\n%s\nkernels: %s", r.out, want, r.errors)
	}
}

// TestChecks: programs that compare with what the host computes. A run without kernels must fail.
func TestChecks(t *testing.T) {
	for name, want := range map[string]string{"async": "0 of 5 sums are wrong\nexit status 0\n"} {
		s := source(t, filepath.Join("testdata", "checks", name+".cu"))
		if r := runs(t, s, cudart.Options{}); r.err != nil || r.out != want {
			t.Errorf("%s: got\n%s%v\nwant\n%s\nkernels: %s", name, r.out, r.err, want, r.errors)
		}
		if r := runs(t, s, cudart.Options{Idle: true}); r.out == want {
			t.Errorf("%s: its check passes when no kernel runs", name)
		}
	}
}

// TestModern: asynchronous copies, boxes of tensors, clusters and products of matrices give what an H100 gave, bit for
// bit. No report says that they are not timed.
func TestModern(t *testing.T) {
	file := filepath.Join("testdata", "modern", "modern.cu")
	r := runs(t, source(t, file), cudart.Options{})
	asOnH200(t, file, r)
	for _, l := range r.result.Launches {
		if l.Timed == nil || slices.ContainsFunc(l.Timed.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == diag.Untimed }) {
			t.Errorf("%s is not timed, or its report says that it has operations without a time", l.Kernel)
		}
	}
}

// write writes a program into a folder of the user's cache that the program names, so that the next run
// of the test finds what is built of it.
func write(t *testing.T, text string) string {
	t.Helper()
	cache, err := toolchain.Cache()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(cache, "tests", fmt.Sprintf("%x", sha256.Sum256([]byte(text))), "program.cu")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := toolchain.Replace(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestHostFlags: what the host's compiler is told holds for the link, too.
func TestHostFlags(t *testing.T) {
	s := source(t, write(t, "#include <omp.h>\n#include <stdio.h>\nint main() { omp_set_num_threads(3); int n = 0;\n#pragma omp parallel reduction(+ : n)\nn++;\nprintf(\"%d threads\\n\", n); }\n"))
	for _, s.Flags = range [][]string{{"-Xcompiler", "-fopenmp,-Wall"}, {"-Xcompiler=-fopenmp", "-lm"}} {
		if r := runs(t, s, cudart.Options{}); r.out != "3 threads\nexit status 0\n" {
			t.Errorf("%v: printed %q, said %q", s.Flags, r.out, r.errors)
		}
	}
}

// TestLinked: device code of two files is linked.
func TestLinked(t *testing.T) {
	s := source(t, "testdata/linked/main.cu", "testdata/linked/other.cu")
	s.Flags = []string{"-rdc=true"}
	const want = "other: 3\nhere: 2105\nhere: 2111\n2111 4227 4239 4251, 9 calls: cudaSuccess\nexit status 0\n"
	if r := runs(t, s, cudart.Options{}); r.err != nil || r.out != want {
		t.Errorf("printed %q, said %q, %v", r.out, r.errors, r.err)
	}
}

// TestRemoved calls functions as they were before CUDA 13.
func TestRemoved(t *testing.T) {
	file := write(t, `#include <stdio.h>
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
int main() {
	int *a;
	cudaMallocManaged(&a, 128);
	a[31] = 31;
	cudaMemAdvise(a, 128, cudaMemAdviseSetReadMostly, 0);
	cudaMemPrefetchAsync(a, 128, 0);
	twice<<<1, 32>>>(a);
	cudaMemPrefetchAsync(a, 128, cudaCpuDeviceId, NULL);
	cudaThreadSynchronize();
	printf("%d %s\n", a[31], cudaGetErrorName(cudaGetLastError()));
}`)
	if r := runs(t, source(t, file), cudart.Options{}); r.out != "62 cudaSuccess\nexit status 0\n" {
		t.Errorf("printed %q, said %q", r.out, r.errors)
	}
}

// TestBeyond reads the element behind an array, and one of another array. On hardware the first lies in the
// same unit of memory; the checkers tell of both.
func TestBeyond(t *testing.T) {
	s := source(t, write(t, `#include <stdio.h>
__global__ void beyond(int *a, const int *b, long apart) { a[1] = b[3] + b[apart]; }
int main() {
	int *a, *b, host[2] = {5, 6};
	cudaMalloc(&a, 8), cudaMalloc(&b, 12);
	cudaMemcpy(a, host, 8, cudaMemcpyHostToDevice);
	beyond<<<1, 1>>>(a, b, a - b);
	puts(cudaGetErrorName(cudaDeviceSynchronize()));
	cudaMemcpy(host, a, 8, cudaMemcpyDeviceToHost);
	printf("%d %d\n", host[0], host[1]);
}`))
	if r := runs(t, s, cudart.Options{}); r.out != "cudaSuccess\n5 5\nexit status 0\n" {
		t.Errorf("printed %q, said %q", r.out, r.errors)
	}
	if r := runs(t, s, cudart.Options{Check: gpusim.Memcheck}); !strings.Contains(r.errors+r.out, "IllegalAddress") {
		t.Errorf("under the checkers: printed %q, said %q", r.out, r.errors)
	}
}

// TestEnds: each way in which a program can end has its message and its exit status.
func TestEnds(t *testing.T) {
	s := source(t, "testdata/ends/ends.cu")
	for _, c := range []struct {
		name     string
		out, err string // that they contain
		leaks    int
	}{
		{"budget", "exit status 1", "ends.cu:14 did not end; 0.01 billion warp instructions were left of the budget of 0.01 billion", 0},
		{"fault", "cudaErrorIllegalAddress\nexit status 4", "ends.cu:6:", 0},
		{"launch", "cudaErrorInvalidValue\nexit status 5", "launch 1 of kernel count: block 2048,1,1 is larger than the 1024", 1},
		{"crash", "exit status 139", "segmentation fault (the host follows a pointer", 0},
		{"abort", "exit status 134", "ended with a signal: aborted\n", 0},
		{"leak", "exit status 0", "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := runs(t, s, cudart.Options{Budget: 1e7}, c.name)
			said := r.errors
			if r.err != nil {
				said += r.err.Error()
			}
			if !strings.Contains(r.out, c.out) || !strings.Contains(said, c.err) || len(r.result.Leaks) != c.leaks {
				t.Errorf("printed %q, said %q, leaks %v", r.out, said, r.result.Leaks)
			}
		})
	}
	t.Run("stopped", func(t *testing.T) {
		p, err := Build(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		for _, end := range []string{"budget", "wait"} { // in a kernel, and on the host
			ctx, cancel := context.WithCancel(t.Context())
			var out bytes.Buffer
			time.AfterFunc(100*time.Millisecond, cancel) // whatever it does then, it ends
			_, status, err := Run(ctx, p, []string{end}, nil, &out, &out, cudart.Options{Devices: []string{"H200"}, Budget: 1e12, Functional: true})
			if status != 137 || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: exit status %d of a program that was killed, error %v", end, status, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		s, begun := endlessly(t)
		go func() {
			for _, err := os.Stat(begun); err != nil; _, err = os.Stat(begun) {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		if _, err := Build(ctx, s); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v from a build that was stopped", err)
		}
		if left, err := os.ReadDir(dir); err != nil || slices.ContainsFunc(left, func(e os.DirEntry) bool { return !strings.HasPrefix(e.Name(), "TestEnds") }) {
			t.Errorf("files are left: %v, %v", left, err)
		}
	})
	t.Run("a kernel that launches a kernel", func(t *testing.T) {
		s := source(t, write(t, "__global__ void inner() {}\n__global__ void outer() { inner<<<1, 1>>>(); }\nint main() { outer<<<1, 1>>>(); }\n"))
		if _, err := Build(t.Context(), s); err == nil || !strings.Contains(err.Error(), toolchain.NestedLaunch) {
			t.Errorf("%v does not contain %q", err, toolchain.NestedLaunch)
		}
	})
	t.Run("not linked", func(t *testing.T) {
		s := source(t, write(t, `#include <cuda.h>
extern "C" int cublasSgemm_v2(); int helper();
int main() { cudaMipmappedArray_t a; cudaMallocMipmappedArray(&a, 0, cudaExtent(), 1); cuInit(0); return cublasSgemm_v2() + helper(); }`))
		_, err := Build(t.Context(), s)
		for _, want := range []string{"cudaMallocMipmappedArray: the simulated runtime", "cublasSgemm_v2: a function of cuBLAS", "cuInit: a function of the driver API", "helper()"} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v does not contain %q", err, want)
			}
		}
	})
}

// endlessly returns a program whose compiler does not end. It makes a file when it has begun.
func endlessly(t *testing.T) (s *Source, begun string) {
	t.Helper()
	begun, compiler := filepath.Join(t.TempDir(), "begun"), filepath.Join(t.TempDir(), "nvcc")
	if err := os.WriteFile(compiler, fmt.Appendf(nil, "#!/bin/sh\n: >%s\nexec sleep 3600\n", begun), 0o700); err != nil {
		t.Fatal(err)
	}
	return &Source{Files: []string{write(t, "int main() {}")}, Input: toolchain.Input{Major: 9}, Compiler: &NVCC{compiler, ""}}, begun
}

// TestProcesses: copies of a program leave its devices alone, processes that it starts have none of its files,
// and addresses that are none end it with a line, or are errors of CUDA.
func TestProcesses(t *testing.T) {
	s := source(t, "testdata/ends/processes.cu")
	for _, c := range []struct{ what, out, errors string }{
		{"fork", "begun\nfreed: cudaErrorInitializationError\ncudaSuccess 7\nfreed: cudaSuccess\nexit status 0", ""},
		{"daemon", "begun\nfreed: cudaSuccess\nexit status 0", ""},
		{"inherited", "begun\nfreed: cudaSuccess\nexit status 0", ""},
		{"callback", "begun\ncallback: cudaErrorNotPermitted\nfreed: cudaSuccess\nexit status 0", ""},
		{"read", "exit status 139", "processes.cu:46: cudaMemcpy: the program cannot reach all of the 64 bytes at 0x8 of the host"},
		{"write", "exit status 139", "processes.cu:47: cudaMemcpy: the program cannot reach all of the 64 bytes at"},
		{"null", "begun\ncudaErrorInvalidValue\nfreed: cudaSuccess\nexit status 0", "processes.cu:54: cudaMemcpy: an address is null"},
		{"host", "begun\nfreed: cudaErrorIllegalAddress\nexit status 0", " of the host: pass memory of cudaMalloc"},
		{"freed", "begun\nfreed: cudaSuccess\nexit status 0", ", 0x7f00000000, was freed before at testdata/ends/processes.cu:50)"},
		{"large", "begun\ncudaErrorMemoryAllocation cudaErrorInvalidValue\ncudaErrorMemoryAllocation cudaErrorInvalidValue\ncudaErrorInvalidPitchValue\nfreed: cudaSuccess\nexit status 0", "check the number of bytes"},
	} {
		end := filepath.Join(t.TempDir(), "end")
		r := runs(t, s, cudart.Options{Functional: true}, c.what, end) // does not wait for a copy
		if err := os.WriteFile(end, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if r.out != c.out+"\n" || !strings.Contains(r.errors, c.errors) || r.err != nil {
			t.Errorf("%s: printed %q, said %q, error %v", c.what, r.out, r.errors, r.err)
		}
	}
}

// wanted finds what a line of a program is to be told.
var wanted = regexp.MustCompile(`// want "(.*)"`)

// TestMistakes: checkers find each mistake of a program, of its kernels and of its host, at the line that makes
// it, and nothing else.
func TestMistakes(t *testing.T) {
	const file = "testdata/ends/mistakes.cu"
	r := runs(t, source(t, file), cudart.Options{Check: gpusim.AllChecks})
	if r.err != nil || r.out != "cudaErrorInvalidValue\nexit status 0\n" {
		t.Errorf("printed %q, error %v, said %q", r.out, r.err, r.errors)
	}
	found := map[int][]string{}
	for _, d := range append(r.result.Mistakes, r.result.Leaks...) {
		found[d.Pos.Line] = append(found[d.Pos.Line], d.Error())
	}
	for _, c := range r.result.Checks {
		for _, f := range c.Findings {
			found[f.Pos.Line] = append(found[f.Pos.Line], f.Title+": "+f.Error())
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		want := wanted.FindStringSubmatch(line)
		switch got := found[i+1]; {
		case want == nil && got != nil:
			t.Errorf("line %d: unexpected %q", i+1, got)
		case want != nil && (len(got) != 1 || !regexp.MustCompile(want[1]).MatchString(got[0])):
			t.Errorf("line %d: got %q, want %q", i+1, got, want[1])
		}
	}
}
