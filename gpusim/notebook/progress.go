package notebook

// This file shows the progress of long launches in one output that changes.

import (
	"github.com/janpfeifer/gonb/gonbui"

	"gpucourse/gpusim"
)

func init() {
	if gonbui.IsNotebook {
		gpusim.ShowProgress(newBar(gonbui.UpdateHTML).show)
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
