package course

// This file reads and writes notebooks with their outputs, and compares stored outputs with
// those of a run.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gpucourse/grader/stubs"
	"gpucourse/grader/task"
	"gpucourse/internal/ipynb"
)

// document is a notebook's file. What is not read here stays as it is.
type document struct {
	Cells         []*documentCell `json:"cells"`
	Metadata      json.RawMessage `json:"metadata"`
	NBFormat      int             `json:"nbformat"`
	NBFormatMinor int             `json:"nbformat_minor"`
}

// documentCell is a cell. Text cells have no outputs.
type documentCell struct {
	Type     string          `json:"cell_type"`
	Count    *int            `json:"execution_count,omitempty"`
	ID       string          `json:"id"`
	Metadata json.RawMessage `json:"metadata"`
	Outputs  []output        `json:"outputs,omitempty"`
	Source   ipynb.Text      `json:"source"`
}

// MarshalJSON writes what nbformat demands: a code cell has outputs and a count, if only
// empty ones.
func (c *documentCell) MarshalJSON() ([]byte, error) {
	type text struct {
		Type     string          `json:"cell_type"`
		ID       string          `json:"id"`
		Metadata json.RawMessage `json:"metadata"`
		Source   ipynb.Text      `json:"source"`
	}
	if c.Type != "code" {
		return ipynb.Encode(text{c.Type, c.ID, c.Metadata, c.Source}, "")
	}
	outputs := c.Outputs
	if outputs == nil {
		outputs = []output{}
	}
	return ipynb.Encode(struct {
		Type     string          `json:"cell_type"`
		Count    *int            `json:"execution_count"`
		ID       string          `json:"id"`
		Metadata json.RawMessage `json:"metadata"`
		Outputs  []output        `json:"outputs"`
		Source   ipynb.Text      `json:"source"`
	}{c.Type, c.Count, c.ID, c.Metadata, outputs, c.Source}, "")
}

func readDocument(file string) (*document, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &d, nil
}

