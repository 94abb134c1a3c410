package course

// This file starts JupyterLab on the course.

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"gpucourse/notebooks/internal/setup"
)

//go:embed lab.py
var labScript string

//go:embed lab.css
var labStyle []byte

// hidden lists the name patterns that JupyterLab's file browser leaves out: Jupyter's
// defaults, and what the work folder holds for the course's programs.
var hidden = []string{"__pycache__", "*.pyc", "*.pyo", ".DS_Store", "*~", "gpusim", "progress.*"}

// lab is one run of JupyterLab.
type lab struct {
	env      *setup.Env
	folder   string // the root of its file browser
	notebook string // that opens first, a path in folder; "" opens none
	port     int    // if it is taken, the next free one
	ip       string // that the server listens on; "" is localhost
	baseURL  string // in front of the server's paths; "" is /
	browser  bool

	arguments, environ []string // more of the server's
}

// notebookPath returns the path of an address that opens the notebook, and its folder in
// the file browser.
func (l *lab) notebookPath() string { return path.Join("/lab/tree", l.notebook) }

// args returns the arguments of the JupyterLab server.
func (l *lab) args() []string {
	args := []string{
		"--ServerApp.root_dir=" + l.folder,
		"--LabApp.default_url=" + l.notebookPath(),
		"--ServerApp.port=" + strconv.Itoa(l.port),
		"--LabApp.extension_manager=readonly", // the default manager queries PyPI
		"--LabApp.custom_css=True",            // labStyle
		"--Application.log_level=WARN",
		"-y", // SIGINT needs no confirmation
	}
	if l.ip != "" {
		args = append(args, "--ServerApp.ip="+l.ip)
	}
	if l.baseURL != "" {
		args = append(args, "--ServerApp.base_url="+l.baseURL)
	}
	for _, pattern := range hidden {
		args = append(args, "--ContentsManager.hide_globs="+pattern)
	}
	if !l.browser {
		args = append(args, "--no-browser")
	}
	if os.Geteuid() == 0 {
		args = append(args, "--allow-root")
	}
	return append(args, l.arguments...)
}

// command returns the process of JupyterLab. It ends when ctx does, and when the end of
// standard input that it returns is closed: by the caller, or by the caller's death.
func (l *lab) command(ctx context.Context) (*exec.Cmd, io.Closer, error) {
	cmd := l.env.CommandWithGopls(ctx, l.env.Python(), append([]string{"-c", labScript}, l.args()...)...)
	cmd.Env = append(cmd.Env, l.environ...)
	cmd.Dir = l.folder                                                       // where GoNB looks for the root of the file browser
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // the server ends its kernels
	held, err := cmd.StdinPipe()
	return cmd, held, err
}

// run runs JupyterLab until it ends or ctx does, and tells w its address. What
// JupyterLab and its kernels print goes to a file.
func (l *lab) run(ctx context.Context, w io.Writer) error {
	ctx, cancel := withParent(ctx)
	defer cancel()
	fmt.Fprintln(w, "Starting JupyterLab …")
	if err := l.env.WriteLabStyle(labStyle); err != nil {
		return err
	}
	logFile := l.env.LogFile()
	log, err := os.Create(logFile)
	if err != nil {
		return setup.Diagnose("write "+logFile, err)
	}
	defer log.Close()
	cmd, _, err := l.command(ctx)
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	if address := l.await(ctx, cmd.Process.Pid, ended); address != "" {
		l.announce(w, address, logFile)
	}
	err = <-ended
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		text, _ := os.ReadFile(logFile)
		return fmt.Errorf("JupyterLab ended: %w\n\n%s\n\nall its messages are in %s", err, setup.LastLines(string(text), 15), logFile)
	}
	return nil
}

// announce says what is open, and how to stop it.
func (l *lab) announce(w io.Writer, address, logFile string) {
	opened := "The course opens in your browser. If it does not, open this address:"
	if !l.browser {
		opened = "The course is ready. Open this address in your browser:"
	}
	fmt.Fprintf(w, "\n%s\n\n    %s\n\nTo stop it, press Ctrl-C here. Messages of JupyterLab and the kernels: %s\n", opened, address, l.relative(logFile))
}

// relative returns file as seen from the repository root.
func (l *lab) relative(file string) string {
	if rel, err := filepath.Rel(l.env.Root(), file); err == nil {
		return rel
	}
	return file
}

// await returns the address of the notebook once the server has told it, or "" if the
// server ends first. It then gives what it took from ended back.
func (l *lab) await(ctx context.Context, pid int, ended chan error) string {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if address := l.address(pid); address != "" {
				return address
			}
		case err := <-ended:
			ended <- err
			return ""
		case <-ctx.Done():
			return ""
		}
	}
}

// address reads the file in which a running server tells its address. It returns "" as
// long as there is none.
func (l *lab) address(pid int) string {
	text, err := os.ReadFile(l.env.Share("runtime", fmt.Sprintf("jpserver-%d.json", pid)))
	var info struct {
		Port    int    `json:"port"`
		BaseURL string `json:"base_url"`
		Token   string `json:"token"`
	}
	if err != nil || json.Unmarshal(text, &info) != nil {
		return ""
	}
	return fmt.Sprintf("http://localhost:%d%s?token=%s", info.Port, path.Join(info.BaseURL, l.notebookPath()), info.Token)
}

// withParent returns a context that also ends when the process that started this one
// has died: `go run`, which cannot pass on a SIGKILL.
func withParent(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	parent := os.Getppid()
	go func() {
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for ctx.Err() == nil && os.Getppid() == parent {
			select {
			case <-tick.C:
			case <-ctx.Done():
			}
		}
		cancel()
	}()
	return ctx, cancel
}
