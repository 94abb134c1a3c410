package lower

import (
	"strings"
	"testing"

	"gpucourse/gpusim/internal/intrinsic"
)

// TestEveryFunctionIsLowered: the table of functions and their lowerings name the same.
func TestEveryFunctionIsLowered(t *testing.T) {
	for name := range intrinsic.ByGo {
		if deviceFunctions[name] == nil {
			t.Errorf("%s has a row and no lowering", name)
		}
	}
	for name := range deviceFunctions {
		if intrinsic.ByGo[name] == nil && !strings.HasPrefix(name, "cuda.") {
			t.Errorf("%s has a lowering and no row", name)
		}
	}
}
