package command

// This file is gpusim toolchain: the real compilers.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/report"
)

func toolchainCommand() *cobra.Command {
	var format string
	var path bool
	c := &cobra.Command{
		Use:   "toolchain",
		Short: "Say which real compilers there are, or install them",
		Long: "Say which of the real compilers are on PATH or in the user's cache. The course needs none of them, and none needs a GPU. " +
			"With nvcc or clang, -compiler compiles what the simulator's own front end does not know.",
		Example: "  gpusim toolchain\n  gpusim toolchain install nvcc",
		Args:    noWords,
		RunE: func(c *cobra.Command, _ []string) error {
			if path {
				return writePath(c.OutOrStdout())
			}
			if err := checkFormat(format, csvFormat); err != nil {
				return err
			}
			t := toolTable()
			return writeTable(c, format, t, t.String()+"\n"+missingTools())
		},
	}
	tableFlag(c, &format)
	c.Flags().BoolVar(&path, "path", false, "print the folders of the tools in the user's cache, for PATH")
	c.AddCommand(installCommand())
	return c
}

// noWords is the Args of a command without arguments.
func noWords(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no %q; %s -help lists its commands", c.CommandPath(), args[0], c.CommandPath())
	}
	return nil
}

// toolTable has a row per tool.
func toolTable() *report.Table {
	t := report.NewTable("tool", "version", "place")
	for _, tool := range toolchain.All() {
		place := tool.Path
		switch {
		case !tool.Found() && tool.Old != "":
			place = "not found: " + tool.Old + " is too old"
		case !tool.Found():
			place = "not found"
		}
		t.Add(tool.Name, tool.Version, place)
	}
	return t
}

// missingTools says how to install what is missing.
func missingTools() (text string) {
	for _, s := range toolchain.Sets {
		if s.Missing() {
			text += fmt.Sprintf("gpusim toolchain install %s downloads %s (%s)\n", s.Name, s.Holds, s.Download)
		}
	}
	return text
}

// writePath writes the folders of the tools in the user's cache as PATH has them.
func writePath(out io.Writer) error {
	var folders []string
	for _, tool := range toolchain.All() {
		if dir := filepath.Dir(tool.Path); tool.Cached && !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
	}
	_, err := fmt.Fprintln(out, strings.Join(folders, string(os.PathListSeparator)))
	return err
}

func installCommand() *cobra.Command {
	var yes bool
	var names []string
	for _, s := range toolchain.Sets {
		names = append(names, s.Name)
	}
	c := &cobra.Command{
		Use:       "install [" + strings.Join(names, "|") + "]",
		Short:     "Download real compilers into the user's cache",
		Long:      "Download real compilers, by default all, from the Python registry into folders of their own in the user's cache. It needs Python 3 with pip. Each has a licence, which you must accept.",
		Example:   "  gpusim toolchain install nvcc",
		ValidArgs: names,
		Args: func(c *cobra.Command, args []string) error {
			for _, a := range args {
				if !slices.Contains(names, a) {
					return usagef("%q cannot be installed; %s can", a, strings.Join(names, " and "))
				}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return install(c, args, yes) },
	}
	c.Flags().BoolVar(&yes, "yes", false, "accept the licences without being asked")
	return c
}

// install installs the sets of these names, or all.
func install(c *cobra.Command, names []string, yes bool) error {
	for _, s := range toolchain.Sets {
		if !wantedSet(s, names) {
			continue
		}
		if !s.Installed() {
			fmt.Fprintf(c.ErrOrStderr(), "%s: %s\nlicence: %s\n", s.Name, s.Holds, s.Licence)
			if err := accepted(c, yes); err != nil {
				return err
			}
		}
		if err := s.Install(c.Context(), c.ErrOrStderr()); err != nil {
			return err
		}
	}
	return nil
}

// wantedSet reports whether a set is to be installed with those of these names, or with all. clang
// brings the headers where they are missing.
func wantedSet(s *toolchain.Set, names []string) bool {
	switch {
	case slices.Contains(names, s.Name):
		return true
	case s.Name == "headers":
		return s.Missing() && (len(names) == 0 || slices.Contains(names, "clang"))
	}
	return len(names) == 0
}

// accepted asks a person at a terminal for the licence.
func accepted(c *cobra.Command, yes bool) error {
	if yes {
		return nil
	}
	in, ok := c.InOrStdin().(*os.File)
	if !ok || !isatty.IsTerminal(in.Fd()) {
		return usagef("nobody is at a terminal to accept the licence: -yes accepts it")
	}
	fmt.Fprint(c.ErrOrStderr(), "Do you accept it? [y/N] ")
	answer, _ := bufio.NewReader(in).ReadString('\n')
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return errors.New("the licence was not accepted: nothing was installed")
	}
	return nil
}
