package gpusim_test

// This file drives contexts as a program of CUDA's driver API does, and holds
// the answers to those of an H200.

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/driver"
	"gpucourse/gpusim/gpu"
)

// hostOf returns a process on a machine with the named devices, and its thread.
func hostOf(devices ...string) (*driver.Host, *driver.Thread) {
	h := gpusim.Must(driver.NewHost(devices...))
	return h, h.Thread("main")
}

// well fails the test when a call that should succeed did not.
func well(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: got %v, want no error", what, err)
	}
}

// result is CUDA's name of what a call answered.
func result(err error) string {
	if err == nil {
		return "CUDA_SUCCESS"
	}
	return gpusim.CUDAName(err)
}

func digit(yes bool) string {
	if yes {
		return "1"
	}
	return "0"
}

// measured returns the lines of micro.txt that begin with a word.
func measured(t *testing.T, word string) []string {
	t.Helper()
	f, err := os.Open("validation/h200/device/micro.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), word+" ") {
			lines = append(lines, s.Text())
		}
	}
	return lines
}

// TestContextLinesOfTheH200: every line "ctx" of micro.txt, by the public calls.
func TestContextLinesOfTheH200(t *testing.T) {
	_, th := hostOf("H200")
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, "ctx "+fmt.Sprintf(format, args...)) }
	names := map[string]string{"c1": "c1", "c2": "c2 (stale)", "nil": "null", "primary 0": "the primary context"}
	current := func() string { return names[th.CtxGetCurrent().String()] }

	say("cuInit CUDA_SUCCESS")
	gpusim.Must(gpusim.Malloc[int32](gpusim.Must(th.Device()), 1))
	primary := th.CtxGetCurrent()
	say("current after runtime use is %s", current())
	_, err := th.CtxPopCurrent()
	say("pop primary %s", result(err))
	_, err = th.CtxPopCurrent()
	say("pop empty %s", result(err))
	say("current on empty stack %s", current())
	_, err = th.MemAlloc(64)
	say("cuMemAlloc with no context %s", result(err))
	c1, err := th.CtxCreate(0)
	say("create1 %s", result(err))
	say("current is c1: %s", digit(th.CtxGetCurrent() == c1))
	a1, err := th.MemAlloc(1024)
	say("alloc in c1 %s", result(err))
	c2, err := th.CtxCreate(0)
	say("create2 %s", result(err))
	say("current is c2: %s", digit(th.CtxGetCurrent() == c2))
	a2, err := th.MemAlloc(1024)
	say("alloc in c2 %s same address as c1's: %s", result(err), digit(a1 == a2))
	say("memset c1's pointer while c2 is current %s", result(th.MemsetD8(a1, 0, 1024)))
	say("free c1's pointer while c2 is current %s", result(th.MemFree(a1)))
	_, err = th.CtxPopCurrent()
	say("pop %s is c2: 0", result(err)) // micro.cu compared before it called
	say("current is c1 after pop: %s", digit(th.CtxGetCurrent() == c1))
	say("push c2 twice %s %s", result(th.CtxPushCurrent(c2)), result(th.CtxPushCurrent(c2)))
	say("destroy c2 while current %s", result(th.CtxDestroy(c2)))
	say("current after destroying the current: CUDA_SUCCESS %s", current())
	_, err = th.MemAlloc(64)
	say("alloc after destroy %s", result(err))
	popped, err := th.CtxPopCurrent()
	say("pop after destroy %s %v", result(err), popped)
	say("destroy twice %s", result(th.CtxDestroy(c2)))
	say("push destroyed %s", result(th.CtxPushCurrent(c2)))
	say("primary active=%s", digit(th.DevicePrimaryCtxGetState(0)))
	again, err := th.DevicePrimaryCtxRetain(0)
	say("retain primary %s same handle: %s", result(err), digit(again == primary))

	if diff := cmp.Diff(measured(t, "ctx"), lines); diff != "" {
		t.Errorf("-measured +simulated:\n%s", diff)
	}
}

