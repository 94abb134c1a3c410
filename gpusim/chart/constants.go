package chart

// This file draws how a load of constants is served: one row a request, one
// column a lane, filled where the request serves the lane.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Constants draws how the first warp of a launch reads constant memory: every
// load of the kernel, or only those of the named variables. Addresses are
// written as in machine code, c[3][offset].
func Constants(r *report.Report, variables ...string) *Picture {
	return pile(r, trace.Const, variables, func(s *report.Sample) *Picture { return drawConstants(r.Spec, s) })
}

// constantRequest is one address that lanes ask for.
type constantRequest struct {
	addr  uint64
	lanes trace.Mask
}

// constantRequests lists the distinct addresses of a load in the order of its lanes.
func constantRequests(a *trace.Access) []constantRequest {
	var list []constantRequest
	at := map[uint64]int{}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		lane := rest.First()
		addr := a.Lane(lane)
		i, known := at[addr]
		if !known {
			i = len(list)
			at[addr] = i
			list = append(list, constantRequest{addr: addr})
		}
		list[i].lanes |= 1 << lane
	}
	return list
}

func drawConstants(spec *arch.Spec, s *report.Sample) *Picture {
	const rowLabel, rowHeight = 128.0, 19.0
	requests := constantRequests(&s.Access)
	c := &canvas{width: pageWidth}
	c.pattern(len(requests) * spec.WarpSize)
	title := fmt.Sprintf("load %s on %s", s.Var, spec.Name)
	figures := fmt.Sprintf("%s, one after the other, for %s", diag.Count(len(requests), "requests"), diag.Count(s.Access.Active.Count(), "lanes"))
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, figures, textSize, ink, left)
	wide := (pageWidth - 2*margin - rowLabel) / float64(spec.WarpSize)
	x := func(lane int) float64 { return margin + rowLabel + float64(lane)*wide }
	y := 84.0
	c.text(margin, y-12, "lane", smallSize, faint, left)
	for lane := range spec.WarpSize {
		c.text(x(lane)+wide/2, y-12, fmt.Sprint(lane), smallSize, faint, middle)
	}
	for i, q := range requests {
		address := fmt.Sprintf("c[3][%#x]", q.addr)
		c.text(margin, y+rowHeight/2, fmt.Sprintf("%d: %s", i+1, address), smallSize, ink, left)
		for lane := range spec.WarpSize {
			fill := white
			if q.lanes.Has(lane) {
				fill = colour(i)
			}
			c.rect(x(lane)+0.5, y, wide-1, rowHeight-1, fill, rule, c.tip(fmt.Sprintf("request %d, %s: lanes %s", i+1, address, list(q.lanes))))
		}
		y += rowHeight
	}
	c.height = y + 12
	return &Picture{Title: title, Alt: figures + ".", Width: int(pageWidth), Height: int(c.height), svg: c.svg()}
}
