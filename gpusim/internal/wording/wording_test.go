package wording

import (
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestCUDAWords: messages are in the words of CUDA C.
func TestCUDAWords(t *testing.T) {
	for _, test := range []struct{ inGo, want string }{
		{"let the whole block wait, gpu.SyncThreads(); in a loop", "let the whole block wait, __syncthreads(); in a loop"},
		{"waits at this SyncThreads for ever", "waits at this __syncthreads() for ever"},
		{"such as gpu.AtomicAdd, or gpu.AtomicCAS", "such as atomicAdd, or atomicCAS"},
		{"give it memory: Config.Shared, in bytes", "give it memory: the third argument of <<<…>>>, in bytes"},
		{"//gpu:launchbounds of K promises 64", "__launch_bounds__ of K promises 64"},
		{"with gpu.ShflDownSync and gpu.BallotSync", "with __shfl_down_sync and __ballot_sync"},
		{"gpu.ShflSync or gpu.MatchAnySync", "__shfl_sync or __match_any_sync"},
		{"gpu.ReduceAddSync, gpu.ThreadfenceBlock and gpu.ActiveMask", "__reduce_add_sync, __threadfence_block and __activemask"},
		{"gpu.ThreadIdx.X and gpu.BlockDim.Y", "threadIdx.x and blockDim.y"},
		{"if i < len(x) { … }", "if (i < n) { … }, n the number of elements of x"},
		{"x[len(y)] is read", "x[len(y)] is read"},
	} {
		if got := CUDA.Words(test.inGo); got != test.want {
			t.Errorf("%q: got %q, want %q", test.inGo, got, test.want)
		}
	}
}

// TestEveryMessageHasCUDAWords: no message of the executor or of a checker keeps words of
// package gpu.
func TestEveryMessageHasCUDAWords(t *testing.T) {
	foreign := regexp.MustCompile(`\bgpu\.[A-Z]|//gpu:|\bConfig\.|\bSync(Threads|Warp)`)
	met := 0
	for _, pattern := range []string{"../simt/*.go", "../check/*.go", "../../config.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, text := range literals(t, file) {
				if foreign.MatchString(text) {
					met++
				}
				if got := CUDA.Words(text); foreign.MatchString(got) {
					t.Errorf("%s: %q has no words of CUDA C for %q", file, got, foreign.FindString(got))
				}
			}
		}
	}
	if met < 10 {
		t.Errorf("%d messages have words of package gpu, want 10", met)
	}
}

// literals returns the strings of a Go file.
func literals(t *testing.T, file string) (list []string) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(file, -1, len(src)), src, nil, 0)
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			return list
		}
		if plain, err := strconv.Unquote(text); tok == token.STRING && err == nil {
			list = append(list, plain)
		}
	}
}
