// Package tab is the command line of the tasks and exercises in a tab of a browser. It grades
// with the code of the notebooks, and answers with one line of JSON.
//
//	lesson try 07.2 task.go                the kernel of a file
//	lesson try 07.1 8                      a predicted number
//	lesson try 07.3 b                      a chosen sentence
//	lesson try 07.5 -grid 40 -block 24     a launch
//	lesson check 07                        the exercise of a chapter, as it stands in its file
//	lesson merge FILE                      add the progress of a file to the learner's own
//
// Files lie as they do in the repository, and so does the learner's file of progress.
package tab

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/grader/internal/cards"
	"gpucourse/grader/progress"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// Answer is what a command prints.
type Answer struct {
	HTML     string    `json:"html"` // the card of a notebook
	Text     string    `json:"text"` // the same for a terminal
	Verdicts []Verdict `json:"verdicts"`
}

// Verdict is an outcome on the card.
type Verdict struct {
	ID       string `json:"id"` // of the item of progress
	Done     bool   `json:"done"`
	State    string `json:"state"`
	Marks    int    `json:"marks"`
	MaxMarks int    `json:"maxMarks"`
}

var errUsage = errors.New("usage: lesson try ID ANSWER, lesson check NN, lesson merge FILE")

// Run runs a command line without the name of the program, and returns the exit code: 0, or
// 2 of a command line that cannot be read.
func Run(_ context.Context, args []string, stdout, stderr io.Writer) int {
	page, err := run(args)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	text, err := json.Marshal(answerOf(page))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	fmt.Fprintf(stdout, "%s\n", text)
	return 0
}

func run(args []string) (cards.Page, error) {
	if len(args) < 2 {
		return cards.Page{}, errUsage
	}
	switch command, name, rest := args[0], args[1], args[2:]; command {
	case "try":
		return try(name, rest)
	case "check":
		return cards.Check(name), nil
	case "merge":
		err := merge(name)
		return cards.Overview(), err
	}
	return cards.Page{}, errUsage
}

// try reads an answer as the task asks for it.
func try(id string, words []string) (cards.Page, error) {
	t, err := task.Find(id)
	if err != nil {
		return cards.Page{}, err
	}
	word := strings.Join(words, " ")
	switch t.Ask.(type) {
	case task.Kernel, task.Program:
		return cards.File(id, word), nil
	case task.Number:
		n, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return cards.Page{}, fmt.Errorf("task %s asks for a number, and got %q", id, word)
		}
		return cards.Try(id, n), nil
	case task.Configuration:
		return tryLaunch(t, words)
	}
	return cards.Try(id, word), nil
}

// tryLaunch writes the file of the kernel that is given, and tries a launch of it.
func tryLaunch(t *task.Task, words []string) (cards.Page, error) {
	var c gpusim.Config
	flags := flag.NewFlagSet("lesson try "+t.ID, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("grid", "blocks: X,Y,Z", func(text string) error { return parseDim(text, &c.Grid) })
	flags.Func("block", "threads: X,Y,Z", func(text string) error { return parseDim(text, &c.Block) })
	flags.IntVar(&c.Shared, "shared", 0, "bytes of dynamic shared memory")
	if err := flags.Parse(words); err != nil {
		return cards.Page{}, err
	}
	root, err := verdict.Root()
	if err != nil {
		return cards.Page{}, err
	}
	file := filepath.Join(root, filepath.FromSlash(t.CodePath(task.GivenFile)))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, t.Code(task.GivenFile), 0o644)); err != nil {
		return cards.Page{}, err
	}
	return cards.Try(t.ID, c), nil
}

// parseDim reads "8", "8,4" or "8,4,2".
func parseDim(text string, d *gpusim.Dim3) error {
	*d = gpusim.Dim(1)
	extents := []*int{&d.X, &d.Y, &d.Z}
	parts := strings.Split(text, ",")
	if len(parts) > len(extents) {
		return errors.New("it has three extents at most")
	}
	for i, part := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return fmt.Errorf("%q is no number", part)
		}
		*extents[i] = n
	}
	return nil
}

// merge adds the progress of a file.
func merge(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := progress.Default()
	if err != nil {
		return err
	}
	return file.Merge(text)
}

func answerOf(p cards.Page) Answer {
	a := Answer{HTML: p.HTML, Text: p.Text, Verdicts: []Verdict{}}
	for _, v := range p.Verdicts {
		id := v.Exercise
		if _, err := task.Find(id); err != nil {
			id = progress.ID(v.Exercise, v.Kernel)
		}
		a.Verdicts = append(a.Verdicts, Verdict{id, v.State == verdict.Done, v.State.String(), v.Marks(), v.MaxMarks()})
	}
	return a
}
