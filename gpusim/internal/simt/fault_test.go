package simt

// This file makes every mistake that a running kernel can make, and reads what
// it is told.

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
	"unsafe"

	"gpucourse/gpusim/diag"
)

// head declares the arrays that the kernels below use; body is their code.
func kernelOf(body string) string {
	return `.file "kernel.go"
.visible .entry Scale(.param .u64 out, .param .u64 in, .param .s32 n, .param .u64 nothing)
.local_bytes 36
{
	.slice .b8 out[] .type "[]float32" .elem "float32" 4 4;
	.slice .b8 in[] @8 .type "[]float32" .elem "float32" 4 4;
	.slice .b8 nothing[] @24 .type "[]float32" .elem "float32" 4 4;
	.shared .align 4 .b8 tile[4224] .type "[32][33]float32" .dim 32 .dim 33 .elem "float32" 4 4;
	.extern.shared .align 16 .b8 dyn[] @4224 .elem "float32" 4 4;
	.local .align 4 .b8 buf[16] .dim 4 .elem "float32" 4 4;
	.local .align 4 .b8 pair[20] @16 .elem "pair" 20 4;
L0:
	.loc "kernel.go:7:3";
` + body + "\n}"
}

const threadIndex = `
	mov.s32 %r1, %ctaid.x;
	mov.s32 %r2, %ntid.x;
	mov.s32 %r3, %tid.x;
	mad.s32 %r4, %r1, %r2, %r3;
	ld.param.u64 %rd5, [in];
	ld.param.u64 %rd6, [out];
	ld.param.s32 %r7, [n];
`

