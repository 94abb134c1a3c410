package arch

// This file finds a device by what a user types.

import (
	"fmt"
	"strings"

	"gpucourse/internal/spelling"
)

// Find returns the device of the given name. Case, spaces, hyphens and the
// product line ("GeForce", "Tesla", "RTX") do not matter: "gtx280" and "280"
// find "GeForce GTX 280". Part of a name finds nothing, for other products may
// be called so, but the error names the devices that could be meant.
func Find(name string) (*Spec, error) {
	want := shortName(plain(name))
	for i := range Devices {
		if want != "" && shortName(plain(Devices[i].Name)) == want {
			s := Devices[i]
			return &s, nil
		}
	}
	return nil, fmt.Errorf("no device is called %q%s; the devices are %s", name, suggestion(plain(name)), strings.Join(Names(), ", "))
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
var productLines = []string{"nvidia", "geforce", "tesla", "rtx", "gtx"}

// shortName drops the product line from a plain name.
func shortName(plain string) string {
	for _, line := range productLines {
		plain = strings.TrimPrefix(plain, line)
	}
	return plain
}

// suggestion returns ` (did you mean "X"?)` for the devices that a plain name
// that finds none could mean, or nothing.
func suggestion(want string) string {
	var names []string
	for _, i := range likely(want) {
		names = append(names, fmt.Sprintf("%q", Devices[i].Name))
	}
	if len(names) == 0 {
		return ""
	}
	last := len(names) - 1
	if last > 0 {
		return fmt.Sprintf(" (did you mean %s or %s?)", strings.Join(names[:last], ", "), names[last])
	}
	return fmt.Sprintf(" (did you mean %s?)", names[0])
}

// likely returns the devices of whose names want is a part, and those whose
// short names it begins with, as the names of boards do; when there are none,
// the device whose name takes fewest changes.
func likely(want string) (found []int) {
	if len(want) < 2 {
		return nil
	}
	best, nearest := len(want)/2+1, -1
	for i := range Devices {
		name := plain(Devices[i].Name)
		if strings.Contains(name, want) || strings.HasPrefix(shortName(want), shortName(name)) {
			found = append(found, i)
		}
		if d := spelling.Distance(shortName(want), shortName(name)); d < best {
			best, nearest = d, i
		}
	}
	if found == nil && nearest >= 0 {
		found = []int{nearest}
	}
	return found
}
