package notebook

import (
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/driver"
)

// atLine calls callSite as Show does.
func atLine() runtime.Frame { return callSite() }

// TestMistakesGetALine: a mistake without a position gets the line that shows it; others keep theirs.
func TestMistakesGetALine(t *testing.T) {
	known := diag.Diagnostic{Pos: diag.Pos{File: "kernel.go", Line: 3}, Source: "x[0] = 1"}
	for _, v := range []any{known, diag.List{known}, 3} {
		if got := placed(v, atLine()); !reflect.DeepEqual(got, v) {
			t.Errorf("got %#v, want %#v", got, v)
		}
	}
	list := diag.List{{Code: diag.NoSource}, known}
	got := placed(list, atLine()).(diag.List)          // the line
	one := placed(list[0], atLine()).(diag.Diagnostic) // the line
	for _, d := range []diag.Diagnostic{got[0], one} {
		if filepath.Base(d.Pos.File) != "show_test.go" || !strings.Contains(d.Source, "atLine()") || !strings.HasSuffix(d.Source, "// the line") {
			t.Errorf("got %v at %q, want the line that calls atLine", d, d.Source)
		}
	}
	if got[1] != known || list[0].Pos != (diag.Pos{}) {
		t.Errorf("got %v of %v", got, list)
	}
}

// TestHostErrorsQuoteTheirCall: a refused call is quoted, however late its error is shown.
func TestHostErrorsQuoteTheirCall(t *testing.T) {
	dev := gpusim.Must(gpusim.Open("H200"))
	x := gpusim.Must(gpusim.Malloc[float32](dev, 4))
	thread := gpusim.Must(driver.NewHost("H200")).Thread("t")
	for name, refused := range map[string]error{
		"runtime": x.CopyFrom(make([]float32, 8)), // a call
		"driver":  thread.CtxPushCurrent(nil),     // a call
	} {
		if d := placed(refused, atLine()).(diag.Diagnostic); !strings.HasSuffix(d.Source, "// a call") {
			t.Errorf("%s: got %v at %q, want the line of the call", name, d, d.Source)
		}
	}
}
