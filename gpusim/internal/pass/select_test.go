package pass

import (
	"slices"
	"strings"
	"testing"
)

// TestLeftOut: a choice leaves out what it names, and its set has it as its text.
func TestLeftOut(t *testing.T) {
	tests := []struct{ choice, has, lacks string }{
		{"", "unroll schedule phi-elimination", ""},
		{"all", "unroll schedule phi-elimination", ""},
		{"none", "reconverge phi-elimination", "fold unroll schedule"},
		{"-schedule", "unroll licm phi-elimination", "schedule"},
		{"-unroll,-cse", "fold phi-elimination", "unroll cse"},
	}
	for _, test := range tests {
		set, err := LeftOut(test.choice)
		if err != nil {
			t.Errorf("%q: %v", test.choice, err)
		}
		if again, err := LeftOut(set.String()); err != nil || again != set {
			t.Errorf("%q is %v, which is read as %v: %v", test.choice, set, again, err)
		}
		list := set.Rest()
		has := func(name string) bool { return slices.ContainsFunc(list, func(p Pass) bool { return p.Name == name }) }
		for _, name := range strings.Fields(test.has) {
			if !has(name) {
				t.Errorf("%q leaves out %s", test.choice, name)
			}
		}
		for _, name := range strings.Fields(test.lacks) {
			if has(name) {
				t.Errorf("%q keeps %s", test.choice, name)
			}
		}
	}
	for _, wrong := range []string{"fold", "-nonsense", "-phi-elimination", "none,-cse"} {
		if _, err := LeftOut(wrong); err == nil || !strings.Contains(err.Error(), "unroll") {
			t.Errorf("%q: got %v, want an error that lists the passes", wrong, err)
		}
	}
}