// faults are kernels that go wrong, with what must be said about it.
var faults = []struct {
	name, body string
	code       diag.Code
	says       []string
	hint       string
}{
	{"beyond the end", threadIndex + `
	mad.wide.s64 %rd8, %r4, 4, %rd5;
	ld.global.f32 %f9, in[%rd8];
	exit;`, diag.IndexOutOfRange,
		[]string{"reading in: index 100 is out of range, it has 100 elements; thread (4,0,0) of block (3,0,0), warp 0 lane 4, in Scale"}, "if i < len(in)"},
	{"before the start", threadIndex + `
	sub.s32 %r10, %r4, 3;
	mad.wide.s64 %rd8, %r10, 4, %rd6;
	st.global.f32 out[%rd8], 0f3F800000;
	exit;`, diag.IndexOutOfRange,
		[]string{"writing out: index -3 is out of range", "thread (0,0,0) of block (0,0,0), warp 0 lane 0"}, "if i >= 0"},
	{"shared array", threadIndex + `
	mul.s32 %r10, %r3, 35;
	mul.s32 %r11, %r10, 4;
	st.shared.f32 tile[%r11], 0f3F800000;
	exit;`, diag.IndexOutOfRange,
		[]string{"writing tile: index [32][29] is out of range, it has 32 × 33 elements", "lane 31"}, "fit each other"},
	{"dynamic shared memory not given", threadIndex + `
	mul.s32 %r11, %r3, 4;
	ld.shared.f32 %f12, dyn[%r11];
	exit;`, diag.IndexOutOfRange, []string{"reading dyn: index 0 is out of range, it has 0 elements"}, "Config.Shared"},
	{"local array", threadIndex + `
	mul.s32 %r11, %r3, 4;
	st.local.f32 buf[%r11], 0f3F800000;
	exit;`, diag.IndexOutOfRange, []string{"writing buf: index 4 is out of range, it has 4 elements; thread (4,0,0)"}, "fit each other"},
	{"a field of one struct", threadIndex + `
	mul.s32 %r11, %r3, 4;
	st.local.f32 pair[%r11], 0f3F800000;
	exit;`, diag.IndexOutOfRange, []string{"writing 4 bytes at byte 20 of pair, which has 20 bytes; thread (5,0,0)"}, "fit each other"},
	{"atomic", threadIndex + `
	mad.wide.s64 %rd8, %r7, 4, %rd6;
	atom.global.add.f32 %f9, out[%rd8], 0f3F800000;
	exit;`, diag.IndexOutOfRange, []string{"updating out: index 100 is out of range"}, ""},
	{"empty array", threadIndex + `
	ld.global.f32 %f9, nothing[0];
	exit;`, diag.IndexOutOfRange, []string{"reading nothing: index 0 is out of range, it has 0 elements"}, "is empty"},
	{"warp barrier", threadIndex + `
	bar.warp.sync 0xffffffff;
	setp.lt.s32 %p10, %r3, 16;
	@%p10 bra L1, else L2, meet L2;
L1:
	bar.warp.sync 0x0000ffff;
	bar.warp.sync 0x0001ffff;
	bra L2;
L2:
	exit;`, diag.WarpMask, []string{"the mask 0x0001ffff names lane 16"}, "pass the mask"},
	{"width of a shuffle", threadIndex + `
	add.s32 %r10, %r3, 5;
	shfl.sync.down.s32 %r11, %r3, 1, 0xffffffff, %r10;
	exit;`, diag.ShuffleWidth, []string{"the width 5 of a shuffle is no power of two from 1 to 32", "lane 0"}, "8 or 16"},
	{"width of a shuffle of one value", threadIndex + `
	mov.s32 %r10, 7;
	shfl.sync.down.s32 %r11, %r10, 1, 0xffffffff, 64;
	exit;`, diag.ShuffleWidth, []string{"the width 64"}, "8 or 16"},
	{"wild address", threadIndex + `
	ld.global.f32 %f9, [64];
	exit;`, diag.WildAddress, []string{"reading address 0x40, where no memory is allocated"}, ""},
	{"addresses that wrap", threadIndex + `
	mov.u64 %rd8, 0x7ffffffffffffff0;
	mad.wide.s64 %rd9, %r3, 4, %rd8;
	ld.global.f32 %f10, in[%rd9];
	exit;`, diag.IndexOutOfRange, []string{"reading in: index", "lane 0"}, ""},
	{"unknown object", threadIndex + `
	ld.global.f64 %fd9, [%rd5+396];
	exit;`, diag.IndexOutOfRange, []string{"reading 8 bytes at byte 396 of an allocation, which has 400 bytes"}, ""},
	{"misaligned vector", threadIndex + `
	mad.wide.s64 %rd8, %r4, 4, %rd5;
	ld.global.v2.f32 {%f9, %f10}, in[%rd8] align 8;
	exit;`, diag.Misaligned, []string{"reading 8 bytes of in at address 0x7f", "not a multiple of 8; thread (1,0,0)"}, ""},
	{"beyond an inner array", threadIndex + `
	expect.index.s32 "row: index %[1]d is out of range of a slice of length %[2]d", %r4, 40;
	exit;`, diag.InnerIndex, []string{"row: index 40 is out of range of a slice of length 40; thread (8,0,0) of block (1,0,0)"}, "compute-sanitizer"},
	{"before a part", threadIndex + `
	sub.s32 %r10, %r4, 3;
	cvt.s64.s32 %rd11, %r10;
	expect.index.s64 "row: index %[1]d is out of range of a slice of length %[2]d", %rd11, 1000;
	exit;`, diag.InnerIndex, []string{"row: index -3 is out of range of a slice of length 1000; thread (0,0,0)"}, "within"},
	{"division by zero", threadIndex + `
	sub.s32 %r10, %r4, 40;
	div.s32 %r11, %r4, %r10;
	exit;`, diag.DivideByZero, []string{"integer division by zero; thread (8,0,0) of block (1,0,0)"}, ""},
	{"remainder by a zero that all see", threadIndex + `
	rem.s32 %r11, %r4, 0;
	exit;`, diag.DivideByZero, []string{"thread (0,0,0)"}, ""},
	{"panic", threadIndex + `
	setp.eq.s32 %p10, %r4, 41;
	@%p10 bra L1, else L2, meet L2;
L1:
	trap "no such colour";
L2:
	exit;`, diag.KernelPanic, []string{"no such colour; thread (9,0,0) of block (1,0,0)"}, "why this thread comes here"},
	{"assert", threadIndex + `
	trap "the assertion in line 7 does not hold";`, diag.AssertFailed, []string{"the assertion in line 7 does not hold; thread (0,0,0) of block (0,0,0)"}, "values in its condition"},
	{"barrier in part of a warp", threadIndex + `
	setp.lt.s32 %p10, %r3, 5;
	@%p10 bra L1, else L2, meet L2;
L1:
	bar.sync;
	bra L2;
L2:
	exit;`, diag.BarrierDivergence, []string{"SyncThreads in code that not all threads of a warp execute: 27 of its 32 threads, (5,0,0) the first"}, "every thread"},
	{"barrier after some have ended", threadIndex + `
	setp.ge.s32 %p10, %r3, 8;
	@%p10 bra L1, else L2, meet L2;
L1:
	exit;
L2:
	bar.sync;
	exit;`, diag.BarrierDivergence, []string{"24 of the block's 32 threads have ended without reaching it, thread (8,0,0) the first"}, "every thread"},
	{"shuffle of lanes that are not here", threadIndex + `
	setp.lt.s32 %p10, %r3, 16;
	@%p10 bra L1, else L2, meet L2;
L1:
	shfl.sync.down.s32 %r11, %r3, 1, 0xffffffff, 32;
	bra L2;
L2:
	exit;`, diag.WarpMask, []string{"the mask 0xffffffff names lane 16, which does not execute this call (lanes 0x0000ffff do)"}, "pass the mask"},
	{"a lane that does not name itself", threadIndex + `
	bar.warp.sync 0x0000ffff;
	exit;`, diag.WarpMask, []string{"the mask 0x0000ffff does not name lane 16, which passes it"}, "stand in the mask"},
}

