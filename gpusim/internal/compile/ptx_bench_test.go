package compile

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/source"
)

// ptxOf returns PTX of n instructions in a loop.
func ptxOf(n int) []byte {
	var b strings.Builder
	b.WriteString(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u32 n)\n{\n.reg .pred %p<9>; .reg .b32 %r<2000>; .reg .f32 %f<2000>; .reg .b64 %rd<2000>;\nld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r1, %tid.x; mul.wide.s32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3;\nloop:\n")
	for i := range n / 5 {
		fmt.Fprintf(&b, "ld.global.f32 %%f%d, [%%rd4+%d];\nfma.rn.f32 %%f%d, %%f%d, %%f%d, 0f3F800000;\nadd.s32 %%r%d, %%r%d, 3;\nxor.b32 %%r%d, %%r%d, %%r1;\nst.global.f32 [%%rd4+%d], %%f%d;\n",
			2*i+1, 4*i, 2*i+2, 2*i+1, 2*i+1, 2*i+2, 2*i+1, 2*i+3, 2*i+2, 4*i+4000, 2*i+2)
	}
	b.WriteString("setp.lt.s32 %p1, %r3, 100; @%p1 bra loop; ret;\n}\n")
	return []byte(b.String())
}

// BenchmarkPTX reads, lowers and compiles a kernel of 1000 instructions.
func BenchmarkPTX(b *testing.B) {
	text := ptxOf(1000)
	for b.Loop() {
		u, err := source.LoadText("k.ptx", text)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Kernel(u, "k", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