// TestContextMisuse: every refused call says what is wrong by name.
func TestContextMisuse(t *testing.T) {
	h, th := hostOf("H200")
	other := h.Thread("worker")
	_, err := th.CtxPopCurrent()
	refused(t, "pop", err, diag.NoContext, "CtxPopCurrent(): no context is current to thread main", "CUDA_ERROR_INVALID_CONTEXT")
	_, err = th.CtxGetDevice()
	refused(t, "device", err, diag.NoContext, "CtxGetDevice()")
	_, err = th.CtxCreate(1)
	refused(t, "device 1 of 1", err, diag.NoSuchDevice, "the host has 1 devices", "CUDA_ERROR_INVALID_DEVICE")
	refused(t, "set device", th.SetDevice(-1), diag.NoSuchDevice, "SetDevice(-1)")
	refused(t, "push nil", th.CtxPushCurrent(nil), diag.WrongContext, "nil is no context", "CUDA_ERROR_INVALID_VALUE")
	refused(t, "destroy nil", th.CtxDestroy(nil), diag.WrongContext, "nil is no context")
	refused(t, "release", th.DevicePrimaryCtxRelease(0), diag.WrongContext, "nobody retains")
	_, err = driver.NewHost("H200", "H20")
	refused(t, "host", err, diag.UnknownDevice)

	c1, c2 := gpusim.Must(th.CtxCreate(0)), gpusim.Must(th.CtxCreate(0))
	_, err = th.CtxAttach(1)
	refused(t, "flags", err, diag.WrongContext, "flags must be 0", "CUDA_ERROR_INVALID_VALUE")
	refused(t, "detach", th.CtxDetach(c1), diag.WrongContext, "c1 is not current to thread main, c2 is", "CUDA_ERROR_INVALID_CONTEXT")
	refused(t, "destroy primary", th.CtxDestroy(gpusim.Must(th.DevicePrimaryCtxRetain(0))), diag.WrongContext, "primary 0 belongs to the device")
	well(t, "push", other.CtxPushCurrent(c2))
	well(t, "destroy", th.CtxDestroy(c2))
	refused(t, "use", other.CtxSynchronize(), diag.ContextDestroyed, "context c2, which is current to thread worker, has been destroyed", "CUDA_ERROR_CONTEXT_IS_DESTROYED")
	refused(t, "destroy again", th.CtxDestroy(c2), diag.WrongContext, "c2 has been destroyed before")
}

// TestUsageCounts: create 1, attach +1, detach −1, at 0 it is gone.
func TestUsageCounts(t *testing.T) {
	_, th := hostOf("H200")
	c := gpusim.Must(th.CtxCreate(0))
	usage := []int{c.Usage()}
	gpusim.Must(th.CtxAttach(0))
	usage = append(usage, c.Usage())
	well(t, "detach", th.CtxDetach(c))
	usage = append(usage, c.Usage())
	well(t, "detach", th.CtxDetach(c))
	usage = append(usage, c.Usage())
	if want := []int{1, 2, 1, 0}; !slices.Equal(usage, want) || c.Alive() {
		t.Errorf("got counts %v, alive %v; want %v, false", usage, c.Alive(), want)
	}
}

// TestAddressSpaces: before unified addressing one address means different
// memory in two contexts, since then it means one thing everywhere.
func TestAddressSpaces(t *testing.T) {
	for device, distinct := range map[string]int{"8800GTX": 1, "GTX280": 1, "C2050": 4, "H200": 4} {
		_, th := hostOf(device, device)
		pointers := map[gpusim.DevicePtr]bool{}
		for i := range int32(4) {
			gpusim.Must(th.CtxCreate(int(i % 2)))
			p := gpusim.Must(th.MemAlloc(4))
			pointers[p] = true
			well(t, "copy", th.MemcpyHtoD(p, []int32{i}))
		}
		if len(pointers) != distinct {
			t.Errorf("%s: got addresses %v in four contexts, want %d", device, pointers, distinct)
		}
		for i := int32(3); i >= 0; i-- {
			for p := range pointers {
				var got int32
				well(t, "copy", th.MemcpyDtoH(&got, p))
				if distinct == 1 && got != i {
					t.Errorf("%s: got %d at %v in context %d, want %d", device, got, p, i+1, i)
				}
			}
			gpusim.Must(th.CtxPopCurrent())
		}
	}
}

