package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/limit"
)

const module = `// a comment
.version 9.5
.target sm_90, debug
.address_size 64
.file 1 "k.cu"
.global .align 4 .f32 x = 0f3F800000;
.const .align 8 .b8 t[2][3] = {{1, 2}, {-3, 0x4}};
.extern .shared .align 16 .b8 sm[];
.visible .global .attribute(.managed) .align 8 .u64 p = generic(t)+4;
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.visible .entry k(.param .u64 .ptr .global .align 16 k_0, .param .align 4 .b8 k_1[12])
.maxntid 256, 1, 1
.minnctapersm 2
{
	.reg .pred %p<2>;
	.reg .b32 %r<9>, a;
	.loc 1 7 3
	{ .reg.b16 low; mov.b32 {low, _}, %r1; }
$L_1: @!%p1 bra.uni $L_1;
	.pragma "nounroll";
	.loc 1 9 5, function_name $s0, inlined_at 1 7 3
	ld.shared::cta.v2.f32 {%r1, %r2}, [%r3+-8];
	setp.lt.and.s32 %p0|%p1, %r1, 1.5, !%p0;
	call.uni (%r1), vprintf, (%r2, %r3);
	tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [x, {%r5, %r6}];
	add.s32 a, -7, 0d3FF0000000000000;
list: .branchtargets $L_1, $L_1;
	brx.idx %r1, list;
}
.section .debug_str { $s0: .b8 102, 103 .b8 0 }
`

// words prints values with blanks between them.
func words(list ...any) string { return strings.TrimSpace(fmt.Sprintln(list...)) }

// TestParse reads each part of the grammar.
func TestParse(t *testing.T) {
	m, err := Parse("k.ptx", []byte(module))
	if err != nil {
		t.Fatal(err)
	}
	k := m.Funcs[1]
	var ins []*Instr
	for _, s := range k.Body.Stmts {
		if in, ok := s.(*Instr); ok {
			ins = append(ins, in)
		}
	}
	inner := k.Body.Stmts[3].(*Block).Stmts[1].(*Instr)
	ld, setp, call, tex, add, brx := ins[1], ins[2], ins[3], ins[4], ins[5], ins[6]
	for got, want := range map[string]string{
		words(m.Version, m.Targets):            "9.5 [sm_90 debug]",
		m.Sources[1]:                           "k.cu",
		fmt.Sprintf("%x", m.Vars[0].Init.Bits): "3f800000",
		words(m.Vars[1].Dims, int64(m.Vars[1].Init.List[1].List[0].Bits)):                                "[2 3] -3",
		words(m.Vars[2].Dims, m.Vars[2].Linkage):                                                         "[-1] extern",
		words(m.Vars[3].Managed, m.Vars[3].Init.Kind == Generic, m.Vars[3].Init.Offset):                  "true true 4",
		words(m.Funcs[0].Entry, m.Funcs[0].Body == nil, len(m.Funcs[0].Params), len(m.Funcs[0].Results)): "false true 2 1",
		words(k.Entry, k.Numbers("maxntid"), k.Numbers("minnctapersm"), k.Numbers("reqntid")):            "true [256 1 1] [2] []",
		words(k.Params[0].Pointer, k.Params[0].To, k.Params[0].ToAlign, k.Params[1].Dims):                "true global 16 [12]",
		words(inner.Op, inner.Mods, inner.Operands[0].List[1].Kind == Sink, inner.Loc.Line):              "mov [b32] true 7",
		words(ins[0].Guard, ins[0].GuardNot, ins[0].Mods):                                                "%p1 true [uni]",
		words(ld.Mods, ld.Operands[1].Kind == Address, ld.Operands[1].Offset):                            "[shared::cta v2 f32] true -8",
		words(ld.Loc.Func, ld.Loc.Line, ld.Loc.Caller.Line):                                              "fg 9 7",
		words(setp.Operands[0].Kind == Pair, setp.Operands[3].Not):                                       "true true",
		words(len(call.Operands), call.Operands[2].Kind == List):                                         "3 true",
		words(tex.Operands[1].List[1].Kind == Vector):                                                    "true",
		words(int64(add.Operands[1].Bits), add.Operands[2].Kind == Float64):                              "-7 true",
		words(brx.Operands[1].Name, m.Line(2)):                                                           "list .version 9.5",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestMistakes: a text that is no PTX is refused at its place.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"hello":                                 "k.ptx:1:1: here is hello instead of a declaration",
		".address_size 32":                      "k.ptx:1:15: addresses of 32 bits",
		".global .f32 x":                        "k.ptx:1:15: here is the end of the file instead of ;",
		".visible .entry k() { ret; ":           "k.ptx:1:28: a closing brace is missing",
		".entry k() {\n add.s32 %r1 %r2; }":     "k.ptx:2:14: here is %r2 instead of , or ;",
		".entry k() { mov.u32 %r1, 0x; }":       "k.ptx:1:27: 0x is not a number",
		".entry k() { ld.u32 %r1, []; }":        "k.ptx:1:28: the brackets hold no address",
		".global .align 7 .b8 x;":               "k.ptx:1:18: the alignment 7 is no power of two",
		".global .b8 x[-1];":                    "k.ptx:1:16: the length of x is negative",
		".global .b8 \"x\";":                    `k.ptx:1:13: here is "x" instead of a name`,
		".section .debug_info { ":               "k.ptx:1:24: the section .debug_info does not end",
		".entry k()" + strings.Repeat("{", 400): "more than 256 braces",
		".global .b8 x[2] = {" + strings.Repeat("1,", limit.PTXValues+1): "a list has more than 1048576 values",
	} {
		_, err := Parse("k.ptx", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: got %v, want %s", text, err, want)
		}
	}
}

// BenchmarkParse reads the kernels that package ptx tests.
func BenchmarkParse(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("..", "testdata", "pass_split.ptx"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Parse("k.ptx", text); err != nil {
			b.Fatal(err)
		}
	}
}
