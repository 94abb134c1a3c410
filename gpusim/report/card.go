package report

// This file chooses what a reader should see first of a launch: its card.
//
// A card has the counters that say how well the launch used what it used. Each row of the
// metric table says by which rule it is on cards (CardRule); no kernel or device has rules
// of its own:
//
//   - ratios of the memory kinds that the launch used, such as sectors per global load: of
//     memory that it did not use they are absent;
//   - percentages that something spoiled: lanes that waited, bytes moved in vain;
//   - of the stall reasons, and of other metrics that are alike, the largest.
//
// What limited the launch is in the sentence of its Time, above the counters.

import (
	"cmp"
	"math"
	"slices"
)

// Card is what to see first of a launch.
type Card struct {
	Counters Values // in the order of gpusim.Metrics
	Lines    []Cost // the deepest source lines, the deepest first
}

// Cost is what a source line cost.
type Cost struct {
	Line
	Share  float64 // of the launch's cost, 0 to 1
	Reason string  // the stall reason in which warps waited longest there, or empty
}

// deepest is how many source lines a card shows.
const deepest = 3

// Card chooses what to see first.
func (r *Report) Card() Card {
	c := Card{Lines: r.costs()}
	for _, v := range r.Metrics {
		switch v.Metric.Card {
		case OnCard:
			c.Counters = append(c.Counters, v)
		case IfNotFull:
			if v.Value < 100 {
				c.Counters = append(c.Counters, v)
			}
		case IfLargest:
			if v.Value > 0 && v == r.largestOf(v.Metric.Group) {
				c.Counters = append(c.Counters, v)
			}
		}
	}
	return c
}

// largestOf is the largest metric of a group among those with the rule IfLargest, the first
// of equals.
func (r *Report) largestOf(group string) Value {
	var most Value
	for _, v := range r.Metrics {
		if v.Metric.Card == IfLargest && v.Metric.Group == group && v.Value > most.Value {
			most = v
		}
	}
	return most
}

// costs returns the lines that cost most: in cycles of warps where the launch was timed, else
// in what they moved.
func (r *Report) costs() []Cost {
	list := make([]Cost, len(r.Lines))
	all := 0.0
	for i := range r.Lines {
		l := &r.Lines[i]
		list[i] = Cost{Line: *l, Share: l.cost(r.Time.Timing != nil), Reason: l.longestStall()}
		all += list[i].Share
	}
	slices.SortStableFunc(list, func(a, b Cost) int { return cmp.Compare(b.Share, a.Share) })
	for i := range list {
		list[i].Share /= math.Max(all, 1)
	}
	list = slices.DeleteFunc(list, func(c Cost) bool { return c.Share == 0 })
	return list[:min(deepest, len(list))]
}

// movers are the metrics of what a line moves: sectors and wavefronts, which cost the same.
var movers = []string{
	"gld_transactions", "gst_transactions", "shared_load_transactions", "shared_store_transactions",
	"local_load_transactions", "local_store_transactions",
}

// Moved is the sectors and wavefronts that a line moved.
func (l *Line) Moved() float64 {
	sum := 0.0
	for _, name := range movers {
		v, _ := l.Metrics.Get(name)
		sum += v
	}
	return sum
}

// cost is the cycles that warps spent on a line, or what it moved.
func (l *Line) cost(timed bool) float64 {
	if timed {
		return float64(l.Cost.Issued + l.Cost.Stalled())
	}
	return l.Moved()
}

// longestStall names the stall reason with the most cycles, or nothing.
func (l *Line) longestStall() string {
	most := largest(stallsOf(&l.Cost))
	if most.part == 0 {
		return ""
	}
	return most.name
}
