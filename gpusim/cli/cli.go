// Package cli makes cobra's commands read and write flags as Go's tools do, with one dash,
// and says which version of the course a command is built from.
package cli

import (
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

var (
	longFlag   = regexp.MustCompile(`^-[a-z][a-zA-Z0-9_-]+(=|$)`)
	dashedFlag = regexp.MustCompile(`(^|[^-\w])--([a-z])`)
)

// TwoDashes turns -flag into the --flag that cobra knows.
func TwoDashes(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if longFlag.MatchString(arg) {
			arg = "-" + arg
		}
		out[i] = arg
	}
	return out
}

// OneDash turns the --flag of cobra's texts into -flag.
func OneDash(text string) string { return dashedFlag.ReplaceAllString(text, "$1-$2") }

// HelpWithOneDash makes a command and those below it print their help with -flag.
func HelpWithOneDash(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		out := c.OutOrStdout()
		var text strings.Builder
		c.SetOut(&text)
		help(c, args)
		c.SetOut(out)
		fmt.Fprint(out, OneDash(text.String()))
	})
}

// Version is the module's version or, of a build from a checkout, its commit; and Go's.
func Version() string {
	v := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		v = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v += " " + s.Value
			}
		}
	}
	return fmt.Sprintf("%s, %s, %s/%s", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// VersionCommand prints the version of a command and of Go.
func VersionCommand(name string) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of " + name + " and of Go",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(c.OutOrStdout(), "%s version %s\n", name, Version())
			return err
		},
	}
}
