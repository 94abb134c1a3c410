package chart

// This file sets pictures of warps under one another.

import (
	"fmt"
	"strings"
)

// Stack returns one picture of several, from top to bottom, for comparisons
// that are to be seen at once. A stack does not go live as charts do: its
// parts answer the mouse only.
func Stack(title string, parts ...*Picture) *Picture {
	const head = 46
	out := &Picture{Title: title, Height: head}
	var body strings.Builder
	var alts []string
	for _, p := range parts {
		fmt.Fprintf(&body, `<g transform="translate(0 %d)">%s</g>`+"\n", out.Height, p.svg)
		out.Height += p.Height
		out.Width = max(out.Width, p.Width)
		alts = append(alts, p.Title+": "+p.Alt)
	}
	out.Alt = strings.Join(alts, " ")
	c := &canvas{width: float64(out.Width), height: float64(out.Height)}
	c.text(margin, head/2+4, title, titleSize, ink, left)
	c.body.WriteString(body.String())
	out.svg = c.svg()
	return out
}
