package fuzzcuda

// This file runs kernels of testdata that once computed other values than C++, or overflowed their stack.

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"gpucourse/gpusim"
)

// mixedThreads is how many threads run each of them: as many as in holds numbers.
const mixedThreads = Inputs

// mixedMain calls the kernel k once per thread.
const mixedMain = `
int main() {
	unsigned out[%[1]d] = {};
	for (threadIdx.x = 0; threadIdx.x < %[1]d; threadIdx.x++) k(out, input, %[1]d);
	fwrite(out, sizeof out, 1, stdout);
}
`

func TestFiles(t *testing.T) {
	compiler := needCompiler(t)
	files, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no kernels: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := mixedSimulated(t, file), mixedOnCPU(t, compiler, string(text)); !slices.Equal(got, want) {
				t.Errorf("got %x, want %x", got, want)
			}
		})
	}
}

func mixedSimulated(t *testing.T, file string) []uint32 {
	t.Helper()
	k := gpusim.Must(gpusim.Must(gpusim.LoadFile(file)).Kernel("k"))
	dev := gpusim.Must(gpusim.Open("H200"))
	out, in := gpusim.Must(gpusim.Upload(dev, make([]uint32, mixedThreads))), gpusim.Must(gpusim.Upload(dev, Input()))
	if _, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(mixedThreads)}, out, in, int32(mixedThreads)); err != nil {
		t.Fatal(err)
	}
	return gpusim.Must(out.Host())
}

func mixedOnCPU(t *testing.T, compiler, text string) []uint32 {
	t.Helper()
	source, program := filepath.Join(t.TempDir(), "k.cpp"), filepath.Join(t.TempDir(), "k")
	text = inputText() + onCPU + "static const struct { unsigned x; } blockIdx = {0}, blockDim = {1};\n" + text + fmt.Sprintf(mixedMain, mixedThreads)
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-std=c++17", "-O0", "-w", "-fwrapv", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	bits, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	out := make([]uint32, mixedThreads)
	if _, err := binary.Decode(bits, binary.LittleEndian, out); err != nil {
		t.Fatal(err)
	}
	return out
}
