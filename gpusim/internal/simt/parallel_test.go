package simt

// This file runs what the threads of a block do together: barriers, shared
// memory, shuffles, votes, atomics; and what blocks do to each other.

import (
	"bytes"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"gpucourse/gpusim/trace"
)

// reverse turns each block's part of in round, twice, through shared memory.
const reverse2 = threadIndex + `
	mul.s32 %r10, %r3, 4;
	sub.s32 %r11, %r2, 1;
	sub.s32 %r12, %r11, %r3;
	mul.s32 %r13, %r12, 4;
	mad.wide.s64 %rd14, %r4, 4, %rd5;
	ld.global.f32 %f15, in[%rd14];
	mov.s32 %r16, 0;
	bra L1;
L1:
	st.shared.f32 dyn[%r10], %f15;
	bar.sync;
	ld.shared.f32 %f15, dyn[%r13];
	bar.sync;
	add.s32 %r16, %r16, 1;
	setp.lt.s32 %p17, %r16, %r7;
	@%p17 bra L1, else L2, meet L2;
L2:
	mad.wide.s64 %rd18, %r4, 4, %rd6;
	st.global.f32 out[%rd18], %f15;
	exit;`

func TestBarriersInALoop(t *testing.T) {
	const threads, blocks = 96, 3
	for turns := 1; turns <= 4; turns++ {
		r := newRig(t, kernelOf(reverse2)).with(make([]float32, threads*blocks), ramp(threads*blocks), turns).grid(dim3(blocks, 1, 1), dim3(threads, 1, 1))
		r.launch.Dynamic = 4 * threads
		r.must()
		for i, got := range view[float32](r.arrays[0]) {
			want := ramp(threads * blocks)[i]
			if turns%2 == 1 {
				want = ramp(threads * blocks)[i/threads*threads+threads-1-i%threads]
			}
			if got != want {
				t.Fatalf("%d turns: out[%d] = %v, want %v", turns, i, got, want)
			}
		}
	}
}

func TestSharedMemoryBeginsAsZeros(t *testing.T) {
	const body = threadIndex + `
	mul.s32 %r10, %r3, 4;
	ld.shared.f32 %f11, tile[%r10];
	mad.wide.s64 %rd12, %r4, 4, %rd6;
	st.global.f32 out[%rd12], %f11;
	st.shared.f32 tile[%r10], 0f3F800000;
	ld.local.f32 %f13, buf[0];
	st.local.f32 buf[0], 0f3F800000;
	mad.wide.s64 %rd14, %r4, 4, %rd5;
	st.global.f32 in[%rd14], %f13;
	exit;`
	r := newRig(t, kernelOf(body)).with(ramp(320), ramp(320), 0).grid(dim3(5, 1, 1), dim3(64, 1, 1))
	r.must()
	for i, v := range slices.Concat(view[float32](r.arrays[0]), view[float32](r.arrays[1])) {
		if v != 0 {
			t.Fatalf("element %d: got %v, want 0", i, v)
		}
	}
}

