package views

// This file runs kernels on the CPU: one program per batch, compiled as C++.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"
)

// Outputs is what a kernel wrote.
type Outputs struct {
	Out    []uint64
	Global []byte
}

// Diff returns where two outputs first differ, or "".
func (o Outputs) Diff(want Outputs) string {
	for i, w := range want.Out {
		if o.Out[i] != w {
			return fmt.Sprintf("thread %d, word %d of its objects: got %#x, want %#x", i/OutWords, i%OutWords, o.Out[i], w)
		}
	}
	for i, w := range want.Global {
		if o.Global[i] != w {
			return fmt.Sprintf("thread %d, byte %d of its global memory: got %#x, want %#x", i/GlobalBytes, i%GlobalBytes, o.Global[i], w)
		}
	}
	return ""
}

// Args returns new arguments for a launch, in the order of the parameters, and the outputs
// that share their arrays.
func Args() ([]any, Outputs) {
	o := Outputs{Out: make([]uint64, Blocks*Threads*OutWords), Global: make([]byte, Blocks*Threads*GlobalBytes)}
	for i := range o.Global {
		o.Global[i] = byte(i*37 + i>>8)
	}
	in := make([]uint32, inWords)
	for i := range in {
		in[i] = uint32(i) * 0x01234567
	}
	words := unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(o.Global))), len(o.Global)/4)
	return []any{o.Out, o.Global, words, in, int32(Trips)}, o
}

// inWords is the length of the array that kernels only read.
const inWords = 8

// FindCompiler returns the name of a C++ compiler, or "".
func FindCompiler() string {
	for _, name := range []string{"g++", "clang++", "c++"} {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return ""
}

// OnCPU runs kernels in a program that compiler builds in dir.
func OnCPU(compiler, dir string, kernels []*Kernel) ([]Outputs, error) {
	source, program := filepath.Join(dir, "kernels.cpp"), filepath.Join(dir, "kernels")
	if err := os.WriteFile(source, []byte(cpuText(kernels)), 0o644); err != nil {
		return nil, err
	}
	cmd := exec.Command(compiler, "-std=c++17", "-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-o", program, source)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building random kernels (see %s): %w\n%s", source, err, out)
	}
	written, err := exec.Command(program).Output()
	if err != nil {
		return nil, fmt.Errorf("the run of the random kernels on the CPU (see %s): %w", source, err)
	}
	return split(written, len(kernels))
}

// split divides what the program wrote by kernel.
func split(written []byte, kernels int) ([]Outputs, error) {
	words, bytes := Blocks*Threads*OutWords, Blocks*Threads*GlobalBytes
	each := words*8 + bytes
	if len(written) != kernels*each {
		return nil, fmt.Errorf("%d kernels wrote %d bytes on the CPU, want %d each", kernels, len(written), each)
	}
	list := make([]Outputs, kernels)
	for i := range list {
		part := written[i*each:]
		list[i] = Outputs{Out: slices.Clone(unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(part))), words)), Global: part[words*8 : each]}
	}
	return list, nil
}

// cpuText is the program that runs kernels thread by thread. A thread sets its shared memory
// before it reads it, so that threads may share it one after another.
func cpuText(kernels []*Kernel) string {
	var b strings.Builder
	b.WriteString(shim + types + unionTypes)
	for _, k := range kernels {
		text := strings.Replace(k.function(), "extern __shared__ __align__(16) unsigned char dynamicBytes[];", "unsigned char *dynamicBytes = dynamicMemory;", 1)
		b.WriteString(strings.Replace(text, "extern __shared__ __align__(16) unsigned dynamicWords[];", "unsigned *dynamicWords = (unsigned *)dynamicMemory;", 1))
	}
	fmt.Fprintf(&b, "int main() {\n\tblockDim.x = %d;\n", Threads)
	for _, k := range kernels {
		fmt.Fprintf(&b, "\trun(%s);\n", k.Name)
	}
	b.WriteString("}\n")
	return b.String()
}

// shim is what CUDA provides, and the launch.
var shim = fmt.Sprintf(`#include <cstdio>
#include <cstring>
#define __global__ static
#define __device__ static
#define __shared__ static
#define __align__(n) __attribute__((aligned(n)))
static struct { unsigned x, y, z; } threadIdx, blockIdx, blockDim;
static __align__(16) unsigned char dynamicMemory[%[1]d];
template <typename T, typename U> T bits(U x) { T y; memcpy(&y, &x, sizeof y); return y; }
static unsigned __float_as_uint(float x) { return bits<unsigned>(x); }
static float __uint_as_float(unsigned x) { return bits<float>(x); }
static long long __double_as_longlong(double x) { return bits<long long>(x); }
static double __longlong_as_double(long long x) { return bits<double>(x); }
static float __fmul_rn(float x, float y) { return x * y; }
static double __dmul_rn(double x, double y) { return x * y; }
static void __threadfence() {}
static unsigned atomicAdd(unsigned *p, unsigned v) { unsigned old = *p; *p += v; return old; }
template <typename K> void run(K kernel) {
	static unsigned long long out[%[2]d];
	static __align__(16) unsigned char global[%[3]d];
	unsigned in[%[4]d];
	memset(out, 0, sizeof out);
	for (int i = 0; i < %[3]d; i++) global[i] = i * 37 + (i >> 8);
	for (unsigned i = 0; i < %[4]d; i++) in[i] = i * 0x01234567u;
	for (blockIdx.x = 0; blockIdx.x < %[5]d; blockIdx.x++)
		for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++) kernel(out, global, (unsigned *)global, in, %[6]d);
	fwrite(out, 1, sizeof out, stdout);
	fwrite(global, 1, sizeof global, stdout);
}
`, Threads*SharedBytes, Blocks*Threads*OutWords, Blocks*Threads*GlobalBytes, inWords, Blocks, Trips)
