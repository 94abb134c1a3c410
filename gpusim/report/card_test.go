package report

import (
	"slices"
	"testing"

	"gpucourse/gpusim/trace"
)

// cardOf is the names on the card of a report with some metrics, in groups A and B.
func cardOf(values ...Value) []string {
	var names []string
	for _, v := range (&Report{Metrics: values}).Card().Counters {
		names = append(names, v.Metric.Name)
	}
	return names
}

func metric(name, group string, rule CardRule) *Metric {
	return &Metric{Name: name, Group: group, Card: rule}
}

func TestCardFollowsTheRules(t *testing.T) {
	got := cardOf(
		Value{metric("off", "A", OffCard), 7},
		Value{metric("on", "A", OnCard), 0},
		Value{metric("full", "A", IfNotFull), 100},
		Value{metric("spoiled", "A", IfNotFull), 99.5},
		Value{metric("less", "A", IfLargest), 3},
		Value{metric("most", "A", IfLargest), 4},
		Value{metric("equal", "A", IfLargest), 4},
		Value{metric("alone", "B", IfLargest), 1},
		Value{metric("nothing", "C", IfLargest), 0},
	)
	if want := []string{"on", "spoiled", "most", "alone"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// costly is a source line on which warps waited.
func costly(n int, reason trace.StallReason, cycles uint64, loads float64) Line {
	l := Line{Metrics: Values{{&Metric{Name: "gld_transactions"}, loads}}}
	l.Pos.Line = n
	l.Cost.Stalls[reason] = cycles
	return l
}

func TestDeepestLines(t *testing.T) {
	lines := []Line{costly(1, trace.Wait, 10, 50), costly(2, trace.MIOThrottle, 60, 0), costly(3, trace.Barrier, 20, 30), costly(4, trace.Drain, 10, 20), costly(5, trace.Wait, 0, 0)}
	for _, c := range []struct {
		timing *trace.Timing
		want   []int
		share  float64
	}{
		{&trace.Timing{}, []int{2, 3, 1}, 0.6},
		{nil, []int{1, 3, 4}, 0.5},
	} {
		card := (&Report{Lines: lines, Time: Time{Timing: c.timing}}).Card()
		var got []int
		for _, l := range card.Lines {
			got = append(got, l.Pos.Line)
		}
		if !slices.Equal(got, c.want) || card.Lines[0].Share != c.share {
			t.Errorf("timed %v: got lines %v, the first with %v of the cost; want %v with %v", c.timing != nil, got, card.Lines[0].Share, c.want, c.share)
		}
	}
	if got := (&Report{Lines: lines}).Card().Lines[0].Reason; got != trace.Wait.String() {
		t.Errorf("line 1 waits in %q", got)
	}
}

func TestBytes(t *testing.T) {
	for v, want := range map[float64]string{0: "0 B", 1023: "1 023 B", 4096: "4 KB", 4 << 20: "4 MB", 1.5 * (1 << 30): "1.5 GB"} {
		if got := Bytes(v); got != want {
			t.Errorf("%v bytes: got %q, want %q", v, got, want)
		}
	}
}
