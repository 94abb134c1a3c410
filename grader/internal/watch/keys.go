package watch

// This file does what keys ask for.

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gpucourse/grader/hints"
	"gpucourse/grader/internal/course"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// keys are the keys of the footer, with what they do.
var keys = []struct {
	names []string // the first one is shown
	word  string
	do    func(*model) tea.Cmd
}{
	{[]string{"n"}, "next", (*model).next},
	{[]string{"h"}, "hint", (*model).hint},
	{[]string{"l"}, "list", (*model).list},
	{[]string{"c"}, "check all", (*model).checkAll},
	{[]string{"d"}, "diff", (*model).diff},
	{[]string{"s"}, "solution", (*model).solution},
	{[]string{"r", "x"}, "reset", (*model).reset},
	{[]string{"q", "ctrl+c"}, "quit", func(*model) tea.Cmd { return tea.Quit }},
	{[]string{"esc"}, "", (*model).back},
	{[]string{"down", "j"}, "", func(m *model) tea.Cmd { return m.move(1) }},
	{[]string{"up", "k"}, "", func(m *model) tea.Cmd { return m.move(-1) }},
	{[]string{"pgdown", "space"}, "", func(m *model) tea.Cmd { return m.move(m.height / 2) }},
	{[]string{"pgup"}, "", func(m *model) tea.Cmd { return m.move(-m.height / 2) }},
	{[]string{"enter"}, "", (*model).enter},
}

// key takes a key.
func (m *model) key(name string) tea.Cmd {
	if m.pane == paneAsk && name != "ctrl+c" {
		return m.answer(name)
	}
	for _, k := range keys {
		for _, n := range k.names {
			if n == name {
				return k.do(m)
			}
		}
	}
	m.notice = ""
	return nil
}

// answer takes the answer to a question. Everything but y is no.
func (m *model) answer(name string) tea.Cmd {
	m.pane = paneVerdict
	if name == "y" {
		return m.yes()
	}
	m.notice = "nothing was changed"
	return nil
}

// question asks before something is done.
func (m *model) question(ask string, yes func() tea.Cmd) tea.Cmd {
	m.pane, m.ask, m.yes, m.notice, m.scroll = paneAsk, ask, yes, "", 0
	return nil
}

// show shows a text in the pane.
func (m *model) show(text string) {
	m.pane, m.text, m.scroll, m.notice = paneText, text, 0, ""
}

func (m *model) back() tea.Cmd {
	m.pane, m.scroll, m.notice = paneVerdict, 0, ""
	return nil
}

// move scrolls the pane, or chooses another row of the list.
func (m *model) move(lines int) tea.Cmd {
	if m.pane == paneList {
		m.chosen = min(max(m.chosen+lines, 0), len(rubric.Exercises)-1)
		return nil
	}
	m.scroll = max(m.scroll+lines, 0) // the view keeps it below the end
	return nil
}

// next goes on with the next target that is not done.
func (m *model) next() tea.Cmd {
	to, ok := course.Next(m.all, m.at)
	m.back()
	if !ok {
		m.notice = "everything is done"
		return nil
	}
	if to == m.at {
		m.notice = "this is the only one that is not done"
	}
	return m.goTo(to)
}

// goTo makes a target the current one, and grades it.
func (m *model) goTo(t course.Target) tea.Cmd {
	m.at, m.took = t, 0
	return m.grade(t.Exercise)
}

// hint shows the hints so far, and one more.
func (m *model) hint() tea.Cmd {
	steps, err := hints.Of(m.at.Exercise.Name, m.at.Name)
	if err != nil {
		m.notice = err.Error()
		return nil
	}
	step := min(m.status().Hint+1, len(steps))
	m.show(HintText(m.course, m.at, step, steps))
	if err := m.course.File.Hinted(m.at.ID(), step); err != nil {
		m.notice = err.Error()
	}
	m.survey()
	return nil
}

// list shows the exercises, or goes back.
func (m *model) list() tea.Cmd {
	if m.pane == paneList {
		return m.back()
	}
	m.back()
	m.pane = paneList
	for i := range rubric.Exercises {
		if &rubric.Exercises[i] == m.at.Exercise {
			m.chosen = i
		}
	}
	return nil
}

// enter goes to the first target of the chosen exercise that is not done.
func (m *model) enter() tea.Cmd {
	if m.pane != paneList {
		return nil
	}
	targets := course.Targets(&rubric.Exercises[m.chosen])
	to := targets[0]
	for _, s := range m.all {
		if s.Exercise == targets[0].Exercise && s.State != verdict.Done {
			to = s.Target
			break
		}
	}
	m.back()
	return m.goTo(to)
}

// checking is the notice while all exercises are graded.
const checking = "checking all exercises"

// checkAll grades all exercises, two at a time.
func (m *model) checkAll() tea.Cmd {
	m.back()
	m.notice = checking
	var lanes [2][]tea.Cmd
	for i := range rubric.Exercises {
		lanes[i%2] = append(lanes[i%2], m.grade(&rubric.Exercises[i]))
	}
	return tea.Batch(tea.Sequence(lanes[0]...), tea.Sequence(lanes[1]...))
}

// diff compares the last two attempts.
func (m *model) diff() tea.Cmd {
	text, err := m.course.Diff(m.at)
	if err != nil {
		m.notice = err.Error()
		return nil
	}
	m.show(text)
	return nil
}

// solution shows the solution of a target that is done, and asks before it shows another.
func (m *model) solution() tea.Cmd {
	code, err := hints.Solution(m.at.Exercise.Name, m.at.Name)
	if err != nil {
		m.notice = err.Error()
		return nil
	}
	show := func() tea.Cmd {
		m.show(fmt.Sprintf("One solution of %s\n\n%s", m.at.ID(), code))
		return nil
	}
	if m.status().State == verdict.Done {
		return show()
	}
	return m.question(fmt.Sprintf("%s is not done. See its solution all the same? (y or n)", m.at.ID()), show)
}

// reset gives back the current target as it was handed out.
func (m *model) reset() tea.Cmd {
	ask := fmt.Sprintf("Give back %s as it was handed out? A copy of your file is kept. (y or n)", m.at.ID())
	return m.question(ask, func() tea.Cmd {
		backup, err := m.course.ResetTarget(m.at)
		if err != nil {
			m.notice = err.Error()
			return nil
		}
		cmd := m.save(m.at.Exercise)
		m.notice = "your file before the reset: " + verdict.ShortPath(backup)
		return cmd
	})
}
