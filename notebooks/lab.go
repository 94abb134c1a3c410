package main

// This file starts JupyterLab on the course.

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"
	"time"
)

// grace is how long a child may take to end after Ctrl-C.
const grace = 10 * time.Second

// labArgs are the arguments of the JupyterLab server: the repository is its
// root, so that exercises can be edited beside the notebooks.
func (e *env) labArgs(port int, browser bool) []string {
	args := []string{
		"-m", "jupyterlab",
		"--ServerApp.root_dir=" + e.root,
		"--LabApp.default_url=/lab/tree/notebooks",
		"--ServerApp.port=" + strconv.Itoa(port),
		"--LabApp.extension_manager=readonly", // the other one asks PyPI
		"--Application.log_level=WARN",
		"-y", // Ctrl-C needs no confirmation
	}
	if !browser {
		args = append(args, "--no-browser")
	}
	if os.Geteuid() == 0 {
		args = append(args, "--allow-root")
	}
	return args
}

// openLab runs JupyterLab until it ends or the reader presses Ctrl-C.
func (e *env) openLab(ctx context.Context, w io.Writer, port int, browser bool) error {
	fmt.Fprintf(w, "Starting JupyterLab; press Ctrl-C here to stop it.\n")
	cmd := e.command(ctx, e.python(), e.labArgs(port, browser)...)
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
