// Package chart draws what the simulator counted.
//
// A Picture is finished when it is made: a static SVG, an alternative text,
// and for curves and bars the ECharts options of the same drawing. Pictures of
// warps (Lanes, Steps, Banks, Divergence) are written as SVG here, shape by shape; curves
// and bars are go-echarts options rendered by ECharts' own server-side
// renderer, which runs in a JavaScript interpreter inside the process. With the build tag
// notebookcell a program links no interpreter, and another program draws for it. A program
// for a browser has the pictures that are written shape by shape, and not those of ECharts.
//
// HTML gives a picture the form that every notebook viewer shows: the SVG in
// an <img>, which an untrusted notebook keeps, and a script that makes it live
// where scripts may run and the notebook server hands out gpucourse.js. Nothing is
// ever fetched from the internet.
//
// Invariants: the same input gives the same bytes; text never overlaps or
// leaves the picture, by estimated widths that are on the wide side; colours
// are told apart by colour-blind readers and lie on a solid white ground, so
// that dark themes need no second version.
//
// Units: pixels on the page, bytes and device addresses in memory.
package chart

// Picture is a finished drawing.
type Picture struct {
	Title  string
	Alt    string // what is to be seen, in words
	Width  int    // pixels
	Height int    // pixels

	svg    string
	option []byte // ECharts options of the live version; nil when the SVG itself goes live
}

// SVG returns the static drawing.
func (p *Picture) SVG() string { return p.svg }

// String returns the picture in words, for terminals.
func (p *Picture) String() string { return p.Title + "\n" + p.Alt }
