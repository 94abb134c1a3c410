package notebook

// This file shows the progress of long launches in one output that changes.

import (
	"github.com/janpfeifer/gonb/gonbui"

	"gpucourse/gpusim"
)

// shower is what reports the progress of long launches: a gpusim.Device, a driver.Host.
type shower interface{ ShowProgress(show func(text string)) }

// showProgress has the launches of devices show their progress in the notebook.
func showProgress(opened any) {
	if !gonbui.IsNotebook {
		return
	}
	show := newBar(gonbui.UpdateHTML).show
	switch opened := opened.(type) {
	case shower:
		opened.ShowProgress(show)
	case []*gpusim.Device:
		for _, d := range opened {
			d.ShowProgress(show)
		}
	}
}

// bar is an output that is written again and again.
type bar struct {
	id     string
	update func(id, html string) // gonbui.UpdateHTML
}

func newBar(update func(id, html string)) *bar { return &bar{update: update} }

// show writes the text in place of what stood there; "" leaves nothing to be
// seen. The next text after that is an output of its own: the place of the old
// one may be far up.
func (b *bar) show(text string) {
	if b.id == "" {
		b.id = "gpusim_progress_" + gonbui.UniqueId()
	}
	html := ""
	if text != "" {
		html = element("div", smallStyle, escape(text))
	}
	b.update(b.id, html)
	if text == "" {
		b.id = ""
		gonbui.Sync()
	}
}
