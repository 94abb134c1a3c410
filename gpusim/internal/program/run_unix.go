//go:build unix

package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/report"
)

// Run starts a program, serves its calls, and returns what it did and its exit status. What kernels
// do wrong is said where the program's errors go. The program ends with the context.
func Run(ctx context.Context, p *Program, args []string, in io.Reader, out, stderr io.Writer, o cudart.Options) (*report.Program, int, error) {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, 0, fmt.Errorf("no socket for the program: %w", err)
	}
	syscall.CloseOnExec(pair[0])
	syscall.CloseOnExec(pair[1])
	ours, theirs := os.NewFile(uintptr(pair[0]), "simulator"), os.NewFile(uintptr(pair[1]), "program")
	defer ours.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		return nil, 0, err
	}
	defer conn.Close()
	memory, err := newMemory()
	if err != nil {
		return nil, 0, fmt.Errorf("no memory to share with the program: %w", err)
	}
	defer memory.Close()

	whole := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.Path, args...)
	cmd.Stdin, cmd.Stdout = in, out
	if file, ok := stderr.(*os.File); ok {
		cmd.Stderr, o.Stderr = file, file
	} else {
		both := &locked{w: stderr} // the program and the simulator write
		cmd.Stderr, o.Stderr = both, both
	}
	cmd.ExtraFiles = []*os.File{theirs, memory.file} // 3 and 4 in the program
	cmd.Env = p.environment()
	cmd.WaitDelay = time.Second
	endsWithUs(cmd)
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	theirs.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	o.Memory, o.Context, o.Place = memory, ctx, (&places{path: p.Path}).at
	result, serveErr := cudart.Serve(conn, o)
	conn.Close() // a program that still waits for an answer ends
	if serveErr != nil {
		defer time.AfterFunc(time.Second, cancel).Stop()
	}
	err = cmd.Wait()
	code, killed := status(cmd, err)
	if killed {
		result.Leaks = nil // it could not free its memory
	}
	said := crash(err)
	if lost := (cudart.Unreachable{}); errors.As(serveErr, &lost) {
		if serveErr = nil; code == signalled+int(syscall.SIGSEGV) {
			said = lost.Error()
		}
	}
	if said != "" && serveErr == nil {
		fmt.Fprintln(o.Stderr, said)
	}
	return result, code, ended(whole, serveErr)
}

// ended is the error of a session whose context may have ended it between two calls.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && (err == nil || errors.Is(err, net.ErrClosed)) {
		return fmt.Errorf("the program was ended: %w", context.Cause(ctx))
	}
	return err
}

// locked lets several write.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

// Write implements io.Writer.
func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// signalled is what a shell adds to the number of the signal that ended a program.
const signalled = 128

// status is the exit status of a program; of one that a signal ended, 128 and the signal, as a
// shell has it.
func status(cmd *exec.Cmd, err error) (code int, killed bool) {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return cmd.ProcessState.ExitCode(), false
	}
	if s, ok := exit.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return signalled + int(s.Signal()), true
	}
	return exit.ExitCode(), false
}

// crashes are the signals of a program that does something wrong, with what it was mostly.
var crashes = map[syscall.Signal]string{
	syscall.SIGSEGV: " (the host follows a pointer that is null, was never set or belongs to the device: allocate memory, and copy results with cudaMemcpy)",
	syscall.SIGBUS:  "", syscall.SIGABRT: "", syscall.SIGFPE: "", syscall.SIGILL: "",
}

// crash says that a program crashed, as a shell does; "" for one that did not.
func crash(err error) string {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return ""
	}
	s, ok := exit.Sys().(syscall.WaitStatus)
	if !ok || !s.Signaled() {
		return ""
	}
	why, crashed := crashes[s.Signal()]
	if !crashed {
		return ""
	}
	return "the program ended with a signal: " + s.Signal().String() + why
}

// memory is a file without a name, of which parts are mapped here and in the program.
type memory struct {
	file *os.File
	next int
}

func newMemory() (*memory, error) {
	file, err := os.CreateTemp("", "gpusim-memory-")
	if err != nil {
		return nil, err
	}
	return &memory{file: file}, os.Remove(file.Name())
}

// Close gives the file back.
func (m *memory) Close() error { return m.file.Close() }

// Map implements cudart.SharedMemory.
func (m *memory) Map(bytes int) (data []byte, place int, err error) {
	place = m.next
	if err := m.file.Truncate(int64(place + bytes)); err != nil {
		return nil, 0, err
	}
	m.next += bytes
	data, err = syscall.Mmap(int(m.file.Fd()), int64(place), bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	return data, place, err
}

// Unmap implements cudart.SharedMemory. The file keeps its bytes until the program ends.
func (m *memory) Unmap(data []byte) error { return syscall.Munmap(data) }
