package progress

// This file joins what a learner has done in two places, such as a browser and a terminal.

import (
	"cmp"
	"slices"
)

// Merge adds the progress that the text of another file holds. What both files hold counts
// once.
func (f File) Merge(text []byte) error {
	other, err := Parse(text)
	if err != nil {
		return err
	}
	return f.change(func(p *Progress) bool {
		p.Order = cmp.Or(p.Order, other.Order)
		for id, item := range other.Items {
			merged := p.Item(id)
			merged.merge(item)
			p.Items[id] = &merged
		}
		return len(other.Items) > 0
	})
}

// merge adds the attempts of another item, in the order of their times. Attempts that are
// no longer kept may be the same in both, so that the larger number of them counts.
func (i *Item) merge(other *Item) {
	dropped := max(i.Count-len(i.Attempts), other.Count-len(other.Attempts))
	all := slices.Clone(i.Attempts)
	for _, a := range other.Attempts {
		if !slices.ContainsFunc(i.Attempts, func(b Attempt) bool { return a.Time.Equal(b.Time) && a.same(&b) }) {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b Attempt) int { return a.Time.Compare(b.Time) })
	i.Count, i.Hint = dropped+len(all), max(i.Hint, other.Hint)
	i.Attempts = all[max(0, len(all)-mostAttempts):]
	i.Best = better(i.Best, other.Best)
}

// better returns the attempt with more marks, and the earlier one of equals.
func better(a, b *Attempt) *Attempt {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case cmp.Or(cmp.Compare(b.Marks, a.Marks), a.Time.Compare(b.Time)) > 0:
		return b
	}
	return a
}
