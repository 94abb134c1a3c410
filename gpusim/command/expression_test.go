package command

import (
	"slices"
	"testing"

	"gpucourse/gpusim"
)

// TestExpressions: what stands in the place of a number is evaluated with the other values, as
// C and Go do; every other text stays.
func TestExpressions(t *testing.T) {
	words := []string{"n=1000", "half=n/2", "f=1.5", "x=2*n:ramp", "y=n", "z=data.bin", "w=1024:rand(7)", "s=f*2", "odd=m+1"}
	want := []string{"n=1000", "half=500", "f=1.5", "x=2000:ramp", "y=1000", "z=data.bin", "w=1024:rand(7)", "s=3", "odd=m+1"}
	n := numbersOf(append(words, "a.Width=512"))
	n.ofBlock(gpusim.Dim3{X: 32, Y: 8, Z: 1})
	if got := n.values(words); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for text, want := range map[string]string{"(n+255)/256, 4": "4,4", "1<<10": "1024", "n%7": "6", "8,8": "8,8", "1e6": "1e6", "1/0": "1/0", "n/block.x,block.y": "31,8", "(n+block-1)/block": "4", "a.Width/2": "256", "block.w": "block.w"} {
		if got := n.extent(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}
