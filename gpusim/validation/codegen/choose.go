package main

// This file chooses kernels of a module of PTX.

import (
	"regexp"
	"strings"
)

// entry is the text of one kernel as nvcc writes it: its body ends with a brace at the start of a line.
var entry = regexp.MustCompile(`(?ms)^(?:\t// \.globl[^\n]*\n)?(?:\.visible |\.weak )?\.entry ([\w$]+)\(.*?^\}\n`)

// choose returns a module with at most most of its kernels, spread evenly over the file, and none
// whose text another file has already given. It adds those texts to seen.
func choose(module string, most int, seen map[string]bool) string {
	var fresh [][]int
	for _, at := range entry.FindAllStringSubmatchIndex(module, -1) {
		if text := plain(module[at[0]:at[1]], module[at[2]:at[3]]); !seen[text] {
			seen[text] = true
			fresh = append(fresh, at)
		}
	}
	kept := map[int]bool{} // by where the text begins
	for i := range min(most, len(fresh)) {
		kept[fresh[i*len(fresh)/min(most, len(fresh))][0]] = true
	}
	var b strings.Builder
	end := 0
	for _, at := range entry.FindAllStringIndex(module, -1) {
		b.WriteString(module[end:at[0]])
		if kept[at[0]] {
			b.WriteString(module[at[0]:at[1]])
		}
		end = at[1]
	}
	b.WriteString(module[end:])
	return b.String()
}

// plain is a kernel's text without its name.
func plain(text, name string) string { return strings.ReplaceAll(text, name, "kernel") }
