package regalloc

// What the allocator does with kernels in PTX alone.

import (
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// warp is a register file with uniform registers.
var warp = func() Target {
	t := Target{Regs: registers, Limit: 64, Banks: 2}
	t.Regs.Uniform = 63
	return t
}()

// ofPTX parses a kernel in PTX.
func ofPTX(t *testing.T, text string) *ir.Kernel {
	t.Helper()
	k := parse(t, text)
	k.Origin, k.Registers = &ir.Origin{}, 30
	return k
}

// TestStoredConstants: a store names no constant but zero, which is a register of its own.
func TestStoredConstants(t *testing.T) {
	used := map[string]int{}
	for _, value := range []string{"0", "7", "%r2"} {
		k := ofPTX(t, `.visible .entry K(
	.param .u64 p
)
{
	.slice .align 4 .b8 p[] .elem "float32" 4 4;
L0:
	ld.param.u64 %rd1, [p];
	mov.s32 %r2, %tid.x;
	mad.wide.s32 %rd3, %r2, 4, %rd1;
	st.global.s32 p[%rd3], `+value+`;
	exit;
}
`)
		Run(k, warp)
		used[value] = k.Usage.Registers
	}
	// The pointer takes R2 and R3, the thread's number R5. With 7 live beside the number, R7 is next of that bank.
	if used["0"] != 6 || used["%r2"] != 6 || used["7"] != 8 {
		t.Errorf("registers by stored value: %v, want 6, 6 for %%r2 and 8 for 7", used)
	}
}

// TestLanesApart: in code that only some lanes execute, no value is in a uniform register, and the address of
// shared memory takes a register.
func TestLanesApart(t *testing.T) {
	for _, test := range []struct {
		name, predicate, target string
		apart                   bool
	}{
		{"by the thread's number", "%r1, 16", "L2", true},
		{"by the block's number", "%r2, 16", "L2", false},
		{"others end", "%r1, 16", "L3", false},
	} {
		k := ofPTX(t, `.visible .entry K()
{
	.shared .align 4 .b8 s[1024];
L0:
	mov.s32 %r1, %tid.x;
	mov.s32 %r2, %ctaid.x;
	setp.lt.s32 %p3, `+test.predicate+`;
	@%p3 bra L1, else `+test.target+`, meet `+test.target+`;
L1:
	mov.s32 %r4, %ntid.x;
	mad.s32 %r5, %r4, %r4, %r1;
	st.shared.s32 s[%r5], %r1;
	bra L2;
L2:
	bar.sync;
	bra L3;
L3:
	exit;
}
`)
		a := analyse(k, warp, true)
		store := k.Blocks[1].Instrs[2]
		based := false
		for _, o := range a.fetched(store) {
			based = based || o == sharedBase
		}
		if inUniform := a.class[4] == uniform; a.apart[store] != test.apart || based != test.apart || inUniform == test.apart {
			t.Errorf("%s: apart %v, base of shared memory in a register %v, uniform register %v; want apart %v", test.name, a.apart[store], based, inUniform, test.apart)
		}
	}
}

// TestCountersOfLoops: what lanes count in turns differs, what they count together does not.
func TestCountersOfLoops(t *testing.T) {
	for _, test := range []struct {
		bound string
		apart bool
	}{{"%tid.x", true}, {"%ctaid.x", false}} {
		k := ofPTX(t, `.visible .entry K()
{
L0:
	mov.s32 %r1, `+test.bound+`;
	mov.s32 %r2, 0;
	bra L1;
L1:
	add.s32 %r2, %r2, 1;
	setp.lt.s32 %p3, %r2, %r1;
	@%p3 bra L1, else L2, meet L2;
L2:
	bar.sync;
	exit;
}
`)
		if d := diverge(k); d.apart[1] != test.apart || d.differ[2] != test.apart || d.apart[2] {
			t.Errorf("a loop up to %s: apart %v, the counter differs %v; want %v, and not behind the loop", test.bound, d.apart[1], d.differ[2], test.apart)
		}
	}
}
