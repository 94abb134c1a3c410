package task_test

// This file compares the cells of tasks in the notebooks with the rows, or writes them.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"gpucourse/grader/task"
)

// notebook is a file of cells. What is not read here is kept as it is.
type notebook struct {
	Cells         []cell          `json:"cells"`
	Metadata      json.RawMessage `json:"metadata"`
	NBFormat      int             `json:"nbformat"`
	NBFormatMinor int             `json:"nbformat_minor"`
}

// cell is a cell. One that does not change keeps its text in the file.
type cell struct {
	content
	file json.RawMessage // nil when it has changed
}

type content struct {
	Type           string          `json:"cell_type"`
	ExecutionCount json.RawMessage `json:"execution_count,omitempty"`
	ID             string          `json:"id"`
	Metadata       json.RawMessage `json:"metadata"`
	Outputs        json.RawMessage `json:"outputs,omitempty"`
	Source         []string        `json:"source"`
}

func (c *cell) UnmarshalJSON(text []byte) error {
	c.file = bytes.Clone(text)
	return json.Unmarshal(text, &c.content)
}

func (c cell) MarshalJSON() ([]byte, error) {
	if c.file != nil {
		return c.file, nil
	}
	return encode(c.content)
}

func (c *cell) text() string { return strings.Join(c.Source, "") }

// What a cell has that was not executed.
var none, null = json.RawMessage("[]"), json.RawMessage("null")

// setText writes the source as Jupyter does: a string per line. Outputs of another source
// are dropped.
func (c *cell) setText(text string) {
	if c.text() == text {
		return
	}
	c.Source, c.file = strings.SplitAfter(text, "\n"), nil
	if c.Outputs != nil {
		c.Outputs, c.ExecutionCount = none, null
	}
}

// tag is the metadata of a task's cell.
func tag(id string) string { return fmt.Sprintf(`{"task":%q}`, id) }

func (c *cell) of(id string) bool {
	var m struct{ Task string }
	return json.Unmarshal(c.Metadata, &m) == nil && m.Task == id
}

// taskCells returns the two new cells of a task.
func taskCells(row *task.Task) []cell {
	name := "task-" + strings.ReplaceAll(row.ID, ".", "-")
	return []cell{
		{content: content{Type: "markdown", ID: name + "-text", Metadata: json.RawMessage(tag(row.ID))}},
		{content: content{Type: "code", ID: name, Metadata: json.RawMessage(tag(row.ID)), Outputs: none, ExecutionCount: null}},
	}
}

// place returns the index of the first cell of a task. Cells that are missing are inserted
// behind the cell that the row names, and behind the earlier tasks there.
func (n *notebook) place(row *task.Task) (int, error) {
	if i := slices.IndexFunc(n.Cells, func(c cell) bool { return c.of(row.ID) }); i >= 0 {
		return i, nil
	}
	at := slices.IndexFunc(n.Cells, func(c cell) bool { return c.ID == row.After })
	if at < 0 {
		return 0, fmt.Errorf("task %s: the notebook has no cell %q", row.ID, row.After)
	}
	for at++; at < len(n.Cells) && strings.HasPrefix(n.Cells[at].ID, "task-"); at++ {
	}
	n.Cells = slices.Insert(n.Cells, at, taskCells(row)...)
	return at, nil
}

// write puts the rows of a chapter into the notebook.
func (n *notebook) write(rows []*task.Task) error {
	for _, row := range rows {
		i, err := n.place(row)
		if err != nil {
			return err
		}
		if i+1 >= len(n.Cells) || !n.Cells[i+1].of(row.ID) {
			return fmt.Errorf("task %s: its two cells are not side by side", row.ID)
		}
		n.Cells[i].setText(row.Markdown())
		n.Cells[i+1].setText(row.Source())
	}
	return nil
}

// encode writes JSON as Jupyter does.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

func chapters() (list []string) {
	for i := range task.Tasks {
		list = append(list, task.Tasks[i].Chapter())
	}
	return slices.Compact(list)
}

// TestNotebooks: the cells of the tasks say what the rows say, and each kernel has a name
// that no other cell of its notebook declares.
func TestNotebooks(t *testing.T) {
	for _, chapter := range chapters() {
		files, err := filepath.Glob(filepath.Join("../../notebooks", chapter+"_*.ipynb"))
		if err != nil || len(files) != 1 {
			t.Fatalf("chapter %s: got notebooks %v, %v", chapter, files, err)
		}
		old, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		var n notebook
		if err := json.Unmarshal(old, &n); err != nil {
			t.Fatal(err)
		}
		if err := n.write(task.Of(chapter)); err != nil {
			t.Error(err)
		}
		text, err := encode(n)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, files[0], string(text))
		n.checkNames(t, task.Of(chapter))
		n.checkTexts(t, files[0])
	}
}

// checkTexts finds texts that name a cell by its id, which no reader sees.
func (n *notebook) checkTexts(t *testing.T, file string) {
	for _, named := range n.Cells {
		for _, c := range n.Cells {
			if c.Type == "markdown" && strings.Contains(named.ID, "-") && strings.Contains(c.text(), "`"+named.ID+"`") {
				t.Errorf("%s: cell %s names the cell %s, whose id readers do not see", file, c.ID, named.ID)
			}
		}
	}
}

// checkNames finds kernels of tasks that other cells declare too.
func (n *notebook) checkNames(t *testing.T, rows []*task.Task) {
	for _, row := range rows {
		var names []string
		switch ask := row.Ask.(type) {
		case task.Kernel:
			names = []string{ask.Name}
		case task.Program:
			names = append(ask.Kernels, ask.Name)
		}
		for _, name := range names {
			for _, c := range n.Cells {
				if !c.of(row.ID) && c.Type == "code" && strings.Contains(c.text(), "func "+name+"(") {
					t.Errorf("task %s: cell %s declares %s too", row.ID, c.ID, name)
				}
			}
		}
	}
}
