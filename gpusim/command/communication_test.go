package command

// This file draws small kernels whose threads communicate, in Go and in CUDA C. Each is a
// pattern that is right and, next to it, the same pattern with one piece broken. The checkers
// must be silent about the first and find the second.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// language spells statements.
type language struct{ cuda bool }

func (l language) either(inGo, inCUDA string, args ...any) string {
	if l.cuda {
		return fmt.Sprintf(inCUDA, args...)
	}
	return fmt.Sprintf(inGo, args...)
}

func (l language) fence() string   { return l.either("gpu.Threadfence()", "__threadfence();") }
func (l language) barrier() string { return l.either("gpu.SyncThreads()", "__syncthreads();") }
func (l language) warp() string    { return l.either("gpu.SyncWarp()", "__syncwarp();") }

// read and write access an element with a volatile access.
func (l language) read(at string) string {
	return l.either("gpu.LoadVolatile(&%s)", "(*(volatile int *)&%s)", at)
}

func (l language) write(at, value string) string {
	return l.either("gpu.StoreVolatile(&%s, %s)", "*(volatile int *)&%s = %s;", at, value)
}

func (l language) store(at, value string) string {
	return l.either("%s = %s", "%s = %s;", at, value)
}

// atomic is an atomic operation, as an expression.
func (l language) atomic(op string, args ...string) string {
	return l.either("gpu.Atomic%s(&%s)", "atomic%s(&%s)", op, strings.Join(args, ", "))
}

func (l language) do(expression string) string { return expression + l.either("", ";") }

func (l language) let(name, value string) string {
	return l.either("%s := %s", "int %s = %s;", name, value)
}

func (l language) when(condition string, body ...string) string {
	return l.either("if %s {\n%s\n}", "if (%s) {\n%s\n}", condition, strings.Join(body, "\n"))
}

// until repeats the body until a condition holds.
func (l language) until(condition string, body ...string) string {
	return l.either("for !(%s) {\n%s\n}", "while (!(%s)) {\n%s\n}", condition, strings.Join(body, "\n"))
}

// kernel is a whole source with a kernel K.
func (l language) kernel(body []string) string {
	return l.either(`package k

import "gpucourse/gpusim/gpu"

func K(data, flag, out []int32) {
	t, b := int32(gpu.ThreadIdx.X), int32(gpu.BlockIdx.X)
	s := gpu.Shared[[128]int32]()
	s[t] = t + b
%s
	out[b*int32(gpu.BlockDim.X)+t] = s[t]
}
`, `__global__ void K(int *data, int *flag, int *out) {
	int t = threadIdx.x, b = blockIdx.x;
	__shared__ int s[128];
	s[t] = t + b;
%s
	out[b * blockDim.x + t] = s[t];
}
`, strings.Join(body, "\n"))
}

// pattern is a way to communicate.
type pattern struct {
	name   string
	blocks []int // a grid to draw
	lanes  []int // a block to draw
	// build returns the statements; broken is 0 for the right form, else the number of the
	// broken one.
	build func(l language, r *rand.Rand, broken int) []string
	forms int // broken ones
}

// unless returns a statement, but in a broken form another.
func unless(broken bool, right, wrong string) string {
	if broken {
		return wrong
	}
	return right
}

