package fuzzcuda

// This file has the types of numbers and C++'s rules for computing with them.

// typ is a type of numbers.
type typ struct {
	name   string
	bits   int
	rank   int
	signed bool
	float  bool
}

// The types of numbers. Ranks order them for the usual arithmetic conversions.
var (
	boolean   = &typ{"bool", 8, 0, false, false}
	integer   = &typ{"int", 32, 3, true, false}
	uinteger  = &typ{"unsigned", 32, 3, false, false}
	ulong     = &typ{"unsigned long", 64, 4, false, false}
	ulonglong = &typ{"unsigned long long", 64, 5, false, false}
	single    = &typ{"float", 32, 6, true, true}
	double    = &typ{"double", 64, 7, true, true}

	integers = []*typ{
		boolean, {"char", 8, 1, true, false}, {"signed char", 8, 1, true, false}, {"unsigned char", 8, 1, false, false}, {"short", 16, 2, true, false},
		{"unsigned short", 16, 2, false, false}, integer, uinteger, {"long", 64, 4, true, false}, ulong, {"long long", 64, 5, true, false}, ulonglong,
	}
	floats  = []*typ{single, double}
	numbers = append(append([]*typ{}, integers...), floats...)
)

// promoted returns the type as which an operand is computed with.
func promoted(t *typ) *typ {
	if !t.float && t.bits < integer.bits {
		return integer
	}
	return t
}

// common returns the type in which two operands are computed.
func common(a, b *typ) *typ {
	a, b = promoted(a), promoted(b)
	if a.rank < b.rank {
		a, b = b, a
	}
	switch {
	case a.float, a.signed == b.signed, !a.signed, a.bits > b.bits:
		if a.rank == b.rank && !b.signed {
			return b
		}
		return a
	}
	for _, t := range integers { // the unsigned type of a's rank
		if t.rank == a.rank && !t.signed {
			return t
		}
	}
	panic("BUG: no unsigned type of the rank")
}

// conversion weighs how an argument becomes a parameter: 0 as it is, 1 by a promotion, 2
// by a conversion.
func conversion(from, to *typ) int {
	switch {
	case from == to:
		return 0
	case !from.float && from != to && promoted(from) == to && promoted(from) != from, from == single && to == double:
		return 1
	}
	return 2
}

// overload returns the function that a call with one argument means; nil where the call
// is ambiguous.
func overload(list []function, arg *typ) (best *function) {
	least, ties := 3, 0
	for i := range list {
		switch c := conversion(arg, list[i].params[0]); {
		case c < least:
			best, least, ties = &list[i], c, 1
		case c == least:
			ties++
		}
	}
	if ties > 1 {
		return nil
	}
	return best
}
