// Command draw draws the pictures of ECharts for cells of notebooks, which are linked
// without ECharts. The set-up builds it, and cells start it.
package main

import (
	"fmt"
	"os"

	"gpucourse/gpusim/chart"
)

func main() {
	if err := chart.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
