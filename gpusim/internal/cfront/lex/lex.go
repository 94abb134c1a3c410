// Package lex divides CUDA C into tokens and runs the preprocessor on them.
//
// A Token knows where the reader finds it: a token of a macro has the place of the
// macro's use. #include reads files beside the source; a header in angle brackets, and
// one that is not there, gives nothing. Pragmas other than once and
// unroll are skipped.
//
// Not modelled: trigraphs and digraphs. Directives that are not read, such as #line, are
// refused.
package lex

// This file divides text into tokens.

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/limit"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	EOF Kind = iota
	Ident
	Number
	Char
	String
	Punct
)

// Token is one token. Text is as in the source, quotes included.
type Token struct {
	Kind  Kind
	Text  string
	Pos   diag.Pos
	Space bool // white space stands before it
	// Unroll is what stands behind #pragma unroll directly before the token: empty for
	// nothing, nil where no such pragma stands.
	Unroll []Token
	first  bool // it is the first of its line
	spent  bool // a macro's name inside its own expansion, which is not expanded again
}

// Is reports whether t is a punctuator or an identifier of this text.
func (t Token) Is(text string) bool { return t.Text == text && (t.Kind == Punct || t.Kind == Ident) }

// puncts are the punctuators of several characters, longer ones first.
var puncts = []string{
	"<<<", ">>>", "<<=", ">>=", "...", "->*", "##", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=",
	"&=", "|=", "^=", "->", "::", ".*",
}

// operators are the words that C++ has for punctuators.
var operators = map[string]string{
	"and": "&&", "or": "||", "not": "!", "bitand": "&", "bitor": "|", "xor": "^", "compl": "~",
	"and_eq": "&=", "or_eq": "|=", "xor_eq": "^=", "not_eq": "!=",
}

// withOperators writes punctuators for their words. Macros still see the words.
func withOperators(tokens []Token) []Token {
	for i := range tokens {
		if op := operators[tokens[i].Text]; op != "" && tokens[i].Kind == Ident {
			tokens[i].Kind, tokens[i].Text = Punct, op
		}
	}
	return tokens
}

// scanner reads one file.
type scanner struct {
	file      string
	text      string
	at        int
	line      int
	lineStart int
	joins     []int // the places in text where a backslash joined two lines
	tokens    []Token
	errs      diag.List
	first     bool
	space     bool
}

// scan returns the tokens of a text, without EOF.
func scan(file string, text string) ([]Token, diag.List) {
	s := &scanner{file: file, line: 1, first: true}
	s.text, s.joins = joinLines(text)
	for s.skipSpace(); s.at < len(s.text); s.skipSpace() {
		if len(s.tokens) == limit.Tokens {
			s.fail(s.pos(), fmt.Sprintf("the file has more than %d tokens", limit.Tokens), "keep only what the kernels need")
			break
		}
		s.token()
	}
	return s.tokens, s.errs
}

// joinedLine matches the end of a line that a backslash joins with the next one.
var joinedLine = regexp.MustCompile(`\\[ \t\r\f\v]*\n`)

// joinLines removes the ends of lines that a backslash joins, and returns their places.
func joinLines(text string) (joined string, joins []int) {
	var b strings.Builder
	end := 0
	for _, at := range joinedLine.FindAllStringIndex(text, -1) {
		b.WriteString(text[end:at[0]])
		joins = append(joins, b.Len())
		end = at[1]
	}
	return b.String() + text[end:], joins
}

// passJoins counts the joined lines before the current place.
func (s *scanner) passJoins() {
	for len(s.joins) > 0 && s.joins[0] <= s.at {
		s.lineStart = s.joins[0]
		s.joins = s.joins[1:]
		s.line++
	}
}

func (s *scanner) pos() diag.Pos {
	s.passJoins()
	return diag.Pos{File: s.file, Line: s.line, Col: s.at - s.lineStart + 1}
}

func (s *scanner) fail(at diag.Pos, what, hint string) {
	s.errs = append(s.errs, diag.Diagnostic{Pos: at, Code: diag.Syntax, Message: what, Hint: hint})
}

func (s *scanner) newline() {
	s.passJoins()
	s.at++
	s.line++
	s.lineStart = s.at
}

// skipSpace skips white space, comments and joined lines.
func (s *scanner) skipSpace() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] == '\n':
			s.newline()
			s.first, s.space = true, true
		case strings.IndexByte(" \t\r\f\v", rest[0]) >= 0:
			s.at++
			s.space = true
		case strings.HasPrefix(rest, "//"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			s.at += n
			s.space = true
		case strings.HasPrefix(rest, "/*"):
			s.comment()
		default:
			return
		}
	}
}

func (s *scanner) comment() {
	start := s.pos()
	end := strings.Index(s.text[s.at+2:], "*/")
	stop := len(s.text)
	if end < 0 {
		s.fail(start, "the comment has no end", "close it with */")
	} else {
		stop = s.at + 2 + end + 2
	}
	for s.at < stop {
		if s.text[s.at] == '\n' {
			s.newline()
		} else {
			s.at++
		}
	}
	s.space = true
}

// token reads the next token.
func (s *scanner) token() {
	start, pos := s.at, s.pos()
	kind := Punct
	c := s.text[s.at]
	switch {
	case letter(s.text[s.at:]):
		kind = Ident
		for s.at < len(s.text) && (letter(s.text[s.at:]) || digit(s.text[s.at])) {
			_, n := utf8.DecodeRuneInString(s.text[s.at:])
			s.at += n
		}
	case digit(c) || c == '.' && s.at+1 < len(s.text) && digit(s.text[s.at+1]):
		kind = Number
		s.number()
	case c == '"' || c == '\'':
		kind = String
		if c == '\'' {
			kind = Char
		}
		s.quoted(c, pos)
	default:
		s.at += punctLength(s.text[s.at:])
	}
	s.tokens = append(s.tokens, Token{Kind: kind, Text: s.text[start:s.at], Pos: pos, Space: s.space, first: s.first})
	s.first, s.space = false, false
}

func letter(rest string) bool {
	c, _ := utf8.DecodeRuneInString(rest)
	return c == '_' || c == '$' || c != utf8.RuneError && unicode.IsLetter(c)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func punctLength(rest string) int {
	for _, p := range puncts {
		if strings.HasPrefix(rest, p) {
			return len(p)
		}
	}
	_, n := utf8.DecodeRuneInString(rest)
	return n
}

// number reads a number as the preprocessor defines it: exponents may have a sign, and
// quotes may separate digits.
func (s *scanner) number() {
	for s.at++; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		sign := (c == '+' || c == '-') && strings.IndexByte("eEpP", s.text[s.at-1]) >= 0 && !s.hexE()
		if !digit(c) && c != '.' && c != '\'' && !sign && !letter(s.text[s.at:]) {
			return
		}
	}
}

// hexE reports whether the letter before s.at is a digit e of a hexadecimal number.
func (s *scanner) hexE() bool {
	start := s.at - 1
	for start > 0 && (digit(s.text[start-1]) || letter(s.text[start-1:])) {
		start--
	}
	hex := strings.HasPrefix(s.text[start:], "0x") || strings.HasPrefix(s.text[start:], "0X")
	return hex && strings.IndexByte("eE", s.text[s.at-1]) >= 0
}

func (s *scanner) quoted(quote byte, pos diag.Pos) {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case quote:
			s.at++
			return
		case '\n':
			s.fail(pos, "the quoted text has no end on its line", "close it with "+string(quote))
			return
		}
	}
	s.at = min(s.at, len(s.text))
	s.fail(pos, "the quoted text has no end", "close it with "+string(quote))
}
