package gpusim_test

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/pass"
	"gpucourse/internal/gofiles"
)

// TestPassesHaveTheirBits: each constant of type Passes leaves out the pass of its name, no pass is
// without one, and AllPasses leaves out all.
func TestPassesHaveTheirBits(t *testing.T) {
	declared, all := map[string]string{}, ""
	scope := gofiles.Read(t, ".").Types.Scope()
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if !ok || !strings.HasSuffix(c.Type().String(), ".Passes") {
			continue
		}
		bits, _ := constant.Uint64Val(c.Val())
		if choice := pass.Set(bits).String(); name == "AllPasses" {
			all = choice
		} else {
			declared[choice] = name
		}
	}
	for _, name := range pass.Optional() {
		if got, want := declared["-"+name], constantOf(name); got != want {
			t.Errorf("%q leaves out the pass %s, want %q", got, name, want)
		}
	}
	if n := len(pass.Optional()); len(declared) != n || all != "none" {
		t.Errorf("%d passes and %d constants; AllPasses leaves out %q, want none", n, len(declared), all)
	}
}

// constantOf returns the constant of a pass: PassLoadPre of load-pre.
func constantOf(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(slices.Insert(words, 0, "Pass"), "")
}
