package h100

// This file compares what a kernel's illegal address ends with what it ends on an H100.

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/gpusim/gpu"
)

//go:embed faults.txt
var faults string

// Wild stores behind its array.
func Wild(x []int32) { x[len(x)+gpu.ThreadIdx.X] = 1 }

// TestFaultEndsTheProcess plays case 0 of faults.cu: two contexts, of which one has a fault.
// It compares the calls that do not depend on when a launch reports its error.
func TestFaultEndsTheProcess(t *testing.T) {
	host, err := driver.NewHost("H100")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	say := func(what string, err error) {
		result := "CUDA_SUCCESS"
		if err != nil {
			result = gpusim.CUDAName(err)
		}
		got = append(got, "case 0: "+what+" -> "+result)
	}
	thread := host.Thread("main")
	alloc := func(where string) driver.DevicePtr {
		p, err := thread.MemAlloc(128)
		say("alloc in "+where, err)
		return p
	}
	create := func(name string) *driver.Context {
		c, err := thread.CtxCreate(0)
		say("create "+name, err)
		return c
	}
	a, b := create("a"), create("b")
	say("set a", thread.CtxSetCurrent(a))
	if _, err := thread.LaunchKernel(Wild, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, alloc("a")); err == nil {
		t.Fatal("the wild launch succeeded")
	}
	alloc("a")
	say("set b", thread.CtxSetCurrent(b))
	alloc("b")
	say("destroy a", thread.CtxDestroy(a))
	alloc("b after it")
	create("c")
	alloc("c")

	var want []string
	for line := range strings.Lines(faults) {
		line = strings.TrimSpace(line)
		what := strings.TrimPrefix(line, "case 0: ")
		if what != line && strings.Contains("create alloc set destroy", strings.Fields(what)[0]) {
			want = append(want, line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-measured +simulated:\n%s", diff)
	}
}
