// Package cli makes cobra's commands read and write flags as Go's tools do, with one dash,
// and says which version of the course a command is built from.
package cli

import (
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var (
	longFlag   = regexp.MustCompile(`^-[a-z][a-zA-Z0-9_-]+(=|$)`)
	dashedFlag = regexp.MustCompile(`(^|[^-\w])--([a-z])`)
)

// TwoDashes turns -flag into the --flag that cobra knows. The values of the flags of a command and
// those below it stay as they are, and so does what stands behind "--".
func TwoDashes(c *cobra.Command, args []string) []string {
	valued := map[string]bool{}
	withValue(c, valued)
	out := slices.Clone(args)
	for i := 0; i < len(out) && out[i] != "--"; i++ {
		if longFlag.MatchString(out[i]) {
			out[i] = "-" + out[i]
		}
		if valued[out[i]] {
			i++
		}
	}
	return out
}

// withValue adds the flags that take the next argument for their value, as cobra writes them.
func withValue(c *cobra.Command, valued map[string]bool) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.NoOptDefVal == "" {
			valued["--"+f.Name] = true
			valued["-"+f.Shorthand] = f.Shorthand != ""
		}
	})
	for _, below := range c.Commands() {
		withValue(below, valued)
	}
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
