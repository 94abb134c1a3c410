package display

// This file compares what a learner predicted with what was counted.

import (
	"fmt"
	"math"

	"gpucourse/gpusim/report"
)

// Prediction is a learner's guess beside the answer.
type Prediction struct {
	What          string
	Guess, Answer float64
}

// Guess makes a Prediction to be shown. A negative guess is one not yet made.
func Guess(what string, guess, answer float64) Prediction {
	return Prediction{what, guess, answer}
}

// tolerance is how far a guess may be off, relatively, and still count.
const tolerance = 0.02

// verdict says how the guess did, without a reproach.
func (p Prediction) verdict() string {
	said, is := report.Number(p.Guess), report.Number(p.Answer)
	switch {
	case p.Guess < 0:
		return fmt.Sprintf("%s: %s (no guess yet)", p.What, is)
	case math.Abs(p.Guess-p.Answer) <= tolerance*math.Abs(p.Answer):
		return fmt.Sprintf("✓ %s: %s, as you predicted", p.What, is)
	}
	return fmt.Sprintf("✗ %s: %s, and you predicted %s", p.What, is, said)
}

func (p Prediction) render() output {
	text := p.verdict()
	return output{element("div", "margin:2px 0", escape(text)), text}
}
