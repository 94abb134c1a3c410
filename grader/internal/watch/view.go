package watch

// This file draws the screen.

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gpucourse/grader/hints"
	"gpucourse/grader/internal/course"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// View draws the screen: progress, the exercise, the pane, a notice, the keys.
func (m *model) View() tea.View {
	top := m.header() + "\n"
	if m.pane != paneList {
		top += m.exercise() + "\n"
	}
	bottom := m.noticeLine() + "\n" + m.footer()
	room := m.height - lines(top) - lines(bottom) + 1
	v := tea.NewView(top + m.window(max(room, 1)) + bottom)
	v.AltScreen = true
	v.WindowTitle = "gpucourse: " + m.at.ID()
	return v
}

func lines(text string) int { return strings.Count(text, "\n") + 1 }

// header says how much of the course is done.
func (m *model) header() string {
	done, marks, most := course.Sum(m.all)
	left, right := "gpucourse", fmt.Sprintf("%d of %d done, %d of %d marks", done, len(m.all), marks, most)
	filled := m.width * marks / max(most, 1)
	return bold.Render(left) + strings.Repeat(" ", max(1, m.width-len(left)-len(right))) + right + "\n" +
		good.Render(strings.Repeat("━", filled)) + label.Render(strings.Repeat("─", m.width-filled))
}

// exercise lists the targets of the current exercise.
func (m *model) exercise() string {
	text := bold.Render(m.at.Exercise.Name) + "  " + place.Render(Short(m.course.Kernels(m.at.Exercise))) + "\n"
	for _, s := range m.all {
		if s.Exercise != m.at.Exercise {
			continue
		}
		arrow := "  "
		if s.Target == m.at {
			arrow = "▸ "
		}
		text += fmt.Sprintf("%s%s %-14s %-12s %2d of %2d\n", arrow, Mark(s), s.Name, Word(s), s.Marks, s.MaxMarks)
	}
	return text
}

// Mark returns the mark of a status, in colour.
func Mark(s course.Status) string {
	switch {
	case !s.Known:
		return look.Render("?")
	case s.State == verdict.Done:
		return good.Render("✔")
	case s.State == verdict.NotStarted:
		return "·"
	}
	return bad.Render("✘")
}

// Word returns the word for a status.
func Word(s course.Status) string {
	if !s.Known {
		return "changed"
	}
	return s.State.String()
}

// window returns the visible lines of the pane, exactly as many as there is room for.
func (m *model) window(room int) string {
	all := strings.Split(strings.TrimRight(m.content(), "\n"), "\n")
	m.scroll = max(0, min(m.scroll, len(all)-room))
	below := len(all) - m.scroll - room
	shown := all[m.scroll:min(len(all), m.scroll+room)]
	if below > 0 && room > 1 {
		shown[room-1] = label.Render(fmt.Sprintf("… %d more lines: ↓ or j", below+1))
	}
	return strings.Join(shown, "\n") + strings.Repeat("\n", room-len(shown)+1)
}

// content returns the text of the pane, in lines that fit.
func (m *model) content() string {
	switch m.pane {
	case paneList:
		return m.rows()
	case paneText:
		return TintTitle(wrap(m.text, m.width))
	case paneAsk:
		return wrap(m.ask, m.width)
	}
	return Tint(wrap(m.judged(), m.width))
}

// judged returns the verdict on the current target, or what to do before there is one.
func (m *model) judged() string {
	v := m.verdict()
	switch {
	case v == nil || m.stale(v):
		return "grading " + m.at.ID() + " …"
	case v.State == verdict.NotStarted:
		return m.task()
	}
	took := ""
	if m.took >= 50*time.Millisecond {
		took = fmt.Sprintf(" (graded in %.1f s)", m.took.Seconds())
	}
	head, rest, _ := strings.Cut(v.Card(), "\n")
	return head + took + "\n" + rest
}

// stale reports whether a verdict is on earlier code than the file's.
func (m *model) stale(v *verdict.Verdict) bool {
	code := m.codes[v.Exercise][v.Kernel]
	return v.Code != code && m.running[v.Exercise] != nil
}

// task says what a target that nobody has started is about.
func (m *model) task() string {
	return fmt.Sprintf("%s is not started. Its comment and %s say what to do.\n\n%s", m.at.Name,
		Short(m.course.Readme(m.at.Exercise)), m.course.Comment(m.at))
}