// TestResourcesEndWithTheirContext: memory, modules and variables.
func TestResourcesEndWithTheirContext(t *testing.T) {
	_, th := hostOf("H200")
	c := gpusim.Must(th.CtxCreate(0))
	all, _, err := th.MemGetInfo()
	well(t, "info", err)
	p := gpusim.Must(th.MemAlloc(1 << 20))
	b := gpusim.Must(gpusim.Upload(c.Device(), ramp(8)))
	m := gpusim.Must(th.ModuleLoad(Weigh))
	f := gpusim.Must(th.ModuleGetFunction(m, "Weigh"))
	if owner := gpusim.Must(th.PointerGetContext(p)); owner != c {
		t.Errorf("got owner %v, want %v", owner, c)
	}
	well(t, "destroy", th.CtxDestroy(c))
	gpusim.Must(th.CtxCreate(0))
	if free, _, _ := th.MemGetInfo(); free != all {
		t.Errorf("got %d bytes free after the context ended, want %d", free, all)
	}
	refused(t, "address", th.MemFree(p), diag.BadPointer, "no memory at", "context c2", "CUDA_ERROR_INVALID_VALUE")
	refused(t, "buffer", b.CopyTo(ramp(8)), diag.FreedMemory, "after c1 ended")
	_, err = gpusim.Malloc[float32](c.Device(), 1)
	refused(t, "device", err, diag.ContextDestroyed, "context c1 has been destroyed", "cudaErrorContextIsDestroyed")
	_, err = th.LaunchKernel(f, one32, b)
	refused(t, "function", err, diag.ModuleUnloaded, "kernel Weigh", "CUDA_ERROR_INVALID_HANDLE")
}

// TestMemoryByAddress: the driver's calls on addresses, and what they refuse.
func TestMemoryByAddress(t *testing.T) {
	_, th := hostOf("H200")
	gpusim.Must(th.CtxCreate(0))
	_, err := th.MemAlloc(0)
	refused(t, "nothing", err, diag.BadPointer, "no memory is asked for", "CUDA_ERROR_INVALID_VALUE")
	_, err = th.MemAlloc(1 << 60)
	refused(t, "too much", err, diag.OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY")
	_, err = th.LaunchKernel(Nothing, gpusim.Config{Grid: gpusim.Dim(1)})
	refused(t, "no threads", err, diag.EmptyExtent, "CUDA_ERROR_INVALID_VALUE")
	p := gpusim.Must(th.MemAlloc(64))
	well(t, "free of null", th.MemFree(0))
	refused(t, "inside", th.MemFree(p+16), diag.BadPointer, "16 bytes inside of MemAlloc(64)")
	refused(t, "beyond", th.MemsetD8(p+16, 1, 49), diag.BadPointer, "49 bytes go beyond the 48 of MemAlloc(64)")
	refused(t, "to a value", th.MemcpyDtoH(3, p), diag.ElementType, "pass a slice or a pointer")
	refused(t, "of nothing", th.MemcpyHtoD(p, nil), diag.ElementType)
	refused(t, "of ints", th.MemcpyHtoD(p, []int{1}), diag.ElementType, "int32")
	well(t, "set", th.MemsetD8(p, 1, 8))
	well(t, "copy", th.MemcpyDtoD(p+8, p, 4))
	var got [4]uint32
	well(t, "copy", th.MemcpyDtoH(&got, p))
	if want := [4]uint32{0x01010101, 0x01010101, 0x01010101, 0}; got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
	well(t, "free", th.MemFree(p))
	refused(t, "twice", th.MemFree(p), diag.BadPointer, "no memory at")
	_, err = th.PointerGetContext(p)
	refused(t, "owner", err, diag.BadPointer)
}

// one32 is one block of one warp.
var one32 = gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}

// Twice doubles x.
func Twice(x []float32) {
	if i := gpu.ThreadIdx.X; i < len(x) {
		x[i] *= 2
	}
}