func TestShuffles(t *testing.T) {
	for _, c := range []struct {
		mode     string
		b, width int
		from     func(lane int) int // the lane whose value arrives
	}{
		{"idx", 5, 32, func(int) int { return 5 }},
		{"idx", 37, 32, func(int) int { return 5 }},
		{"idx", 3, 8, func(l int) int { return l&^7 | 3 }},
		{"up", 2, 32, func(l int) int { return pick(l >= 2, l-2, l) }},
		{"up", 3, 8, func(l int) int { return pick(l%8 >= 3, l-3, l) }},
		{"down", 1, 32, func(l int) int { return pick(l < 31, l+1, l) }},
		{"down", 16, 32, func(l int) int { return pick(l < 16, l+16, l) }},
		{"down", 2, 4, func(l int) int { return pick(l%4 < 2, l+2, l) }},
		{"bfly", 16, 32, func(l int) int { return l ^ 16 }},
		{"bfly", 1, 32, func(l int) int { return l ^ 1 }},
		{"bfly", 4, 4, func(l int) int { return pick(l&4 != 0, l^4, l) }},
	} {
		for typ, reg := range map[string]string{"s32": "r", "s64": "rd"} {
			r := newRig(t, kernelOf(threadIndex+fmt.Sprintf(`
	mul.s32 %%r10, %%r3, %%r3;
	cvt.%[1]s.s32 %%%[5]s11, %%r10;
	shfl.sync.%[2]s.%[1]s %%%[5]s12, %%%[5]s11, %[3]d, 0xffffffff, %[4]d;
	cvt.s32.%[1]s %%r13, %%%[5]s12;
	mad.wide.s64 %%rd14, %%r4, 4, %%rd6;
	st.global.s32 out[%%rd14], %%r13;
	exit;`, typ, c.mode, c.b, c.width, reg))).with(make([]int32, 32), ramp(1), 0)
			r.must()
			for lane, got := range view[int32](r.arrays[0]) {
				if from := c.from(lane); got != int32(from*from) {
					t.Errorf("%s.%s by %d in %d: lane %d got %d, want lane %d's %d", c.mode, typ, c.b, c.width, lane, got, from, from*from)
				}
			}
		}
	}
}

func pick(p bool, a, b int) int {
	if p {
		return a
	}
	return b
}

func TestVotes(t *testing.T) {
	const body = threadIndex + `
	setp.lt.s32 %p10, %r3, %r7;
	vote.sync.ballot.u32 %r11, %p10, 0xfffff;
	vote.sync.any.pred %p12, %p10, 0xffffffff;
	vote.sync.all.pred %p13, %p10, 0xfffff;
	activemask.u32 %r14;
	selp.u32 %r15, 1, 0, %p12;
	selp.u32 %r16, 1, 0, %p13;
	mad.wide.s64 %rd17, %r4, 16, %rd6;
	st.global.v4.u32 out[%rd17], {%r11, %r15, %r16, %r14} align 16;
	exit;`
	for n, want := range map[int][4]uint32{
		0: {0, 0, 0, 1<<20 - 1}, 3: {7, 1, 0, 1<<20 - 1}, 16: {0xffff, 1, 0, 1<<20 - 1}, 20: {0xfffff, 1, 1, 1<<20 - 1},
	} {
		r := newRig(t, kernelOf(body)).with(make([][4]uint32, 20), ramp(1), n).grid(dim3(1, 1, 1), dim3(20, 1, 1))
		r.must()
		for i, got := range view[[4]uint32](r.arrays[0]) {
			if got != want {
				t.Errorf("n=%d, thread %d: got %x, want %x", n, i, got, want)
			}
		}
	}
}

// Each half of the warp may name itself.
func TestMasksThatDifferByLane(t *testing.T) {
	const body = threadIndex + `
	setp.lt.s32 %p10, %r3, 16;
	selp.u32 %r11, 0x0000ffff, 0xffff0000, %p10;
	and.s32 %r12, %r3, 1;
	setp.eq.s32 %p13, %r12, 0;
	vote.sync.ballot.u32 %r14, %p13, %r11;
	vote.sync.all.pred %p15, %p10, %r11;
	selp.u32 %r16, 1, 0, %p15;
	shfl.sync.idx.s32 %r17, %r3, 3, %r11, 16;
	mad.wide.s64 %rd18, %r4, 16, %rd6;
	st.global.v4.u32 out[%rd18], {%r14, %r16, %r17, 0} align 16;
	exit;`
	r := newRig(t, kernelOf(body)).with(make([][4]uint32, 32), ramp(1), 0)
	r.must()
	for i, got := range view[[4]uint32](r.arrays[0]) {
		want := [4]uint32{0x5555, 1, 3}
		if i >= 16 {
			want = [4]uint32{0x55550000, 0, 19}
		}
		if got != want {
			t.Errorf("lane %d: got %x, want %x", i, got, want)
		}
	}
}

