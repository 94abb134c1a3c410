package simt

// This file measures warp instructions a second on one worker.

import (
	"fmt"
	"math"
	"syscall"
	"testing"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/memsys"
	"gpucourse/gpusim/internal/trace"
)

// matmul is the naive product of n×n matrices as the compiler lowers it.
const matmul = `.visible .entry Matmul(.param .u64 c, .param .u64 a, .param .u64 b, .param .s32 n)
{
	.slice .b8 c[] .type "[]float32" .elem "float32" 4 4;
	.slice .b8 a[] @8 .type "[]float32" .elem "float32" 4 4 .readonly;
	.slice .b8 b[] @16 .type "[]float32" .elem "float32" 4 4 .readonly;
L0:
	mov.s32 %r1, %ctaid.x;
	mov.s32 %r2, %ntid.x;
	mov.s32 %r3, %tid.x;
	mad.s32 %r4, %r1, %r2, %r3;
	mov.s32 %r5, %ctaid.y;
	mov.s32 %r6, %ntid.y;
	mov.s32 %r7, %tid.y;
	mad.s32 %r8, %r5, %r6, %r7;
	ld.param.s32 %r9, [n];
	setp.lt.s32 %p10, %r4, %r9;
	setp.lt.s32 %p11, %r8, %r9;
	and.pred %p12, %p10, %p11;
	@%p12 bra L1, else L4, meet L4;
L1:
	ld.param.u64 %rd13, [a];
	ld.param.u64 %rd14, [b];
	ld.param.u64 %rd15, [c];
	mul.s32 %r16, %r8, %r9;
	mov.f32 %f17, 0f00000000;
	mov.s32 %r18, 0;
	bra L2;
L2:
	add.s32 %r19, %r16, %r18;
	mad.wide.s64 %rd20, %r19, 4, %rd13;
	ld.global.f32 %f21, a[%rd20];
	mad.s32 %r22, %r18, %r9, %r4;
	mad.wide.s64 %rd23, %r22, 4, %rd14;
	ld.global.f32 %f24, b[%rd23];
	fma.f32 %f17, %f21, %f24, %f17;
	add.s32 %r18, %r18, 1;
	setp.lt.s32 %p25, %r18, %r9;
	@%p25 bra L2, else L3, meet L3;
L3:
	add.s32 %r26, %r16, %r4;
	mad.wide.s64 %rd27, %r26, 4, %rd15;
	st.global.f32 c[%rd27], %f17;
	bra L4;
L4:
	exit;
}`

func BenchmarkMatmul(b *testing.B) {
	spec, err := arch.Find("H200")
	if err != nil {
		b.Fatal(err)
	}
	for _, tile := range []int{16, 32} {
		for _, counters := range []bool{false, true} {
			b.Run(fmt.Sprintf("block=%d/counters=%t", tile, counters), func(b *testing.B) {
				const n = 512
				r := newRig(b, matmul).with(make([]float32, n*n), ramp(n*n), ramp(n*n), n)
				r.grid(dim3(n/tile, n/tile/8, 1), dim3(tile, tile, 1)) // an eighth of the rows
				if counters {
					r.launch.NewObserver = func() trace.Observer { return memsys.NewCounter(spec, len(r.p.Instrs)) }
				}
				var done uint64
				start := cpuSeconds()
				for b.Loop() {
					for _, w := range r.must().Warps {
						done += w
					}
				}
				b.ReportMetric(float64(done)/b.Elapsed().Seconds()/1e6, "Minst/s")
				b.ReportMetric(float64(done)/(cpuSeconds()-start)/1e6, "Minst/cpu-s") // less swayed by a busy machine
			})
		}
	}
}

// cpuSeconds returns the processor time that this process has used.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.NaN()
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// BenchmarkInPlace adds to every element of a large array, which costs several
// workers a claim for each.
func BenchmarkInPlace(b *testing.B) {
	const threads = 1 << 20
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			r := newRig(b, kernelOf(tidy)).with(make([]int32, threads), ramp(1), 0).grid(dim3(threads/256, 1, 1), dim3(256, 1, 1))
			r.launch.Workers = workers
			start := cpuSeconds()
			for b.Loop() {
				r.must()
			}
			b.ReportMetric((cpuSeconds()-start)/float64(b.N)*1e3, "cpu-ms/op")
		})
	}
}
