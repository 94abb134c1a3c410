// Package golden compares what a test computes with a file of the tree, and writes the file anew
// where the test runs with -update. Only tests import it.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write anew the files that tests compare with")

// Update reports whether tests write files anew.
func Update() bool { return *update }

// Check compares a file with the text that it must have, or writes it.
func Check(t testing.TB, file, want string) {
	t.Helper()
	have, err := os.ReadFile(file)
	switch {
	case err == nil && string(have) == want:
	case *update:
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Error(err)
		}
	case err != nil:
		t.Errorf("%v; go test -run '%s' -update writes it", err, t.Name())
	default:
		t.Errorf("%s differs (-file +test); go test -run '%s' -update writes it anew:\n%s", file, t.Name(), cmp.Diff(string(have), want))
	}
}
