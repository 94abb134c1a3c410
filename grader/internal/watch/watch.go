// Package watch is the screen that a learner keeps open beside an editor. It grades an
// exercise when its file is saved and says what to do next.
//
// The screen has a current target, a kernel or plan. A save makes the first target whose
// code changed the current one; its verdict comes first, those of the other targets of the
// file follow. What changed again meanwhile is not waited for. Below the exercise a pane
// shows the verdict, a hint, a comparison, a solution, the list of exercises or a question.
package watch

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"gpucourse/grader/internal/course"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Run shows the screen until the learner quits.
func Run(ctx context.Context, c *course.Course, in io.Reader, out io.Writer, colours colorprofile.Profile) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	files := newFiles(c) // before the model reads them, so that no save is missed
	program := tea.NewProgram(newModel(ctx, c), tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithColorProfile(colours))
	go files.follow(ctx, func(e *rubric.Exercise) { program.Send(saved{e}) })
	last, err := program.Run()
	if m, ok := last.(*model); ok {
		fmt.Fprintln(out, m.farewell())
	}
	return err
}

// pane is what the lower part of the screen shows.
type pane int

const (
	paneVerdict pane = iota
	paneText         // a hint, a comparison or a solution
	paneList         // the exercises
	paneAsk          // a question: y or n
)

// model is the state of the screen.
type model struct {
	ctx    context.Context
	course *course.Course
	all    []course.Status // of every target
	at     course.Target
	codes  map[string]map[string]string // of the targets when the file was last seen, by exercise and name

	running map[string]context.CancelFunc // by exercise
	took    time.Duration                 // from the save to the verdict on the current target; 0 before one

	pane   pane
	text   string         // of paneText
	ask    string         // the question
	yes    func() tea.Cmd // what y does
	chosen int            // row of the list
	scroll int            // lines of the pane above the window
	notice string         // one line: what happened, or what went wrong

	width, height int
}

// The messages.
type (
	saved  struct{ exercise *rubric.Exercise }
	graded struct {
		exercise *rubric.Exercise
		took     time.Duration
		current  bool // the verdict on the current target is among them
		err      error
	}
)

func newModel(ctx context.Context, c *course.Course) *model {
	m := &model{
		ctx: ctx, course: c, codes: map[string]map[string]string{},
		running: map[string]context.CancelFunc{}, width: 80, height: 24,
	}
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		m.codes[e.Name] = c.Codes(e)
	}
	m.survey()
	m.at = c.Latest(m.all)
	return m
}

// survey looks at the states of all targets.
func (m *model) survey() {
	all, err := m.course.Survey()
	if err != nil {
		m.notice = err.Error()
	}
	m.all = all
}

// Init grades the current target.
func (m *model) Init() tea.Cmd { return m.grade(m.at.Exercise) }

// Update takes a message.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case saved:
		return m, m.save(msg.exercise)
	case graded:
		m.finish(msg)
	case tea.KeyPressMsg:
		return m, m.key(msg.String())
	}
	return m, nil
}

// save makes the target that changed the current one, and grades its exercise.
func (m *model) save(e *rubric.Exercise) tea.Cmd {
	before, now := m.codes[e.Name], m.course.Codes(e)
	m.codes[e.Name] = now
	if len(now) > 0 && maps.Equal(before, now) {
		return m.grade(e) // only lines moved, or the code is known already
	}
	m.pane, m.scroll, m.notice = paneVerdict, 0, ""
	names := edited(e, before, now)
	switch {
	case m.at.Exercise == e && (len(names) == 0 || slices.Contains(names, m.at.Name)):
	case len(names) > 0:
		m.at = course.Target{Exercise: e, Name: names[0]}
	case len(now) == 0: // the file cannot be read
		m.at = course.Targets(e)[0]
	}
	return m.grade(e)
}

// edited returns the names of the targets whose code differs; none when the file cannot be
// read.
func edited(e *rubric.Exercise, before, now map[string]string) (names []string) {
	for _, t := range course.Targets(e) {
		if len(now) > 0 && before[t.Name] != now[t.Name] {
			names = append(names, t.Name)
		}
	}
	return names
}

// grade grades what changed in an exercise; the current target first.
func (m *model) grade(e *rubric.Exercise) tea.Cmd {
	if cancel := m.running[e.Name]; cancel != nil {
		cancel()
	}
	ctx, cancel := context.WithCancel(m.ctx)
	m.running[e.Name] = cancel
	started, current := time.Now(), m.at
	check := func(first bool, only ...string) tea.Cmd {
		return func() tea.Msg {
			_, err := m.course.Check(ctx, e, only...)
			if ctx.Err() != nil {
				return nil // a later save is graded in its place
			}
			return graded{e, time.Since(started), first, err}
		}
	}
	if current.Exercise != e {
		return check(false)
	}
	return tea.Sequence(check(true, current.Name), check(false))
}

// finish shows verdicts.
func (m *model) finish(g graded) {
	if g.current {
		m.took = g.took
	} else {
		delete(m.running, g.exercise.Name)
	}
	m.survey()
	if m.notice == checking && len(m.running) == 0 {
		m.notice = "all exercises are checked"
	}
	if g.err != nil {
		m.notice = g.err.Error()
	}
}

// verdict returns the verdict on the current target, or nil while it is not known.
func (m *model) verdict() *verdict.Verdict {
	for _, v := range m.course.Verdicts(m.at.Exercise) {
		if v.Kernel == m.at.Name {
			return v
		}
	}
	return nil
}

// status returns the status of the current target.
func (m *model) status() course.Status {
	for _, s := range m.all {
		if s.Target == m.at {
			return s
		}
	}
	return course.Status{Target: m.at}
}
