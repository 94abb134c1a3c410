package report

// This file says which part of a launch was executed.

import "fmt"

// Sampled says that a launch executed some of its blocks. Its counters are then estimates, its time is played with the
// accesses of these blocks for the others, and memory is as it was before.
type Sampled struct {
	Executed int `json:"executed"` // blocks
	Blocks   int `json:"blocks"`   // of the grid
	Kinds    int `json:"kinds"`    // of executed blocks with different counts
	// Unseen is how many blocks may be of a kind that no executed block is of, with 95 % confidence.
	Unseen int `json:"unseen"`
	// Within is the half width of the 95 % interval of each metric that is computed from counts of instructions alone, by
	// name. Those that no two executed blocks disagree about are left out, and are not known to be exact: see Unseen.
	Within    map[string]float64 `json:"within,omitempty"`
	Addresses Extrapolated       `json:"addresses"`
}

// Extrapolated says where the addresses of blocks that were not executed come from, by how many instructions that access
// memory.
type Extrapolated struct {
	Exact   int `json:"exact"`   // follow from the place of the block in the grid
	Nearby  int `json:"nearby"`  // lie about where those of an executed block suggest
	Rotated int `json:"rotated"` // are those of an executed block elsewhere in the same array
}

// String says what was executed, and how sure the counters are.
func (s *Sampled) String() string {
	text := fmt.Sprintf("%s of %s were executed, and the counters are estimates; ", Number(float64(s.Executed)), Counted(s.Blocks, "block"))
	if s.Kinds == 1 {
		text += fmt.Sprintf("all of these did the same, so that at most %s can be of another kind (95 %%)", Counted(s.Unseen, "block"))
	} else {
		text += fmt.Sprintf("blocks did %d different things, ± is half of a 95 %% interval", s.Kinds)
	}
	return text + "; memory is as before the launch"
}

// within returns the half width of the interval of a metric; 0 where there is none.
func (r *Report) within(m *Metric) float64 {
	if r.Sampled == nil {
		return 0
	}
	return r.Sampled.Within[m.Name]
}
