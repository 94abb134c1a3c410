package diag

import (
	"fmt"
	"strings"
	"testing"
)

func TestTextOfManyDiagnostics(t *testing.T) {
	var l List
	for i := range shown + 3 {
		l = append(l, Diagnostic{Pos: Pos{File: "k.go", Line: i + 1}, Message: "wrong", Code: Syntax})
	}
	lines := strings.Split(l.Error(), "\n")
	if len(lines) != shown+1 || lines[shown] != "and 3 more" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	if got, want := l[:shown].Error(), fmt.Sprintf("k.go:%d: wrong [Syntax]", shown); !strings.HasSuffix(got, want) {
		t.Errorf("%q does not end with %q", got, want)
	}
}
