package report

// This file shows the first elements of arrays after a launch.

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// Printed is the first elements of an array after a launch.
type Printed struct {
	Name   string
	Length int // elements of the array
	Elem   Element
	Data   []byte // of the elements that are shown
}

// Elements returns the numbers of each element, as text that tells them from their neighbours.
func (e Element) Elements(data []byte) [][]string {
	list := make([][]string, 0, len(data)/max(e.Bytes, 1))
	for ; e.Bytes > 0 && len(data) >= e.Bytes; data = data[e.Bytes:] {
		row := make([]string, len(e.Scalars))
		for i, s := range e.Scalars {
			_, row[i] = s.Read(data, -1)
		}
		list = append(list, row)
	}
	return list
}

// String returns the elements on one line.
func (p Printed) String() string {
	var words []string
	for _, row := range p.Elem.Elements(p.Data) {
		text := strings.Join(row, " ")
		if len(row) != 1 {
			text = "{" + text + "}"
		}
		words = append(words, text)
	}
	if len(words) < p.Length {
		words = append(words, "…")
	}
	return fmt.Sprintf("%s, %s: %s", p.Name, Counted(p.Length, "element"), strings.Join(words, " "))
}

// printedJSON is the JSON form of a Printed. A number that JSON does not have is a text: "NaN".
type printedJSON struct {
	Length int   `json:"length"`
	Values []any `json:"values"`
}

func (p Printed) document() printedJSON {
	d := printedJSON{Length: p.Length, Values: []any{}}
	for at := 0; p.Elem.Bytes > 0 && at+p.Elem.Bytes <= len(p.Data); at += p.Elem.Bytes {
		row := make([]any, len(p.Elem.Scalars))
		for i, s := range p.Elem.Scalars {
			v, text := s.Read(p.Data[at:], -1)
			if row[i] = json.Number(text); math.IsNaN(v) || math.IsInf(v, 0) {
				row[i] = text
			}
		}
		if len(row) == 1 {
			d.Values = append(d.Values, row[0])
		} else {
			d.Values = append(d.Values, row)
		}
	}
	return d
}

// printed is written as an object from array names to their first elements.
type printed []Printed

// MarshalJSON writes the arrays in the order in which they were asked for.
func (p printed) MarshalJSON() ([]byte, error) {
	return object(len(p), func(i int) (string, any) { return p[i].Name, p[i].document() })
}