// TestLaunchByAddress: a kernel takes an address, and reaches the memory of its
// own context only.
func TestLaunchByAddress(t *testing.T) {
	_, th := hostOf("H200")
	c1 := gpusim.Must(th.CtxCreate(0))
	p := gpusim.Must(th.MemAlloc(64))
	well(t, "copy", th.MemcpyHtoD(p, ramp(16)))
	m := gpusim.Must(th.ModuleLoad(Twice))
	f := gpusim.Must(th.ModuleGetFunction(m, "Twice"))
	gpusim.Must(th.LaunchKernel(f, one32, p+16))
	got := make([]float32, 6)
	well(t, "copy", th.MemcpyDtoH(got, p))
	if want := []float32{0, 1, 2, 3, 8, 10}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	gpusim.Must(th.CtxCreate(0))
	_, err := th.LaunchKernel(Twice, one32, p)
	refused(t, "other context's memory", err, diag.BadPointer, "argument 1 (x)", "where context c2 has no memory", "cudaErrorIllegalAddress")
	_, err = th.LaunchKernel(f, one32, p)
	refused(t, "other context's function", err, diag.ModuleUnloaded, "loaded in context c1, not in c2")
	_, err = th.LaunchKernel(Twice, one32, gpusim.Must(gpusim.Upload(c1.Device(), ramp(4))))
	refused(t, "other context's buffer", err, diag.OtherDevice, "another context")
}

// TestModules: a module that is loaded twice has its variables twice.
func TestModules(t *testing.T) {
	_, th := hostOf("H200")
	gpusim.Must(th.CtxCreate(0))
	out := gpusim.Must(th.MemAlloc(4 * 32))
	first, second := gpusim.Must(th.ModuleLoad(Weigh)), gpusim.Must(th.ModuleLoad("symbols_test.go"))
	for _, m := range []*driver.Module{first, first, second} {
		gpusim.Must(th.LaunchKernel(gpusim.Must(th.ModuleGetFunction(m, "Weigh")), one32, out))
	}
	for m, want := range map[*driver.Module]int32{first: 2, second: 1} {
		p, bytes, err := th.ModuleGetGlobal(m, "Visits")
		well(t, "global", err)
		var visits [32]int32
		well(t, "copy", th.MemcpyDtoH(&visits, p))
		if bytes != 4*32 || visits[31] != want {
			t.Errorf("Visits: got %d bytes, %d; want 128, %d", bytes, visits[31], want)
		}
		refused(t, "free of a variable", th.MemFree(p), diag.BadPointer, "variable Visits")
	}
	if p, bytes, err := th.ModuleGetGlobal(first, "Points"); p == 0 || bytes != 4*8 || err != nil {
		t.Errorf("Points: got %v, %d, %v; want an address, 32 bytes", p, bytes, err)
	}
	_, _, err := th.ModuleGetGlobal(first, "Visit")
	refused(t, "misspelt", err, diag.UnknownSymbol, "did you mean Visits?", "CUDA_ERROR_NOT_FOUND")
	_, err = th.ModuleGetFunction(first, "Weight")
	refused(t, "no kernel", err, diag.NoKernel)

	well(t, "unload", th.ModuleUnload(first))
	refused(t, "unload again", th.ModuleUnload(first), diag.ModuleUnloaded)
	_, _, err = th.ModuleGetGlobal(first, "Visits")
	refused(t, "global of nothing", err, diag.ModuleUnloaded, "variable Visits")
	_, err = th.ModuleGetFunction(first, "Weigh")
	refused(t, "function of nothing", err, diag.ModuleUnloaded, "kernel Weigh")
}

// Beyond writes behind its array.
func Beyond(x []float32) { x[gpu.ThreadIdx.X+len(x)] = 1 }

