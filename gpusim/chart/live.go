package chart

// This file draws the registers that a thread uses along a kernel: beside its
// source.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// LiveRegisters draws the source lines of a kernel, each with the most registers that
// are in use around one of its instructions. The mouse tells what they hold.
func LiveRegisters(l report.LiveRegisters) *Picture {
	const rowHeight, top, sourceWidth = 19.0, 92.0, 500.0
	c := &canvas{width: pageWidth, height: top + rowHeight*float64(len(l.Lines)) + 14}
	title := fmt.Sprintf("Registers in use along %s on %s", l.Kernel, l.Device)
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, liveFigures(l), textSize, ink, left)
	first := margin + sourceWidth
	room := pageWidth - margin - first - 28 // for the figure at the end
	most := max(l.Registers, peak(l).Registers)
	x := func(registers int) float64 { return first + float64(registers)/float64(max(most, 1))*room }
	given := x(l.Registers)
	c.text(given, top-12, fmt.Sprintf("given: %d", l.Registers), smallSize, faint, right)
	c.line(given, top-6, given, c.height-10, rule)
	cut := indent(l.Lines)
	for i, line := range l.Lines {
		y := top + rowHeight*float64(i)
		c.text(margin+22, y+rowHeight/2, fmt.Sprint(line.Line), smallSize, faint, right)
		c.code(margin+32, y+rowHeight/2, shifted(line.Source, cut), sourceWidth-50, left)
		fill := colour(0)
		if line.Registers == peak(l).Registers {
			fill = colour(1)
		}
		c.rect(first, y+2, x(line.Registers)-first, rowHeight-4, fill, "", liveTip(line.LivePoint))
		c.text(x(line.Registers)+5, y+rowHeight/2, fmt.Sprint(line.Registers), smallSize, ink, left)
	}
	return &Picture{Title: title, Alt: liveFigures(l) + ".", Width: int(c.width), Height: int(c.height), svg: c.svg()}
}

// peak is the line with most registers, the first of equals.
func peak(l report.LiveRegisters) report.LiveLine {
	if len(l.Lines) == 0 {
		return report.LiveLine{}
	}
	return slices.MaxFunc(l.Lines, func(x, y report.LiveLine) int { return x.Registers - y.Registers })
}

func liveFigures(l report.LiveRegisters) string {
	at := peak(l)
	return fmt.Sprintf("most in use: %d, at %s  ·  given: %d  ·  allowed: %d", at.Registers, place(diag.Pos{File: at.File, Line: at.Line}), l.Registers, l.Limit)
}

// liveTip names what registers hold, as much as a tip has room for.
func liveTip(p report.LivePoint) string {
	const most = 24
	values := p.Values
	more := ""
	if len(values) > most {
		values, more = values[:most], " …"
	}
	return fmt.Sprintf("%d registers at %s; values with a name: %s%s", p.Registers, p.Instr, strings.Join(values, ", "), more)
}

// shifted is a line of source without the indent that all lines have.
func shifted(source string, indent int) string {
	s := spaces(source)
	return strings.TrimRight(s[min(indent, len(s)):], " ")
}

// spaces writes tabs as two spaces.
func spaces(source string) string { return strings.ReplaceAll(source, "\t", "  ") }

// indent is how far all lines are indented.
func indent(lines []report.LiveLine) int {
	least := -1
	for _, l := range lines {
		s := spaces(l.Source)
		if n := len(s) - len(strings.TrimLeft(s, " ")); s != "" && (least < 0 || n < least) {
			least = n
		}
	}
	return max(least, 0)
}
