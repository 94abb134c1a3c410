//go:build !js

package command

// This file runs the commands of a machine. A page of a browser has fewer.

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/cli"
)

// Run runs one command line, without the name of the program, and returns the exit code.
// A launch ends when the context does.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return run(ctx, rootCommand(append(pageCommands(), machineCommands()...)), args, stdout, stderr)
}

// machineCommands need files, a compiler or a terminal of the learner's own.
func machineCommands() []*cobra.Command {
	return []*cobra.Command{
		initCommand(), runCommand(), sweepCommand(chart.Sweep), outcomesCommand(), occupancyCommand(), cpuCommand(), cudaCommand(), verifyCommand(), metricsCommand(), glossaryCommand(), toolchainCommand(), cli.VersionCommand("gpusim"),
	}
}
