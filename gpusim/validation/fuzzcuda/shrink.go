package fuzzcuda

import (
	"slices"
	"strings"
)

// Shrink removes lines of a program, blocks as a whole, as long as fails holds.
func Shrink(p Program, fails func(Program) bool) Program {
	lines := strings.Split(p.Text, "\n")
	for size := len(lines); size > 0; {
		removed := false
		for i := 0; i+size <= len(lines); i++ {
			if !balanced(lines[i : i+size]) {
				continue
			}
			try := slices.Concat(lines[:i], lines[i+size:])
			if fails(Program{p.Seed, strings.Join(try, "\n")}) {
				lines, removed = try, true
				i--
			}
		}
		if size = min(size/2, len(lines)); removed && size == 0 {
			size = 1
		}
	}
	return Program{p.Seed, strings.Join(lines, "\n")}
}

// balanced reports whether lines close all braces that they open.
func balanced(lines []string) bool {
	depth := 0
	for _, line := range lines {
		for _, c := range line {
			switch c {
			case '{':
				depth++
			case '}':
				if depth--; depth < 0 {
					return false
				}
			}
		}
	}
	return depth == 0
}
