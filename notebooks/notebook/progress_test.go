package notebook

import "testing"

// TestBar: a launch writes one output again and again and leaves it empty; the
// next launch has an output of its own.
func TestBar(t *testing.T) {
	outputs := map[string]string{}
	var ids []string
	b := newBar(func(id, html string) {
		if _, seen := outputs[id]; !seen {
			ids = append(ids, id)
		}
		outputs[id] = html
	})
	b.show("K<1>: running, 1 of 4 blocks, 2 s")
	if got := outputs[ids[0]]; got != `<div style="font-family:monospace;font-size:85%">K&lt;1&gt;: running, 1 of 4 blocks, 2 s</div>` {
		t.Errorf("got %q", got)
	}
	b.show("K<1>: timing, 1 of 4 blocks, 3 s")
	b.show("")
	b.show("L: running")
	if len(ids) != 2 || outputs[ids[0]] != "" || outputs[ids[1]] == "" {
		t.Errorf("got %d outputs, %q, want two, the first empty at the end", len(ids), outputs)
	}
}
