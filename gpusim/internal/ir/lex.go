package ir

// This file splits the text of a kernel into words, strings and punctuation.

import (
	"fmt"
	"strconv"
	"strings"
	"text/scanner"
	"unicode"
)

// token is a word (name, directive, mnemonic, register or number), a string or one
// punctuation character.
type token struct {
	kind rune // wordToken, stringToken, scanner.EOF, or the punctuation itself
	text string
	line int
}

const (
	wordToken   = scanner.Ident
	stringToken = scanner.String
)

// String names the token for an error message.
func (t token) String() string {
	switch t.kind {
	case scanner.EOF:
		return "the end of the text"
	case stringToken:
		return strconv.Quote(t.text)
	}
	return "'" + t.text + "'"
}

// lex returns the tokens of src and, by line, the comments.
func lex(src string) ([]token, map[int]string, error) {
	var (
		s        scanner.Scanner
		tokens   []token
		comments = map[int]string{}
		err      error
	)
	s.Init(strings.NewReader(src))
	s.Mode = scanner.ScanIdents | scanner.ScanStrings | scanner.ScanComments
	s.IsIdentRune = func(ch rune, _ int) bool {
		return ch == '_' || ch == '.' || ch == '%' || ch == '?' || unicode.IsLetter(ch) || unicode.IsDigit(ch)
	}
	s.Error = func(s *scanner.Scanner, msg string) {
		if err == nil {
			err = fmt.Errorf("line %d: %s", s.Pos().Line, msg)
		}
	}
	for err == nil {
		t := token{kind: s.Scan(), text: s.TokenText(), line: s.Position.Line}
		switch t.kind {
		case scanner.Comment:
			comments[t.line] = strings.TrimSpace(strings.TrimPrefix(t.text, "//"))
			continue
		case scanner.String:
			t.text, _ = strconv.Unquote(t.text)
		case scanner.EOF:
			t.line = s.Pos().Line
			return append(tokens, t), comments, err
		}
		tokens = append(tokens, t)
	}
	return nil, nil, err
}
