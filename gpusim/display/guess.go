package display

// This file compares what a learner predicted with what was counted.

import (
	"fmt"
	"math"
	"slices"

	"gpucourse/gpusim/report"
)

// Prediction is a learner's guess beside the answer.
type Prediction struct {
	What          string
	Guess, Answer float64
	within        float64 // how far a guess may be off, relatively, and still count
	misread       []misread
	below, above  string // what guesses are told that are wrong in another way
}

// misread is a guess that a likely mistake gives.
type misread struct {
	guess float64
	says  string
}

// Guess makes a Prediction to be shown. A negative guess is one not yet made.
func Guess(what string, guess, answer float64) Prediction {
	return Prediction{What: what, Guess: guess, Answer: answer, within: tolerance}
}

// tolerance is how far a guess of a count may be off, relatively, and still count.
const tolerance = 0.02

// Within lets a guess count that is off by a part of the answer, such as 0.5 for half of it: times and rates can be
// estimated, and not known.
func (p Prediction) Within(part float64) Prediction {
	p.within = part
	return p
}

// Misread adds a sentence about a guess that a likely mistake gives. The guess must not count as right.
func (p Prediction) Misread(guess float64, says string) Prediction {
	if p.Counts(guess) {
		panic(fmt.Sprintf("BUG: %s: %v is no misread number, the answer is %v", p.What, guess, p.Answer))
	}
	p.misread = append(slices.Clip(p.misread), misread{guess, says})
	return p
}

// Otherwise adds what a guess is told that is wrong, and no misread number: one that is too small or too large.
func (p Prediction) Otherwise(below, above string) Prediction {
	p.below, p.above = below, above
	return p
}

// Counts reports whether a guess is near enough.
func (p Prediction) Counts(guess float64) bool {
	return math.Abs(guess-p.Answer) <= p.within*math.Abs(p.Answer)
}

// String says how the guess did, without a reproach.
func (p Prediction) String() string {
	said, is := report.Number(p.Guess), report.Number(p.Answer)
	switch {
	case p.Guess < 0:
		return fmt.Sprintf("%s: %s (no guess yet)", p.What, is)
	case p.Counts(p.Guess) && said != is && p.within > tolerance:
		return fmt.Sprintf("✓ %s: %s, and you predicted %s, which is near enough", p.What, is, said)
	case p.Counts(p.Guess):
		return fmt.Sprintf("✓ %s: %s, as you predicted", p.What, is)
	}
	text := fmt.Sprintf("✗ %s: %s, and you predicted %s", p.What, is, said)
	if why := p.why(); why != "" {
		text += ": " + why
	}
	return text
}

// why says what a wrong guess comes from: the likely mistake whose number is nearest, or else that it is too small or
// too large.
func (p Prediction) why() string {
	why := p.above
	if p.Guess < p.Answer {
		why = p.below
	}
	nearest := math.Inf(1)
	for _, m := range p.misread {
		if off := math.Abs(p.Guess - m.guess); off <= tolerance*math.Abs(m.guess) && off < nearest {
			nearest, why = off, m.says
		}
	}
	return why
}

func (p Prediction) render() output {
	text := p.String()
	return output{element("div", "margin:2px 0", escape(text)), text}
}
