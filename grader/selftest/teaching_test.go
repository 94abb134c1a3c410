package selftest

// This file does what TEACHING.md says: it writes the files that stand there, and runs each command
// of the grader.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/internal/source"
)

// fileBlock is a file with its text: "File `roster.csv`:" and an indented block.
var fileBlock = regexp.MustCompile("File\\s+`([^`]+)`:\n\n((?:(?: {4}.*)?\n)+)")

// commandText is a command of the grader, in a line of its own or between backticks.
var commandText = regexp.MustCompile("(?m)(?:^ {4,}|`)((?:go run (?:gpucourse|\\.)/grader|grader) [a-z][^`\n]*)")

// placeholders are words of commands that stand for something of the reader's.
var placeholders = strings.NewReplacer(
	`"$1"`, "00_start", `"$2"`, "submissions/a1", `"$3/results.json"`, "exercism.json",
	"/autograder/results/results.json", "gradescope.json", "/autograder/submission", "submissions/a1",
	"check 21", "check 00",
)

// TestTeaching runs the commands of TEACHING.md in their order, in a copy of the repository with two
// submissions, and looks at what they write.
func TestTeaching(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it runs some twenty commands")
	}
	doc, err := os.ReadFile("../../TEACHING.md")
	if err != nil {
		t.Fatal(err)
	}
	at := lecturersFolder(t, string(doc))
	ran := 0
	for _, m := range commandText.FindAllStringSubmatch(string(doc), -1) {
		words := strings.Fields(placeholders.Replace(m[1]))
		words = words[1+slices.IndexFunc(words, func(w string) bool { return strings.HasSuffix(w, "grader") }):]
		cmd := grader(t, words...)
		cmd.Dir = at
		cmd.Env = append(cmd.Env, "GPUCOURSE_PROGRESS="+filepath.Join(at, "work", "progress.json"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", m[1], err, out)
		}
		ran++
	}
	if ran < 20 {
		t.Errorf("TEACHING.md has %d commands of the grader, and it is known to have more", ran)
	}
	for file, want := range map[string]string{
		"marks.csv": "a1,00_start,Add,done,8,8,", "gradebook.csv": "points,max_points", "pages/index.html": "Learner", "gradescope.json": `"T00.2"`, "exercism.json": `"status": "pass"`,
	} {
		if text, err := os.ReadFile(filepath.Join(at, file)); err != nil || file != "pages/index.html" && !strings.Contains(string(text), want) {
			t.Errorf("%s: %v; got\n%s\nwant it to hold %s", file, err, text, want)
		}
	}
	for args, want := range map[string]string{
		"report -instructor teacher -roster roster.csv -deadlines deadlines.csv -times times.csv -format gradebook results": "c3,Learner Three,,Friday,,0,0,",
		"grade -instructor teacher -exercises 90_double -format csv submissions":                                            "a1,90_double,Double,done,6,6,",
		"grade -exercises none -tasks 00 -format csv submissions":                                                           "_b2_file,00.2,Negate,done,4,4,",
	} {
		cmd := grader(t, strings.Fields(args)...)
		cmd.Dir = at
		if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v; got\n%s\nwant it to hold %s", args, err, out, want)
		}
	}
}

// lecturersFolder makes a folder with the files of a document, two submissions, and a copy of the
// repository as far as commands need it.
func lecturersFolder(t *testing.T, doc string) string {
	t.Helper()
	at := t.TempDir()
	for _, m := range fileBlock.FindAllStringSubmatch(doc, -1) {
		put(t, filepath.Join(at, m[1]), []byte(dedented(m[2])))
	}
	for _, folder := range []string{"submissions/a1", "submissions/Learner Two_b2_file", "exercises", "solutions"} {
		copyFolder(t, "../../solutions/00_start", filepath.Join(at, folder, "00_start"))
	}
	put(t, filepath.Join(at, "go.mod"), []byte("module gpucourse\n"))
	reference, err := os.ReadFile(filepath.Join(at, "teacher/hidden/90_double", source.KernelFile))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(at, "submissions/a1/90_double", source.KernelFile), reference)
	cell := "func Negate(out, in []float32, n int) {\\n\\ti := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X\\n\\tif i < n {\\n\\t\\tout[i] = -in[i]\\n\\t}\\n}\\n%%\\nlesson.Try(\\\"00.2\\\", Negate)"
	for _, learner := range []string{"a1", "Learner Two_b2_file"} {
		put(t, filepath.Join(at, "submissions", learner, "00_start.ipynb"), fmt.Appendf(nil, `{"cells": [{"cell_type": "code", "source": "%s"}]}`, cell))
	}
	return at
}

// dedented returns a block without the indentation of its first line.
func dedented(block string) string {
	indent := block[:len(block)-len(strings.TrimLeft(block, " "))]
	var b strings.Builder
	for line := range strings.Lines(block) {
		b.WriteString(strings.TrimPrefix(line, indent))
	}
	return strings.TrimSpace(b.String()) + "\n"
}
