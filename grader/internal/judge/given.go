package judge

// This file names lines of a given kernel as the learner can find them.

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/grader/verdict"
)

// inDeclaration lets feedback name lines of a task's own kernel by its func line, which the
// text of the task shows: "func Square: Line 4" in place of a file of the grader.
func inDeclaration(v *verdict.Verdict, file, name string) {
	src, err := os.ReadFile(file)
	before, _, found := strings.Cut(string(src), "\nfunc "+name+"(")
	if err != nil || !found {
		return
	}
	place := position{verdict.ShortPath(file), diag.DeclFile("func", name), strings.Count(before, "\n") + 1}
	for i := range v.Feedback {
		place.rename(&v.Feedback[i])
	}
}

// launchHints replace hints about a kernel that is given: only the launch can be changed.
var launchHints = map[string]string{
	"IndexOutOfRange": "compute the index for the thread above: what of your launch makes it too large? The grid, the block, or too few bytes of shared memory?",
	"SharedRace":      "threads of a block meet at one element of shared memory: is the block too large, or are there too few bytes of shared memory?",
	"BlockRace":       "two blocks use one element: with which numbers of blocks and threads do they not meet?",
}

// adviseLaunch lets feedback on a launch speak of the launch.
func adviseLaunch(v *verdict.Verdict) {
	for i := range v.Feedback {
		for _, note := range v.Feedback[i].Notes {
			if better, ok := launchHints[codeIn(note)]; ok {
				v.Feedback[i].Hint = better
			}
		}
	}
}

// codeIn returns the code of a diagnostic that a note ends with, or is.
func codeIn(n verdict.Note) string {
	switch n.Label {
	case "code":
		return n.Text
	case "checker":
		return strings.TrimSuffix(n.Text[strings.LastIndexByte(n.Text, '[')+1:], "]")
	}
	return ""
}

// position replaces a file by a declaration, which begins after a number of lines.
type position struct {
	file, declaration string
	before            int
}

func (p position) rename(f *verdict.Feedback) {
	if verdict.ShortPath(f.At.File) == p.file && f.At.Line > p.before {
		f.At.File, f.At.Line = p.declaration, f.At.Line-p.before
	}
	for i := range f.Notes {
		f.Notes[i].Text = p.inText(f.Notes[i].Text)
	}
}

// inText does the same for positions in a text.
func (p position) inText(text string) string {
	at := regexp.MustCompile(regexp.QuoteMeta(p.file) + `:(\d+)`)
	return at.ReplaceAllStringFunc(text, func(found string) string {
		line, err := strconv.Atoi(at.FindStringSubmatch(found)[1])
		if err != nil || line <= p.before {
			return found
		}
		return fmt.Sprintf("%s: Line %d", p.declaration, line-p.before)
	})
}
