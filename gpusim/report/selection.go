package report

// This file shows chosen metrics of several launches: as a table, JSON and CSV.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Selection is chosen metrics of some launches.
type Selection struct {
	Names   []string // of the metrics, Nsight Compute's or nvprof's, as they were asked for
	Reports []*Report
}

// All is every metric of some launches, by Nsight Compute's names.
func All(list ...*Report) Selection {
	s := Selection{Reports: list}
	for _, r := range list {
		for _, v := range r.Metrics {
			if !slices.Contains(s.Names, v.Metric.Name) {
				s.Names = append(s.Names, v.Metric.Name)
			}
		}
	}
	return s
}

// String returns a table with a launch per row. A metric that a launch does not have is a
// dash.
func (s Selection) String() string {
	titles := []string{"kernel", "device"}
	for _, name := range s.Names {
		titles = append(titles, "<"+name)
	}
	t := NewTable(titles...)
	for _, r := range s.Reports {
		row := []string{r.Kernel, r.Spec.Name}
		for _, name := range s.Names {
			row = append(row, cell(r, name))
		}
		t.Add(row...)
	}
	return t.String()
}

// cell is the value of a metric, or a dash.
func cell(r *Report, name string) string {
	v, ok := r.Metric(name)
	if !ok {
		return "-"
	}
	return plain(v)
}

// plain is a number without an exponent.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// selectedJSON is the JSON form of one launch of a Selection.
type selectedJSON struct {
	Device  string             `json:"device"`
	Kernel  string             `json:"kernel"`
	Metrics map[string]float64 `json:"metrics"`
}

// JSON returns an array with an object per launch. A metric that a launch does not have is
// absent.
func (s Selection) JSON() []byte {
	list := make([]selectedJSON, len(s.Reports))
	for i, r := range s.Reports {
		list[i] = selectedJSON{r.Spec.Name, r.Kernel, map[string]float64{}}
		for _, name := range s.Names {
			if v, ok := r.Metric(name); ok {
				list[i].Metrics[name] = v
			}
		}
	}
	return encode(list)
}

// csvTitles are the columns of ncu --csv that a simulator can fill.
var csvTitles = []string{"ID", "Kernel Name", "Block Size", "Grid Size", "Device", "CC", "Section Name", "Metric Name", "Metric Unit", "Metric Value"}

// CSV returns a line for each metric of each launch, with the columns and the quotes of
// ncu --csv. A metric that a launch does not have is absent.
func (s Selection) CSV() []byte {
	var b strings.Builder
	writeCSV(&b, csvTitles)
	for id, r := range s.Reports {
		for _, name := range s.Names {
			if v, ok := r.Metrics.lookup(name); ok {
				writeCSV(&b, []string{
					strconv.Itoa(id), r.Kernel, ncuDims(r.Block.X, r.Block.Y, r.Block.Z), ncuDims(r.Grid.X, r.Grid.Y, r.Grid.Z), r.Spec.Name, r.Spec.CC.String(),
					v.Metric.Group, name, v.Metric.Unit, plain(v.Value),
				})
			}
		}
	}
	return []byte(b.String())
}

// ncuDims is the extent of a grid or a block as ncu writes it.
func ncuDims(x, y, z int) string { return fmt.Sprintf("(%d, %d, %d)", x, y, z) }

// writeCSV writes a line whose fields are all quoted.
func writeCSV(b *strings.Builder, fields []string) {
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + strings.ReplaceAll(f, `"`, `""`) + `"`)
	}
	b.WriteByte('\n')
}
