// Package programs are the command lines that run in a tab of a browser. They run natively
// too, which is how tests compare both.
package programs

import (
	"context"
	"fmt"
	"io"

	"gpucourse/gpusim/command"
	"gpucourse/grader/tab"
)

// program runs the words of a command line and returns the exit code.
type program func(ctx context.Context, args []string, stdout, stderr io.Writer) int

var all = map[string]program{
	"gpusim": command.RunInPage,
	"lesson": tab.Run,
}

// Run runs a command line that begins with the name of a program.
func Run(ctx context.Context, words []string, stdout, stderr io.Writer) int {
	if len(words) > 0 && all[words[0]] != nil {
		return all[words[0]](ctx, words[1:], stdout, stderr)
	}
	fmt.Fprintf(stderr, "%q begins with no program\n", words)
	return 2
}
