package notebook

// This file attends long launches: it shows their progress in one output that changes.

import (
	"context"

	"gpucourse/gpusim"
	"gpucourse/gpusim/display"
)

// launcher is what launches kernels: a gpusim.Device, a driver.Host.
type launcher interface {
	ShowProgress(show func(text string))
	EndWith(ctx context.Context)
	Launching() bool
}

// attend has the launches of devices show their progress in the notebook, and end when
// the cell is interrupted.
func attend(opened any) {
	if !isNotebook() {
		return
	}
	var launchers []launcher
	switch opened := opened.(type) {
	case launcher:
		launchers = []launcher{opened}
	case []*gpusim.Device:
		for _, d := range opened {
			launchers = append(launchers, d)
		}
	}
	show := newBar(updateHTML).show
	for _, l := range launchers {
		l.ShowProgress(show)
		theCell.attend(l)
	}
}

// bar is an output that is written again and again.
type bar struct {
	id     string
	update func(id, html string) // updateHTML
}

func newBar(update func(id, html string)) *bar { return &bar{update: update} }

// show writes the text in place of what stood there; "" leaves nothing to be
// seen. The next text after that is an output of its own: the place of the old
// one may be far up.
func (b *bar) show(text string) {
	if b.id == "" {
		b.id = "gpusim_progress_" + uniqueID()
	}
	html := ""
	if text != "" {
		html = display.Note(text)
	}
	b.update(b.id, html)
	if text == "" {
		b.id = ""
		arrived()
	}
}
