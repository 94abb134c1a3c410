// Package printf prints as kernels do: those of CUDA C with formats of C, and those of Go with Go's verbs.
//
// Not read: %n, which kernels cannot use.
package printf

import (
	"fmt"
	"math"
	"strings"
	"unicode"
)

// Go returns what a format with Go's verbs prints on a device: an infinite number and one that is none are
// words of C.
func Go(format string, args ...any) string {
	words := make([]any, len(args))
	for i, a := range args {
		words[i] = a
		switch f := a.(type) {
		case float32:
			words[i] = wordOf(float64(f), a)
		case float64:
			words[i] = wordOf(f, a)
		}
	}
	return fmt.Sprintf(format, words...)
}

// word is a number that no digits write.
type word float64

func wordOf(f float64, a any) any {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return word(f)
	}
	return a
}

// Format implements fmt.Formatter.
func (f word) Format(s fmt.State, verb rune) {
	text := "inf"
	if math.IsNaN(float64(f)) {
		text = "nan"
	}
	switch {
	case math.Signbit(float64(f)):
		text = "-" + text
	case s.Flag('+'):
		text = "+" + text
	case s.Flag(' '):
		text = " " + text
	}
	if unicode.IsUpper(verb) {
		text = strings.ToUpper(text)
	}
	width, _ := s.Width()
	if s.Flag('-') {
		width = -width
	}
	fmt.Fprintf(s, "%*s", width, text)
}
