package watch

// This file colours texts of the grader, line by line. Where colour is not wanted, the
// writer of the texts takes it out again.

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// The colours are the terminal's own first sixteen.
var (
	good  = lipgloss.NewStyle().Foreground(lipgloss.Color("2"))
	bad   = lipgloss.NewStyle().Foreground(lipgloss.Color("1"))
	look  = lipgloss.NewStyle().Foreground(lipgloss.Color("3"))
	place = lipgloss.NewStyle().Foreground(lipgloss.Color("6"))
	label = lipgloss.NewStyle().Faint(true)
	bold  = lipgloss.NewStyle().Bold(true)
)

// A tint colours the first group of a pattern.
type tint struct {
	pattern *regexp.Regexp
	style   lipgloss.Style
}

// tints are tried in order; the first that fits a line colours it.
var tints = []tint{
	{regexp.MustCompile(`^\s*(✔)`), good},
	{regexp.MustCompile(`^\s*(✘)`), bad},
	{regexp.MustCompile(`^  at +(\S+)`), place},
	{regexp.MustCompile(`^  (hint) `), look},
	{regexp.MustCompile(`^  ([a-z]+ )`), label},
	{regexp.MustCompile(`^(\d\d_\w+ \w+: done.*)`), good},
	{regexp.MustCompile(`^(\d\d_\w+ \w+: (?:wrong|wasteful|not valid).*)`), bad},
	{regexp.MustCompile(`^(\w.*)`), bold},
}

// Tint colours a verdict.
func Tint(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for _, t := range tints {
			if at := t.pattern.FindStringSubmatchIndex(line); at != nil {
				lines[i] = line[:at[2]] + t.style.Render(line[at[2]:at[3]]) + line[at[3]:]
				break
			}
		}
	}
	return strings.Join(lines, "\n")
}

// TintTitle colours the first line of a text, and marks.
func TintTitle(text string) string {
	title, rest, _ := strings.Cut(text, "\n")
	return bold.Render(title) + "\n" + strings.NewReplacer("✔", good.Render("✔"), "✘", bad.Render("✘")).Replace(rest)
}

// Profile returns the colours to write: what the terminal can do and NO_COLOR allows, or
// what -color orders.
func Profile(mode string, out io.Writer) (colorprofile.Profile, error) {
	switch mode {
	case "auto":
		return colorprofile.Detect(out, os.Environ()), nil
	case "always":
		return max(colorprofile.ANSI, colorprofile.Detect(out, os.Environ())), nil
	case "never":
		return colorprofile.NoTTY, nil
	}
	return colorprofile.NoTTY, fmt.Errorf("-color is %q: it is auto, always or never", mode)
}