// rows lists the exercises: a mark per target, and the marks.
func (m *model) rows() string {
	text := ""
	for i, row := range Rows(m.all) {
		arrow := "  "
		if i == m.chosen {
			arrow = "▸ "
		}
		text += arrow + row + "\n"
	}
	return text
}

// Rows returns a line per exercise: its name, a mark per target, and the marks.
func Rows(all []course.Status) []string {
	var rows []string
	widest := 0 // of the marks
	for i := range rubric.Exercises {
		widest = max(widest, len(course.Targets(&rubric.Exercises[i])))
	}
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		marks, got, most := "", 0, 0
		for _, s := range all {
			if s.Exercise == e {
				marks, got, most = marks+Mark(s), got+s.Marks, most+s.MaxMarks
			}
		}
		rows = append(rows, fmt.Sprintf("%-20s %s %3d of %2d", e.Name, marks+strings.Repeat(" ", widest-lipgloss.Width(marks)), got, most))
	}
	return rows
}

// noticeLine returns the notice, or else what to do next.
func (m *model) noticeLine() string {
	text := m.notice
	if text == "" {
		text = m.advice()
	}
	return look.Render(ansi.Truncate(text, m.width, "…"))
}

// advice says what to do next.
func (m *model) advice() string {
	s := m.status()
	switch {
	case m.pane == paneList:
		return "↑ ↓ choose, enter goes there, l goes back"
	case m.pane == paneText:
		return "esc goes back"
	case m.pane == paneAsk:
		return ""
	case s.State == verdict.Done && s.Known:
		if to, ok := course.Next(m.all, m.at); ok {
			return fmt.Sprintf("%s is done. n goes on with %s.", m.at.Name, to.ID())
		}
		return "The whole course is done."
	}
	steps, err := hints.Of(m.at.Exercise.Name, m.at.Name)
	if err != nil || s.Hint >= len(steps) {
		return "Edit the file and save it."
	}
	return fmt.Sprintf("Edit the file and save it. h: hint %d of %d, %s.", s.Hint+1, len(steps), steps[s.Hint].Title)
}

// footer names the keys, as many as there is room for.
func (m *model) footer() string {
	text := ""
	for _, k := range keys {
		if k.word == "" {
			continue
		}
		next := bold.Render(k.names[0]) + " " + k.word
		if text != "" {
			next = "  " + next
		}
		if lipgloss.Width(text+next) <= m.width {
			text += next
		}
	}
	return text
}

// farewell is printed after the screen is gone.
func (m *model) farewell() string {
	done, marks, most := course.Sum(m.all)
	return fmt.Sprintf("%d of %d done, %d of %d marks.", done, len(m.all), marks, most)
}

// Short returns a path from the working directory, as a terminal's user would type it.
func Short(file string) string { return course.FromHere(file) }

// wrap breaks plain lines at a width. What continues a line is indented as its text is.
func wrap(text string, width int) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if ansi.StringWidth(line) <= width {
			out = append(out, line)
			continue
		}
		at := hang(line)
		begin := line[:at]
		if strings.HasPrefix(line[at:], "go ") {
			out = append(out, begin+strings.Join(wrapCommand(line[at:], width-at), "\n"+begin))
			continue
		}
		for part := range strings.SplitSeq(ansi.Wrap(line[at:], max(width-at, 10), ""), "\n") {
			out = append(out, begin+part)
			begin = strings.Repeat(" ", at)
		}
	}
	return strings.Join(out, "\n")
}

// wrapCommand breaks a command between its arguments, so that a shell takes the copied lines as one.
func wrapCommand(command string, width int) (lines []string) {
	const goesOn = ` \`
	line := ""
	for arg := range strings.FieldsSeq(command) {
		if line != "" && len(line)+1+len(arg)+len(goesOn) > width {
			lines, line = append(lines, line+goesOn), ""
		}
		line = strings.TrimPrefix(line+" "+arg, " ")
	}
	return append(lines, line)
}

// hang returns the column of the text of a line: behind the label of a note, or behind
// its spaces.
func hang(line string) int {
	spaces := len(line) - len(strings.TrimLeft(line, " "))
	if spaces == 2 && len(line) > 10 && line[9] == ' ' && line[10] != ' ' {
		return 10
	}
	return spaces
}
