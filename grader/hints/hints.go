// Package hints leads to the solution of an exercise in four steps: a question that points
// at the thing to look at; a picture, or a command that shows it; code with a hole; the
// solution.
//
// The first three steps of a kernel or plan are a section of solutions/NN_topic/hints.md:
//
//	# Saxpy
//	the question
//	## Look
//	what to look at, with commands to run from the repository's root, indented
//	## Code
//	a block of Go in which ___ stands for what is left out
//
// The solution is read from the file beside it.
package hints

import (
	"fmt"
	"strings"

	"gpucourse/grader/internal/source"
	"gpucourse/solutions"
)

// Hole stands in the code of a hint for what is left out.
const Hole = "___"

// Step is one hint.
type Step struct {
	Number int    // 1 to Steps, which is the solution
	Title  string // "a question"
	Text   string // Markdown
}

// titles are the titles of the steps.
var titles = [...]string{"a question", "a look", "code with a hole", "the solution"}

// Steps is how many hints there are.
const Steps = len(titles)

// headings begin the steps that have one in a section.
var headings = [...]string{"\n## Look\n", "\n## Code\n"}

// Of returns the steps of a kernel or plan of an exercise, the solution last. An exercise
// without hints for it has the solution alone.
func Of(exercise, name string) ([]Step, error) {
	solution, err := Solution(exercise, name)
	if err != nil {
		return nil, err
	}
	return Titled(append(written(exercise, name), "```go\n"+solution+"```\n")), nil
}

// Titled returns texts, of which the last is the solution, as steps.
func Titled(texts []string) []Step {
	steps := make([]Step, len(texts))
	for i, text := range texts {
		number := len(titles) - len(texts) + i
		steps[i] = Step{number + 1, titles[number], text}
	}
	return steps
}

// written returns the steps of a section, or nil when there is none.
func written(exercise, name string) []string {
	file, err := solutions.Hints(exercise)
	if err != nil {
		return nil
	}
	_, section, found := strings.Cut("\n"+string(file), "\n# "+name+"\n")
	if !found {
		return nil
	}
	section, _, _ = strings.Cut(section, "\n# ")
	var texts []string
	for _, heading := range headings {
		text, rest, found := strings.Cut(section, heading)
		if !found {
			return nil
		}
		texts, section = append(texts, strings.TrimSpace(text)+"\n"), rest
	}
	return append(texts, strings.TrimSpace(section)+"\n")
}

// Solution returns the code that solves a kernel or plan: its declaration in the solution
// and all that it uses there.
func Solution(exercise, name string) (string, error) {
	text, err := solutions.Source(exercise)
	if err != nil {
		return "", fmt.Errorf("no exercise has the name %s", exercise)
	}
	sub, err := source.Parse(exercise+"/"+source.KernelFile, text)
	if err != nil {
		panic("BUG: a solution is not Go: " + err.Error())
	}
	code := sub.TextWithUses(name)
	if code == "" {
		return "", fmt.Errorf("exercise %s has no %s", exercise, name)
	}
	return code, nil
}

// Plain returns the Markdown of a step for a terminal: without fences and backticks. Code
// is indented.
func Plain(markdown string) string {
	var out []string
	fenced := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
			continue
		case fenced:
			line = strings.TrimRight("    "+strings.ReplaceAll(line, "\t", "    "), " ")
		case !strings.HasPrefix(line, "    "):
			line = strings.ReplaceAll(line, "`", "")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n") + "\n"
}