var patterns = []pattern{
	{"message", []int{2}, []int{1, 32, 64}, func(l language, r *rand.Rand, broken int) []string {
		fence, moved := unless(broken == 1 || broken == 3, l.fence(), ""), unless(broken != 3, "", l.when("t == 1", l.fence()))
		data, raise := l.store("data[3]", "b + 7"), unless(broken == 4, l.write("flag[1]", "1"), l.store("flag[1]", "1"))
		first := []string{data, fence}
		rest := []string{raise}
		if broken == 5 {
			first, rest = []string{fence}, []string{raise, data}
		}
		return []string{
			l.when("b == 0 && t == 0", first...), moved, l.when("b == 0 && t == 0", rest...),
			l.when("b == 1 && t == 0", l.when(l.read("flag[1]")+" == 1", unless(broken == 2, l.fence(), ""), l.store("s[t]", "data[3]"))),
		}
	}, 5},
	{"count", []int{1, 3}, []int{32, 64}, func(l language, r *rand.Rand, broken int) []string {
		at, n := fmt.Sprintf("data[%d]", r.IntN(4)), fmt.Sprint(1+r.IntN(5))
		switch broken {
		case 1:
			return []string{l.store(at, at+" + "+n)}
		case 2:
			return []string{l.let("old", l.atomic("Add", at, "0")), l.do(l.atomic("Exch", at, "old + "+n))}
		case 3:
			return []string{l.write(at, l.read(at)+" + "+n)}
		case 4:
			return []string{l.when("t % 2 == 0", l.do(l.atomic("Add", at, n))), l.when("t % 2 == 1", l.fence(), l.store(at, at+" + "+n), l.fence())}
		}
		return []string{l.do(l.atomic("Add", at, n))}
	}, 4},
	{"swap", []int{1, 3}, []int{1, 32, 64}, func(l language, r *rand.Rand, broken int) []string {
		at := fmt.Sprintf("data[%d]", r.IntN(4))
		next := fmt.Sprintf("old * 3 + %d", r.IntN(9))
		one := l.atomic("CAS", at, "old", next)
		switch broken {
		case 1:
			return []string{l.let("old", l.read(at)), l.do(one)}
		case 2:
			return []string{l.let("old", l.read(at)), l.do(l.atomic("Exch", at, next))}
		}
		return []string{
			l.let("old", l.read(at)), l.let("seen", one),
			l.until("seen == old", l.store("old", "seen"), l.store("seen", one)),
		}
	}, 2},
	{"lock", []int{2, 4}, []int{1, 32}, func(l language, r *rand.Rand, broken int) []string {
		take := l.atomic("CAS", "flag[0]", "0", "1") + " == 0"
		if r.IntN(2) == 0 {
			take = l.atomic("Exch", "flag[0]", "1") + " == 0"
		}
		strong := r.IntN(2) == 0
		old, add := l.let("old", "data[2]"), l.store("data[2]", "old + t + 1")
		if strong {
			old, add = l.let("old", l.read("data[2]")), l.write("data[2]", "old + t + 1")
		}
		locked := []string{unless(broken == 1, l.until(take), ""), unless(broken == 2, l.fence(), "")}
		body := append(locked, old)
		if broken == 3 {
			body = append([]string{old}, locked...)
		}
		return []string{l.when("t == 0", append(body, add, unless(broken == 4, l.fence(), ""), l.do(l.atomic("Exch", "flag[0]", "0")))...)}
	}, 4},
	{"reverse", []int{1, 2}, []int{32, 64, 128}, func(l language, r *rand.Rand, broken int) []string {
		n := l.either("int32(gpu.BlockDim.X)", "(int)blockDim.x")
		return []string{
			unless(broken == 1, l.barrier(), ""), l.let("v", "s["+n+" - 1 - t]"),
			unless(broken == 2, l.barrier(), ""), l.store("s[t]", fmt.Sprintf("v * %d + t", 1+r.IntN(5))),
		}
	}, 2},
	{"neighbour", []int{1, 2}, []int{32, 64}, func(l language, r *rand.Rand, broken int) []string {
		other := fmt.Sprintf("s[t ^ %d]", 1<<r.IntN(5))
		return []string{unless(broken == 1, l.warp(), ""), l.let("v", other), unless(broken == 2, l.warp(), ""), l.store("s[t]", "v + t")}
	}, 2},
	{"last", []int{2, 5}, []int{1, 32}, func(l language, r *rand.Rand, broken int) []string {
		last := l.either("int32(gpu.GridDim.X) - 1", "(int)gridDim.x - 1")
		count := unless(broken == 3, l.let("done", l.atomic("Add", "flag[0]", "1")), l.let("done", "flag[0]")+"\n"+l.store("flag[0]", "done + 1"))
		sum := l.store("s[t]", "data[0] + data["+last+"]")
		return []string{l.when("t == 0", l.store("data[b]", "s[t] + 1"), unless(broken == 1, l.fence(), ""), count,
			l.when("done == "+last, unless(broken == 2, l.fence(), ""), sum))}
	}, 3},
}

// noise is statements that change no verdict.
func noise(l language, r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return l.store("s[t]", "s[t] * 2 + 1")
	case 1:
		return l.do(l.atomic("Max", "flag[3]", "t"))
	case 2:
		return l.fence()
	}
	return ""
}

// TestCommunication: the checkers tell right ways to communicate from broken ones.
func TestCommunication(t *testing.T) {
	dir := t.TempDir()
	for seed := range uint64(4) {
		for _, p := range patterns {
			for broken := range p.forms + 1 {
				for _, l := range []language{{false}, {true}} {
					checkPattern(t, dir, p, l, seed, broken)
				}
			}
		}
	}
}

func checkPattern(t *testing.T, dir string, p pattern, l language, seed uint64, broken int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	grid, block := p.blocks[r.IntN(len(p.blocks))], p.lanes[r.IntN(len(p.lanes))]
	if grid == 1 && block == 1 || p.name == "message" && broken == 3 {
		block = 64
	}
	if p.name == "swap" || p.name == "neighbour" || p.name == "reverse" {
		block = max(block, 32)
	}
	text := l.kernel(append([]string{noise(l, r)}, p.build(l, r, broken)...))
	k := newCheckedKernel(filepath.Join(dir, l.either("k.go", "k.cu")), "K",
		fmt.Sprintf("-grid %d -block %d data=16 flag=4 out=%d", grid, block, grid*block))
	if err := os.WriteFile(k.file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if found := k.check(t); (len(found) > 0) != (broken > 0) {
		t.Errorf("%s, broken form %d, seed %d, grid %d, block %d: found %v in\n%s", p.name, broken, seed, grid, block, found, text)
	}
}
