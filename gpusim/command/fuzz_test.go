package command

// This file runs command lines that the fuzzing engine makes.

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// fuzzedKernels is the file that fuzzed command lines find in their folder.
const fuzzedKernels = `package k

import "gpucourse/gpusim/gpu"

var Factor gpu.Constant[[4]float32]

func Scale(x []float32, a float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] *= a * Factor.V[0]
	}
}

func Sum(out []int64, a []int32, n int) {
	s := int64(0)
	for i := range n {
		s += int64(a[i])
	}
	out[0] = s
}
`

// fuzzedLines are the first command lines, with every command.
var fuzzedLines = []string{
	"", "help", "help profile", "version", "-h", "completion bash", "devices", "devices -v K40", "devices -format json H200", "metrics gld",
	"profile -grid 4 -block 32 k.go Scale x=100:ramp a=2 n=100 Factor=4:ramp",
	"profile -grid 1,2,3 -format json -timing=false k.go Scale x=100:rand(7) a=-1.5 n=1e2",
	"profile -device K40,H200 -metrics dram_bytes -format csv -grid 1 k.go Scale x=9 a=1 n=9",
	"profile -grid 1 -shuffle 3 -passes -unroll -maxrregcount 32 -scheduler gto -whatif k.go Scale x=64 a=0x10 n=64",
	"profile -grid 4 -out x=x.npy -print x:3 k.go Scale x=100:choice(1,2) a=2 n=100 Factor=4:normal(0,1) then -print x Scale x=x a=1",
	"profile -grid 1 -print x k.go Scale x=x.npy a=1 n=4 then then Sum out=1 a=x",
	"sweep -over n=16,32:64:x2 -over block=32,2048 -grid (n-1)/block+1 -results r -html h k.go Scale x=n:ramp a=2", "sweep merge -format csv r",
	"check -grid 4 -tool racecheck k.go Scale x=1_000 a=1 n=100",
	"outcomes -grid 2 -block 1 k.go Scale x=2 a=1 n=2",
	"compile -ir k.go", "compile -pass unroll k.go Sum", "compile -passes list", "compile -format json -listing . Scale",
	"occupancy -threads 256 -regs 32 -shared 4096 -curves", "occupancy -threads 64 -format json k.go Scale",
	"cpu k.go Sum out=1 a=100:ramp n=100", "cpu -format json k.go Sum out=1 a=2305843009213693952 n=0",
}

// slowLines are command lines that FuzzCommandLine leaves out: sizes that are allowed and
// take seconds to fill, and paths out of the folder.
var slowLines = regexp.MustCompile(`(^|[^0-9_])[0-9_]{6,11}($|[^0-9_])|[eE]\+?0*([5-9]|1[01])($|[^0-9])|0[xX]|/|\.\.`)

// The limits of a fuzzed command line.
const (
	fuzzedTime   = 2 * time.Second
	fuzzedMemory = 1 << 30
)

// FuzzCommandLine: a command line ends with an exit code from 0 to 2, and says why when it is
// not 0.
func FuzzCommandLine(f *testing.F) {
	f.Chdir(f.TempDir())
	if err := os.WriteFile("k.go", []byte(fuzzedKernels), 0o644); err != nil {
		f.Fatal(err)
	}
	debug.SetMemoryLimit(fuzzedMemory)
	for _, line := range fuzzedLines {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if slowLines.MatchString(line) {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), fuzzedTime)
		defer cancel()
		var stdout, stderr bytes.Buffer
		code := Run(ctx, strings.Fields(line), &stdout, &stderr)
		if code < exitOK || code > exitUsage {
			t.Errorf("got exit code %d, want 0 to 2", code)
		}
		if code != exitOK && stdout.Len()+stderr.Len() == 0 {
			t.Errorf("got exit code %d without a message", code)
		}
	})
}
