package course

import (
	"bytes"
	"testing"
)

func TestFlags(t *testing.T) {
	for _, args := range [][]string{{"-check"}, {"--check"}, {"-check", "-out", "x", "07_coalescing.ipynb"}, {"-port", "9000", "-no-browser"}} {
		if _, err := parseFlags(args, &bytes.Buffer{}); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	for _, args := range [][]string{{"-wrong"}, {"07_coalescing.ipynb"}, {"-port", "x"}} {
		if _, err := parseFlags(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
