package command

// This file runs the commands that the course shows, and compares the tables of
// gpusim/validation/GENERATIONS.md with their output. With -update it writes that file
// again.

import (
	"bytes"
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/internal/golden"
)

const generations = "gpusim/validation/GENERATIONS.md"

// shown is the prefix of a command in that file. Lines that follow it and are
// indented like it are its output.
const shown = "    $ gpusim "

func TestCommandsOfGenerations(t *testing.T) {
	t.Chdir("../..") // the commands run in the root of the module
	before, err := os.ReadFile(generations)
	if err != nil {
		t.Fatal(err)
	}
	var after strings.Builder
	commands := 0
	lines := strings.SplitAfter(string(before), "\n")
	for i := 0; i < len(lines); i++ {
		after.WriteString(lines[i])
		command, ok := strings.CutPrefix(lines[i], shown)
		if !ok {
			continue
		}
		commands++
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "    ") && !strings.HasPrefix(lines[i+1], shown) {
			i++
		}
		after.WriteString(output(t, command))
	}
	if commands == 0 {
		t.Errorf("%s shows no command that begins with %q", generations, shown)
	}
	golden.Check(t, generations, after.String())
}

// courseCommand is a command as notebooks and exercises show it.
var courseCommand = regexp.MustCompile("go run gpucourse/gpusim/cmd/gpusim ([^`\"\\\\\\n]*)")

// TestCommandsOfTheCourse runs every command that learners are told to run, in the
// folder where JupyterLab opens its terminal; those with words in capitals are patterns.
func TestCommandsOfTheCourse(t *testing.T) {
	t.Chdir("../..")
	commands := map[string]string{}
	for _, pattern := range []string{"notebooks/*.ipynb", "exercises/*/README.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: got %d files, %v, want some", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range courseCommand.FindAllStringSubmatch(string(text), -1) {
				commands[found[1]] = file
			}
		}
	}
	t.Chdir("notebooks")
	for _, command := range slices.Sorted(maps.Keys(commands)) {
		if placeholder.MatchString(command) {
			continue
		}
		t.Run(commands[command], func(t *testing.T) {
			if strings.HasPrefix(command, "check ") {
				checked(t, command)
				return
			}
			// What is handed out to be written, or with a mistake, runs when it is solved.
			solved := strings.Replace(command, "exercises/", "solutions/", 1)
			if Run(context.Background(), words(command), io.Discard, io.Discard) != 0 && solved != command {
				command = solved
			}
			output(t, command)
		})
	}
}

// placeholder is what a learner replaces in a command.
var placeholder = regexp.MustCompile(`\b(FILE|NAME|WORD)\b|…`)

// checked runs a check of a stub, which may find the mistake that the exercise is about.
func checked(t *testing.T, command string) {
	t.Helper()
	var out, errs strings.Builder
	if code := Run(context.Background(), words(command), &out, &errs); code > 1 || !strings.Contains(out.String(), "SUMMARY") {
		t.Errorf("gpusim %s: exit code %d, want a summary:\n%s%s", command, code, out.String(), errs.String())
	}
}

// localCommand is a command that names a package by its folder, and so works in one folder only.
var localCommand = regexp.MustCompile("go (?:run|test|build|vet) [^`\"\\\\\\n#]*\\./[a-z][^`\"\\\\\\n]*")

// TestCommandsWorkInEveryFolder: what learners are told to type names packages by their
// import path. Only the first command of README.md is typed before there is a terminal.
func TestCommandsWorkInEveryFolder(t *testing.T) {
	t.Chdir("../..")
	for _, pattern := range []string{"README.md", "notebooks/*.ipynb", "notebooks/*.md", "exercises/*/README.md", "exercises/*/kernel.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, command := range localCommand.FindAllString(string(text), -1) {
				if command != "go run ./notebooks" {
					t.Errorf("%s: %q works in one folder only; write gpucourse/… for ./…", file, command)
				}
			}
		}
	}
}

// output runs a command line and returns what it prints, indented.
func output(t *testing.T, command string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := Run(context.Background(), words(command), &stdout, &stderr); code != exitOK {
		t.Errorf("gpusim %sexit code %d: %s", command, code, stderr.String())
	}
	var text strings.Builder
	for line := range strings.Lines(stdout.String()) {
		text.WriteString("    " + line)
	}
	return text.String()
}

// words splits a command line as a shell does, knowing single quotes only.
func words(line string) (words []string) {
	for i, part := range strings.Split(strings.TrimSpace(line), "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// TestFind: a path is looked for here first, then in the folders above, but not above go.mod.
func TestFind(t *testing.T) {
	root := t.TempDir()
	for _, folder := range []string{"outside", "repo/a/b", "repo/twice", "repo/a/twice"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "repo", "go.mod"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(root, "repo", "a", "b"))
	for path, want := range map[string]string{
		"a/b": "../../a/b", "twice": "../twice", ".": ".", "outside": "outside", "../twice": "../twice", root: root,
	} {
		got, err := find(path)
		if got != want || (err == nil) != (path != "outside") {
			t.Errorf("find(%q) = %q, %v, want %q", path, got, err, want)
		}
	}
}
