package lex

// This file compares random macros and conditions with the preprocessor of a C++ compiler.

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var every = flag.Bool("every", false, "compare many more random sources")

// preprocessor of a C++ compiler; "" where none is installed.
func compiler(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"g++", "clang++"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("neither g++ nor clang++ is installed")
	return ""
}

// random draws one source.
type random struct {
	*rand.Rand
	macros []macroShape
}

// macroShape is what a call of a macro must look like.
type macroShape struct {
	name       string
	params     int // -1 for a macro without parentheses
	variadic   bool
	paramNames []string
}

func choose[T any](r *random, list ...T) T { return list[r.IntN(len(list))] }

// atom is one token of a macro's body or of the text.
func (r *random) atom(params []string) string {
	switch n := r.IntN(10); {
	case n < 4 && len(params) > 0:
		return choose(r, params...)
	case n < 5 && len(r.macros) > 0:
		return choose(r, r.macros...).name
	case n < 6:
		return choose(r, "1", "0x1f", "2u", "'a'", `"t\n"`, `'"'`, `'\\'`)
	case n < 7:
		return choose(r, "+", "-", "<", "&", "and", "->", "=", "|")
	}
	return choose(r, "a", "b", "x1", "M1", "int")
}

// body is the text of a macro.
func (r *random) body(m macroShape, depth int) string {
	var parts []string
	for range r.IntN(6) {
		switch n := r.IntN(12); {
		case n == 0 && len(m.paramNames) > 0:
			parts = append(parts, "#"+choose(r, m.paramNames...))
		case n == 1 && m.variadic && len(m.paramNames) > 1:
			parts = append(parts, "f(1, ##"+m.paramNames[len(m.paramNames)-1]+")")
		case n < 4:
			sides := []string{choose(r, "a", "b", "M"), choose(r, "1", "c", "")}
			if len(m.paramNames) > 0 {
				sides[r.IntN(2)] = choose(r, m.paramNames...)
			}
			if sides[0] != "" && sides[1] != "" {
				parts = append(parts, sides[0]+choose(r, "##", " ## ")+sides[1])
			}
		case n < 6 && depth < 2:
			parts = append(parts, "("+r.body(m, depth+1)+")")
		case n < 8 && len(r.macros) > 0:
			parts = append(parts, r.call(m.paramNames, depth+1))
		default:
			parts = append(parts, r.atom(m.paramNames))
		}
	}
	return strings.Join(parts, choose(r, " ", "  ", " /* c */ "))
}

// call is a use of a macro.
func (r *random) call(params []string, depth int) string {
	m := choose(r, r.macros...)
	if m.params < 0 {
		return m.name
	}
	n := m.params
	if m.variadic {
		n += r.IntN(3) - 1
	}
	var args []string
	for range n {
		switch {
		case r.IntN(6) == 0:
			args = append(args, "")
		case depth < 3 && r.IntN(2) == 0:
			args = append(args, r.call(params, depth+1))
		case r.IntN(5) == 0:
			args = append(args, "(a, "+r.atom(params)+")")
		default:
			args = append(args, r.atom(params)+choose(r, "", " ", " "+r.atom(params)))
		}
	}
	return m.name + choose(r, "", "", " ") + "(" + strings.Join(args, choose(r, ",", ", ", " ,\n ")[:1]+" ") + ")"
}

// condition is an expression of #if.
func (r *random) condition(depth int) string {
	if depth > 3 || r.IntN(4) == 0 {
		return choose(r, "0", "1", "2", "-1", "7u", "0xffffffffffffffff", "9223372036854775807", "'a'", `'\xff'`, `'\0'`, "true", "b", "010", "0b11",
			"1'000", "63", "0u", "defined M1", "defined(M2)", "VALUE", "UNSIGNED", "3ull", "18446744073709551615u")
	}
	x, y := r.condition(depth+1), r.condition(depth+1)
	switch r.IntN(8) {
	case 0:
		return choose(r, "!", "-", "+", "~", "not ", "compl ") + "(" + x + ")"
	case 1:
		return "(" + x + " ? " + y + " : " + r.condition(depth+1) + ")"
	case 2:
		return x + " ? " + y + " : " + r.condition(depth+1)
	}
	op := choose(r, "||", "&&", "|", "^", "&", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%", "and", "or", "bitand", "not_eq")
	if r.IntN(2) == 0 {
		return "(" + x + ") " + op + " (" + y + ")"
	}
	return x + " " + op + " " + y
}

// source is macros, calls and conditions.
func (r *random) source() string {
	text := "#define VALUE (-3)\n#define UNSIGNED 5u\n"
	for i := range 2 + r.IntN(5) {
		m := macroShape{name: fmt.Sprintf("M%d", i), params: r.IntN(4) - 1}
		for j := range max(0, m.params) {
			m.paramNames = append(m.paramNames, string(rune('p'+j)))
		}
		list := strings.Join(m.paramNames, ", ")
		if m.variadic = m.params > 0 && r.IntN(4) == 0; m.variadic {
			last := len(m.paramNames) - 1
			list = strings.Join(append(slices.Clone(m.paramNames[:last]), "..."), ", ")
			m.paramNames[last] = "__VA_ARGS__"
		}
		if list = "(" + list + ")"; m.params < 0 {
			list = ""
		}
		text += "#define " + m.name + list + " " + r.body(m, 0) + "\n"
		r.macros = append(r.macros, m)
	}
	for range 4 {
		text += r.call(nil, 0) + " " + r.atom(nil) + "\n"
	}
	text += "#if " + r.condition(0) + "\nyes\n#elif " + r.condition(1) + "\nperhaps\n#else\nno\n#endif\n"
	return strings.ReplaceAll(text, " x1", choose(r, " x1", " x\\\n1", " // c \\\n d"))
}

// TestRandomSources: tokens are those of a C++ compiler, and what it refuses is refused.
func TestRandomSources(t *testing.T) {
	n := 150
	if *every {
		n = 5000
	}
	program := compiler(t)
	refused := 0
	for seed := range uint64(n) {
		text := (&random{Rand: rand.New(rand.NewPCG(seed, 7))}).source()
		s := Preprocess("k.cu", []byte(text), nil)
		cmd := exec.Command(program, "-std=gnu++17", "-w", "-E", "-P", "-x", "c++", "-")
		cmd.Stdin = strings.NewReader(text)
		out, err := cmd.Output()
		if err != nil && len(s.Errs) == 0 {
			t.Errorf("seed %d: %s refuses what is read as %s:\n%s", seed, program, spell(s.Tokens), text)
		}
		if len(s.Errs) > 0 {
			if err == nil {
				refused++
				if *every && !strings.Contains(s.Errs[0].Message, "is shifted by") {
					t.Logf("seed %d: %v", seed, s.Errs[0])
				}
			}
			continue
		}
		want, _ := scan("", string(out))
		if got := texts(s.Tokens[:len(s.Tokens)-1]); err == nil && got != texts(withOperators(want)) {
			t.Errorf("seed %d: got\n%s\nwant\n%s\nfrom\n%s", seed, got, texts(want), text)
		}
	}
	if refused > n/5 {
		t.Errorf("%d of %d sources are refused that a compiler reads", refused, n)
	}
}

// texts writes tokens without the spaces in texts, which C++ leaves open where an empty
// argument stands.
func texts(tokens []Token) string {
	var list []string
	for _, t := range tokens {
		list = append(list, strings.ReplaceAll(t.Text, " ", ""))
	}
	return strings.Join(list, " ")
}
