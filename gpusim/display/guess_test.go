package display

// This file tries guesses.

import "testing"

// TestGuesses: a likely mistake is named, and an estimate may be further off than a count.
func TestGuesses(t *testing.T) {
	count := func(guess float64) Prediction {
		return Guess("sectors", guess, 4).Misread(32, "you counted lanes").Misread(1, "a line")
	}
	either := func(guess float64) Prediction { return count(guess).Otherwise("too small", "too large") }
	time := func(guess float64) Prediction { return Guess("cycles", guess, 600).Within(0.5) }
	for want, p := range map[string]Prediction{
		"sectors: 4 (no guess yet)":                                  count(-1),
		"✓ sectors: 4, as you predicted":                             count(4),
		"✗ sectors: 4, and you predicted 5":                          count(5),
		"✗ sectors: 4, and you predicted 32: you counted lanes":      count(32),
		"✗ sectors: 4, and you predicted 1: a line":                  count(1),
		"✗ sectors: 4, and you predicted 3: too small":               either(3),
		"✗ sectors: 4, and you predicted 5: too large":               either(5),
		"✗ sectors: 4, and you predicted 31.9: a little less":        either(31.9).Misread(31.9, "a little less"),
		"✓ cycles: 600, as you predicted":                            time(600),
		"✓ cycles: 600, and you predicted 400, which is near enough": time(400),
		"✗ cycles: 600, and you predicted 100":                       time(100),
	} {
		if got := p.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a right number is misread without a panic")
		}
	}()
	Guess("sectors", -1, 4).Misread(4, "no mistake")
}
