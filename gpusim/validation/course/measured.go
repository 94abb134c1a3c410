package course

// This file finds measurements by the device and the name of the launch or line.

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/validation/h100"
	"gpucourse/gpusim/validation/h200"
)

//go:embed h100.json h200.json
var tables embed.FS

// onH100 and onH200 are the launches that were measured on each device.
var (
	onH100 = sync.OnceValue(func() []h200.Profile { return h200.ReadProfiles(tables, "h100.json") })
	onH200 = sync.OnceValue(func() []h200.Profile { return h200.ReadProfiles(tables, "h200.json") })
)

// Table is a table of launches that were profiled on a device.
type Table struct {
	Device   string // "H200", as a simulated device is called
	File     string // below gpusim/validation
	Profiles func() []h200.Profile
}

// Tables returns the tables of launches, those of this package first.
func Tables() []Table {
	return []Table{
		{"H100", "course/h100.json", onH100},
		{"H200", "course/h200.json", onH200},
		{"H200", "h200/cases", h200.Profiles},
		{"H100", "h100/visible.json", h100.Profiles},
	}
}

// Find returns the measurement of a case on a device, and the file that has it.
func Find(device, name string) (p h200.Profile, file string, err error) {
	for _, t := range Tables() {
		if t.Device != device {
			continue
		}
		list := t.Profiles()
		if i := slices.IndexFunc(list, func(p h200.Profile) bool { return p.Case == name }); i >= 0 {
			return list[i], t.File, nil
		}
	}
	return p, "", fmt.Errorf("%s has no launch %s that was measured", device, name)
}

// Line returns the first line that begins with words in a table of text, such as
// "h200/device/micro.txt", as a map of its fields.
func Line(file, words string) (map[string]float64, error) {
	folder, table, _ := strings.Cut(file, "/")
	switch folder {
	case "h200":
		return h200.Line(table, words)
	case "h100":
		return h100.Line(table, words)
	}
	return nil, fmt.Errorf("no device has a folder %s", folder)
}
