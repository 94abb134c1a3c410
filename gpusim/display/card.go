package display

// This file shows the card of a report: the time with its limit in a sentence, the counters
// that matter for the launch, and its deepest source lines. Colours are shares of the page's
// own, so that they suit light and dark themes.

import (
	"fmt"
	"math"
	"strings"

	"gpucourse/gpusim/glossary"
	"gpucourse/gpusim/report"
)

// Styles of the card.
const (
	titleStyle = "font-weight:bold;font-size:115%;margin-top:8px"
	faintStyle = "opacity:0.75;font-size:90%;margin-bottom:6px"
	limitStyle = "border-left:4px solid #0072b2;padding:2px 0 2px 10px;margin:8px 0"
	tilesStyle = "display:flex;flex-wrap:wrap;gap:8px;margin:8px 0"
	tileStyle  = "background-color:rgba(128,134,142,0.13);border-radius:6px;padding:6px 10px;width:136px;box-sizing:border-box"
	figure     = "font-size:125%;font-weight:bold;white-space:nowrap"
	caption    = "font-size:85%;line-height:1.25"
	barStyle   = "height:4px;border-radius:2px;background-color:#d55e00;width:%.0f%%"
)

// renderCard shows the card of r.
func renderCard(r *report.Report) string {
	card := r.Card()
	var b strings.Builder
	if r.Sampled != nil {
		b.WriteString(element("div", faintStyle, escape("Sampled: "+r.Sampled.String()+".")))
	}
	if r.Time.Cycles > 0 {
		b.WriteString(element("div", limitStyle, limit(r.Time)))
	}
	b.WriteString(ruleList(r.Rules))
	var tiles strings.Builder
	for _, v := range card.Counters {
		tiles.WriteString(tile(v))
	}
	b.WriteString(element("div", tilesStyle, tiles.String()))
	if len(card.Lines) > 0 {
		b.WriteString(deepest(card.Lines, r.Time.Timing != nil))
	}
	return b.String()
}

// limit is the time and what limits the launch, with links to the names in it.
func limit(t report.Time) string {
	text := escape(t.Sentence())
	for _, word := range strings.FieldsFunc(t.Sentence(), func(r rune) bool { return strings.ContainsRune(" ;:,()", r) }) {
		if _, known := stallNames[word]; known {
			text = strings.ReplaceAll(text, word, stallLink(word))
			break
		}
	}
	return element("b", "", escape(fmt.Sprintf("%s%s µs", t.AtLeast(), report.Number(t.Microseconds)))) + " · " + text
}

// Tile is a counter of a card: what it is, its value with the unit, and the metric.
type Tile struct{ Name, Value, Metric string }

// Tiles returns the counters of a report's card.
func Tiles(r *report.Report) (list []Tile) {
	for _, v := range r.Card().Counters {
		list = append(list, Tile{v.Metric.Short, quantity(v), v.Metric.Name})
	}
	return list
}

// tile is a counter: its value, and below it what that is.
func tile(v report.Value) string {
	return element("div", tileStyle, element("div", figure, escape(quantity(v)))+element("div", caption, link(glossary.Link(v.Metric.Name), v.Metric.Meaning+" ("+v.Metric.Name+")", plain, escape(v.Metric.Short))))
}

// quantity is a value with its unit where the caption does not have it.
func quantity(v report.Value) string {
	switch v.Metric.Unit {
	case "%":
		return figures(v.Value) + " %"
	case "cycles":
		return figures(v.Value) + " cycles"
	case "byte/s":
		return figures(v.Value/1e9) + " GB/s"
	case "bytes":
		return report.Bytes(v.Value)
	}
	return figures(v.Value)
}

// figures prints a number with the digits that are worth reading at a glance: counts whole,
// others with three digits.
func figures(v float64) string {
	switch {
	case v >= 100:
		return report.Number(math.Round(v))
	case v >= 10:
		return report.Number(math.Round(10*v) / 10)
	}
	return report.Number(v)
}

// deepest shows the source lines that cost most, with a bar for their share.
func deepest(lines []report.Cost, timed bool) string {
	what := "moved"
	if timed {
		what = "time"
	}
	rows := ""
	for _, c := range lines {
		why := ""
		if c.Reason != "" {
			why = element("div", caption, "waiting most in "+stallLink(c.Reason)+": "+escape(stallNames[c.Reason].Meaning()))
		}
		rows += element("tr", "", shareCell(c.Share)+element("td", textStyle, placed(c.Pos, c.Pos.Where())+"  "+element("code", "", escape(c.Source))+why))
	}
	return table([]string{what, "the lines that cost most"}, rows)
}

// shareCell is a cell with a share of 1, in percent and as a bar.
func shareCell(share float64) string {
	return element("td", textStyle+";min-width:90px", fmt.Sprintf("%.0f %%", 100*share)+element("div", fmt.Sprintf(barStyle, 100*share), ""))
}

// table is rows below their titles.
func table(titles []string, rows string) string {
	head := ""
	for _, title := range titles {
		head += element("th", textStyle, escape(title))
	}
	return scrolled("<table><thead><tr>" + head + "</tr></thead><tbody>" + rows + "</tbody></table>")
}
