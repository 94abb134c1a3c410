package h200

// This file reads constant.csv and constant.txt: launches that only read constants.

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
)

//go:embed constants/constant.csv
var constantCSV string

// ConstantWalk is one launch of the kernel walk of constant.cu: each block is one warp on
// an SM of its own. It walks cyclically through the first Bytes of constant memory with
// Stride bytes per step. The counters include kernel parameters, which a launch without
// steps shows alone.
type ConstantWalk struct {
	Blocks, Stride, Bytes, Steps int
	Requests, Hits               int // first cache: idc__requests and its hits
	MidRequests, MidHits         int // second cache: gcc__cache_requests_type_constant and its hits
}

// ConstantWalks returns all measured launches.
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

// ConstantLatency is the latency of a constant load when one thread walks cyclically
// through the first Bytes of constant memory.
type ConstantLatency struct {
	Bytes  int
	Cycles float64
}

// ConstantLatencies returns the latencies at a stride, by ascending Bytes. Notebook 09
// draws them.
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
