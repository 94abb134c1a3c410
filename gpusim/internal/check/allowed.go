package check

// This file notes where threads meet at an element and a rule allows it.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/report"
)

// rule is why two accesses of different threads, one of them a write, are no race.
type rule uint8

const (
	strongAccess rule = iota // both are atomic or volatile
	sameInstruction
	flagged
)

var ruleTexts = [...]string{
	strongAccess:    "atomic and volatile accesses may meet in any order (PTX memory model: strong operations)",
	sameInstruction: "threads of a warp write the same value in one instruction (CUDA C++ Programming Guide: one of the writes is performed)",
	flagged:         "a fence, a flag that is waited for, and a fence order the accesses (PTX memory model: release and acquire)",
}

// allowance is a rule that is used at one array.
type allowance struct {
	rule  rule
	array string
}

// allowed is where a rule was first used, and how often it was.
type allowed struct {
	allowance
	at    accessRecord
	count uint64
}

// allow notes that a rule lets the current access meet an earlier one of another thread.
func (r *raceChecker) allow(s *shadowMemory, old stamp, by rule) {
	if old == 0 || r.ownThread(old) {
		return
	}
	key := allowanceKey{r.now.pc(), by}
	a := r.allowed[key]
	if a == nil {
		a = &allowed{allowance{by, r.launch.array(s.space, r.addr, r.now.pc(), old.pc())}, r.record(r.now), 0}
		r.allowed[key] = a
	}
	a.count++
}

// allowanceKey identifies notes that are counted together.
type allowanceKey struct {
	pc int32
	by rule
}

// notes returns which rules allowed threads to meet, one per array and rule, by place.
func (r *raceChecker) notes() (notes []report.Note) {
	known := map[allowance]int{}
	keys := make([]allowanceKey, 0, len(r.allowed))
	for key := range r.allowed {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b allowanceKey) int { return int(a.pc-b.pc)*len(ruleTexts) + int(a.by) - int(b.by) })
	for _, key := range keys {
		a := r.allowed[key]
		if i, ok := known[a.allowance]; ok {
			notes[i].Count += a.count
			continue
		}
		known[a.allowance] = len(notes)
		p := r.launch.participant(a.at)
		notes = append(notes, report.Note{Pos: p.Pos, Count: a.count, Text: fmt.Sprintf("threads meet at %s: %s", a.array, ruleTexts[a.rule])})
	}
	return notes
}
