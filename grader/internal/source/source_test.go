package source

import (
	"strings"
	"testing"
)

// TestStarted says which edits of a stub count as a start.
func TestStarted(t *testing.T) {
	const stub = "package p\nfunc K(n int) { help(n) }\nfunc L() {}\nfunc help(n int) { step(n, size) }\nfunc step(a, b int) {}\nconst size = 2\n"
	tests := []struct {
		name, old, new string
		started        bool
	}{
		{"nothing", "", "", false},
		{"a comment", "func K", "// K is mine.\nfunc K", false},
		{"layout", "{ help(n) }", "{\n\thelp(n)\n}", false},
		{"another kernel", "func L() {}", "func L() { help(1) }", false},
		{"the body", "help(n) }\nfunc L", "help(n + 1) }\nfunc L", true},
		{"a helper", "step(n, size)", "step(n, 1)", true},
		{"a helper's helper", "b int) {}", "b int) { a++ }", true},
		{"a constant", "size = 2", "size = 3", true},
		{"a directive", "func K", "//gpu:launchbounds 256 8\nfunc K", true},
		{"another declaration that has a parameter's name", "func L() {}", "func L() {}\nconst n = 3", false},
		{"another kernel's directive", "func L", "//gpu:launchbounds 256 8\nfunc L", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, err := Parse("stub.go", []byte(stub))
			if err != nil {
				t.Fatal(err)
			}
			after, err := Parse("kernel.go", []byte(strings.Replace(stub, tt.old, tt.new, 1)))
			if err != nil {
				t.Fatal(err)
			}
			if got := !after.Same(before, "K"); got != tt.started {
				t.Errorf("got started %v, want %v", got, tt.started)
			}
		})
	}
}
