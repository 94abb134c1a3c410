package h200

// This file reads ptxas.txt: what the compiler reported for each kernel.

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
)

//go:embed compiler/ptxas.txt
var ptxas string

// Compiled is what ptxas reported for one kernel.
type Compiled struct {
	Kernel             string // the C++ name without parameters: "void spill<2>"
	Registers          int
	Stack, SpillStores int // bytes; notebook 10 shows Stack
}

var (
	ptxasEntry = regexp.MustCompile(`Compiling entry function '([^(]*)\(`)
	ptxasStack = regexp.MustCompile(`(\d+) bytes stack frame, (\d+) bytes spill stores`)
	ptxasUsed  = regexp.MustCompile(`Used (\d+) registers`)
)

// Registers returns the report for one target, "sm_90" or another of ptxas.txt.
func Registers(target string) []Compiled {
	var list []Compiled
	section := ""
	for line := range strings.Lines(ptxas) {
		if rest, ok := strings.CutPrefix(line, "== visible"); ok {
			section = strings.TrimSpace(rest)
			if section == "" {
				section = "sm_90"
			}
		}
		if section != target {
			continue
		}
		if m := ptxasEntry.FindStringSubmatch(line); m != nil {
			list = append(list, Compiled{Kernel: m[1]})
		}
		if m := ptxasStack.FindStringSubmatch(line); m != nil {
			c := &list[len(list)-1]
			c.Stack, c.SpillStores = count(m[1]), count(m[2])
		}
		if m := ptxasUsed.FindStringSubmatch(line); m != nil {
			list[len(list)-1].Registers = count(m[1])
		}
	}
	return list
}

func count(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("BUG: " + s + " is no number")
	}
	return n
}
