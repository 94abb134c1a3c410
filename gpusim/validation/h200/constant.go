package h200

// This file reads constant.csv: launches that do nothing but read constants.

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
)

//go:embed constants/constant.csv
var constantCSV string

// ConstantWalk is one launch of the kernel walk of constant.cu: each block, one
// warp on an SM of its own, follows a chain through the first Bytes of constant
// memory, Stride bytes a step, round and round. The counters include the
// kernel's parameters: those of a launch without steps.
type ConstantWalk struct {
	Blocks, Stride, Bytes, Steps int
	Requests, Hits               int // next to the SM: idc__requests and its hits
	MidRequests, MidHits         int // behind: gcc__cache_requests_type_constant and its hits
}

// ConstantWalks returns every launch measured.
func ConstantWalks() []ConstantWalk {
	rows, err := csv.NewReader(strings.NewReader(constantCSV)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("BUG: constant.csv: %v", err))
	}
	var out []ConstantWalk
	for _, row := range rows[1:] {
		n := make([]int, len(row))
		for i, s := range row {
			n[i] = int(number(s))
		}
		out = append(out, ConstantWalk{
			Blocks: n[0], Stride: n[1], Bytes: n[2], Steps: n[3],
			Requests: n[4], Hits: n[5], MidRequests: n[7], MidHits: n[8],
		})
	}
	return out
}

//go:embed constants/constant.txt
var constantText string

// ConstantLatency is how many cycles a load of a constant takes when one thread
// goes round and round through the first Bytes of constant memory.
type ConstantLatency struct {
	Bytes  int
	Cycles float64
}

// ConstantLatencies returns what was measured at a stride, by ascending Bytes.
func ConstantLatencies(stride int) []ConstantLatency {
	var out []ConstantLatency
	for line := range strings.Lines(constantText) {
		var l ConstantLatency
		var at int
		if n, _ := fmt.Sscanf(line, "latency_const_warm stride=%d bytes=%d cycles=%f", &at, &l.Bytes, &l.Cycles); n == 3 && at == stride {
			out = append(out, l)
		}
	}
	return out
}
