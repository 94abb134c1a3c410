package command

// This file is gpusim init: a first kernel in a folder of its own.

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/cli"
	"gpucourse/gpusim/gpu"
)

// firstKernel is the kernel that init writes.
//
//go:embed first_kernel.txt
var firstKernel string

// The first profile: of a launch of Scale in firstKernel.
const (
	firstFile = "kernel.go"
	firstArgs = "-grid 4 -block 256 " + firstFile + " Scale x=1000:ramp a=2 n=1000"
)

func initCommand() *cobra.Command {
	module := ""
	c := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a first kernel and its go.mod, and profile it",
		Long:  "Write a first kernel and its go.mod into a folder, by default this one, and profile the kernel. No file is replaced.",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			return begin(c, folder, module)
		},
	}
	c.Flags().StringVar(&module, "module", "", "`path` of the new module (empty: the name of the folder)")
	return c
}

// begin writes the files and profiles the kernel.
func begin(c *cobra.Command, folder, module string) error {
	path, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if module == "" {
		module = moduleName(filepath.Base(path))
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{firstFile: fmt.Sprintf(firstKernel, gpuPackage()), "go.mod": goMod(module)} {
		if err := writeNew(filepath.Join(path, name), text); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.OutOrStdout(), "%s holds a kernel and its go.mod. In that folder,\n\n    gpusim profile %s\n\nprints:\n\n", path, firstArgs)
	args := strings.Fields(strings.Replace(firstArgs, firstFile, filepath.Join(path, firstFile), 1))
	return profileOf(c, args)
}

// profileOf runs gpusim profile as a part of another command.
func profileOf(c *cobra.Command, args []string) error {
	profile := profileCommand()
	profile.SetArgs(cli.TwoDashes(profile, args))
	profile.SetOut(c.OutOrStdout())
	profile.SetErr(c.ErrOrStderr())
	profile.SilenceErrors, profile.SilenceUsage = true, true
	return profile.ExecuteContext(c.Context())
}

// writeNew writes a file that does not exist yet.
func writeNew(file, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists: choose another folder, gpusim init replaces no file", file)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// moduleName makes a module path of a folder's name.
func moduleName(folder string) string {
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, folder)
	return "example.com/" + strings.Trim(name, ".")
}

// gpuPackage is the path of the package that kernels import.
func gpuPackage() string { return reflect.TypeFor[gpu.Float4]().PkgPath() }

// oldestGo is the Go version that go.mod of the new module names.
const oldestGo = "1.26"

// goMod returns a go.mod that requires the module of this command, if it has a released
// version. Without it the simulator reads kernels all the same; editors and go vet need it.
func goMod(module string) string {
	text := fmt.Sprintf("module %s\n\ngo %s\n", module, oldestGo)
	if info, ok := debug.ReadBuildInfo(); ok && released.MatchString(info.Main.Version) {
		text += fmt.Sprintf("\nrequire %s %s\n", info.Main.Path, info.Main.Version)
	}
	return text
}

// released is a version that a module proxy has.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)
