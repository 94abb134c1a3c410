// Package spelling finds the name that a misspelt word means: the one with the fewest changes.
package spelling

import "strings"

// Suggest returns "did you mean x?" for the nearest of the names, or "".
func Suggest(name string, among []string) string {
	if near := Nearest(name, among); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// Nearest returns the name with the smallest distance, of which small and capital letters are the
// same; "" when none is close.
func Nearest(name string, among []string) string {
	best, at := "", 1+len(name)/3
	for _, other := range among {
		if other == name || other == "_" || len(name) == 1 && len(other) == 1 {
			continue
		}
		if d := Distance(strings.ToLower(name), strings.ToLower(other)); d < at || d == at && best == "" {
			best, at = other, d
		}
	}
	return best
}

// longest bounds the bytes of names that are compared: that takes time and memory with their
// product.
const longest = 256

// Distance counts the insertions, deletions, replacements and swaps of neighbouring bytes that
// turn a into b. Where one has more than 256 bytes it is the length of the longer: they have
// nothing in common.
func Distance(a, b string) int {
	if n := max(len(a), len(b)); n > longest {
		return n
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
