package progress

// This file joins what a learner has done in two places, such as a browser and a terminal.

import (
	"cmp"
	"maps"
	"slices"
)

// Merge adds the progress that the text of another file holds. What both files hold counts
// once. Variants of a file that a lecturer handed out replace those before. What was tried with
// other numbers than the learner's own is left out.
func (f File) Merge(text []byte) error {
	other, err := Parse(text)
	if err != nil {
		return err
	}
	return f.change(func(p *Progress) bool {
		taken := p.take(other)
		for id, item := range other.Items {
			if p.Variants[id] != other.Variants[id] {
				continue
			}
			merged := p.Item(id)
			merged.merge(item)
			p.Items[id] = &merged
		}
		return taken || len(other.Items) > 0
	})
}

// take takes the variants and the order of other progress, and drops attempts at tasks whose variant changes. It reports
// whether there were any.
func (p *Progress) take(other *Progress) bool {
	if len(other.Variants) == 0 {
		p.Order = cmp.Or(p.Order, other.Order)
		return false
	}
	for id := range p.Items {
		if p.Variants[id] != other.Variants[id] {
			delete(p.Items, id)
		}
	}
	p.Variants, p.Order = maps.Clone(other.Variants), other.Order
	return true
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
