package command

// This file checks kernels with known mistakes, and kernels without any. A kernel's comment
// says how it is launched, and want comments say what the checkers must find on a line:
//
//	//gpusim:check -grid 1 -block 64 x=64:ramp
//	// want "regexp" "regexp"	one finding for each, and no other
//	// want+ "regexp"		one or more findings
//	// want? "regexp"		any number of findings
//
// A regexp is matched against the message, followed by the code.

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
)

// checkedKernel is a kernel of the corpus.
type checkedKernel struct {
	file, name string
	flags      []string
	values     []string
	wants      map[int]*want // by line
	first      int           // line
	last       int           // line
}

// want is what must be found on a line.
type want struct {
	patterns []*regexp.Regexp
	many     bool // several findings
	none     bool // or none
}

const directive = "//gpusim:check "

var wantComment = regexp.MustCompile(`^// want([+?]?) (.*)$`)

// kernelsOf returns the kernels of a file.
func kernelsOf(t *testing.T, path string) (list []*checkedKernel) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	wants := wantsOf(t, fset, f)
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil {
			last := fn.Doc.List[len(fn.Doc.List)-1].Text
			if launch, ok := strings.CutPrefix(last, directive); ok {
				k := newCheckedKernel(path, fn.Name.Name, launch)
				k.first, k.last = fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line
				list = append(list, k)
			}
		}
	}
	shareWants(fset, f, list, wants)
	return list
}

var cudaKernel = regexp.MustCompile(`^(?:extern "C" )?__global__ void (?:__launch_bounds__\(.*?\) )?(\w+)\(`)

// cudaKernelsOf returns the kernels of a file in CUDA C. The line above a kernel says how it
// is launched; a want comment belongs to the kernel above it.
func cudaKernelsOf(t *testing.T, path string) (list []*checkedKernel) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	launch := ""
	for i, line := range strings.Split(string(text), "\n") {
		if m := cudaKernel.FindStringSubmatch(line); m != nil && launch != "" {
			list = append(list, newCheckedKernel(path, m[1], launch))
		}
		launch, _ = strings.CutPrefix(line, directive)
		if launch == line {
			launch = ""
		}
		if at := strings.Index(line, "// want"); at >= 0 {
			list[len(list)-1].wants[i+1] = newWant(t, line[at:])
		}
	}
	return list
}

func newCheckedKernel(path, name, launch string) *checkedKernel {
	k := &checkedKernel{file: path, name: name, wants: map[int]*want{}}
	words := strings.Fields(launch)
	for len(words) > 1 && strings.HasPrefix(words[0], "-") {
		k.flags, words = append(k.flags, words[:2]...), words[2:]
	}
	k.values = words
	return k
}

// wantsOf returns the want comments of a file, by line.
func wantsOf(t *testing.T, fset *token.FileSet, f *ast.File) map[int]*want {
	t.Helper()
	wants := map[int]*want{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if w := newWant(t, c.Text); w != nil {
				wants[fset.Position(c.Pos()).Line] = w
			}
		}
	}
	return wants
}

// newWant reads a comment; nil: it is no want comment.
func newWant(t *testing.T, comment string) *want {
	t.Helper()
	m := wantComment.FindStringSubmatch(comment)
	if m == nil {
		return nil
	}
	w := &want{many: m[1] != "", none: m[1] == "?"}
	for _, quoted := range regexp.MustCompile(`"(?:[^"\\]|\\.)*"`).FindAllString(m[2], -1) {
		text, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", comment, err)
		}
		w.patterns = append(w.patterns, regexp.MustCompile(text))
	}
	return w
}

// shareWants gives each kernel the wants of its lines; those of other functions go to
// the kernel that follows.
func shareWants(fset *token.FileSet, f *ast.File, list []*checkedKernel, wants map[int]*want) {
	next := 0
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || next == len(list) {
			continue
		}
		for line := fset.Position(fn.Pos()).Line; line <= fset.Position(fn.End()).Line; line++ {
			if w := wants[line]; w != nil {
				list[next].wants[line] = w
			}
		}
		if fn.Name.Name == list[next].name {
			next++
		}
	}
}

// foundLine is a finding of gpusim check -format json.
type foundLine struct {
	File    string
	Line    int
	Source  string
	Code    string
	Message string
}

// check runs gpusim check on a kernel.
func (k *checkedKernel) check(t *testing.T) []foundLine {
	t.Helper()
	args := append([]string{"check", "-format", "json"}, k.flags...)
	args = append(append(args, k.file, k.name), k.values...)
	var out, problems bytes.Buffer
	Run(t.Context(), args, &out, &problems)
	var result struct{ Diagnostics []foundLine }
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatalf("%s: %v\n%s%s", k.name, err, out.String(), problems.String())
	}
	return result.Diagnostics
}

// compare reports findings that are not wanted, and wants that are not found.
func (k *checkedKernel) compare(t *testing.T, found []foundLine) {
	t.Helper()
	met := map[*regexp.Regexp]int{}
	for _, f := range found {
		w := k.wants[f.Line]
		known := false
		for i := 0; w != nil && i < len(w.patterns) && !known; i++ {
			p := w.patterns[i]
			if known = p.MatchString(f.Message+" "+f.Code) && (w.many || met[p] == 0); known {
				met[p]++
			}
		}
		if !known {
			t.Errorf("%s:%d: %s: unwanted: %s [%s]", filepath.Base(k.file), f.Line, k.name, f.Message, f.Code)
		}
	}
	for line, w := range k.wants {
		for _, p := range w.patterns {
			if met[p] == 0 && !w.none {
				t.Errorf("%s:%d: %s: nothing found like %q", filepath.Base(k.file), line, k.name, p)
			}
		}
	}
}

// ofPrograms are the codes of kernels that need PTX: tests of packages program and gpusim meet them.
var ofPrograms = []diag.Code{diag.ProxyFence, diag.BarrierUnready, diag.ProductUnderWay, diag.FragmentMix}

// TestCheckedKernels: the checkers find each mistake of the faulty kernels, on its line, and
// nothing in the sound ones.
func TestCheckedKernels(t *testing.T) {
	const least = 60 // of each
	codes := map[string]bool{}
	for folder, faulty := range map[string]bool{"faulty": true, "sound": false} {
		files, err := filepath.Glob(filepath.Join("testdata", "check", folder, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, file := range files {
			kernels := kernelsOf
			if filepath.Ext(file) == ".cu" {
				kernels = cudaKernelsOf
			}
			for _, k := range kernels(t, file) {
				count++
				if len(k.wants) > 0 != faulty {
					t.Errorf("%s: %s: has want comments is %v", file, k.name, !faulty)
				}
				found := k.check(t)
				k.compare(t, found)
				for _, f := range found {
					codes[f.Code] = true
				}
			}
		}
		t.Logf("%s: %d kernels", folder, count)
		if count < least {
			t.Errorf("%s: %d kernels, want %d", folder, count, least)
		}
	}
	for _, info := range diag.CheckCodes() {
		if !codes[string(info.Code)] && !slices.Contains(ofPrograms, info.Code) {
			t.Errorf("no kernel has a %s", info.Code)
		}
	}
}
