package book

// This file leads from the book's pages into the workbench: tasks and exercises are graded
// there. It finds the answers of predictions, which a page shows only when they are opened.

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"gpucourse/notebooks/internal/ipynb"
)

// tryLink returns a directive of course_book.py with the link to a task or an exercise.
func tryLink(place string) string {
	return fmt.Sprintf("\n```{workbench}\ncourse.html#%s\n```\n", place)
}

// exercisePlace is what the page of the tasks calls the exercise of a chapter.
func exercisePlace(number string) string { return number + ".exercise" }

// runAgain is what the card of a task says that nobody has answered. A page does not run
// cells.
const runAgain = "Change the cell and run it again."

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

// parts returns a cell as the page shows it. What a cell with a guess declares stays open; its
// body and its outputs hold the answer.
func (c *cell) parts() []*cell {
	source := string(c.Source)
	at := body.FindStringIndex(source)
	if c.task() != "" || !asks.MatchString(source) || at == nil {
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

// answers follows the cells of a notebook: an answer goes from a cell that asks to the end of
// the text that explains it. A heading ends it as well, which course_book.py sees.
type answers struct{ open, explained bool }

// endBefore reports whether an answer ends before a cell.
func (a *answers) endBefore(c *cell) bool {
	text := string(c.Source)
	markdown := c.Type == "markdown"
	ends := a.open && (a.explained || markdown && predicts.MatchString(text))
	if ends {
		*a = answers{}
	}
	if markdown {
		a.explained = a.open && explains.MatchString(text)
	} else if asks.MatchString(text) && c.task() == "" {
		a.open = true
	}
	return ends
}
