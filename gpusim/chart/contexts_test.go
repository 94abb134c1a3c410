package chart

// This file is the corpus of calls on contexts.

import (
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
)

// contextsCorpus is two histories: a context that one thread hands to another,
// and misuse.
func contextsCorpus() map[string][]driver.Call {
	return map[string][]driver.Call{"contexts_handover": handover(), "contexts_misuse": misuse(), "contexts_none": nil}
}

func handover() []driver.Call {
	host := gpusim.Must(driver.NewHost("H200"))
	one, two := host.Thread("main"), host.Thread("worker")
	c := gpusim.Must(one.CtxCreate(0))
	gpusim.Must(one.CtxCreate(0))
	gpusim.Must(one.CtxPopCurrent())
	gpusim.Must(one.CtxAttach(0))
	gpusim.Must(one.CtxPopCurrent())
	two.CtxPushCurrent(c)
	return host.History()
}

func misuse() []driver.Call {
	host := gpusim.Must(driver.NewHost("H200"))
	one, two := host.Thread("main"), host.Thread("worker")
	one.CtxPopCurrent()
	c := gpusim.Must(one.CtxCreate(0))
	two.CtxPushCurrent(c)
	two.CtxPushCurrent(c)
	one.CtxDestroy(c)
	two.CtxSynchronize()
	gpusim.Must(two.DevicePrimaryCtxRetain(0))
	return host.History()
}

func TestContextsInWords(t *testing.T) {
	p := Contexts("Misuse", misuse())
	for _, want := range []string{
		"main calls CtxPopCurrent(): CUDA_ERROR_INVALID_CONTEXT; all stacks are empty.",
		"main calls CtxDestroy(c1): CUDA_SUCCESS; worker has c1, c1.",
		"worker calls CtxSynchronize(): CUDA_ERROR_CONTEXT_IS_DESTROYED",
	} {
		if !strings.Contains(p.Alt, want) {
			t.Errorf("got %q, want it to say %q", p.Alt, want)
		}
	}
}
