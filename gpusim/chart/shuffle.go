package chart

// This file draws shuffles: the lanes of a warp in rows, one row a step, with an
// arrow from each lane whose value is read to the lane that gets it.

import (
	"fmt"

	"gpucourse/gpusim/diag"
)

// Exchange is one shuffle of a warp, as its lanes saw it.
type Exchange struct {
	Name   string   // stands beside the arrows
	From   []int32  // by lane: whose value arrived; its own number when it kept its own; nobody when it took no part
	Values []string // by lane: what it holds after the step; empty boxes when there are none
}

// leastNames is the column of names of most pictures, pixels: so lanes of
// pictures that are stacked stand below each other.
const leastNames = 118.0

// nobody is no lane.
const nobody = -1

// Shuffles draws steps from top to bottom, below the values that the lanes
// begin with.
func Shuffles(title string, values []string, steps ...Exchange) *Picture {
	lanes := len(values)
	s := &shuffles{canvas: &canvas{width: pageWidth}, names: leastNames}
	for _, step := range steps {
		lanes = max(lanes, len(step.From))
		s.names = max(s.names, textWidth(step.Name, textSize)+14)
	}
	s.pattern(lanes * (2*len(steps) + 1))
	s.wide = min(2*laneHeight, (pageWidth-2*margin-s.names)/float64(lanes))
	s.text(margin, 24, title, titleSize, ink, left)
	s.legend(50)
	y := 84.0
	s.text(margin, y, "lane", smallSize, faint, left)
	for lane := range lanes {
		s.text(s.x(lane)+s.wide/2, y, fmt.Sprint(lane), smallSize, faint, middle)
	}
	y = s.row(y+10, lanes, values)
	alt := ""
	for _, step := range steps {
		y = s.arrows(y, step)
		y = s.row(y, lanes, step.Values)
		alt += step.tell()
	}
	s.height = y + 12
	return &Picture{Title: title, Alt: alt, Width: int(pageWidth), Height: int(s.height), svg: s.svg()}
}

// shuffles is a picture with room for names on the left.
type shuffles struct {
	*canvas
	names, wide float64 // of the column of names, and of a lane
}

func (s *shuffles) x(lane int) float64 { return margin + s.names + float64(lane)*s.wide }

// Arrows from lanes above and from lanes below have a colour each.
const (
	fromAbove = iota
	fromBelow
)

func (s *shuffles) legend(y float64) {
	x := margin
	for _, e := range []struct{ stroke, text string }{
		{colour(fromAbove), "from a lane with a higher number"}, {colour(fromBelow), "from one with a lower number"}, {rule, "keeps its own"},
	} {
		s.line(x, y, x+22, y, e.stroke)
		s.text(x+28, y, e.text, smallSize, ink, left)
		x += 28 + textWidth(e.text, smallSize) + 24
	}
}

// row draws the lanes with what they hold, and returns the y below. All texts of a row run
// upwards when one of them is wider than its box.
func (s *shuffles) row(y float64, lanes int, values []string) float64 {
	height, longest := 20.0, 0.0
	for _, text := range values {
		longest = max(longest, textWidth(text, smallSize))
	}
	write := s.text
	if longest > s.wide-2 {
		height, write = max(height, longest+6), s.upright
	}
	for lane := range lanes {
		tip, text := "", ""
		if lane < len(values) {
			tip, text = fmt.Sprintf("lane %d: %s", lane, values[lane]), values[lane]
		}
		s.rect(s.x(lane)+1, y, s.wide-2, height, ghost, rule, s.tip(tip))
		write(s.x(lane)+s.wide/2, y+height/2, text, smallSize, ink, middle)
	}
	return y + height
}

// arrows draws who reads from whom and returns the y below.
func (s *shuffles) arrows(y float64, step Exchange) float64 {
	const height, head = 58.0, 4.0
	s.text(margin, y+height/2, step.Name, textSize, ink, left)
	for lane, from := range step.From {
		if from == nobody {
			continue
		}
		x1, x2, stroke := s.x(int(from))+s.wide/2, s.x(lane)+s.wide/2, rule
		switch {
		case int(from) > lane:
			stroke = colour(fromAbove)
		case int(from) < lane:
			stroke = colour(fromBelow)
		}
		s.link(x1, y, x2, y+height-head, stroke)
		s.shape(fmt.Sprintf("M%s %sl%s %sh%sz", num(x2), num(y+height-1), num(-head), num(-2*head), num(2*head)), stroke,
			s.tip(fmt.Sprintf("lane %d gets the value of lane %d", lane, from)))
	}
	return y + height
}

// tell says a step in words: every lane in a few, or how many.
func (e Exchange) tell() string {
	moved := 0
	for lane, from := range e.From {
		if from != nobody && int(from) != lane {
			moved++
		}
	}
	return fmt.Sprintf("%s: %s of %d read another lane, the first lanes read lanes %v. ", e.Name, diag.Count(moved, "lanes"), len(e.From), e.From[:min(8, len(e.From))])
}
