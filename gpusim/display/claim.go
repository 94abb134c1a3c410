package display

// This file checks what the text beside a cell states against what the cell computed.

import (
	"fmt"
	"math"

	"gpucourse/gpusim/report"
)

// Claim is a statement of the text with the value that a cell computed for it.
type Claim struct {
	// Row is the row of the course's map that the statement belongs to, such as "2.4"; ""
	// is a statement of this text alone.
	Row  string
	What string // with its unit: "sectors per request"
	Got  float64
	Want float64
	// Within is the largest relative difference between Got and Want; 0 asks for equality.
	Within   float64
	compared bool // a comparison has no value to print
}

// True reports whether the statement is true.
func (c Claim) True() bool {
	return math.Abs(c.Got-c.Want) <= c.Within*math.Abs(c.Want)
}

// String returns "✓ 2.4 sectors per request: 4", and what the text states when it is wrong.
func (c Claim) String() string {
	row := ""
	if c.Row != "" {
		row = c.Row + " "
	}
	switch {
	case c.compared && c.True():
		return fmt.Sprintf("✓ %s%s", row, c.What)
	case c.compared:
		return fmt.Sprintf("✗ %s%s: the text states it, but it is not so", row, c.What)
	case c.True():
		return fmt.Sprintf("✓ %s%s: %s", row, c.What, report.Number(c.Got))
	}
	return fmt.Sprintf("✗ %s%s: %s, but the text states %s", row, c.What, report.Number(c.Got), report.Number(c.Want))
}

func (c Claim) render() output {
	text := c.String()
	if !c.True() {
		return output{box(escape(text)), text}
	}
	return output{element("div", smallStyle, escape(text)), text}
}

// Holds returns the claim that a comparison of the text is true.
func Holds(row, what string, ok bool) Claim {
	c := Claim{Row: row, What: what, Want: 1, compared: true}
	if ok {
		c.Got = 1
	}
	return c
}
