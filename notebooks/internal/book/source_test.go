package book

// This file tests what Sphinx is given to read.

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/workbench/site"
)

func TestPageOf(t *testing.T) {
	for link, want := range map[string]string{
		"glossary.md#smsp__inst_executed.sum":   "glossary.html#smsp__inst_executedsum",
		"glossary.md#bank-conflict":             "glossary.html#bank-conflict",
		"07_coalescing.ipynb":                   "07_coalescing.html",
		"../exercises/01_cpu_memory/kernel.go":  "../exercises/01_cpu_memory/README.html#kernelgo",
		"https://docs.nvidia.com/cuda/":         "https://docs.nvidia.com/cuda/",
		"https://example.org/a/README.md#place": "https://example.org/a/README.md#place",
		"#here":                                 "#here",
		"straight.cu":                           "#",
		"00_start.ipynb#cell-id=task-00-1":      "workbench:course.html#00.1",
	} {
		if got := pageOf(link); got != want {
			t.Errorf("%s leads to %s, want %s", link, got, want)
		}
	}
}

func TestFolds(t *testing.T) {
	got := folds("A\n\n<details><summary>1. Is <code>a &lt; b</code> <b>so</b>?</summary>\n\nYes:\n\n```go\na()\n```\n</details>\n\nB")
	want := "A\n\n~~~~~{fold} 1. Is `a < b` **so**?\nYes:\n\n```go\na()\n```\n~~~~~\n\nB"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestPicture(t *testing.T) {
	s := &source{dir: t.TempDir()}
	const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='493.4' height='274'></svg>`
	got, err := s.picture(svg, `a < b & "c"`)
	if err != nil {
		t.Fatal(err)
	}
	if want := `width="493" height="274" alt="a &lt; b &amp; &#34;c&#34;">`; !strings.HasSuffix(got, want) {
		t.Errorf("got %s, want an end %s", got, want)
	}
	_, name, _ := strings.Cut(got, "../_static/")
	name, _, _ = strings.Cut(name, `"`)
	if text, err := os.ReadFile(filepath.Join(s.dir, "static", name)); err != nil || string(text) != svg {
		t.Errorf("the file holds %q (%v)", text, err)
	}
	if _, err := s.picture("<svg>", ""); err == nil {
		t.Error("a picture without a size has no error")
	}
}

// A stream has no data; it is shown as it is.
func TestStreamIsKept(t *testing.T) {
	const text = `{"cells":[{"cell_type":"code","id":"a","metadata":{},"source":"","outputs":[{"output_type":"stream","name":"stderr","text":"written"}]}]}`
	n, err := readNotebook([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	got, err := (&source{outputs: true}).notebook(n)
	if want := `"outputs":[{"output_type":"stream","name":"stderr","text":["written"]}]`; err != nil || !strings.Contains(string(got), want) {
		t.Errorf("got %s (%v), want %s in it", got, err, want)
	}
}

// TestKernelsOfCells checks which functions of cells can be opened, and with which source.
func TestKernelsOfCells(t *testing.T) {
	d := newDeclarations()
	d.links("%noautoget\nimport (\n\t\"math\"\n\t\"gpucourse/gpusim/gpu\"\n\t\"gpucourse/notebooks/notebook\"\n)")
	for _, c := range []struct {
		cell  string
		wants map[string]string // of a kernel, what its source must hold
	}{
		{"const side = 4\n\ntype pair struct{ a, b []float32 }\n\nfunc (p pair) at(i int) float32 { return p.a[i] + float32(math.Sqrt(float64(p.b[i]))) }\n\nfunc unused() {}", nil},
		{"// Sum adds.\nfunc Sum(out []float32, p pair) {\n\tout[gpu.ThreadIdx.X*side] = p.at(gpu.ThreadIdx.X)\n}\n\n%%\nlaunch(Sum)",
			map[string]string{"Sum": "// Sum adds.\nfunc Sum|const side = 4|func (p pair) at|import \"math\"|import \"gpucourse/gpusim/gpu\""}},
		{"const side = 8", nil},
		{"func Again(out []float32) { out[gpu.ThreadIdx.X*side] = 1 }", map[string]string{"Again": "const side = 8"}},
		{"func Host(out []float32) { notebook.Show(gpu.ThreadIdx.X) }\nfunc result() int { return gpu.ThreadIdx.X }", nil},
		{"func Generic[T any](out []T) { out[gpu.ThreadIdx.X] = out[0] }", nil},
		{"func Broken(out []float32) { out[gpu.ThreadIdx.X] = missing }", nil},
		{"not Go", nil},
	} {
		got := map[string]string{}
		for _, o := range d.links(c.cell) {
			got[o.kernel] = o.source
		}
		if len(got) != len(c.wants) {
			t.Errorf("%s\ngives %v, want %d kernels", c.cell, got, len(c.wants))
		}
		for name, parts := range c.wants {
			for part := range strings.SplitSeq(parts, "|") {
				if !strings.Contains(got[name], part) {
					t.Errorf("the source of %s lacks %q:\n%s", name, part, got[name])
				}
			}
			if strings.Contains(got[name], "unused") {
				t.Errorf("the source of %s holds what it does not need", name)
			}
		}
	}
}

// TestKernelsOfTheCourse checks that every chapter with kernels has links that the workbench
// reads: a package with a kernel that compiles.
func TestKernelsOfTheCourse(t *testing.T) {
	without := []string{"01_cpu_memory.ipynb"} // its functions run on a CPU
	files, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d notebooks (%v)", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n, err := readNotebook(text)
		if err != nil {
			t.Fatal(err)
		}
		links := 0
		for d, c := newDeclarations(), 0; c < len(n.Cells); c++ {
			if n.Cells[c].Type != "code" {
				continue
			}
			for line := range strings.Lines(openLinks(d.links(string(n.Cells[c].Source)))) {
				if link, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
					links++
					checkLink(t, name, link)
				}
			}
		}
		if name := filepath.Base(file); links == 0 != slices.Contains(without, name) {
			t.Errorf("%s has %d kernels to open", name, links)
		}
	}
}

func checkLink(t *testing.T, name, link string) {
	t.Helper()
	_, text, _ := strings.Cut(link, "#")
	packed, err := base64.RawURLEncoding.DecodeString(text)
	var shared site.Shared
	if err == nil {
		err = json.Unmarshal(packed, &shared)
	}
	if err != nil || !strings.HasPrefix(shared.Source, "package ") || !strings.Contains(shared.Source, fmt.Sprintf("func %s(", name)) {
		t.Errorf("%s: the link holds %q (%v)", name, shared.Source, err)
	}
}