func TestFaults(t *testing.T) {
	for _, c := range faults {
		t.Run(c.name, func(t *testing.T) {
			_, err := newRig(t, kernelOf(c.body)).with(make([]float32, 100), ramp(100), 100).grid(dim3(4, 1, 1), dim3(32, 1, 1)).run()
			checkDiagnostic(t, err, c.code, c.says, c.hint)
		})
	}
}

func checkDiagnostic(t *testing.T, err error, code diag.Code, says []string, hint string) {
	t.Helper()
	var d diag.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("got %v, want a diagnostic", err)
	}
	if d.Code != code || d.Pos.Line != 7 {
		t.Errorf("got code %s at %s, want %s at line 7", d.Code, d.Pos, code)
	}
	for _, s := range says {
		if !strings.Contains(d.Message, s) {
			t.Errorf("message %q does not say %q", d.Message, s)
		}
	}
	if !strings.Contains(d.Hint, hint) {
		t.Errorf("hint %q does not say %q", d.Hint, hint)
	}
}

const endless = threadIndex + `
	bra L1;
L1:
	add.s32 %r4, %r4, 1;
	setp.ne.s32 %p8, %r7, 0;
	@%p8 bra L1, else L2, meet L2;
L2:
	exit;`

func TestLimits(t *testing.T) {
	rigFor := func() *rig {
		return newRig(t, kernelOf(endless)).with(make([]float32, 100), ramp(100), 100).grid(dim3(400, 1, 1), dim3(64, 1, 1))
	}
	r := rigFor()
	r.launch.Limits.Instructions = 100_000
	_, err := r.run()
	checkDiagnostic(t, err, diag.InstructionBudget, []string{"Scale executed 100000 warp instructions without ending", "block (0,0,0)"}, "never ends")
	r.launch.Workers = 2
	_, again := r.run()
	if err.Error() != again.Error() {
		t.Errorf("two workers say\n%v\none worker says\n%v", again, err)
	}

	for _, workers := range []int{1, 2} {
		r = rigFor()
		r.launch.Workers, r.launch.Limits.Work = workers, 100_000
		_, err = r.run()
		checkDiagnostic(t, err, diag.InstructionBudget, []string{"warp instructions without ending a warp, in the loop at line"}, "-instructions")
	}

	for _, workers := range []int{1, 2} {
		r = rigFor()
		r.launch.Workers = workers
		r.launch.Limits.Deadline = time.Now().Add(20 * time.Millisecond)
		_, err = r.run()
		checkDiagnostic(t, err, diag.DeadlinePassed, []string{"Scale did not end in time"}, "later deadline")
	}

	r = rigFor()
	r.launch.Limits.Bytes = 1000
	_, err = r.run()
	var d diag.Diagnostic
	if !errors.As(err, &d) || d.Code != diag.TooMuchState {
		t.Errorf("got %v, want %s", err, diag.TooMuchState)
	}

	r = rigFor()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := r.p.Run(ctx, r.launch); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
}

func TestBarriersAtDifferentLines(t *testing.T) {
	const body = threadIndex + `
	setp.lt.s32 %p10, %r3, 32;
	@%p10 bra L1, else L2, meet L3;
L1:
	bar.sync;
	bra L3;
L2:
	.loc "kernel.go:9";
	bar.sync;
	bra L3;
L3:
	exit;`
	_, err := newRig(t, kernelOf(body)).with(make([]float32, 1), ramp(1), 1).grid(dim3(1, 1, 1), dim3(64, 1, 1)).run()
	checkDiagnostic(t, err, diag.BarrierDivergence, []string{"thread (0,0,0) of block (0,0,0) waits at this SyncThreads while thread (32,0,0) waits at the one at kernel.go:9"}, "")
}