// write writes the file with Jupyter's indent.
func (d *document) write(file string) error {
	text, err := ipynb.Encode(d, " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// cleared returns a notebook without outputs, as a learner begins with it. goVersion is that of
// the kernel; "" leaves the metadata as they are. The tasks are the variants of the learner.
func cleared(text []byte, goVersion string, variants map[string]int) ([]byte, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	metadata, changed := asKernelSays(d.Metadata, goVersion)
	d.Metadata = metadata
	for _, c := range d.Cells {
		changed = changed || len(c.Outputs) > 0 || c.Count != nil
		c.Outputs, c.Count = nil, nil
		changed = c.vary(variants) || changed
	}
	if !changed {
		return text, nil
	}
	return ipynb.Encode(&d, " ")
}

// vary writes a variant into a cell of a task. It reports whether the cell changed.
func (c *documentCell) vary(variants map[string]int) bool {
	var of struct{ Task string }
	if json.Unmarshal(c.Metadata, &of) != nil || variants[of.Task] == 0 {
		return false
	}
	t, err := task.Find(of.Task)
	if err != nil {
		return false
	}
	before := c.Source
	if t = t.As(variants[of.Task]); c.Type == "code" {
		c.Source = ipynb.Text(t.Source())
	} else {
		c.Source = ipynb.Text(t.Markdown())
	}
	return c.Source != before
}

// asKernelSays returns metadata with the language as the kernel describes it. From others
// JupyterLab learns it when the kernel starts, and counts the notebook as unsaved.
func asKernelSays(metadata json.RawMessage, goVersion string) (_ json.RawMessage, changed bool) {
	var all map[string]json.RawMessage
	if goVersion == "" || json.Unmarshal(metadata, &all) != nil || all["language_info"] == nil {
		return metadata, false
	}
	all["language_info"] = encoded(map[string]string{
		"codemirror_mode": "", "file_extension": ".go", "mimetype": "text/x-go", "name": "go",
		"nbconvert_exporter": "", "pygments_lexer": "", "version": goVersion,
	})
	return encoded(all), true
}

// encoded is a value of strings as JSON.
func encoded(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return text
}

// cellsOf is what a notebook says apart from its metadata; the text itself if it is no notebook.
func cellsOf(text []byte) string {
	var d document
	if json.Unmarshal(text, &d) != nil {
		return string(text)
	}
	return string(encoded(d.Cells))
}

// exerciseID begins the ids of the cells that show the learner's exercise.
const exerciseID = "exercise"

// exerciseChanged reports whether the exercise of a notebook is no longer as it is handed out.
// Its cells then show the learner's work, which the stored outputs cannot know.
func exerciseChanged(root, notebook string) bool {
	name := strings.TrimSuffix(filepath.Base(notebook), ".ipynb")
	stub, err := stubs.Source(name)
	if err != nil {
		return false // a chapter without an exercise
	}
	text, err := os.ReadFile(filepath.Join(root, "exercises", name, "kernel.go"))
	return err != nil || !bytes.Equal(text, stub)
}

// rerun is a notebook of the course and its executed copy.
type rerun struct {
	stored *document
	fresh  map[string]*documentCell // by id, with what is to be kept of their outputs
}

// readRerun reads a notebook and its executed copy. Cells that show a changed exercise count
// as unchanged.
func readRerun(root, file, executed string) (*rerun, error) {
	stored, err := readDocument(file)
	if err != nil {
		return nil, err
	}
	ran, err := readDocument(executed)
	if err != nil {
		return nil, err
	}
	r := &rerun{stored: stored, fresh: map[string]*documentCell{}}
	own := exerciseChanged(root, file)
	for i, c := range ran.Cells {
		r.fresh[c.ID] = c
		if own && strings.HasPrefix(c.ID, exerciseID) && i < len(stored.Cells) {
			c.Outputs = stored.Cells[i].Outputs
		} else if c.Outputs, err = kept(c.Outputs); err != nil {
			return nil, fmt.Errorf("%s: cell %s: %w", file, c.ID, err)
		}
	}
	return r, nil
}

// update stores the outputs and the counts of the run. Messages name cells by their counts.
func (r *rerun) update(file string) error {
	for _, c := range r.stored.Cells {
		if fresh := r.fresh[c.ID]; fresh != nil {
			c.Outputs, c.Count = fresh.Outputs, fresh.Count
		}
	}
	return r.stored.write(file)
}

// differences says for each cell whose outputs are not the stored ones what differs first.
func (r *rerun) differences() (list []string) {
	for i, c := range r.stored.Cells {
		stored, fresh := c.outputLines(), r.fresh[c.ID].outputLines()
		for n := range max(len(stored), len(fresh)) {
			was, is := at(stored, n), at(fresh, n)
			if was != is {
				was, is = fromDifference(was, is)
				list = append(list, fmt.Sprintf("cell %d (%s)\n    stored: %s\n    now:    %s", i+1, c.ID, was, is))
				break
			}
		}
	}
	return list
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}

// outputLines lists the count and what the outputs say, line by line; a picture is one line or
// several.
func (c *documentCell) outputLines() (all []string) {
	if c == nil {
		return nil
	}
	if c.Count != nil {
		all = append(all, fmt.Sprintf("In [%d]", *c.Count))
	}
	for _, o := range c.Outputs {
		for _, kind := range []string{ipynb.HTML, ipynb.Plain, ipynb.SVG} {
			if text, ok := o.Data[kind]; ok {
				all = append(all, strings.Split(string(text), "\n")...)
			}
		}
		if o.Text != "" {
			all = append(all, strings.Split(o.Stream+": "+string(o.Text), "\n")...)
		}
		all = append(all, o.Traceback...)
	}
	return all
}

// tags are the elements of HTML, without which a difference is easier to read.
var tags = regexp.MustCompile(`<[^>]*>`)

// fromDifference cuts two lines to what stands around their first difference.
func fromDifference(a, b string) (string, string) {
	if x, y := plain(a), plain(b); x != y {
		a, b = x, y
	}
	const before, most = 40, 160
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	cut := func(s string) string {
		s = s[max(0, n-before):]
		return strings.ToValidUTF8(s[:min(len(s), most)], "")
	}
	return cut(a), cut(b)
}

func plain(s string) string { return html.UnescapeString(tags.ReplaceAllString(s, " ")) }
