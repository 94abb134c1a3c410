package fuzzcuda

// This file makes programs that a C++ compiler may refuse.

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// pieces divides a program into tokens and the white space between them.
var pieces = regexp.MustCompile(`\s+|[A-Za-z_]\w*|\.?\d(?:[eEpP][-+]|[\w.'])*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|<<=|>>=|&&|\|\||<<|>>|[-+*/%&|^=!<>]=|\+\+|--|->|::|.`)

// word matches names, numbers and keywords.
var word = regexp.MustCompile(`^[\w']`)

// inserted are tokens that a mutation puts before another token.
var inserted = []string{"const ", "static ", "&", "*", "!", "~", "-", "++", "return ", "unsigned ", "(float)", "private: ", "volatile ", "struct ", "break; ", "1 = ", "nullptr, ", "0, "}

// mutation changes the pieces of a program. It returns false where it does not fit.
type mutation struct {
	name  string
	apply func(r *rand.Rand, list []string) ([]string, bool)
}

// tokenAt draws a piece that is no white space.
func tokenAt(r *rand.Rand, list []string, fits func(string) bool) int {
	var at []int
	for i, p := range list {
		if strings.TrimSpace(p) != "" && fits(p) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return -1
	}
	return at[r.IntN(len(at))]
}

func anyToken(string) bool { return true }

// isWord holds for names, numbers and keywords; isSign for the rest.
func isWord(s string) bool { return word.MatchString(s) }
func isSign(s string) bool { return !isWord(s) }

// replacing is a mutation that replaces a token by another one of the program that fits too.
func replacing(name string, fits func(string) bool) mutation {
	return mutation{name, func(r *rand.Rand, list []string) ([]string, bool) {
		i, j := tokenAt(r, list, fits), tokenAt(r, list, fits)
		if i < 0 || list[i] == list[j] {
			return nil, false
		}
		list[i] = list[j]
		return list, true
	}}
}

var typeWords = []string{"bool", "char", "short", "int", "long", "float", "double", "unsigned", "void"}

// mutations are the kinds of changes. Most of them make a program that is no C++.
var mutations = []mutation{
	{"a token is left out", func(r *rand.Rand, list []string) ([]string, bool) {
		i := tokenAt(r, list, anyToken)
		return slices.Delete(list, i, i+1), true
	}},
	{"a word is left out", func(r *rand.Rand, list []string) ([]string, bool) {
		i := tokenAt(r, list, func(s string) bool {
			return slices.Contains([]string{"const", "return", "__device__", "constexpr", "template", "case", "struct"}, s)
		})
		return slices.Delete(list, max(i, 0), max(i, 0)+1), i >= 0
	}},
	{"two tokens change places", func(r *rand.Rand, list []string) ([]string, bool) {
		i, j := tokenAt(r, list, isWord), tokenAt(r, list, isWord)
		list[i], list[j] = list[j], list[i]
		return list, list[i] != list[j]
	}},
	{"a token is inserted", func(r *rand.Rand, list []string) ([]string, bool) {
		i := tokenAt(r, list, isWord)
		return slices.Insert(list, i, inserted[r.IntN(len(inserted))]), true
	}},
	{"a type is another one", func(r *rand.Rand, list []string) ([]string, bool) {
		i := tokenAt(r, list, func(s string) bool { return slices.Contains(typeWords, s) })
		if i < 0 {
			return nil, false
		}
		list[i] = append(typeWords, "int *", "const char *", "unsigned &")[r.IntN(len(typeWords)+3)]
		return list, true
	}},
	{"an argument is left out, or stands twice", func(r *rand.Rand, list []string) ([]string, bool) {
		i := tokenAt(r, list, func(s string) bool { return s == "," })
		end := i
		for depth := 0; i >= 0 && end+1 < len(list) && depth >= 0; end++ {
			switch next := list[end+1]; {
			case next == "(" || next == "{" || next == "[":
				depth++
			case next == ")" || next == "}" || next == "]":
				depth--
			case (next == "," || next == ";") && depth == 0:
				depth = -1
			}
		}
		if i < 0 || end == i {
			return nil, false
		}
		if r.IntN(2) == 0 {
			return slices.Insert(list, end, slices.Clone(list[i:end])...), true
		}
		return slices.Delete(list, i, end), true
	}},
	{"a line is left out, or stands twice", func(r *rand.Rand, list []string) ([]string, bool) {
		lines := strings.SplitAfter(strings.Join(list, ""), "\n")
		i := r.IntN(len(lines))
		if !balanced(lines[i:i+1]) || strings.TrimSpace(lines[i]) == "" {
			return nil, false
		}
		if r.IntN(2) == 0 {
			return slices.Insert(lines, i, lines[i]), true
		}
		return slices.Delete(lines, i, i+1), true
	}},
	replacing("a word is another one", isWord),
	replacing("a sign is another one", isSign),
	replacing("a number or a name is another one", func(s string) bool {
		return isWord(s) && !slices.Contains(typeWords, s) && s != "const" && s != "return"
	}),
}

// Mutate returns a program with one random change, and the change's name.
func Mutate(p Program, seed uint64) (Program, string) {
	r := rand.New(rand.NewPCG(seed, 2))
	for {
		m := mutations[r.IntN(len(mutations))]
		list, ok := m.apply(r, pieces.FindAllString(p.Text, -1))
		if text := strings.Join(list, ""); ok && text != p.Text {
			return Program{p.Seed, text}, fmt.Sprintf("mutation %d, %s", seed, m.name)
		}
	}
}
