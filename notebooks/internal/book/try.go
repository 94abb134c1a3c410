package book

// This file leads from the book's pages into the workbench: tasks and exercises are graded
// there. It finds the answers of predictions, which a page shows only when they are opened.

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"gpucourse/internal/ipynb"
)

// tryLink returns a directive of course_book.py with the link to a task or an exercise.
func tryLink(place string) string {
	return fmt.Sprintf("\n```{workbench}\ncourse.html#%s\n```\n", place)
}

// exercisePlace is what the page of the tasks calls the exercise of a chapter.
func exercisePlace(number string) string { return number + ".exercise" }

// A page does not run cells: it does not show what the card of a task says that nobody has
// answered, and what stands behind an answer that nobody has guessed.
const (
	runAgain = "Change the code, then try again."
	noGuess  = " (no guess yet)"
)

// here is what a card says instead. course_book.py completes the address.
func here(task string) string {
	return fmt.Sprintf(`<a href="workbench:course.html#%s">Try it here</a>: the task is graded in your browser.`, task)
}

var (
	// asks is a cell that asks for a guess.
	asks = regexp.MustCompile(`(?i)\bguess`)
	// body begins the part of a cell that runs.
	body = regexp.MustCompile(`(?m)^%%$`)
	// predicts and explains are paragraphs of a text before and after such a cell.
	predicts = regexp.MustCompile(`(?m)^\*\*Predict\.\*\*`)
	explains = regexp.MustCompile(`^\*\*Explain\.\*\*`)
)

// prediction is the metadata of a cell that course_book.py closes.
var prediction = json.RawMessage(`{"tags": ["prediction"]}`)

// parts returns a cell as the page shows it. What a cell with an answer declares stays open;
// its body and its outputs hold the answer.
func (c *cell) parts(answers bool) []*cell {
	source := string(c.Source)
	at := body.FindStringIndex(source)
	if !answers || at == nil {
		return []*cell{c}
	}
	answer := *c
	answer.Metadata = prediction
	declared := strings.TrimSpace(source[:at[0]])
	if declared == "" {
		return []*cell{&answer}
	}
	answer.ID, answer.Source = c.ID+"-answer", ipynb.Text(source[at[0]:])
	c.Source, c.Outputs = ipynb.Text(declared), &[]output{}
	return []*cell{c, &answer}
}

// answers follows the cells of a notebook: an answer goes from a cell that asks, or else from
// the first cell after a question that is explained, to the end of the explanation. A heading
// ends it as well, which course_book.py sees.
type answers struct{ asked, open, explained bool }

// ends marks the end of an answer for course_book.py.
const ends = "```{answer-ends}\n```"

// beginAt reports whether the first of some cells holds an answer, or a part of one.
func (a *answers) beginAt(cells []*cell) bool {
	c := cells[0]
	if c.Type == "markdown" || c.task() != "" {
		return false
	}
	if asks.MatchString(string(c.Source)) || a.asked && !a.open && isExplained(cells) {
		a.open = true
		return true
	}
	return false
}

// isExplained reports whether code without a guess leads to an explanation.
func isExplained(cells []*cell) bool {
	for _, c := range cells {
		text := string(c.Source)
		if c.Type == "markdown" {
			return explains.MatchString(text)
		}
		if asks.MatchString(text) {
			return false
		}
	}
	return false
}

// endBefore reports whether an answer ends before a cell. It marks an end inside of the cell.
func (a *answers) endBefore(c *cell) bool {
	text := string(c.Source)
	if c.Type != "markdown" {
		ended := a.open && a.explained
		a.open, a.explained = a.open && !ended, false
		return ended
	}
	told, question := explains.MatchString(text), predicts.FindStringIndex(text)
	ended := a.open && (a.explained || question != nil && !told)
	if a.open && !ended && question != nil {
		at := answerEnd(text[:question[0]])
		c.Source = ipynb.Text(text[:at] + ends + "\n\n" + text[at:])
	}
	*a = answers{asked: question != nil, open: a.open && !ended && question == nil, explained: told}
	return ended
}

// answerEnd returns where an answer ends in a text with an explanation and what leads to the
// next question: before the first heading, or before the last of several paragraphs.
func answerEnd(text string) int {
	if h := heading.FindStringIndex(text); h != nil {
		return h[0]
	}
	if at := strings.LastIndex(strings.TrimRight(text, "\n"), "\n\n"); at >= 0 {
		return at + len("\n\n")
	}
	return len(text)
}

var heading = regexp.MustCompile(`(?m)^#+ `)
