package uniform

// This file decides the conditions of small kernels for given inputs.

import (
	"fmt"
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
		"if 3*n == 21 " + reached:                                          {7, -1},
		"if n+n == 14 && m == 3 " + reached:                                {7, 3},
		"if m-n == 19 " + reached:                                          {0, 19},
		"a, b := n == 5, m == 6\n	if a && b " + reached:                    {5, 6},
		"if n < 3 { return }\n	if n <= 3 && m%20 == 17 " + reached:         {3, 17},
		"x[i] *= float32(1 - (n/19)*(19/max(n, 1)))":                       {19, -1},
		"x[i] *= float32(max(0, 1-max(n-11, 11-n)))":                       {11, -1},
		"if doubled(n, 3) == 72 " + reached:                                {9, -1},
		"if is(n*2, 26) " + reached:                                        {13, -1},
		"if len(x)/10 == 3 && n == 2 " + reached:                           {2, -1},
		"if bits(n) == 4 && n > 14 && n < 16 " + reached:                   {15, -1},
		"if gpu.ShflSync(gpu.FullMask, int32(n), 3) == 8 " + reached:       {8, -1},
		"if i < n { if n*gpu.GridDim.X == 28 " + reached + " }":            {14, -1},
		"y := n\n	if m > 10 { y = m }\n	if y == n && m == 11 " + reached:   {11, 11},
		"switch n { case 4: x[i] = 0; case 6: if m == 2 " + reached + "	}": {6, 2},
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

// TestUndecided: what threads, memory and counting loops decide is no condition.
func TestUndecided(t *testing.T) {
	for _, code := range []string{
		"if i < n " + reached,
		"if x[i]*float32(n) > 0 " + reached,
		"for k := range 100 { if x[k] > 1 { continue }\n	if k == 3 " + reached + " }",
		"x[i] = float32(gpu.GridDim.X * gpu.BlockDim.X)",
	} {
		if c := load(t, code); len(c.Needs) > 0 {
			t.Errorf("%s: got %d conditions, want none", code, len(c.Needs))
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
func decide(c *report.Conditions, n, m int) map[string]bool {
	var inputs []report.Input
	for _, s := range c.Inputs {
		v := map[report.Source]int{{Argument: 1}: n, {Argument: 2}: m, {Length: true}: 30, {Argument: -1, Extent: "%nctaid.x"}: 2, {Argument: -1, Extent: "%ntid.x"}: 32}[s]
		inputs = append(inputs, report.Input{Bits: uint64(v), Known: true})
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