func TestAtomics(t *testing.T) {
	for _, c := range []struct {
		op, typ, args string
		start, want   uint32
	}{
		{"add", "u32", "2", 5, 5 + 2*96}, {"sub", "s32", "1", 100, 4}, {"min", "s32", "%r4", 7, 0}, {"max", "s32", "%r4", 7, 95},
		{"and", "u32", "12", 7, 4}, {"or", "u32", "%r4", 0, 127}, {"xor", "u32", "%r4", 9, 9},
		{"exch", "u32", "%r4", 1, 95}, {"cas", "u32", "%r4, 1000", 50, 1000}, {"inc", "u32", "9", 0, 96 % 10}, {"dec", "u32", "9", 0, 4},
	} {
		for _, space := range []string{"global", "shared"} {
			where, setUp, finish := "out[%rd6]", "", ""
			if space == "shared" {
				where = "tile[0]"
				setUp = "ld.global.u32 %r20, out[%rd6];\nst.shared.u32 tile[0], %r20;\nbar.sync;\n"
				finish = "bar.sync;\nld.shared.u32 %r21, tile[0];\nst.global.u32 out[%rd6], %r21;\n"
			}
			text := threadIndex + setUp + fmt.Sprintf("atom.%s.%s.%s %%r10, %s, %s;\n", space, c.op, c.typ, where, c.args) + finish +
				"mad.wide.s64 %rd11, %r4, 4, %rd5;\nst.global.u32 in[%rd11], %r10;\nexit;"
			r := newRig(t, kernelOf(text)).with([]uint32{c.start}, make([]uint32, 96), 0).grid(dim3(1, 1, 1), dim3(96, 1, 1))
			r.must()
			if got := view[uint32](r.arrays[0])[0]; got != c.want {
				t.Errorf("%s %s %s: got %d, want %d", space, c.op, c.typ, got, c.want)
			}
			if old := view[uint32](r.arrays[1])[0]; old != c.start {
				t.Errorf("%s %s %s: the first thread got %d, want %d", space, c.op, c.typ, old, c.start)
			}
		}
	}
}

func TestPrintf(t *testing.T) {
	const body = threadIndex + `
	setp.lt.s32 %p10, %r3, 2;
	cvt.f64.s32 %fd11, %r3;
	@%p10 printf "%d of %.1f %t\n", %r4, %fd11, %p10;
	exit;`
	var out bytes.Buffer
	r := newRig(t, kernelOf(body)).with(ramp(1), ramp(1), 0).grid(dim3(2, 1, 1), dim3(40, 1, 1))
	r.launch.Stdout = &out
	res := r.must()
	if want := "0 of 0.0 true\n1 of 1.0 true\n40 of 0.0 true\n41 of 1.0 true\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if pc := len(res.PredicatedOff) - 2; res.Threads[pc] != 80 || res.PredicatedOff[pc] != 76 {
		t.Errorf("guarded instruction: %d threads, %d held back; want 80, 76", res.Threads[pc], res.PredicatedOff[pc])
	}
}

// racy: every thread writes its block's number where the next blocks' threads
// read, and adds what it finds.
const racy = threadIndex + `
	add.s32 %r10, %r4, 7;
	rem.s32 %r11, %r10, %r7;
	mad.wide.s64 %rd12, %r11, 4, %rd6;
	ld.global.s32 %r13, out[%rd12];
	mad.s32 %r14, %r13, 3, %r1;
	rem.s32 %r15, %r4, %r7;
	mad.wide.s64 %rd16, %r15, 4, %rd6;
	st.global.s32 out[%rd16], %r14;
	exit;`

// tidy: every thread adds to its own element.
const tidy = threadIndex + `
	mad.wide.s64 %rd12, %r4, 4, %rd6;
	ld.global.s32 %r13, out[%rd12];
	add.s32 %r14, %r13, %r4;
	st.global.s32 out[%rd12], %r14;
	exit;`

