package main

// This file counts verdicts and prints them.

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// counts is the results of a repository, or of several.
type counts struct {
	mu      sync.Mutex
	failed  int // files that nvcc does not compile
	results []result
}

func (c *counts) skip() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed++
}

func (c *counts) note(r result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.results = append(c.results, r)
	if *verb || r.verdict == broken {
		fmt.Printf("%s\t%s\t%s\t%.1fs\t%s\n", r.verdict, filepath.Base(r.file), r.kernel, r.took.Seconds(), first(r.reason))
	}
}

func (c *counts) add(other *counts) {
	c.failed += other.failed
	c.results = append(c.results, other.results...)
}

func (v verdict) String() string {
	return []string{"ran", "stopped", "refused", "broken", "slow"}[v]
}

const heading = "| repository | kernels | ran | stopped | refused | broken | slow | good | files that nvcc refuses |\n|---|---|---|---|---|---|---|---|---|\n"

// row returns a row of the table.
func (c *counts) row(name string) string {
	var n [verdicts]int
	for _, r := range c.results {
		n[r.verdict]++
	}
	good := float64(n[ran]+n[stopped]) / float64(max(len(c.results), 1))
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %.1f %% | %d |\n",
		name, len(c.results), n[ran], n[stopped], n[refused], n[broken], n[slow], 100*good, c.failed)
}

// reasons lists why kernels did not run to their ends, by frequency, each with an example.
func (c *counts) reasons() string {
	n, example := map[string]int{}, map[string]result{}
	for _, r := range c.results {
		if r.verdict == ran {
			continue
		}
		kind := r.verdict.String() + ": " + r.kind()
		n[kind]++
		example[kind] = r
	}
	var b strings.Builder
	kinds := slices.SortedFunc(maps.Keys(n), func(a, b string) int { return cmp.Or(cmp.Compare(n[b], n[a]), cmp.Compare(a, b)) })
	for _, kind := range kinds {
		r := example[kind]
		fmt.Fprintf(&b, "%5d %s\n      as %s %s\n", n[kind], kind, r.file, r.kernel)
	}
	return b.String()
}

// code matches the code of a mistake, which stands behind its message.
var code = regexp.MustCompile(`\[([A-Za-z]+)\]$`)

// kind returns what the reason has in common with others: the code of a mistake that arguments may
// explain, the message of another one.
func (r *result) kind() string {
	if m := code.FindStringSubmatch(r.reason); m != nil && r.verdict == stopped {
		return m[1]
	}
	return general(first(r.reason))
}

// first returns the line of a message that says what is wrong.
func first(message string) string {
	for line := range strings.Lines(message) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return strings.TrimSpace(line)
		}
	}
	line, _, _ := strings.Cut(message, "\n")
	return line
}

var (
	place  = regexp.MustCompile(`^\S*:\d+(:\d+)?: `)
	number = regexp.MustCompile(`\b[%$_A-Za-z]*[%$_]\w+|\b\d+\b`) // and names that a compiler made
)

// general replaces in a message what is different in each kernel.
func general(message string) string {
	return number.ReplaceAllString(place.ReplaceAllString(message, ""), "N")
}
