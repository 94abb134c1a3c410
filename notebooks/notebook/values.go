package notebook

// This file has the values that cells show beside reports and pictures.

import (
	"os"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/display"
)

type (
	// Table is rows under a header. Numbers are aligned right, with spaces between
	// thousands; cells of other types are shown as fmt.Print prints them.
	Table = display.Table
	// Named is a launch's report and the name it has in a comparison.
	Named = display.Named
	// Prediction is a learner's guess beside the answer.
	Prediction = display.Prediction
	// Claim is a statement of the text with the value that a cell computed for it.
	Claim = display.Claim
	// Steps is something shown for each of several values.
	Steps = display.Steps
	// Source is the text of a program.
	Source = display.Source
	// Page is a value with HTML and text of its own.
	Page = display.Page
)

// Compare makes a table with one row per metric, named as Nsight Compute or nvprof names it,
// and one column per report.
func Compare(title string, metrics []string, launches ...Named) Table {
	return display.Compare(title, metrics, launches...)
}

// number is a number of any type.
type number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// Metric returns a counter of a report, by either of its names; 0 when it counted nothing.
func Metric(report interface{ Metric(string) (float64, bool) }, name string) float64 {
	value, _ := report.Metric(name)
	return value
}

// Took returns how long the calls in f kept the host of a device, in microseconds.
func Took(dev *gpusim.Device, f func()) float64 {
	start := dev.Now()
	f()
	return float64(dev.Now()-start) / float64(time.Microsecond)
}

// Slider calls show for each value and returns what a reader turns through: one step per
// value. show returns anything that Show displays, or a list of such things.
func Slider[T any](title string, values []T, show func(T) any) Steps {
	return display.Slider(title, values, show)
}

// CUDA returns a kernel as CUDA C: a Go function, or a kernel of a module.
func CUDA(kernel any) (Source, error) { return display.CUDA(kernel) }

// NewPage returns a page: HTML of what JupyterLab leaves in a notebook that is not trusted,
// and text for terminals.
func NewPage(html, text string) Page { return display.NewPage(html, text) }

// Equal returns the claim that a value is the one that the text states. row is the row of the
// course's map that the statement belongs to, such as "2.4"; "" is a statement of this text alone.
func Equal[G, W number](row, what string, got G, want W) Claim {
	return Near(row, what, got, want, 0)
}

// Near returns the claim that a value is the stated one up to a relative difference.
func Near[G, W number](row, what string, got G, want W, within float64) Claim {
	return Claim{Row: row, What: what, Got: float64(got), Want: float64(want), Within: within}
}

// Holds returns the claim that a comparison of the text is true.
func Holds(row, what string, ok bool) Claim { return display.Holds(row, what, ok) }

// Assert shows claims. If one does not hold, it ends the cell as failed: text and cell
// have parted.
func Assert(claims ...Claim) {
	failed := false
	for _, c := range claims {
		Show(c)
		failed = failed || !c.True()
	}
	if failed {
		os.Exit(1)
	}
}
