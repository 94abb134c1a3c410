package course

// This file starts JupyterLab on the course.

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"

	"gpucourse/notebooks/internal/setup"
)

// hidden lists the name patterns that JupyterLab's file browser leaves out:
// Jupyter's defaults, and Go's internal packages, which learners neither import
// nor edit.
var hidden = []string{"__pycache__", "*.pyc", "*.pyo", ".DS_Store", "*~", "internal"}

// labArgs returns the arguments of the JupyterLab server. Its root folder is
// the repository, so that learners can edit exercises beside the notebooks.
func labArgs(root string, port int, browser bool) []string {
	args := []string{
		"-m", "jupyterlab",
		"--ServerApp.root_dir=" + root,
		"--LabApp.default_url=/lab/tree/notebooks",
		"--ServerApp.port=" + strconv.Itoa(port),
		"--LabApp.extension_manager=readonly", // the default manager queries PyPI
		"--Application.log_level=WARN",
		"-y", // Ctrl-C needs no confirmation
	}
	for _, pattern := range hidden {
		args = append(args, "--ContentsManager.hide_globs="+pattern)
	}
	if !browser {
		args = append(args, "--no-browser")
	}
	if os.Geteuid() == 0 {
		args = append(args, "--allow-root")
	}
	return args
}

// openLab runs JupyterLab until it ends or the user presses Ctrl-C.
func openLab(ctx context.Context, env *setup.Env, w io.Writer, port int, browser bool) error {
	fmt.Fprintf(w, "Starting JupyterLab; press Ctrl-C here to stop it.\n")
	cmd := env.Command(ctx, env.Python(), labArgs(env.Root(), port, browser)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, w, w
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("JupyterLab ended: %w", err)
	}
	return nil
}
