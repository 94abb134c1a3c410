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
	var alts []string
	c := &canvas{}
	for _, p := range parts {
		fmt.Fprintf(&c.inner, `<g transform="translate(0 %d)">%s</g>`+"\n", out.Height, strings.Replace(p.svg, ground, "", 1))
		out.Height += p.Height
		out.Width = max(out.Width, p.Width)
		alts = append(alts, p.Title+": "+p.Alt)
	}
	out.Alt = strings.Join(alts, " ")
	c.width, c.height = float64(out.Width), float64(out.Height)
	c.text(margin, head/2+4, title, titleSize, ink, left)
	out.svg = c.svg()
	return out
}
