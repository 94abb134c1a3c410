package program

// This file checks kernels with asynchronous copies, barriers in shared memory and clusters.

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudart"
)

// pipelineKernel is a kernel of testdata/pipelines and what its comments say: by the number of a mistake, what is found.
type pipelineKernel struct {
	name  string
	wants map[string]map[string]bool
}

// pipelineKernels reads the comments of a file.
func pipelineKernels(t *testing.T, file string) (list []pipelineKernel) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kernel, comment := regexp.MustCompile(`__global__ void (\w+)`), regexp.MustCompile(`(finds|and) (\d+) (\w+)`)
	for i, line := range strings.Split(string(text), "\n") {
		if m := kernel.FindStringSubmatch(line); m != nil {
			list = append(list, pipelineKernel{m[1], map[string]map[string]bool{}})
		}
		_, words, found := strings.Cut(line, "// ")
		if !found || len(list) == 0 {
			continue
		}
		for _, m := range comment.FindAllStringSubmatch(words, -1) {
			k := list[len(list)-1]
			if k.wants[m[2]] == nil {
				k.wants[m[2]] = map[string]bool{}
			}
			k.wants[m[2]][fmt.Sprintf("line %d %s %s", i+1, m[1], m[3])] = true
		}
	}
	return list
}

// TestPipelines: checkers find the mistakes of the kernels in their lines, and nothing in the right ones.
func TestPipelines(t *testing.T) {
	file := filepath.Join("testdata", "pipelines", "pipelines.cu")
	p, err := Build(t.Context(), source(t, file))
	if err != nil {
		t.Fatal(err)
	}
	found := func(wrong string, number int) (found map[string]bool, text string) {
		found = map[string]bool{}
		r := runsBuilt(t, p, cudart.Options{Check: gpusim.AllChecks}, wrong, fmt.Sprint(number))
		for _, c := range r.result.Checks {
			text += c.String() + "\n"
			for _, f := range c.Findings {
				found[fmt.Sprintf("line %d finds %s", f.Pos.Line, f.Code)] = true
				if f.Second != nil {
					found[fmt.Sprintf("line %d and %s", f.Second.Pos.Line, f.Code)] = true
				}
			}
		}
		return found, text + r.errors
	}
	if got, text := found("0", -1); len(got) > 0 {
		t.Errorf("kernels without a mistake: got %v\n%s", got, text)
	}
	for number, k := range pipelineKernels(t, file) {
		for wrong, want := range k.wants {
			if got, text := found(wrong, number); !maps.Equal(got, want) {
				t.Errorf("%s<%s>:\ngot  %v\nwant %v\n%s", k.name, wrong, got, want, text)
			}
		}
	}
}
