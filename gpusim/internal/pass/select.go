package pass

// This file selects passes by name, so that a learner can see what each one does.

import (
	"fmt"
	"slices"
	"strings"
)

// Set is a set of passes that a kernel can do without. Bit i stands for item i of Optional.
type Set uint32

// Optional lists the names of the passes that can be left out, in the order in which they first run.
func Optional() []string {
	var names []string
	for _, p := range Default {
		if !p.Always && p.With == "" && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// all holds every pass that can be left out.
func all() Set { return 1<<len(Optional()) - 1 }

// LeftOut reads a choice of passes as the set of those that it leaves out: "" or "all" leaves
// out none, "none" all, and "-name,-name…" some. The error for an unknown name lists the valid names.
func LeftOut(choice string) (s Set, err error) {
	switch choice {
	case "", "all":
		return 0, nil
	case "none":
		return all(), nil
	}
	optional := Optional()
	for item := range strings.SplitSeq(choice, ",") {
		name := strings.TrimLeft(item, "-") // a command line may add a second minus
		i := slices.Index(optional, name)
		if name == item || i < 0 {
			return 0, fmt.Errorf("%q does not choose passes; write all, none, or a minus and a name: %s", item, strings.Join(optional, ", "))
		}
		s |= 1 << i
	}
	return s, nil
}

// String returns the choice that LeftOut reads as s.
func (s Set) String() string {
	switch names := s.names(); {
	case len(names) == 0:
		return "all"
	case s == all():
		return "none"
	default:
		return "-" + strings.Join(names, ",-")
	}
}

// names lists the passes of the set.
func (s Set) names() (names []string) {
	for i, name := range Optional() {
		if s>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}

// Rest returns Default without the passes of s.
func (s Set) Rest() []Pass { return s.From(Default) }

// From returns a list without the passes of s.
func (s Set) From(list []Pass) []Pass { return withoutNamed(list, s.names()) }
