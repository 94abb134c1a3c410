package plan

import (
	"slices"
	"strings"
	"testing"
)

func TestPlay(t *testing.T) {
	main, worker := Thread("main"), Thread("worker")
	o, err := Play([]string{"GTX280"},
		main.CtxCreate("c1", 0), main.MemAlloc("x", 64), main.MemsetD8("x", 7, 64), main.CtxAttach(),
		worker.MemsetD8("x", 1, 64),
		worker.CtxPushCurrent("c2"), worker.MemFree("y"),
		worker.CtxPushCurrent("c1"), worker.CtxSetCurrent(""), worker.CtxSetCurrent("c1"), worker.MemsetD8("x", 9, 8), worker.CtxSynchronize(),
		main.CtxDetach("c1"), main.CtxPopCurrent(),
		main.CtxCreate("c3", 0), main.CtxDestroy("c3"), main.MemAlloc("z", 1), main.CtxCreate("c4", 1), main.MemFree("x"),
		main.DevicePrimaryCtxRetain("p", 0), main.DevicePrimaryCtxRelease(0),
	)
	if err != nil {
		t.Fatal(err)
	}
	var failed []string
	for _, a := range o.Answers {
		if a.Err != nil {
			failed = append(failed, a.Call.String()+": "+a.Result())
		}
	}
	want := []string{
		`worker.MemsetD8("x", 1, 64): CUDA_ERROR_INVALID_CONTEXT`,
		`worker.CtxPushCurrent("c2"): CUDA_ERROR_INVALID_VALUE`,
		`worker.MemFree("y"): CUDA_ERROR_INVALID_VALUE`,
		`main.MemAlloc("z", 1): CUDA_ERROR_INVALID_CONTEXT`,
		`main.CtxCreate("c4", 1): CUDA_ERROR_INVALID_DEVICE`,
		`main.MemFree("x"): CUDA_ERROR_INVALID_CONTEXT`,
	}
	if !slices.Equal(failed, want) {
		t.Errorf("got failed calls\n%s\nwant\n%s", strings.Join(failed, "\n"), strings.Join(want, "\n"))
	}
	if alive := o.Alive(); !slices.Equal(alive, []string{"c1"}) {
		t.Errorf("got %v alive, want c1", alive)
	}
	bytes, err := o.Bytes("c1", "x", 9)
	if err != nil || bytes[7] != 9 || bytes[8] != 7 {
		t.Errorf("got x = %v, %v; want eight 9 and a 7", bytes, err)
	}
	for _, names := range [][2]string{{"c9", "x"}, {"c1", "y"}, {"", "x"}} {
		if _, err := o.Bytes(names[0], names[1], 1); err == nil {
			t.Errorf("Bytes(%q, %q): got no error", names[0], names[1])
		}
	}
	if last := o.History[len(o.History)-1]; last.Call != "DevicePrimaryCtxRelease(0)" || len(last.Stacks) != 2 {
		t.Errorf("got the last moment %v, want the release, two stacks", last)
	}
}

func TestPlayOnNoDevice(t *testing.T) {
	if _, err := Play([]string{"H20"}); err == nil || !strings.Contains(err.Error(), "H200") {
		t.Errorf("got %v, want a suggestion", err)
	}
}