// TestFaultsStay: after a kernel's fault the context reports it at every call,
// others do not, and Reset begins anew.
func TestFaultsStay(t *testing.T) {
	dev := open(t)
	x := upload(t, dev, ramp(32))
	_, err := dev.Launch(Beyond, one32, x)
	if got := gpusim.CUDAName(err); got != "cudaErrorIllegalAddress" {
		t.Errorf("fault: got %q, want cudaErrorIllegalAddress", got)
	}
	_, err = dev.Launch(Twice, one32, x)
	refused(t, "launch", err, diag.ContextLost, "kernel Twice: nothing can be done any more", "cudaErrorIllegalAddress", "Reset")
	refused(t, "copy", x.CopyTo(ramp(32)), diag.ContextLost)
	refused(t, "free", x.Free(), diag.ContextLost)
	_, err = gpusim.Malloc[float32](dev, 1)
	refused(t, "malloc", err, diag.ContextLost)
	dev.Reset()
	refused(t, "memory of before", x.CopyTo(ramp(32)), diag.FreedMemory, "after primary 0 ended")
	x = upload(t, dev, ramp(32))
	launch(t, dev, Twice, one32, x)

	_, th := hostOf("H200")
	other, lost := gpusim.Must(th.CtxCreate(0)), gpusim.Must(th.CtxCreate(0))
	p := gpusim.Must(th.MemAlloc(128))
	_, err = th.LaunchKernel(Beyond, one32, p)
	if got := result(err); got != "CUDA_ERROR_ILLEGAL_ADDRESS" {
		t.Errorf("fault: got %s (%v), want CUDA_ERROR_ILLEGAL_ADDRESS", got, err)
	}
	_, err = th.LaunchKernel(Beyond, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1025)}, p)
	refused(t, "the same again", err, diag.ContextLost, "CUDA_ERROR_ILLEGAL_ADDRESS")
	refused(t, "synchronize", th.CtxSynchronize(), diag.ContextLost, "CUDA_ERROR_ILLEGAL_ADDRESS")
	well(t, "push", th.CtxPushCurrent(other))
	_, err = th.MemAlloc(128)
	refused(t, "alloc in another context", err, diag.ContextLost, "CUDA_ERROR_ILLEGAL_ADDRESS")
	_, err = th.CtxCreate(0)
	refused(t, "create", err, diag.ContextLost, "CtxCreate(0)", "CUDA_ERROR_ILLEGAL_ADDRESS")
	well(t, "destroy", th.CtxDestroy(lost))
}

// TestHistory: the host remembers each call with the stacks as it left them.
func TestHistory(t *testing.T) {
	h, th := hostOf("H200")
	worker := h.Thread("worker")
	c := gpusim.Must(th.CtxCreate(0))
	gpusim.Must(th.CtxPopCurrent())
	well(t, "push", worker.CtxPushCurrent(c))
	well(t, "destroy", th.CtxDestroy(c))
	var got []string
	for _, m := range h.History() {
		got = append(got, fmt.Sprintf("%s %s %s %v %v", m.Thread, m.Call, m.Result, m.Stacks, m.Floating))
	}
	want := []string{
		"main CtxCreate(0) CUDA_SUCCESS [{main [{c1 true 1}]} {worker []}] []",
		"main CtxPopCurrent() CUDA_SUCCESS [{main []} {worker []}] [{c1 true 1}]",
		"worker CtxPushCurrent(c1) CUDA_SUCCESS [{main []} {worker [{c1 true 1}]}] []",
		"main CtxDestroy(c1) CUDA_SUCCESS [{main []} {worker [{c1 false 0}]}] []",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestNothingIsLeft: whatever threads do with contexts and memory, destroying
// all contexts gives every byte back.
func TestNothingIsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, th := hostOf("H200", "GTX280")
		threads := []*driver.Thread{th, h.Thread("worker")}
		var pointers []gpusim.DevicePtr
		for range rapid.IntRange(1, 60).Draw(t, "calls") {
			th := threads[rapid.IntRange(0, 1).Draw(t, "thread")]
			contexts := h.Contexts()
			c := contexts[rapid.IntRange(0, len(contexts)-1).Draw(t, "context")]
			switch rapid.IntRange(0, 7).Draw(t, "call") {
			case 0:
				gpusim.Must(th.CtxCreate(rapid.IntRange(0, 1).Draw(t, "device")))
			case 1:
				th.CtxPopCurrent()
			case 2:
				th.CtxPushCurrent(c)
			case 3:
				th.CtxDestroy(c)
			case 4:
				th.ModuleLoad(Weigh)
			case 5:
				if len(pointers) > 0 {
					th.MemFree(pointers[rapid.IntRange(0, len(pointers)-1).Draw(t, "pointer")])
				}
			default:
				if p, err := th.MemAlloc(rapid.IntRange(1, 4096).Draw(t, "bytes")); err == nil {
					pointers = append(pointers, p)
				}
			}
		}
		for _, c := range h.Contexts() {
			th.CtxDestroy(c)
		}
		for device := range h.Devices() {
			gpusim.Must(th.CtxCreate(device))
			if free, total, err := th.MemGetInfo(); free != total || err != nil {
				t.Fatalf("device %d: got %d of %d bytes free at the end, %v", device, free, total, err)
			}
		}
	})
}
