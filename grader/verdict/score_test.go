package verdict

import "testing"

func TestScore(t *testing.T) {
	got := Score([]*Verdict{
		{Exercise: "07_x", Kernel: "A", State: Done, Goals: 3, GoalsMax: 3},
		{Exercise: "07_x", Kernel: "B", State: Wasteful, Goals: 1, GoalsMax: 3},
		{Exercise: "07_x", Kernel: "C", State: Wrong, GoalsMax: 3},
		{Exercise: "08_y", Kernel: "D", State: NotStarted, GoalsMax: 1},
		{Exercise: "08_y", Kernel: "E", State: Invalid, GoalsMax: 1},
	})
	want := `┌──────────┬────────┬─────────────┬─────────┬────────┬──────────┐
│ exercise │ kernel │ state       │ results │ goals  │ marks    │
├──────────┼────────┼─────────────┼─────────┼────────┼──────────┤
│ 07_x     │ A      │ done        │ right   │ 3 of 3 │ 10 of 10 │
│ 07_x     │ B      │ wasteful    │ right   │ 1 of 3 │  6 of 10 │
│ 07_x     │ C      │ wrong       │ wrong   │ -      │  0 of 10 │
│ 08_y     │ D      │ not started │ -       │ -      │  0 of  6 │
│ 08_y     │ E      │ not valid   │ -       │ -      │  0 of  6 │
├──────────┼────────┼─────────────┼─────────┼────────┼──────────┤
│          │        │             │         │        │ 16 of 42 │
└──────────┴────────┴─────────────┴─────────┴────────┴──────────┘
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
