package notebook

// This file says what is known of the guesses that a notebook asks for: how near a guess must be, and which
// mistakes lead to which guesses. The rows are in predictions_00.go and the files behind it, by chapter.

import (
	"maps"
	"slices"

	"gpucourse/gpusim/display"
)

// estimate is what is known of the guesses about one number. Each sentence follows the guess and a colon, and names
// the mistake that leads to it.
type estimate struct {
	near         float64            // the part of the answer that a guess may be off; 0 is what a count may be
	exact        bool               // a guess that is off by one is wrong
	says         map[float64]string // to guesses that likely mistakes give
	below, above string             // to any other guess that is too small or too large
}

// predictions are the rows of all chapters by what a notebook asks for: the first operand of Guess. Two notebooks
// that ask for the same share a row.
var predictions = func() map[string]estimate {
	all := map[string]estimate{}
	for _, rows := range []map[string]estimate{firstPredictions, coalescingPredictions, registerPredictions,
		sharedPredictions, synchronizationPredictions, lastPredictions, modernPredictions, bulkPredictions} {
		maps.Copy(all, rows)
	}
	return all
}()

// Guess makes a Prediction to be shown. A negative guess is one not yet made.
func Guess[N number](what string, guess float64, answer N) Prediction {
	return predictions[what].of(display.Guess(what, guess, float64(answer)))
}

// of adds what is known to a prediction. A changed cell may have another answer, so a mistake may have become right.
func (e estimate) of(p Prediction) Prediction {
	switch {
	case e.exact:
		p = p.Within(0)
	case e.near > 0:
		p = p.Within(e.near)
	}
	for _, guess := range slices.Sorted(maps.Keys(e.says)) {
		if !p.Counts(guess) {
			p = p.Misread(guess, e.says[guess])
		}
	}
	return p.Otherwise(e.below, e.above)
}
