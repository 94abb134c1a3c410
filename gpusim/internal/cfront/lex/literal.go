package lex

// This file reads the values of numbers and characters.

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The forms of numbers. Go's own functions also take digits with _ and other prefixes.
var (
	integerForm = regexp.MustCompile(`^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uU]?(?:l|L|ll|LL)?|(?:l|L|ll|LL)[uU])$`)
	floatForm   = regexp.MustCompile(`^((?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+|0[xX](?:[0-9a-fA-F]+\.?|[0-9a-fA-F]*\.[0-9a-fA-F]+)[pP][-+]?[0-9]+)([fFlL]?)$`)
	separated   = regexp.MustCompile(`([0-9a-fA-F])'([0-9a-fA-F])`)
)

// digits removes the quotes between digits.
func digits(text string) string {
	for separated.MatchString(text) { // a match takes the digit that the next one begins with
		text = separated.ReplaceAllString(text, "$1$2")
	}
	return text
}

// Integer returns the value of an integer, and its suffix in small letters.
func Integer(text string) (n uint64, suffix string, ok bool) {
	parts := integerForm.FindStringSubmatch(digits(text))
	if parts == nil {
		return 0, "", false
	}
	n, err := strconv.ParseUint(parts[1], 0, 64)
	return n, strings.ToLower(parts[2]), err == nil
}

// Float returns the parts of a floating-point number: its text for strconv.ParseFloat, and
// its suffix in small letters.
func Float(text string) (number, suffix string, ok bool) {
	parts := floatForm.FindStringSubmatch(digits(text))
	if parts == nil {
		return "", "", false
	}
	return parts[1], strings.ToLower(parts[2]), true
}

// Character returns the byte of a character in quotes, such as 'a'.
func Character(text string) (c byte, ok bool) {
	inside := strings.TrimSuffix(strings.TrimPrefix(text, "'"), "'")
	c, length, ok := Byte(inside)
	return c, ok && length == len(inside)
}

// escapes are the escapes of one letter.
var escapes = map[byte]byte{'a': 7, 'b': 8, 't': 9, 'n': 10, 'v': 11, 'f': 12, 'r': 13, 'e': 27, '\'': '\'', '"': '"', '?': '?', '\\': '\\'}

// The forms of escapes with a number.
var escapeForm = regexp.MustCompile(`^\\(?:x([0-9a-fA-F]+)|([0-7]{1,3}))`)

// Byte returns the first byte that the text of a character or a string describes, and the
// length of its description.
func Byte(text string) (c byte, length int, ok bool) {
	if text == "" {
		return 0, 0, false
	}
	if text[0] != '\\' {
		return text[0], 1, true
	}
	if parts := escapeForm.FindStringSubmatch(text); parts != nil {
		base := 16
		if parts[2] != "" {
			base = 8
		}
		n, err := strconv.ParseUint(parts[1]+parts[2], base, 64)
		return byte(n), len(parts[0]), err == nil && n <= math.MaxUint8
	}
	if len(text) > 1 {
		if c, ok := escapes[text[1]]; ok {
			return c, 2, true
		}
	}
	return 0, 0, false
}

// Text returns the bytes of texts in quotes that stand beside each other.
func Text(quoted string) (text string, ok bool) {
	var b strings.Builder
	inside := false
	for len(quoted) > 0 {
		if quoted[0] == '"' {
			inside, quoted = !inside, quoted[1:]
			continue
		}
		c, length, ok := Byte(quoted)
		if !ok || !inside {
			return "", false
		}
		b.WriteByte(c)
		quoted = quoted[length:]
	}
	return b.String(), !inside
}
