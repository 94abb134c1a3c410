// Package h100 reads the launches that were profiled on an NVIDIA H100, and compares the
// simulator with what other small programs measured there.
package h100

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"gpucourse/gpusim/validation/h200"
)

//go:embed visible.json blind/blind.json
var tables embed.FS

//go:embed statements.txt
var statements string

//go:embed reduce.txt
var reduceText string

var profiles = sync.OnceValue(func() []h200.Profile { return h200.ReadProfiles(tables, "visible.json") })

// Profiles returns the profiled launches in the order of the table.
func Profiles() []h200.Profile { return profiles() }

// Blind returns the profiled launches of the folder blind. Their Case is the name of a file.
func Blind() []h200.Profile { return h200.ReadProfiles(tables, "blind/blind.json") }

// ChainCost returns the measured cycles per call of a function in a chain, in a block of some
// threads: the functions are named in reduce.cu.
func ChainCost(name string, threads int) float64 {
	return h200.Rows(reduceText, fmt.Sprintf("%s threads=%d", name, threads))[0]["cycles"]
}

// Increments returns the measured cycles of atomics that add 1 to shared memory, by warps and
// distinct words, for a result that is "used" or "unused".
func Increments(result string) []map[string]float64 {
	var lines strings.Builder
	for line := range strings.Lines(statements) {
		if strings.Contains(line, " result="+result+" ") {
			lines.WriteString(line)
		}
	}
	return h200.Rows(lines.String(), "increments shared")
}

//go:embed micro.txt peers.txt trades.txt modern/rows.txt
var textTables embed.FS

// Line returns the first line of a table, such as "fence.txt", that begins with words, in the
// form of h200.Throughput.
func Line(table, words string) (map[string]float64, error) {
	return h200.LineOf(textTables, table, words)
}
