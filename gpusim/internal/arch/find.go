package arch

// This file finds a device by what a user types.

import (
	"fmt"
	"strings"
)

// Find returns the device of the given name. Case, spaces, hyphens and the
// product line ("GeForce", "Tesla") do not matter: "gtx280" finds
// "GeForce GTX 280". The error lists the names there are, likeliest first.
func Find(name string) (*Spec, error) {
	want := plain(name)
	for i := range Devices {
		if want != "" && shortName(plain(Devices[i].Name)) == shortName(want) {
			s := Devices[i]
			return &s, nil
		}
	}
	return nil, fmt.Errorf("no device is called %q%s; the devices are %s", name, suggestion(want), strings.Join(Names(), ", "))
}

// Names returns the names of Devices in order.
func Names() []string {
	names := make([]string, len(Devices))
	for i := range Devices {
		names[i] = Devices[i].Name
	}
	return names
}

// plain keeps the letters and digits of a name, in lower case.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// productLines are the words people leave out of a device's name.
var productLines = []string{"geforce", "tesla", "nvidia"}

// shortName drops the product line from a plain name.
func shortName(plain string) string {
	for _, line := range productLines {
		plain = strings.TrimPrefix(plain, line)
	}
	return plain
}

// suggestion returns `, did you mean "X"?` for the device whose name is nearest
// to the plain name, or nothing when none is near.
func suggestion(want string) string {
	best, at := len(want)/2+1, -1
	for i := range Devices {
		if d := distance(shortName(want), shortName(plain(Devices[i].Name))); d < best {
			best, at = d, i
		}
	}
	if at < 0 {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", Devices[at].Name)
}

// distance is the edit distance of two short strings.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
