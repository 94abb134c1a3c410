package simt

// This file measures warp instructions a second on one worker.

import (
	"fmt"
	"math"
	"strings"
	"syscall"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
	_ "gpucourse/internal/collect"
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
					r.launch.NewObserver = func() trace.Observer {
						c := coalesce.NewCounter(spec, len(r.p.Instrs))
						return trace.Observer{Access: func(a *trace.Access) { c.Count(a) }}
					}
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

// BenchmarkOps takes one operation on values that differ from lane to lane in
// no regular way: the time of one warp instruction.
func BenchmarkOps(b *testing.B) {
	const times = 32
	for _, op := range []string{
		"add.f32 %f20, %f10, %f11", "mul.f32 %f20, %f10, 0f40000000", "fma.f32 %f20, %f10, %f11, %f12", "div.f32 %f20, %f10, %f11",
		"max.f32 %f20, %f10, %f11", "sqrt.f32 %f20, %f10", "sin.f32 %f20, %f10", "fma.f64 %fd21, %fd13, %fd13, %fd13",
		"add.s32 %r22, %r14, %r15", "mul.s32 %r22, %r14, 7", "mad.s32 %r22, %r14, %r15, %r15", "div.s32 %r22, %r14, 7", "rem.s32 %r22, %r14, 7",
		"and.s32 %r22, %r14, 31", "shr.s32 %r22, %r14, 5", "xor.s32 %r22, %r14, %r15", "min.s32 %r22, %r14, %r15",
		"cvt.s64.s32 %rd23, %r14", "cvt.f32.s32 %f20, %r14", "cvt.s32.f32 %r22, %f10", "mad.wide.s64 %rd23, %r14, 4, %rd6",
		"setp.lt.f32 %p24, %f10, %f11", "setp.lt.s32 %p24, %r14, %r15", "selp.f32 %f20, %f10, %f11, %p16", "mov.f32 %f20, %f10",
		"ld.shared.f32 %f20, tile[%r17]", "st.shared.f32 tile[%r17], %f10", "ld.global.f32 %f20, out[%rd18]", "st.global.f32 out[%rd18], %f10",
		"ld.local.f32 %f20, buf[4]", "atom.shared.add.s32 %r22, tile[%r17], 1", "shfl.sync.bfly.f32 %f20, %f10, 1, 0xffffffff, 32",
	} {
		b.Run(op[:strings.Index(op, " ")], func(b *testing.B) {
			r := newRig(b, kernelOf(threadIndex+irregular+strings.Repeat("\t"+op+";\n", times)+againUntilN)).
				with(ramp(4096), ramp(4096), 1000)
			start := cpuSeconds()
			for b.Loop() {
				r.must()
			}
			b.ReportMetric((cpuSeconds()-start)/float64(b.N*1000*times)*1e9, "cpu-ns/inst")
		})
	}
}

// irregular makes operands without a closed form, and a loop begin.
const irregular = `
	mul.s32 %r30, %r4, %r4;
	and.s32 %r14, %r30, 1023;
	mul.s32 %r31, %r30, %r4;
	and.s32 %r32, %r31, 255;
	or.s32 %r15, %r32, 1;
	cvt.f32.s32 %f10, %r14;
	cvt.f32.s32 %f11, %r15;
	cvt.f32.s32 %f12, %r31;
	cvt.f64.s32 %fd13, %r14;
	setp.lt.s32 %p16, %r15, 100;
	mul.s32 %r17, %r14, 4;
	mad.wide.s64 %rd18, %r14, 4, %rd6;
	mov.s32 %r33, 0;
	bra L1;
L1:
`

const againUntilN = `
	add.s32 %r33, %r33, 1;
	setp.lt.s32 %p34, %r33, %r7;
	@%p34 bra L1, else L2, meet L2;
L2:
	exit;`
