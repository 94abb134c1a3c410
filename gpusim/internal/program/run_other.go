//go:build !unix

package program

import (
	"context"
	"errors"
	"io"

	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/report"
)

// Run says that programs do not run here: they share memory with the simulator as Unix has it.
func Run(context.Context, *Program, []string, io.Reader, io.Writer, io.Writer, cudart.Options) (*report.Program, int, error) {
	return nil, 0, errors.New("gpusim run needs Linux or macOS; on Windows use it in WSL")
}
