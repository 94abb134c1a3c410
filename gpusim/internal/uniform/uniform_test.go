package uniform

// This file decides the conditions of small kernels for given inputs.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
)

const head = `package k

import "gpucourse/gpusim/gpu"

func doubled(n, deep int) int {
	if deep == 0 {
		return n
	}
	return 2 * doubled(n, deep-1)
}

//gpu:noinline
func is(n, m int) bool { return n == m }

func bits(n int) (count int) {
	for k := range 12 {
		count += n >> k & 1
	}
	return count
}

func K(x []float32, n, m int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	`

// reached is stored where a condition holds.
const reached = "{ x[i] = 1 }"

// TestDecides: for the only n and m of each condition, something takes a side that it takes for no
// others.
func TestDecides(t *testing.T) {
	for condition, only := range map[string][2]int{
		"if 3*n == 21 " + reached:                                                                    {7, -1},
		"if n+n == 14 && m == 3 " + reached:                                                          {7, 3},
		"if m-n == 19 " + reached:                                                                    {0, 19},
		"a, b := n == 5, m == 6\n	if a && b " + reached:                                              {5, 6},
		"if n < 3 { return }\n	if n <= 3 && m%20 == 17 " + reached:                                   {3, 17},
		"x[i] *= float32(1 - (n/19)*(19/max(n, 1)))":                                                 {19, -1},
		"x[i] *= float32(max(0, 1-max(n-11, 11-n)))":                                                 {11, -1},
		"if doubled(n, 3) == 72 " + reached:                                                          {9, -1},
		"if is(n*2, 26) " + reached:                                                                  {13, -1},
		"if len(x)/10 == 3 && n == 2 " + reached:                                                     {2, -1},
		"if bits(n) == 4 && n > 14 && n < 16 " + reached:                                             {15, -1},
		"if gpu.ShflSync(gpu.FullMask, int32(n), 3) == 8 " + reached:                                 {8, -1},
		"if i < n { if n*gpu.GridDim.X == 28 " + reached + " }":                                      {14, -1},
		"y := n\n	if m > 10 { y = m }\n	if y == n && m == 11 " + reached:                             {11, 11},
		"table := [4]int{5, 3, 9, 7}\n	if table[n%4] == n/4 " + reached:                              {13, -1},
		"s := gpu.Shared[int32]()\n	*s = int32(n)\n	gpu.SyncThreads()\n	if *s == 12 " + reached:      {12, -1},
		"k := n\n	for k > 6 { k -= 6 }\n	if k == 5 && n > 16 " + reached:                             {17, -1},
		"for k := 0; k < n; k += 4 { if k == n-2 && m == 3 && k == 8 " + reached + " }":              {10, 3},
		"for k := n; k > 0; k -= 7 { for j := range k { if j*k == 110 && n > 11 " + reached + " } }": {18, -1},
		"switch n { case 4: x[i] = 0; case 6: if m == 2 " + reached + "	}":                           {6, 2},
	} {
		t.Run(condition, func(t *testing.T) {
			c := load(t, condition)
			seen := map[string][][2]int{} // by condition and side, where it was taken
			for n := range 20 {
				for m := range 20 {
					for what := range decide(c, n, m) {
						seen[what] = append(seen[what], [2]int{n, m})
					}
				}
			}
			for _, at := range seen {
				if first, last := at[0], at[len(at)-1]; first[0] == only[0] && last[0] == only[0] && (only[1] < 0 || len(at) == 1 && first[1] == only[1]) {
					return
				}
			}
			t.Errorf("got no side that is taken for n, m = %v only", only)
		})
	}
}

// TestUndecided: what memory and counting loops decide takes no side, and what a thread's index
// decides takes none for all threads.
func TestUndecided(t *testing.T) {
	for _, code := range []string{
		"if i < n " + reached,
		"if x[i]*float32(n) > 0 " + reached,
		"s := gpu.Shared[[32]int32]()\n	for k := i; k < m; k += 32 { s[k&31] = int32(m) }\n	if s[2] == 4 " + reached,
		"for k := range 100 { if x[k] > 1 { continue }\n	if k == 3 " + reached + " }",
		"x[i] = float32(gpu.GridDim.X * gpu.BlockDim.X)",
	} {
		if taken := decide(load(t, code), 8, 4); len(taken) > 0 {
			t.Errorf("%s: got %v, want no sides", code, taken)
		}
	}
}

// TestThreads: a condition takes one side for one thread of the two blocks only.
func TestThreads(t *testing.T) {
	for condition, only := range map[string][2]int{
		"if i == n-1 && n%5 == 3 " + reached:                                               {0, 12},
		"if n-gpu.BlockIdx.X*32 == -19 && gpu.LaneID() == 7 " + reached:                    {1, 7},
		"if at := gpu.ThreadIdx.X; gpu.BlockIdx.X > 0 && at+3 == n " + reached:             {1, 10},
		"y := gpu.BlockIdx.X\n	if m == 4 { y += gpu.ThreadIdx.X }\n	if y == 32 " + reached: {1, 31},
		"for k := i; k < n; k += 3 { if k == n-1 && k/4 == 3 && i == 0 " + reached + " }":  {0, 0},
	} {
		c := load(t, condition)
		seen := map[string][][2]int{}
		for block := range 2 {
			for thread := range 32 {
				for what := range decideFor(c, 13, 4, map[string]int{"%ctaid.x": block, "%tid.x": thread, "%laneid": thread}) {
					seen[what] = append(seen[what], [2]int{block, thread})
				}
			}
		}
		if !slices.ContainsFunc(slices.Collect(maps.Values(seen)), func(at [][2]int) bool { return len(at) == 1 && at[0] == only }) {
			t.Errorf("%s: got no side that only block and thread %v take", condition, only)
		}
	}
}

func load(t *testing.T, body string) *report.Conditions {
	t.Helper()
	u, err := source.LoadText("k.go", []byte(head+body+"\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compile.Kernel(u, "K", compile.Options{}); err != nil {
		t.Fatal(strings.TrimSpace(err.Error()))
	}
	return Conditions(u, "K")
}

// decide returns the sides that are taken, as "3 true", for two blocks, 30 elements, n and m.
func decide(c *report.Conditions, n, m int) map[string]bool { return decideFor(c, n, m, nil) }

// decideFor is decide for one thread.
func decideFor(c *report.Conditions, n, m int, thread map[string]int) map[string]bool {
	var inputs []report.Input
	for _, s := range c.Inputs {
		v := map[report.Source]int{{Argument: 1}: n, {Argument: 2}: m, {Length: true}: 30, {Argument: -1, Register: report.GridDimX}: 2, {Argument: -1, Register: report.BlockDimX}: 32}[s]
		known := s.Argument >= 0 || s.Register.OfLaunch()
		if at, ok := thread[s.Register.String()]; ok {
			v, known = at, true
		}
		inputs = append(inputs, report.Input{Bits: uint64(v), Known: known})
	}
	sides := make([]report.Sides, len(c.Needs))
	c.Decide(inputs, sides)
	taken := map[string]bool{}
	for i, s := range sides {
		for side, name := range map[report.Sides]string{report.False: "false", report.True: "true"} {
			if s&side != 0 {
				taken[fmt.Sprint(i, " ", name)] = true
			}
		}
	}
	return taken
}