func TestWorkersDoNotChangeTheResult(t *testing.T) {
	const threads = 1 << 16
	for name, body := range map[string]string{"racy": racy, "tidy": tidy} {
		var first []byte
		var counts *Result
		for _, workers := range []int{1, 2, 5} {
			r := newRig(t, kernelOf(body)).with(make([]int32, threads), ramp(1), 1000).grid(dim3(threads/64, 1, 1), dim3(64, 1, 1))
			r.launch.Workers = workers
			res := r.must()
			if first == nil {
				first, counts = r.arrays[0].Data, res
			}
			if !bytes.Equal(r.arrays[0].Data, first) {
				t.Errorf("%s: %d workers and one differ", name, workers)
			}
			if !slices.Equal(res.Warps, counts.Warps) || !slices.Equal(res.Threads, counts.Threads) {
				t.Errorf("%s: %d workers count %v, one counts %v", name, workers, res.Warps, counts.Warps)
			}
		}
	}
}

// impatient: two warps exchange numbers n times without waiting for each other.
const impatient = threadIndex + `
	mul.s32 %r10, %r3, 4;
	xor.s32 %r11, %r10, 128;
	mov.s32 %r12, 0;
	mov.s32 %r13, %r4;
	bra L1;
L1:
	ld.shared.s32 %r14, tile[%r11];
	mad.s32 %r13, %r13, 3, %r14;
	st.shared.s32 tile[%r10], %r13;
	add.s32 %r12, %r12, 1;
	setp.lt.s32 %p15, %r12, %r7;
	@%p15 bra L1, else L2, meet L2;
L2:
	bar.sync;
	mad.wide.s64 %rd16, %r4, 4, %rd6;
	st.global.s32 out[%rd16], %r13;
	exit;`

// How long a warp's turn is must not depend on what else its worker runs: blocks
// that race inside come out as they do alone.
func TestRacesWithinABlockAreAlwaysTheSame(t *testing.T) {
	const blocks, threads, rounds = 128, 64, 4000 // more than one turn a warp
	run := func(blocks, workers int) []byte {
		r := newRig(t, kernelOf(impatient)).with(make([]int32, blocks*threads), ramp(1), rounds).grid(dim3(blocks, 1, 1), dim3(threads, 1, 1))
		r.launch.Workers = workers
		r.must()
		return r.arrays[0].Data
	}
	alone, inOrder := run(1, 1), run(blocks, 1)
	if !bytes.Equal(inOrder[:len(alone)], alone) {
		t.Error("the first block comes out in another way when others follow it")
	}
	for _, workers := range []int{2, 3} {
		if !bytes.Equal(run(blocks, workers), inOrder) {
			t.Errorf("%d workers: races come out in another way than with one", workers)
		}
	}
}

// counter counts the accesses it sees.
type counter struct{ accesses, lanes int }

func (c *counter) access(a *trace.Access) { c.accesses++; c.lanes += a.Active.Count() }

func TestObserversSeeEveryAccessOnce(t *testing.T) {
	const threads = 1 << 16
	for name, body := range map[string]string{"racy": racy, "tidy": tidy} {
		for _, workers := range []int{1, 3} {
			r := newRig(t, kernelOf(body)).with(make([]int32, threads), ramp(1), 1000).grid(dim3(threads/64, 1, 1), dim3(64, 1, 1))
			r.launch.Workers = workers
			var sum counter
			r.launch.NewObserver = func() trace.Observer {
				c := &counter{}
				return trace.Observer{Access: c.access, Merge: func() { sum.accesses, sum.lanes = sum.accesses+c.accesses, sum.lanes+c.lanes }}
			}
			var last atomic.Int64
			r.launch.Progress = func(done, total int) {
				if total != threads/64 {
					t.Errorf("progress of %d blocks, want %d", total, threads/64)
				}
				last.Store(int64(done))
			}
			r.must()
			if sum.lanes != 2*threads || sum.accesses != 2*threads/32 {
				t.Errorf("%s, %d workers: %d lanes in %d accesses, want %d in %d", name, workers, sum.lanes, sum.accesses, 2*threads, 2*threads/32)
			}
			if last.Load() != threads/64 {
				t.Errorf("%s, %d workers: progress ended at %d", name, workers, last.Load())
			}
		}
	}
}

