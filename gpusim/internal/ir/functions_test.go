package ir

// This file tests called functions: their text, the rules of Verify, and Link.

import (
	"strings"
	"testing"
)

// fibText is a kernel and a recursive function, out of SSA form.
const fibText = `.visible .entry K(
	.param .u64 out
)
{
	.slice .b8 out[];
	.local .b8 a[8];
	.reg .u64 %rd1, %rd2;
L0: // entry
	mov.s32 %r3, %tid.x;
	mov.u64 %rd1, 0;
	call {%r4}, fib, %rd1, %r3;
	ld.param.u64 %rd2, [out];
	st.global.s32 out[%rd2], %r4;
	exit;
}

.func fib
{
	.saved .b8 saved[16];
	.reg .u64 %rd1, %rd6;
L0: // entry
	args {%rd1, %r2};
	st.local.u64 saved[0], %rd1;
	st.local.s32 saved[8], %r3;
	mov.s32 %r3, %r2;
	setp.lt.s32 %p4, %r3, 2;
	@%p4 bra L2, else L1, meet L2;
L1: // calls
	sub.s32 %r5, %r3, 1;
	call {%r5}, fib, %rd1, %r5;
	add.s32 %r3, %r5, %r3;
	bra L2;
L2: // return
	mov.s32 %r7, %r3;
	ld.local.s32 %r3, saved[8];
	ld.local.u64 %rd6, saved[0];
	ret %rd6, %r7;
}
`

func parseCalls(t *testing.T, text string) *Kernel {
	t.Helper()
	k, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestFunctionsArePrintedAndParsed(t *testing.T) {
	k := parseCalls(t, fibText)
	if err := Verify(k); err != nil {
		t.Fatal(err)
	}
	if got := k.String(); got != fibText {
		t.Errorf("printed and parsed:\n%s\nwant\n%s", got, fibText)
	}
}

func TestLinkedFunctionsArePartOfTheKernel(t *testing.T) {
	k := parseCalls(t, fibText)
	k.Funcs[0].Recursive = true
	k.Link()
	if err := Verify(k); err != nil {
		t.Fatal(err)
	}
	f := k.Funcs[0]
	if f.Entry != 1 || f.FrameBytes != 16 || k.Vars[2].Func != 1 || len(k.Blocks) != 4 {
		t.Errorf("entry L%d, frame %d, %d blocks, saved in the frame of %d", f.Entry, f.FrameBytes, len(k.Blocks), k.Vars[2].Func)
	}
	text := k.String()
	again := parseCalls(t, text)
	if got := again.String(); got != text {
		t.Errorf("printed and parsed:\n%s\nwant\n%s", got, text)
	}
	if got, known := k.Stack(); got != 24 || known {
		t.Errorf("stack %d, known %v, want 24 of which nobody knows the end", got, known)
	}
	dom := k.Dominators()
	if !dom.Dominates(f.Entry, 3) || dom.Dominates(0, 3) || dom.Idom(f.Entry) != NoBlock {
		t.Error("the function's entry must dominate its blocks, and nothing it")
	}
}

// TestStackOfManyPaths asks for the stack of functions with 2^60 chains of calls, and of
// functions that all call one another.
func TestStackOfManyPaths(t *testing.T) {
	const n = 60
	kernel := func(calls func(f, g int) bool) *Kernel {
		k := &Kernel{LocalBytes: 8}
		for f := range n + 1 {
			b := &Block{ID: BlockID(f)}
			for g := 1; g <= n; g++ {
				if calls(f, g) {
					b.Instrs = append(b.Instrs, &Instr{Op: Call, Func: g})
				}
			}
			b.Instrs = append(b.Instrs, &Instr{Op: Exit})
			k.Blocks = append(k.Blocks, b)
			if f > 0 {
				k.Funcs = append(k.Funcs, &Func{Entry: BlockID(f), FrameBytes: 4})
			}
		}
		return k
	}
	if got, known := kernel(func(f, g int) bool { return g > f }).Stack(); got != 8+4*n || !known {
		t.Errorf("each calls all behind it: %d bytes, known %v, want %d", got, known, 8+4*n)
	}
	if got, known := kernel(func(f, g int) bool { return true }).Stack(); got != 8+4*n || known {
		t.Errorf("all call one another: %d bytes, known %v, want %d of which nobody knows the end", got, known, 8+4*n)
	}
	if got, known := kernel(func(f, g int) bool { return f == 0 || f%2 == 1 && g == f+1 }).Stack(); got != 8+8 || !known {
		t.Errorf("pairs: %d bytes, known %v, want 16", got, known)
	}
}

// TestCallRules breaks one rule at a time.
func TestCallRules(t *testing.T) {
	for _, c := range []struct{ old, by, want string }{
		{"fib, %rd1, %r3", "fib, %rd1", "1 arguments and 1 results, want 2 and 1"},
		{"call {%r4}, fib", "call {%r4, %r5}, fib", "2 results, want 2 and 1"},
		{"	args {%rd1, %r2};\n", "	mov.u64 %rd1, 0;\n", "want 0 and 1"},
		{"	mov.s32 %r3, %r2;\n", "	add.s32 %r3, %r8, %r2;\n", "register 8 may be read"},
		{"L1: // calls\n", "L1: // calls\n	args {%r8};\n", "arguments outside of the first block"},
		{"	exit;", "	ret %rd1;", "a return outside of a function"},
		{"	ret %rd6, %r7;", "	exit;", "an exit inside of a function"},
	} {
		text := strings.Replace(fibText, c.old, c.by, 1)
		if text == fibText {
			t.Fatalf("%q is not in the text", c.old)
		}
		err := Verify(parseCalls(t, text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: got %v, want %q", c.by, c.old, err, c.want)
		}
	}
}
