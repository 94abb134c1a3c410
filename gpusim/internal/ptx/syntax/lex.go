package syntax

// This file divides text into words, strings and punctuation.

import (
	"strconv"
	"strings"
	"text/scanner"

	"gpucourse/gpusim/diag"
)

// token is a word (an opcode with its modifiers, a directive, a name or a number), a string or
// one character of punctuation.
type token struct {
	kind rune // wordToken, stringToken, scanner.EOF, or the punctuation itself
	text string
	line int
	col  int
}

const (
	wordToken   = scanner.Ident
	stringToken = scanner.String
)

// String names the token for an error message.
func (t token) String() string {
	switch t.kind {
	case scanner.EOF:
		return "the end of the file"
	case stringToken:
		return strconv.Quote(t.text)
	}
	return t.text
}

// isWordRune reports whether a character may stand in a word. A word may hold the "::" of
// .shared::cta; the colon of a label is cut off again.
func isWordRune(ch rune, _ int) bool {
	switch {
	case 'a' <= ch && ch <= 'z', 'A' <= ch && ch <= 'Z', '0' <= ch && ch <= '9':
		return true
	}
	return ch == '_' || ch == '.' || ch == '%' || ch == '$' || ch == ':'
}

// lex returns the tokens of a text, the end of the file last.
func lex(file, text string) (tokens []token, err error) {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanStrings | scanner.ScanComments | scanner.SkipComments
	s.IsIdentRune = isWordRune
	s.Error = func(s *scanner.Scanner, what string) {
		if err == nil {
			err = mistake(diag.Pos{File: file, Line: s.Pos().Line, Col: s.Pos().Column}, what)
		}
	}
	for err == nil {
		t := token{kind: s.Scan(), line: s.Position.Line, col: s.Position.Column}
		switch t.kind {
		case scanner.EOF:
			t.line, t.col = s.Pos().Line, s.Pos().Column
			return append(tokens, t), err
		case scanner.String:
			t.text, _ = strconv.Unquote(s.TokenText())
			tokens = append(tokens, t)
		default:
			t.text = s.TokenText()
			tokens = appendWord(tokens, t)
		}
	}
	return nil, err
}

// appendWord appends a token, divided where it holds the colon of a label, or directives that
// stand together: .reg.b32.
func appendWord(tokens []token, t token) []token {
	if next := 1 + strings.IndexByte(t.text[1:], '.'); t.kind == wordToken && t.text[0] == '.' && next > 0 {
		first, rest := t, t
		first.text, rest.text = t.text[:next], t.text[next:]
		rest.col += next
		return appendWord(append(tokens, first), rest)
	}
	at := labelEnd(t.text)
	if t.kind != wordToken || at < 0 {
		return append(tokens, t)
	}
	word, colon, rest := t, t, t
	word.text, rest.text = t.text[:at], t.text[at+1:]
	colon.kind, colon.text = ':', ":"
	colon.col, rest.col = t.col+at, t.col+at+1
	if word.text != "" {
		tokens = append(tokens, word)
	}
	if tokens = append(tokens, colon); rest.text != "" {
		tokens = appendWord(tokens, rest)
	}
	return tokens
}

// labelEnd returns the place of a colon that has no second one beside it; -1 without one.
func labelEnd(word string) int {
	for i := 0; i < len(word); i++ {
		switch {
		case word[i] != ':':
		case strings.HasPrefix(word[i:], "::"):
			i++
		default:
			return i
		}
	}
	return -1
}

// mistake is an error in the text.
func mistake(at diag.Pos, what string) error {
	return diag.List{{Pos: at, Code: diag.Syntax, Message: what, Hint: "the file must be PTX as nvcc -ptx or clang -S writes it"}}
}
