package ptx

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// refused are the kernels of testdata that are refused, with the form that has no row.
var refused = map[string]string{}

// parse reads a file of testdata.
func parse(t testing.TB, file string) *syntax.Module {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := syntax.Parse(filepath.Base(file), text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestKernels lowers all kernels of testdata and runs the passes of an assembler: after each one
// the IR is valid. A kernel that is refused is listed, with the reason.
func TestKernels(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ptx")
	n := 0
	for _, file := range files {
		m := parse(t, file)
		compiler := "nvcc"
		if strings.Contains(file, "clang") {
			compiler = "clang"
		}
		for _, f := range m.Funcs {
			if !f.Entry {
				continue
			}
			n++
			want := refused[f.Name] + refused[compiler+" "+f.Name]
			k, err := Lower(m, f.Name, Declared{})
			if want != "" || err != nil {
				if err == nil || !strings.Contains(err.Error(), cmp.Or(want, "no mistake")) {
					t.Errorf("%s, %s: got %v, want %q", file, f.Name, err, want)
				}
				continue
			}
			verify(t, k, "lower")
			pass.Run(k, pass.OfPTX, pass.Device{}, func(name string, k *ir.Kernel) { verify(t, k, name) })
		}
	}
	if n < 80 {
		t.Errorf("got %d kernels in testdata, want at least 80", n)
	}
}

func verify(t *testing.T, k *ir.Kernel, after string) {
	t.Helper()
	if err := ir.Verify(k); err != nil {
		t.Fatalf("after %s: %v", after, err)
	}
}

// body returns the IR of a kernel with these registers and statements. Its parameters are the
// pointers out and in, and n.
func body(t *testing.T, statements string) (string, error) {
	t.Helper()
	text := `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)
{
.reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<19>; .reg .f32 %f<9>; .reg .b64 %d<19>; .reg .f64 %g<9>;
` + statements + "\n}\n"
	m, err := syntax.Parse("k.ptx", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	k, err := Lower(m, "k", Declared{})
	if err != nil {
		return "", err
	}
	verify(t, k, "lower")
	pass.Run(k, pass.Simplify, pass.Device{}, func(name string, k *ir.Kernel) { verify(t, k, name) })
	return k.String(), nil
}

// TestAddresses: accesses name the variables and parameters that their addresses come from,
// through conversions to generic addresses, phis and sums.
func TestAddresses(t *testing.T) {
	const head = ".shared .align 4 .b8 tile[64]; .local .align 8 .b8 depot[16];\n"
	for name, c := range map[string]struct{ text, want string }{
		"parameter": {"ld.param.u64 %d1, [in]; cvta.to.global.u64 %d2, %d1; ld.global.f32 %f1, [%d2+4]; st.shared.f32 [tile], %f1;", ", in[%r"},
		"a list":    {"ld.param.u64 %d1, [in]; ld.global.u64 %d2, [%d1]; ld.param.u32 %r1, [n]; setp.eq.s32 %p1, %r1, 0; selp.b64 %d3, %d1, %d2, %p1; ld.global.f32 %f1, [%d3+4]; st.shared.f32 [tile], %f1;", ", [%rd5+4]"},
		"an index":  {"ld.param.u64 %d1, [in]; ld.global.u64 %d2, [%d1]; shl.b64 %d4, %d2, 2; add.s64 %d3, %d1, %d4; ld.global.f32 %f1, [%d3+4]; st.shared.f32 [tile], %f1;", ", in[%rd4+4]"},
		"shared":    {"mov.u32 %r1, tile; mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 2; add.s32 %r4, %r1, %r3; st.shared.u32 [%r4], %r2;", "st.shared.u32 tile[%r"},
		"generic":   {"mov.u64 %d1, tile; cvta.shared.u64 %d2, %d1; ld.f32 %f1, [%d2+8]; st.shared.f32 [tile], %f1;", "ld.shared.f32"},
		"depot":     {"mov.u64 %d1, depot; cvta.local.u64 %d2, %d1; add.u64 %d3, %d2, 8; st.u32 [%d3], 5; ld.local.u32 %r1, [%d1+8]; ld.param.u64 %d5, [out]; st.global.u32 [%d5], %r1;", "st.global.u32"},
		"either": {"ld.param.u64 %d1, [in]; ld.param.u32 %r1, [n]; mov.u64 %d2, tile; cvta.shared.u64 %d3, %d2; setp.eq.s32 %p1, %r1, 0; selp.b64 %d4, %d1, %d3, %p1; ld.u32 %r2, [%d4]; st.shared.u32 [tile], %r2;",
			"ld.shared.u32"},
	} {
		got, err := body(t, head+c.text+" ret;")
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got\n%s\nwant %s", name, got, c.want)
		}
	}
}

// TestFlush: .ftz of all instructions on float32 is the kernel's; beside others it is of each one.
func TestFlush(t *testing.T) {
	const head = "ld.param.u64 %d1, [in]; ld.global.f32 %f1, [%d1]; add.ftz.f32 %f2, %f1, %f1; "
	for text, want := range map[string]int{
		head + "mul.ftz.f32 %f3, %f2, %f1; st.global.f32 [%d1], %f3; ret;": 0,
		head + "mul.f32 %f3, %f2, %f1; st.global.f32 [%d1], %f3; ret;":     3,
	} {
		got, err := body(t, text)
		if n := strings.Count(got, "\tftz.f32 "); err != nil || n != want {
			t.Errorf("%s: %d flushes in\n%s\nwant %d; %v", text, n, got, want, err)
		}
	}
}

// TestUnsetRegisters: a register that is not set on a way, or before its first use in a loop, is
// zero there.
func TestUnsetRegisters(t *testing.T) {
	got, err := body(t, `ld.param.u64 %d1, [out]; ld.param.u32 %r1, [n]; setp.eq.s32 %p1, %r1, 0; @%p1 bra over; mov.u32 %r2, 7;
over: st.global.u32 [%d1], %r2; ret;`)
	if err != nil || !strings.Contains(got, "selp") && !strings.Contains(got, "phi") {
		t.Errorf("got\n%s\n%v", got, err)
	}
}

// TestModifiers: ptxas takes modifiers in any order, but for types.
func TestModifiers(t *testing.T) {
	const head, tail = "ld.param.u64 %d1, [out]; ld.global.f32 %f1, [%d1]; ld.global.u32 %r2, [%d1+4]; setp.gt.u32 %p1, %r2, 9; ", " st.global.u32 [%d1], %r1; st.global.f32 [%d1+4], %f2; ret;"
	for usual, other := range map[string]string{
		"vote.sync.ballot.b32 %r1, %p1, -1;":             "vote.ballot.sync.b32 %r1, %p1, -1;",
		"shfl.sync.down.b32 %r1, %r2, 1, 31, -1;":        "shfl.down.sync.b32 %r1, %r2, 1, 31, -1;",
		"atom.relaxed.gpu.global.add.u32 %r1, [%d1], 1;": "atom.add.global.gpu.relaxed.u32 %r1, [%d1], 1;",
		"ld.acquire.gpu.global.u32 %r1, [%d1];":          "ld.global.acquire.gpu.u32 %r1, [%d1];",
		"add.rn.ftz.f32 %f2, %f1, %f1;":                  "add.ftz.rn.f32 %f2, %f1, %f1;",
		"cvt.rzi.sat.s32.f32 %r1, %f1;":                  "cvt.sat.rzi.s32.f32 %r1, %f1;",
		"fence.acq_rel.gpu;":                             "fence.gpu.acq_rel;",
		"atom.global.sys.add.u32 %r1, [%d1], 1;":         "atom.sys.global.add.u32 %r1, [%d1], 1;",
	} {
		a, err := body(t, head+usual+tail)
		b, failed := body(t, head+other+tail)
		if err != nil || failed != nil || a != b {
			t.Errorf("%s gives\n%s\n%s gives\n%s\n%v, %v", usual, a, other, b, err, failed)
		}
	}
	if _, err := body(t, "cvt.f32.rn.s32 %f1, %r1; ret;"); err != nil {
		t.Error(err)
	}
	if _, err := body(t, "cvt.rn.s32.f32 %f1, %r1; ret;"); err == nil {
		t.Error("types of cvt stand in the wrong order, and it is accepted")
	}
}

// TestMistakes: what cannot be lowered is named, with its line.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"tcgen05.fence::before_thread_sync; ret;":                         "k.ptx:7:1: the instruction tcgen05 is not simulated",
		"add.s8x4 %r1, %r2, %r3; ret;":                                    "k.ptx:7:1: the form of add.s8x4 is not simulated",
		"mov.u32 %r1, %q1; ret;":                                          "k.ptx:7:1: %q1 is not declared",
		"add.s32 %r77, %r1, %r2; ret;":                                    "k.ptx:7:1: %r77 is no register that is declared here",
		"add.s64 %p1, 1, 2; ret;":                                         "k.ptx:7:1: a predicate stands where a number is expected",
		"bra nowhere;":                                                    "k.ptx:7:1: the label nowhere is not in the function",
		"add.s32 %r1, %r2, !%r3; ret;":                                    "k.ptx:7:1: !%r3 negates a number",
		"ld.param.u32 %r1, [40]; st.shared.u32 [0], %r1; ret;":            "k.ptx:7:1: the access to bytes 40 to 43 of the parameters",
		"@%r1 mov.u32 %r2, 1; ret;":                                       "k.ptx:7:1: a predicate stands where a number is expected, or a number where a predicate is",
		"ld.param.u32 %r1, [n+4]; ret;":                                   "k.ptx:7:1: the access is outside of parameter n",
		"st.param.u32 [n], %r1; ret;":                                     "k.ptx:7:1: a kernel cannot store to its parameter n",
		"{ .reg .b32 a; } mov.u32 a, 1; ret;":                             "k.ptx:7:18: a is no register that is declared here",
		".shared .b32 s; ld.local.u32 %r1, [s]; ret;":                     "k.ptx:7:17: an access to local memory uses the address of s, which lies in shared memory",
		"{ .param .b64 h; call.uni cudaGraphSetConditional, (h); } ret;":  "k.ptx:7:18: the function cudaGraphSetConditional of the device runtime is called",
		"{ .param .b64 h; call.uni __cudaCDP2LaunchDeviceV2, (h); } ret;": "k.ptx:7:18: the function __cudaCDP2LaunchDeviceV2 of the device runtime is called",
		"mov.b64 {%r1, %r2, %r3}, %d1; ret;":                              "k.ptx:7:1: a vector of 3 parts is no b64",
	} {
		_, err := body(t, text)
		if err == nil || !strings.HasPrefix(err.Error(), want) || !errors.Is(err, diag.Unsupported) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// joins is n registers, of which each is set on a way between n labels, and all are read at the end.
func joins(n int) string {
	var ways, reads strings.Builder
	fmt.Fprintf(&ways, ".reg .b32 %%x<%d>; ld.param.u64 %%d1, [out]; ld.param.u32 %%r1, [n];\n", n)
	for i := range n {
		fmt.Fprintf(&ways, "L%d: setp.eq.u32 %%p1, %%r1, %d; @%%p1 bra L%d; add.s32 %%x%d, %%x%d, 1;\n", i, i, i*17%n, i, i*13%n)
		fmt.Fprintf(&reads, "st.global.u32 [%%d1+%d], %%x%d;\n", 4*i, i)
	}
	return ways.String() + reads.String()
}

// TestSizes: a kernel that would take the passes too long is refused before them.
func TestSizes(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("add.s32 %r1, %r1, 1;\n", limit.Instrs+1):    "instructions",
		strings.Repeat("@%p1 add.s32 %r1, %r1, 1;\n", limit.Blocks): "basic blocks",
		joins(3000): "places of its control flow",
		".shared .b8 s[64]; mov.u64 %d1, s; cvta.shared.u64 %d2, %d1; ld.param.u64 %d3, [out]; ld.global.u64 %d4, [%d3];" + strings.Repeat("ld.u32 %r1, [%d4];\n", limit.Blocks): "basic blocks",
	} {
		if _, err := body(t, text+"ret;"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: got %v, want too many %s", text, err, want)
		}
	}
}

// FuzzLower: whatever the text is, it is refused or gives valid IR.
func FuzzLower(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.ptx")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := syntax.Parse("k.ptx", []byte(text))
		if err != nil {
			return
		}
		for _, fn := range m.Funcs {
			if k, err := Lower(m, fn.Name, Declared{}); err == nil {
				if err := ir.Verify(k); err != nil {
					t.Error(fmt.Errorf("%s: %w", fn.Name, err))
				}
			}
		}
	})
}
