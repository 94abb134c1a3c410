package course

// This file computes the side in CUDA C of the tables from the side in Go, as gpusim cuda
// writes it, so that no row can be wrong. After a change of a row:
//
//	go test ./notebooks/internal/course -run TestTablesAreComputed -update
//
// Rows about the host, and those in notWritten, are typed.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"gpucourse/gpusim"
)

// notWritten are the rows of device code that are typed, with the reason.
var notWritten = map[string]string{
	"`var DevPointer gpu.Global[[]float32]`":           "a pointer in a variable is a slice in Go",
	"`DevPointer.V[i] *= 2`":                           "a pointer in a variable is a slice in Go",
	"`m.Row(y)[x]`":                                    "pitched memory is a struct in Go, pointer and pitch in CUDA C",
	"`p.Data` at `y*p.Stride + x`, stride in elements": "pitched memory is a struct in Go, pointer and pitch in CUDA C",
	"`//gpu:noinline` above it":                        "a word above a function",
	"`//gpu:launchbounds 256 4` above the function":    "a word above a function",
}

// textures are the parameters of the rows that read a texture.
var textures = map[string]string{"`t.At(x, y)`": "t gpu.Texture2D[float32], x, y float32", "`t.Fetch(i)`": "t gpu.Texture1D[float32], i int"}

func TestTablesAreComputed(t *testing.T) {
	changed, computed := map[string][]byte{}, 0
	typed := map[string]bool{}
	for _, r := range tableRows(t) {
		if notWritten[r.golang] != "" {
			typed[r.golang] = true
			continue
		}
		if hostCode.MatchString(r.golang) || hostCode.MatchString(r.cuda) {
			c, g := launchC.FindStringSubmatch(r.cuda), launchGo.FindStringSubmatch(r.golang)
			if c != nil && g != nil && c[1] != g[1] {
				t.Errorf("chapter %s: %s launches %s in Go", r.chapter, r.cuda, g[1])
			}
			continue
		}
		want, err := r.written(t)
		if err != nil {
			t.Errorf("chapter %s: %s: %v", r.chapter, r.golang, err)
			continue
		}
		computed++
		if want == r.cuda {
			continue
		}
		if !golden.Update() {
			t.Errorf("chapter %s: %s in Go is %s, the table has %s", r.chapter, r.golang, want, r.cuda)
			continue
		}
		r.replace(t, want, changed)
	}
	for row := range notWritten {
		if !typed[row] {
			t.Errorf("no table has the row %s", row)
		}
	}
	for file, text := range changed {
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d rows are computed", computed)
}

// replace puts the side in CUDA C into the row's notebook.
func (r tableRow) replace(t *testing.T, cuda string, changed map[string][]byte) {
	files, err := filepath.Glob("../../" + r.chapter + "_*.ipynb")
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text := changed[files[0]]
	if text == nil {
		if text, err = os.ReadFile(files[0]); err != nil {
			t.Fatal(err)
		}
	}
	row := func(cuda string) []byte { return inJSON(cuda + " | " + r.golang) }
	if !bytes.Contains(text, row(r.cuda)) {
		t.Errorf("chapter %s: %s stands otherwise in the file", r.chapter, r.golang)
	}
	changed[files[0]] = bytes.ReplaceAll(text, row(r.cuda), row(cuda))
}

// inJSON returns a text as the string of a notebook has it.
func inJSON(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err)
	}
	return bytes.Trim(b.Bytes(), "\"\n")
}

// written returns the row's side in CUDA C, computed from its side in Go.
func (r tableRow) written(t *testing.T) (string, error) {
	g := strings.Trim(r.golang, "`")
	margin := g[:len(g)-len(strings.TrimLeft(g, " "))]
	var source string
	var take finder
	if name, ok := strings.CutPrefix(g, "func "); ok {
		name, _, _ = strings.Cut(name, "(")
		source, take = kernelOf(t, r.chapter, name), head
	} else {
		source, take = r.alone(g)
	}
	m, err := gpusim.LoadText("k.go", source)
	if err != nil {
		return "", fmt.Errorf("%w, in\n%s", err, source)
	}
	k, err := m.Kernel(kernelName.FindStringSubmatch(source)[1])
	if err != nil {
		return "", fmt.Errorf("%w, in\n%s", err, source)
	}
	text, err := k.CUDA()
	if err != nil {
		return "", err
	}
	return "`" + margin + helperless(take(text), text) + "`", nil
}

var (
	launchC    = regexp.MustCompile(`(\w+)<<<`)
	launchGo   = regexp.MustCompile(`Launch\((\w+),`)
	kernelName = regexp.MustCompile(`(?m)^func (\w+)\(`)
	helperCall = regexp.MustCompile(`^(\w+)\(\)$`)
	newVar     = regexp.MustCompile(`^(\w+) := (?:gpu\.(?:Dynamic)?Shared)?`)
)

// helperless puts in the place of a function that the writer adds what it returns.
func helperless(code, text string) string {
	if call := helperCall.FindStringSubmatch(code); call != nil {
		if body := regexp.MustCompile(`\b` + call[1] + `\(\) \{\n\treturn (.*);\n`).FindStringSubmatch(text); body != nil {
			return body[1]
		}
	}
	return code
}