// The lanes of one access may use different arrays.
func TestPointersIntoSeveralArrays(t *testing.T) {
	const body = threadIndex + `
	and.s32 %r10, %r3, 1;
	setp.eq.s32 %p11, %r10, 0;
	selp.u64 %rd12, %rd5, %rd6, %p11;
	mad.wide.s64 %rd13, %r3, 4, %rd12;
	ld.global.f32 %f14, [%rd13];
	add.f32 %f15, %f14, 0f3F800000;
	st.global.f32 [%rd13], %f15;
	exit;`
	r := newRig(t, kernelOf(body)).with(ramp(32), ramp(32), 0)
	r.must()
	for i := range 32 {
		out, in := view[float32](r.arrays[0])[i]-ramp(32)[i], view[float32](r.arrays[1])[i]-ramp(32)[i]
		if want := float32(i % 2); out != want || in != 1-want {
			t.Errorf("element %d: out rose by %v, in by %v; want %v, %v", i, out, in, want, 1-want)
		}
	}
}

// A warp that waits in a loop for another warp of its block gets there.
func TestWarpsTakeTurns(t *testing.T) {
	const body = threadIndex + `
	setp.lt.s32 %p10, %r3, 32;
	@%p10 bra L1, else L2, meet L3;
L1:
	ld.volatile.shared.s32 %r11, tile[0];
	setp.eq.s32 %p12, %r11, 0;
	@%p12 bra L1, else L3, meet L3;
L2:
	st.volatile.shared.s32 tile[0], 1;
	bra L3;
L3:
	exit;`
	r := newRig(t, kernelOf(body)).with(ramp(1), ramp(1), 0).grid(dim3(1, 1, 1), dim3(64, 1, 1))
	r.launch.Limits.Instructions = 1 << 20
	r.must()
}

func TestWrittenAndDiverged(t *testing.T) {
	const body = threadIndex + `
	setp.lt.s32 %p10, %r3, 5;
	setp.lt.s32 %p11, %r3, 0;
	mad.wide.s64 %rd12, %r3, 4, %rd6;
	mad.wide.s64 %rd13, %r3, 4, %rd5;
	@%p11 st.global.s32 in[%rd13], 1;
	@%p10 bra L1, else L2, meet L2;
L1:
	st.global.s32 out[%rd12], 1;
	bra L2;
L2:
	exit;`
	r := newRig(t, kernelOf(body)).with(ramp(32), ramp(32), 0).grid(dim3(3, 1, 1), dim3(32, 1, 1))
	res := r.must()
	if !res.Written[0] || res.Written[1] {
		t.Errorf("written: got %v, want out alone", res.Written)
	}
	diverged := uint64(0)
	for _, d := range res.Diverged {
		diverged += d
	}
	if diverged != 3 {
		t.Errorf("got %d diverged branches, want 3", diverged)
	}
}

// Threads that end inside an if do not keep the others apart: they meet behind
// it, and pass the barrier together.
func TestReturnInAnIf(t *testing.T) {
	const body = threadIndex + `
	setp.lt.s32 %p10, %r3, 16;
	setp.lt.s32 %p11, %r3, 4;
	@%p10 bra L1, else L3, meet L4;
L1:
	@%p11 bra L2, else L4, meet L4;
L2:
	exit;
L3:
	mov.s32 %r12, 1;
	bra L4;
L4:
	bar.sync;
	exit;`
	r := newRig(t, kernelOf(body)).with(ramp(1), ramp(1), 0)
	r.spec.Limits.ExitedArrive = true
	res := r.must()
	if pc := len(res.Warps) - 2; res.Warps[pc] != 1 || res.Threads[pc] != 28 {
		t.Errorf("the barrier ran in %d warps with %d threads, want 1 with 28", res.Warps[pc], res.Threads[pc])
	}
}
