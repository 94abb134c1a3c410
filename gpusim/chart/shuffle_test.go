package chart

import (
	"fmt"
	"strings"
	"testing"
)

// shufflesCorpus is a butterfly of a whole warp and a shift among four lanes.
func shufflesCorpus() map[string]*Picture {
	number := func(lanes int) []string {
		var text []string
		for lane := range lanes {
			text = append(text, fmt.Sprint(lane))
		}
		return text
	}
	var butterfly []Exchange
	for d := 16; d > 0; d /= 2 {
		butterfly = append(butterfly, exchange(fmt.Sprintf("xor %d", d), 32, func(lane int) int { return lane ^ d }))
	}
	shift := exchange("up 1", 4, func(lane int) int { return max(lane-1, 0) })
	shift.Values = []string{"0", "0 + 1", "1 + 2", "a text wider than its box"}
	return map[string]*Picture{
		"shuffle_butterfly": Shuffles("Sum of a warp", number(32), butterfly...),
		"shuffle_shift":     Shuffles("Values move up", number(4), shift),
	}
}

func exchange(name string, lanes int, from func(lane int) int) Exchange {
	e := Exchange{Name: name}
	for lane := range lanes {
		e.From = append(e.From, int32(from(lane)))
	}
	return e
}

// TestArrowsHaveDirections: an arrow has the colour of the side it comes from.
func TestArrowsHaveDirections(t *testing.T) {
	svg := Shuffles("", nil, exchange("", 8, func(lane int) int { return [8]int{0, 0, 1, 2, 5, 5, 6, nobody}[lane] })).SVG()
	for stroke, want := range map[string]int{colour(fromAbove): 1, colour(fromBelow): 3, rule: 3} {
		if got := strings.Count(svg, `fill="none" stroke="`+stroke+`" stroke-width`); got != want {
			t.Errorf("%s: got %d arrows, want %d", stroke, got, want)
		}
	}
}

// TestBoxesShowTheirValues: each box with a value shows it, however narrow the box is.
func TestBoxesShowTheirValues(t *testing.T) {
	for _, lanes := range []int{4, 8, 32} {
		step := exchange("xor 1", lanes, func(lane int) int { return lane ^ 1 })
		for lane := range lanes {
			step.Values = append(step.Values, fmt.Sprintf("-%d.5e+33", 100+lane))
		}
		svg := Shuffles("", nil, step).SVG()
		for lane, value := range step.Values {
			if !strings.Contains(svg, ">"+value+"</text>") {
				t.Errorf("%d lanes: lane %d does not show %s", lanes, lane, value)
			}
		}
	}
}
