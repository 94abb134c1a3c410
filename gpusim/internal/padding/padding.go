// Package padding rounds sizes up to units, and places the fields of structs as C does.
package padding

// Up returns the smallest multiple of unit that is at least n. There is no unit below 1: 0 counts
// as 1.
func Up[T ~int | ~int64 | ~uint64](n, unit T) T {
	unit = max(unit, 1)
	return Units(n, unit) * unit
}

// Units returns how many units hold n, the last of which may be partial.
func Units[T ~int | ~int64 | ~uint64](n, unit T) T { return (n + unit - 1) / unit }

// Struct is a struct of some fields. The zero value has none.
type Struct struct {
	End   int // of the last field, in bytes
	align int
}

// Add places one more field and returns its offset.
func (s *Struct) Add(size, align int) (offset int) {
	offset = Up(s.End, align)
	s.End = offset + size
	s.Raise(align)
	return offset
}

// Raise gives the struct at least an alignment, in bytes.
func (s *Struct) Raise(align int) { s.align = max(s.align, align) }

// Align returns the largest alignment of the fields, at least 1.
func (s *Struct) Align() int { return max(s.align, 1) }

// Size returns the size, which is a multiple of the alignment.
func (s *Struct) Size() int { return Up(s.End, s.align) }