func TestEndedThreadsMayCountAsArrived(t *testing.T) {
	const body = threadIndex + `
	setp.ge.s32 %p10, %r3, 8;
	@%p10 bra L1, else L2, meet L2;
L1:
	exit;
L2:
	bar.sync;
	exit;`
	r := newRig(t, kernelOf(body)).with(make([]float32, 1), ramp(1), 1).grid(dim3(1, 1, 1), dim3(96, 1, 1))
	r.spec.Limits.ExitedArrive = true
	if res := r.must(); res.Threads[len(res.Threads)-2] != 8 {
		t.Errorf("threads through the barrier: got %d, want 8", res.Threads[len(res.Threads)-2])
	}
}

// A fault leaves what earlier blocks wrote, and nothing of later ones, with
// any number of workers.
func TestFaultsLeaveTheSameMemory(t *testing.T) {
	const body = threadIndex + `
	mad.wide.s64 %rd8, %r4, 4, %rd6;
	st.global.s32 out[%rd8], %r4;
	setp.eq.s32 %p9, %r4, 20000;
	@%p9 bra L1, else L2, meet L2;
L1:
	trap "stop";
L2:
	exit;`
	for _, workers := range []int{1, 4} {
		r := newRig(t, kernelOf(body)).with(make([]float32, 1<<16), ramp(1), 1).grid(dim3(1<<11, 1, 1), dim3(32, 1, 1))
		r.launch.Workers = workers
		_, err := r.run()
		checkDiagnostic(t, err, diag.KernelPanic, []string{"block (625,0,0)"}, "")
		for i, got := range view[uint32](r.arrays[0]) {
			if want := uint32(i); i < 20032 && got != want || i >= 20032 && got != 0 {
				t.Fatalf("%d workers: out[%d] = %d", workers, i, got)
			}
		}
	}
}

// A shared address is relative to its object, or to the space when the object
// is not known.
func TestAddressesOfObjects(t *testing.T) {
	const body = threadIndex + `
	addr.u32 %r10, dyn;
	addr.u32 %r11, buf;
	mul.s32 %r12, %r3, 4;
	add.u32 %r13, %r10, %r12;
	st.shared.s32 dyn[%r12], %r4;
	ld.shared.s32 %r14, [%r13];
	st.local.s32 [%r11+4], %r14;
	ld.local.s32 %r15, buf[4];
	mad.wide.s64 %rd16, %r4, 4, %rd6;
	st.global.s32 out[%rd16], %r15;
	exit;`
	r := newRig(t, kernelOf(body)).with(make([]int32, 100), ramp(1), 0).grid(dim3(2, 1, 1), dim3(50, 1, 1))
	r.launch.Dynamic = 4 * 50
	r.must()
	for i, got := range view[int32](r.arrays[0]) {
		if got != int32(i) {
			t.Errorf("out[%d] = %d, want %d", i, got, i)
		}
	}
}

func TestMemoryFindsWhatItGave(t *testing.T) {
	m := NewMemory(ownBlocks, 1<<12)
	a, _ := m.Alloc(100, 256, "a")
	b, _ := m.Alloc(0, 256, "b")
	c, err := m.Alloc(8, 256, "c")
	if err != nil || a.Base%256 != 0 || c.Base%256 != 0 || a.Base == c.Base || b.Base != 0 {
		t.Fatalf("bases %#x %#x %#x, err %v: want distinct multiples of 256, and 0 for no bytes", a.Base, b.Base, c.Base, err)
	}
	for addr, want := range map[uint64]*Allocation{a.Base: a, a.End() - 1: a, a.End(): nil, a.Base - 1: nil, b.Base: nil, c.Base + 7: c, 0: nil, math.MaxUint64: nil} {
		if got := m.Find(addr); got != want {
			t.Errorf("Find(%#x) = %v, want %v", addr, got, want)
		}
	}
	var full *OutOfMemory
	if _, err := m.Alloc(1<<12, 256, "d"); !errors.As(err, &full) || full.Error() != "out of memory: 4096 bytes asked, 512 of 4096 in use" {
		t.Errorf("got %v, want out of memory with 512 bytes used", err)
	}
	if got, addr := m.FindData(unsafe.Pointer(&c.Data[3])); got != c || addr != c.Base+3 {
		t.Errorf("FindData = %v at %#x, want c at %#x", got, addr, c.Base+3)
	}
	if got, _ := m.FindData(unsafe.Pointer(&full)); got != nil {
		t.Errorf("FindData of other memory = %v, want nil", got)
	}
	if !m.Free(a) || m.Free(a) || m.Find(a.Base) != nil || m.Used() != 256 {
		t.Error("Free: want true once, and the memory back")
	}
	if len(m.Allocations()) != 1 {
		t.Errorf("got %d allocations, want 1", len(m.Allocations()))
	}
}
