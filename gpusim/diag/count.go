package diag

// This file counts things in messages.

import (
	"fmt"
	"strings"
)

// Count says how many things there are. Their name is in the plural: "1 element", "2 elements",
// "1 sector loaded".
func Count[T int | int64 | uint64](n T, things string) string {
	if n == 1 {
		return "1 " + One(things)
	}
	return fmt.Sprintf("%d %s", n, things)
}

// endings are those of plurals with their singulars; the first that fits holds.
var endings = []struct{ many, one string }{
	{"ies", "y"}, {"ches", "ch"}, {"shes", "sh"}, {"sses", "ss"}, {"ss", "ss"}, {"µs", "µs"}, {"is", "is"}, {"s", ""},
}

// One returns a name with its first plural as a singular: "sector per load" for "sectors per
// load". Units stay as they are: "µs".
func One(things string) string {
	words := strings.Split(things, " ")
	for i, word := range words {
		for _, e := range endings {
			rest, ok := strings.CutSuffix(word, e.many)
			if !ok {
				continue
			}
			if words[i] = rest + e.one; e.many != e.one {
				return strings.Join(words, " ")
			}
			break
		}
	}
	return things
}
