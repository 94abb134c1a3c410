package chart

// This file draws how a shared access passes through the banks: one row a
// wavefront, one column a bank, in the cell the lanes served.

import (
	"fmt"

	"gpucourse/gpusim"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Banks draws how the first warp of a launch uses shared memory: every access
// of the kernel, or only those to the named variables.
func Banks(r *report.Report, variables ...string) *Picture {
	return pile(r, trace.Shared, variables, func(s *report.Sample) *Picture { return drawBanks(r.Spec, s) })
}

func drawBanks(spec *arch.Spec, s *report.Sample) *Picture {
	const rowLabel, rowHeight = 64.0, 19.0
	a := s.Access
	result := gpusim.Explain(spec, &a).Banks
	c := &canvas{width: pageWidth}
	c.pattern(len(result.Waves) * spec.Shared.Banks)
	title := fmt.Sprintf("%s %s on %s", verb(a.Kind), s.Var, spec.Name)
	c.text(margin, 24, title, titleSize, ink, left)
	figures := fmt.Sprintf("%s  ·  %d needed for %d bytes per lane  ·  %s",
		diag.Count(result.Wavefronts, "wavefronts"), result.Ideal, a.Bytes, diag.Count(result.Conflicts, "conflicts"))
	c.text(margin, 48, figures, textSize, ink, left)
	wide := (pageWidth - 2*margin - rowLabel) / float64(spec.Shared.Banks)
	x := func(bank int) float64 { return margin + rowLabel + float64(bank)*wide }
	y := 84.0
	c.text(margin, y-12, "bank", smallSize, faint, left)
	for bank := range spec.Shared.Banks {
		c.text(x(bank)+wide/2, y-12, fmt.Sprint(bank), smallSize, faint, middle)
	}
	for i, wave := range result.Waves {
		c.text(margin, y+rowHeight/2, fmt.Sprintf("wave %d", i+1), smallSize, faint, left)
		for bank, lanes := range lanesByBank(spec, &a, wave) {
			fill := white
			if lanes != 0 {
				fill = colour(i)
			}
			c.rect(x(bank)+0.5, y, wide-1, rowHeight-1, fill, rule, c.tip(fmt.Sprintf("bank %d: lanes %s", bank, list(lanes))))
			c.text(x(bank)+wide/2, y+rowHeight/2, cell(lanes, wide), smallSize, inkOn(fill), middle)
		}
		y += rowHeight
	}
	c.text(margin, y+16, "In a cell stands the lane that the bank serves; * stands for several lanes at once.", smallSize, ink, left)
	c.height = y + 32
	alt := fmt.Sprintf("%d lanes use %d bytes each; the banks serve them in %s, %d without conflicts.",
		a.Active.Count(), a.Bytes, diag.Count(result.Wavefronts, "wavefronts"), result.Ideal)
	return &Picture{Title: title, Alt: alt, Width: int(pageWidth), Height: int(c.height), svg: c.svg()}
}

// lanesByBank lists, for each bank, the lanes of a wave that it serves. A wave
// may serve only a piece of the lanes' words.
func lanesByBank(spec *arch.Spec, a *trace.Access, wave trace.Wave) []trace.Mask {
	banks := make([]trace.Mask, spec.Shared.Banks)
	for lane := range spec.WarpSize {
		if !wave.Lanes.Has(lane) {
			continue
		}
		for at := 0; at < a.Bytes; at += spec.Shared.InterleaveBytes {
			if bank, _ := spec.Shared.Bank(a.Lane(lane) + uint64(at)); wave.Banks>>bank&1 == 1 {
				banks[bank] |= 1 << lane
			}
		}
	}
	return banks
}

// cell is a lane's number, with a star when its bank serves others with it; the star alone
// where both do not fit.
func cell(lanes trace.Mask, width float64) string {
	switch lanes.Count() {
	case 0:
		return ""
	case 1:
		return fmt.Sprint(lanes.First())
	}
	if label := fmt.Sprintf("%d*", lanes.First()); textWidth(label, smallSize) < width-1 {
		return label
	}
	return "*"
}

func list(lanes trace.Mask) string {
	text := "none"
	for rest := lanes; rest != 0; rest &= rest - 1 {
		if rest == lanes {
			text = fmt.Sprint(rest.First())
			continue
		}
		text += fmt.Sprintf(", %d", rest.First())
	}
	return text
}
