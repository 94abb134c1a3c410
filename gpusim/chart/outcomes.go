package chart

// This file draws the outcomes that a memory model allows: a row for each variant of a
// kernel, a column for each outcome.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// Variant is a kernel with the outcomes that the memory model allows for its launch.
type Variant struct {
	Name     string
	Outcomes *report.Outcomes
}

// Outcomes draws which final contents of some arrays the memory model allows for each
// variant. A column is one outcome of at least one variant; the values of its elements
// stand above it. Outcomes that differ only in other arrays count as one.
func Outcomes(title string, arrays []string, variants ...Variant) *Picture {
	m := newOutcomeMap(arrays, variants)
	m.text(margin, 24, title, titleSize, ink, left)
	m.legend(52)
	y := m.head(76)
	for i := range variants {
		y = m.row(y, i)
	}
	m.width, m.height = pageWidth, y+8
	return &Picture{Title: title, Alt: m.tell(), Width: int(m.width), Height: int(m.height), svg: m.svg()}
}

// outcomeMap is the picture in the making.
type outcomeMap struct {
	canvas
	elements []string
	columns  [][]string // values of the elements, ascending
	variants []Variant
	fates    [][]fate // by variant and column
	names    float64  // width of the column of names, pixels
	wide     float64  // width of an outcome, pixels
}

// fate says how a variant may reach an outcome.
type fate int

const (
	never   fate = iota
	weakly       // only with weakly ordered memory
	inTurns      // also when threads take turns
)

// fateColours are the fills of cells.
var fateColours = [...]string{never: ghost, weakly: colour(1), inTurns: colour(0)}

func newOutcomeMap(arrays []string, variants []Variant) *outcomeMap {
	m := &outcomeMap{variants: variants}
	for _, v := range variants {
		m.elements = slices.Concat(m.elements, slices.DeleteFunc(slices.Clone(v.Outcomes.Elements), func(e string) bool {
			array, _, _ := strings.Cut(e, "[")
			return !slices.Contains(arrays, array) || slices.Contains(m.elements, e)
		}))
		m.names = max(m.names, textWidth(v.Name, textSize)+14)
	}
	for _, v := range variants {
		for _, o := range v.Outcomes.List {
			if values := m.values(v, o); !slices.ContainsFunc(m.columns, func(c []string) bool { return slices.Equal(c, values) }) {
				m.columns = append(m.columns, values)
			}
		}
	}
	slices.SortFunc(m.columns, slices.Compare)
	for _, v := range variants {
		m.fates = append(m.fates, m.fatesOf(v))
	}
	m.wide = min(110, (pageWidth-2*margin-m.names)/float64(max(1, len(m.columns))))
	return m
}

// values returns the values of the elements in an outcome; "" is an element that the
// variant does not write.
func (m *outcomeMap) values(v Variant, o report.Outcome) []string {
	values := make([]string, len(m.elements))
	for i, e := range m.elements {
		if at := slices.Index(v.Outcomes.Elements, e); at >= 0 {
			values[i] = o.Values[at]
		}
	}
	return values
}

func (m *outcomeMap) fatesOf(v Variant) []fate {
	fates := make([]fate, len(m.columns))
	for _, o := range v.Outcomes.List {
		values, reached := m.values(v, o), weakly
		if o.Turns {
			reached = inTurns
		}
		at := slices.IndexFunc(m.columns, func(c []string) bool { return slices.Equal(c, values) })
		fates[at] = max(fates[at], reached)
	}
	return fates
}

func (m *outcomeMap) x(column int) float64 { return margin + m.names + float64(column)*m.wide }

func (m *outcomeMap) legend(y float64) {
	const box = 14.0
	x := margin
	for _, e := range []struct {
		fate fate
		text string
	}{{inTurns, "allowed; threads in turns also end so"}, {weakly, "allowed; needs weakly ordered memory"}, {never, "never"}} {
		m.rect(x, y-box/2, box, box, fateColours[e.fate], rule, "")
		m.text(x+box+6, y, e.text, smallSize, ink, left)
		x += box + 6 + textWidth(e.text, smallSize) + 20
	}
}

// head writes the values above the columns, a line per element, and returns the y below.
func (m *outcomeMap) head(y float64) float64 {
	for i, e := range m.elements {
		m.text(margin, y, e, smallSize, faint, left)
		for c, values := range m.columns {
			m.text(m.x(c)+m.wide/2, y, values[i], textSize, ink, middle)
		}
		y += 18
	}
	return y
}

// row draws a variant and returns the y below.
func (m *outcomeMap) row(y float64, i int) float64 {
	const height, gap = 24.0, 4.0
	m.text(margin, y+height/2, m.variants[i].Name, textSize, ink, left)
	for c, f := range m.fates[i] {
		m.rect(m.x(c)+1, y, m.wide-2, height, fateColours[f], rule, m.variants[i].Name+": "+m.describe(c)+": "+fateWords[f])
		if f == never {
			m.text(m.x(c)+m.wide/2, y+height/2, "–", textSize, faint, middle)
		}
	}
	return y + height + gap
}

var fateWords = [...]string{never: "never", weakly: "only with weakly ordered memory", inTurns: "allowed"}

// describe names an outcome: "out[0] = 1, out[1] = 0".
func (m *outcomeMap) describe(column int) string {
	var parts []string
	for i, e := range m.elements {
		parts = append(parts, e+" = "+m.columns[column][i])
	}
	return strings.Join(parts, ", ")
}

// tell says the picture in words.
func (m *outcomeMap) tell() string {
	var b strings.Builder
	for i, v := range m.variants {
		var count [inTurns + 1]int
		var weak []string
		for c, f := range m.fates[i] {
			if count[f]++; f == weakly {
				weak = append(weak, m.describe(c))
			}
		}
		fmt.Fprintf(&b, "%s: %s allowed", v.Name, diag.Count(count[inTurns]+count[weakly], "outcomes"))
		if weak != nil {
			fmt.Fprintf(&b, "; only with weakly ordered memory: %s", strings.Join(weak, "; "))
		}
		b.WriteString(".\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
