package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// listener is a test that keeps its errors.
type listener struct {
	testing.TB
	errors []string
}

func (l *listener) Helper()      {}
func (l *listener) Name() string { return "TestIt" }

func (l *listener) Error(args ...any) { l.errors = append(l.errors, fmt.Sprint(args...)) }

func (l *listener) Errorf(format string, args ...any) { l.Error(fmt.Sprintf(format, args...)) }

// TestCheck: a missing file and another text are errors, which -update mends.
func TestCheck(t *testing.T) {
	defer func(was bool) { *update = was }(*update)
	file := filepath.Join(t.TempDir(), "file")
	for _, test := range []struct {
		text   string
		update bool
		want   string // in the error; empty: there is none
	}{
		{"a\n", false, "no such file"},
		{"a\n", true, ""},
		{"a\n", false, ""},
		{"b\n", false, "-run 'TestIt' -update"},
		{"b\n", true, ""},
		{"b\n", false, ""},
	} {
		*update = test.update
		l := &listener{}
		Check(l, file, test.text)
		if got := strings.Join(l.errors, "\n"); !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%+v: got %q", test, got)
		}
		if have, err := os.ReadFile(file); test.update && string(have) != test.text {
			t.Errorf("%+v: the file has %q, %v", test, have, err)
		}
	}
}
