package gofiles

import (
	"go/ast"
	"go/token"
	"testing"
)

// TestRead: the files of this package but its test are read, and their names lead to their declarations.
func TestRead(t *testing.T) {
	p := Read(t, ".")
	if len(p.Files) != 1 || p.Name(p.Files[0]) != "gofiles.go" {
		t.Fatalf("got %d files, want gofiles.go alone", len(p.Files))
	}
	uses := 0
	for id, object := range p.Info.Uses {
		if id.Name == "Package" && object == p.Types.Scope().Lookup("Package") {
			uses++
		}
	}
	if uses != 3 {
		t.Errorf("Package is used %d times, want 3", uses)
	}
	constants := 0
	for e, v := range p.Info.Types {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.INT && v.Value != nil {
			constants++
		}
	}
	if constants == 0 {
		t.Error("no constant has a value")
	}
}