// kernelOf returns a kernel of a chapter as a file of its own.
func kernelOf(t *testing.T, chapter, name string) string {
	files, err := filepath.Glob("../../" + chapter + "_*.ipynb")
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	for _, c := range readNotebook(t, files[0]).Cells {
		text := strings.Join(c.Source, "")
		at := strings.Index(text, "func "+name+"(")
		if c.Type == "code" && at >= 0 {
			body, _, _ := strings.Cut(text[at:], "\n}\n")
			return "package k\n\nimport \"gpucourse/gpusim/gpu\"\n\nvar _ gpu.Float2\n\n" + strings.TrimSuffix(body, "\n}") + "\n}\n"
		}
	}
	t.Errorf("chapter %s has no kernel %s", chapter, name)
	return ""
}

// head returns a kernel up to its parameters.
func head(text string) string {
	at := strings.Index(text, "__global__")
	line, _, _ := strings.Cut(text[at:], " {\n")
	return line
}

// finder finds the text of a row in that of a kernel in CUDA C.
type finder func(text string) string

// alone returns a kernel around the row's side in Go.
func (r tableRow) alone(g string) (source string, take finder) {
	b := &bothSides{params: around[r.chapter].params}
	if texture := textures[r.golang]; texture != "" {
		b.params = texture
	}
	if take = b.declaration(g); take == nil {
		take = r.code(b, g)
	}
	for _, v := range globals {
		if strings.Contains(g, v.name+".V") {
			b.goTop += v.golang + "\n"
		}
	}
	_, source = b.text()
	return source, take
}

// declaration makes a kernel that uses what the row declares, nil where it declares nothing.
func (b *bothSides) declaration(g string) finder {
	name := newVar.FindStringSubmatch(g)
	switch {
	case strings.HasPrefix(g, "type "):
		b.params, b.goTop, b.goParams = "", g, ", q []"+strings.Fields(g)[1]
		b.golang = []string{"q[me] = q[0]"}
		return func(text string) string { return outside(text, "struct ") }
	case strings.HasPrefix(g, "var ") && strings.Contains(g, " gpu."):
		b.goTop = g
		b.golang = []string{"_ = " + strings.Fields(g)[1] + ".V" + strings.Repeat("[0]", strings.Count(g, "[")-1)}
		return func(text string) string { return outside(text, "__") }
	case parameter.MatchString(g):
		b.params, b.goParams, b.golang = "", ", "+g, []string{"_ = " + strings.Fields(g)[0]}
		return func(text string) string {
			_, params, _ := strings.Cut(head(text), ", ")
			return strings.TrimSuffix(params, ")")
		}
	case strings.HasPrefix(g, "var "): // an array, of which the first use is to fill it
		b.golang = []string{"// row", g, "// end", "for k := range v { v[k] = float32(me) }", "res[me] = int32(v[me%8])"}
	case name != nil && strings.Contains(name[0], "Shared"):
		first := name[1] + strings.Repeat("[0]", max(1, strings.Count(g, "[")-1))
		b.golang = []string{"// row", g, "// end", first + " = 1", "res[me] = int32(" + first + ")"}
	case name != nil:
		b.golang = []string{"// row", g, "// end", "res[me] = int32(" + name[1] + ")"}
		b.params = without(b.params, name[1])
	default:
		return nil
	}
	return marked
}

// code puts a statement or an expression into a kernel. A statement ends in CUDA C with ; or }.
func (r tableRow) code(b *bothSides, g string) finder {
	inside := func(code string) { b.golang = []string{around[r.chapter].golang, "// row", code, "// end"} }
	switch {
	case strings.HasSuffix(g, "{"):
		inside(g + " res[me]++ }")
		return func(text string) string { line, _, _ := strings.Cut(marked(text), "{"); return line + "{" }
	case strings.HasPrefix(g, "for ") && !strings.Contains(g, "{"):
		inside(g + " { res[me] += int32(k) }")
		return func(text string) string { line, _, _ := strings.Cut(marked(text), " {"); return line }
	case strings.HasSuffix(r.cuda, ";`") || strings.HasSuffix(g, "}"):
		inside(g)
		return marked
	}
	inside("kept := " + g)
	b.golang = append(b.golang, "_ = kept")
	return func(text string) string { return keptValue.FindStringSubmatch(marked(text))[1] }
}

var (
	parameter = regexp.MustCompile(`^\w+ (?:\[\]float32|gpu\.\S+)$`)
	keptValue = regexp.MustCompile(`kept = (.*);$`)
)

// without leaves a parameter out.
func without(params, name string) string {
	params = regexp.MustCompile(`(^|, )`+name+`(, )`).ReplaceAllString(params, "$1")
	return regexp.MustCompile(`, `+name+` \w+(, |$)`).ReplaceAllString(params, "$1")
}

// marked returns the lines of the row as one.
func marked(text string) string {
	_, text, _ = strings.Cut(text, "// row\n")
	text, _, _ = strings.Cut(text, "// end\n")
	return strings.Join(strings.Fields(text), " ")
}

// outside returns the declaration outside of the kernel that begins with a word.
func outside(text, word string) string {
	at := strings.Index("\n"+text, "\n"+word)
	declared := text[at:]
	end := strings.Index(declared, ";\n")
	if word == "struct " {
		end = strings.Index(declared, "};\n") + 1
	}
	return strings.Join(strings.Fields(declared[:end+1]), " ")
}
