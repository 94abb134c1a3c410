package sweep

// This file divides lists of jobs among machines.

import "fmt"

// Shard is part Index of Of parts of a list: every Of-th member from Index on. The zero value is
// the whole list.
type Shard struct{ Index, Of int }

// ParseShard reads "2/8", the third of eight parts. The empty text is the whole list.
func ParseShard(text string) (s Shard, err error) {
	if text == "" {
		return s, nil
	}
	if n, _ := fmt.Sscanf(text, "%d/%d", &s.Index, &s.Of); n != 2 || s.Index < 0 || s.Index >= s.Of || text != fmt.Sprintf("%d/%d", s.Index, s.Of) {
		return s, fmt.Errorf("-shard is %q; write the number of the part, from 0, and how many there are: 2/8", text)
	}
	return s, nil
}

// Has reports whether a member of the list is in the part.
func (s Shard) Has(i int) bool { return s.Of == 0 || i%s.Of == s.Index }
