package h200

// This file reads the tables whose lines are words followed by fields, such as
// throughput.txt.

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed device/throughput.txt
var throughputText string

//go:embed l2/l2.txt
var l2Text string

//go:embed l2/hits.txt
var hitsText string

//go:embed l2/requests.txt
var requestsText string

//go:embed l2/wide.txt
var wideText string

//go:embed l1/l1.txt
var l1Text string

//go:embed l1/walk.txt
var walkText string

//go:embed stores/partial.txt
var partialText string

//go:embed issue/branches.txt
var branchesText string

//go:embed launch/cold.txt
var coldText string

//go:embed constants/lines.txt
var linesText string

//go:embed stores/same.txt
var sameText string

//go:embed slices/slices.txt
var slicesText string

//go:embed dram/stream.txt
var streamText string

//go:embed host/transfers.txt
var transfersText string

//go:embed l2/chain.txt
var chainText string

//go:embed atomics/ends.txt
var endsText string

//go:embed launch/gaps.txt
var gapsText string

//go:embed sync/cost.txt
var costText string

//go:embed sync/match.txt
var matchText string

//go:embed sync/order.txt
var orderText string

//go:embed sync/wait.txt
var waitText string

//go:embed sync/meet.txt
var meetText string

//go:embed device/micro.txt
var microText string

// Throughput returns the lines of throughput.txt that begin with a name, such as
// "shared_load", in order. Each is a map of its fields "key=number". A number may have the
// unit us; fields that are not numbers are left out. The number of a line "name=number" has
// the empty key.
func Throughput(name string) []map[string]float64 { return rowsOf(throughputText, name) }

// L2 returns the lines of l2.txt that begin with a name, such as "line", in the form
// of Throughput.
func L2(name string) []map[string]float64 { return rowsOf(l2Text, name) }

// Hits returns hits.txt in the form of Throughput: the mean of the devices for each number
// of blocks. The table has one device after another, numbered from 0.
func Hits() []map[string]float64 {
	var means []map[string]float64
	for _, row := range rowsOf(hitsText, "hits") {
		before := row["device"]
		at := slices.IndexFunc(means, func(m map[string]float64) bool { return m["blocks"] == row["blocks"] })
		if at < 0 {
			means = append(means, row)
			continue
		}
		for key, v := range row {
			means[at][key] += (v - means[at][key]) / (before + 1)
		}
	}
	return means
}

// Requests returns the lines of requests.txt, in the form of Throughput.
func Requests() []map[string]float64 { return rowsOf(requestsText, "request") }

// Wide returns the lines of wide.txt, in the form of Throughput.
func Wide() []map[string]float64 { return rowsOf(wideText, "wide") }

// L1 returns the lines of l1.txt that begin with a name, such as "l1 bytes=4", in the
// form of Throughput.
func L1(name string) []map[string]float64 { return rowsOf(l1Text, name) }

// Lines returns the lines of lines.txt that begin with a name, such as "hit", in the
// form of Throughput.
func Lines(name string) []map[string]float64 { return rowsOf(linesText, name) }

// Walk returns the lines of walk.txt that begin with words, such as "walk order=forward
// step=512", in the form of Throughput.
func Walk(words string) []map[string]float64 { return rowsOf(walkText, words) }

// Branches returns the cycles of each pattern of branches.txt, by the number of warps of a
// scheduler, such as "warps2".
func Branches() map[string]map[string]float64 {
	cycles := map[string]map[string]float64{}
	for line := range strings.Lines(branchesText) {
		words := strings.Fields(line)
		cycles[words[1]] = rowsOf(line, words[0]+" "+words[1])[0]
	}
	return cycles
}

// Partial returns the lines of partial.txt, in the form of Throughput.
func Partial() []map[string]float64 { return rowsOf(partialText, "partial") }

// Same returns the lines of same.txt, in the form of Throughput.
func Same() []map[string]float64 { return rowsOf(sameText, "same") }

// Slices returns the lines of slices.txt that begin with a word, such as "line", in the form
// of Throughput.
func Slices(word string) []map[string]float64 { return rowsOf(slicesText, word) }

// Stream returns the lines of stream.txt that begin with words, such as "stream copy",
// in the form of Throughput.
func Stream(words string) []map[string]float64 { return rowsOf(streamText, words) }

// Stamps returns the cycles between successive time stamps of a kernel of cold.cu, from the
// line of cold.txt that begins with words.
func Stamps(words string) []float64 {
	for line := range strings.Lines(coldText) {
		if rest, found := strings.CutPrefix(line, words+" cycles="); found {
			list, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			var cycles []float64
			for text := range strings.SplitSeq(list, ",") {
				cycles = append(cycles, number(text))
			}
			return cycles
		}
	}
	panic(fmt.Sprintf("no line of cold.txt begins with %q", words))
}

// Chain returns the line of chain.txt for all SMs, a number of warps per SM and a way of
// sharing lines, such as "own", in the form of Throughput.
func Chain(warps int, lines string) map[string]float64 {
	return rowsOf(chainText, fmt.Sprintf("chain set=all sms=132 sectors=4 warps=%d lines=%s", warps, lines))[0]
}

// SharedAtomics returns ends.txt in the form of Throughput.
func SharedAtomics() []map[string]float64 { return rowsOf(endsText, "atomic_shared") }

// Gaps returns the lines of gaps.txt that begin with "gap " and words, in the form of
// Throughput.
func Gaps(words string) []map[string]float64 { return rowsOf(gapsText, "gap "+words) }

// Transfers returns the lines of transfers.txt that begin with words, such as
// "copy" or "overlap order=depth", in the form of Throughput.
func Transfers(words string) []map[string]float64 { return rowsOf(transfersText, words) }

// Micro returns the lines of micro.txt that begin with words, such as "malloc",
// in the form of Throughput.
func Micro(words string) []map[string]float64 { return rowsOf(microText, words) }

// SyncCost returns the lines of sync/cost.txt that begin with words, such as "threadfence
// store=1", in the form of Throughput.
func SyncCost(words string) []map[string]float64 { return rowsOf(costText, words) }

// MatchCost returns the lines of sync/match.txt that begin with words, such as "any bits=32", in
// the form of Throughput.
func MatchCost(words string) []map[string]float64 { return rowsOf(matchText, words) }

// Order returns the lines of sync/order.txt that begin with words, such as "message none
// none", in the form of Throughput. The fields "00" to "11" count outcomes.
func Order(words string) []map[string]float64 { return rowsOf(orderText, words) }

// Meets returns the lines of sync/meet.txt, in the form of Throughput. A case that did not end
// has no field "right".
func Meets() []map[string]float64 { return rowsOf(meetText, "meet") }

// Waits returns the lines of sync/wait.txt, in the form of Throughput.
func Waits() []map[string]float64 { return rowsOf(waitText, "wait") }

// Rows returns the lines of a text that begin with words, in the form of Throughput.
func Rows(text, words string) []map[string]float64 { return rowsOf(text, words) }

func rowsOf(text, words string) []map[string]float64 {
	var rows []map[string]float64
	for line := range strings.Lines(text) {
		rest, found := strings.CutPrefix(line, words)
		if !found || strings.TrimLeft(rest, " :=\n") == rest {
			continue
		}
		row := map[string]float64{}
		for _, field := range strings.Fields(rest) {
			key, text, _ := strings.Cut(field, "=")
			if v, err := strconv.ParseFloat(strings.TrimSuffix(text, "us"), 64); err == nil {
				row[key] = v
			}
		}
		rows = append(rows, row)
	}
	return rows
}
