package gpusim_test

// This file compares the picture of the house in RATIONALE.md with the imports.

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// arrow is an arrow of the picture: packages of a room import those of another.
type arrow struct{ from, to string }

// TestRationaleDrawsTheHouse: the picture shows what packages import.
func TestRationaleDrawsTheHouse(t *testing.T) {
	text, err := os.ReadFile(rationale)
	if err != nil {
		t.Fatal(err)
	}
	rooms := map[string]string{}
	for _, row := range rowsOf(t, "## Map") {
		rooms[strings.Trim(row[1], "`")] = row[0]
	}
	imports := map[string][]string{}
	for _, p := range goList(t) {
		imports[strings.TrimPrefix(p.ImportPath, module)] = p.Imports
	}
	for _, fault := range houseFaults(drawn(string(text)), rooms, imports) {
		t.Errorf("the picture in %s: %s", rationale, fault)
	}
}

// arrowLine is an arrow as Mermaid writes it. A room whose name has a space has a short name, too.
var arrowLine = regexp.MustCompile(`(?m)^ +(\w+)(?:\[([^\]]+)\])? --> (\w+)(?:\[([^\]]+)\])?$`)

// drawn returns the arrows of the picture.
func drawn(text string) (arrows []arrow) {
	titles := map[string]string{}
	found := arrowLine.FindAllStringSubmatch(text, -1)
	for _, m := range found {
		for i := 1; i < len(m); i += 2 {
			if m[i+1] != "" {
				titles[m[i]] = m[i+1]
			}
		}
	}
	title := func(room string) string {
		if long, ok := titles[room]; ok {
			return long
		}
		return room
	}
	for _, m := range found {
		arrows = append(arrows, arrow{title(m[1]), title(m[3])})
	}
	return arrows
}

// houseFaults compares arrows with imports, by package. A package that is in no room is course or
// test material.
func houseFaults(arrows []arrow, rooms map[string]string, imports map[string][]string) (faults []string) {
	unused := map[arrow]bool{}
	leads := map[string]map[string]bool{} // from a room, in one step or several
	for _, a := range arrows {
		unused[a] = true
		if leads[a.from] == nil {
			leads[a.from] = map[string]bool{}
		}
		leads[a.from][a.to] = true
	}
	for range arrows {
		for _, far := range leads {
			for room := range maps.Clone(far) {
				maps.Copy(far, leads[room])
			}
		}
	}
	for room, far := range leads {
		if far[room] {
			faults = append(faults, fmt.Sprintf("arrows lead from %s back to %s", room, room))
		}
	}
	for from, list := range imports {
		for _, to := range list {
			a := arrow{rooms[from], rooms[strings.TrimPrefix(to, module)]}
			delete(unused, a)
			if a.from != "" && a.to != "" && a.from != a.to && !leads[a.from][a.to] {
				faults = append(faults, fmt.Sprintf("%s imports %s, and no arrows lead from %s to %s", from, to, a.from, a.to))
			}
		}
	}
	for a := range unused {
		faults = append(faults, fmt.Sprintf("no package of %s imports one of %s", a.from, a.to))
	}
	slices.Sort(faults)
	return faults
}

// TestHouseFaultsAreFound: an import against the arrows, an arrow without an import, and a circle
// are found.
func TestHouseFaultsAreFound(t *testing.T) {
	rooms := map[string]string{"a1": "roof", "a2": "roof", "b": "floor plan", "c": "cellar"}
	arrows := drawn("    roof --> plan[floor plan]\n    plan --> cellar\n")
	for name, x := range map[string]struct {
		arrows  []arrow
		imports map[string][]string
		want    string
	}{
		"as drawn":   {arrows, map[string][]string{"a1": {"a2", "b", module + "c", "fmt"}, "b": {"c"}}, ""},
		"upwards":    {arrows, map[string][]string{"a1": {"b"}, "b": {"c"}, "c": {"a2"}}, "c imports a2, and no arrows lead from cellar to roof"},
		"not needed": {arrows, map[string][]string{"a1": {"c"}, "b": {"c"}}, "no package of roof imports one of floor plan"},
		"a circle": {
			append(slices.Clone(arrows), arrow{"cellar", "floor plan"}), map[string][]string{"a1": {"b"}, "b": {"c"}, "c": {"b"}},
			"arrows lead from cellar back to cellar; arrows lead from floor plan back to floor plan",
		},
	} {
		if got := strings.Join(houseFaults(x.arrows, rooms, x.imports), "; "); got != x.want {
			t.Errorf("%s: got %q, want %q", name, got, x.want)
		}
	}
}
