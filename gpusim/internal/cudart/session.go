// Package cudart runs the kernels of a whole CUDA program on simulated devices: it is the runtime
// that the program is linked with.
//
// The machine: the program runs natively, as a process of its own. Its libcudart is a C++ file
// (Stub) that decides nothing: it tells each call over a socket and obeys orders about the
// program's memory. The other end is a session: the devices of package gpusim, the modules that
// the program's constructors registered, its variables, streams and events. All that is decided
// is decided here. The functions, structs and errors stand in one table each, of which the C++
// file is made too.
//
// Device addresses are the same on both sides. Device memory lies in the simulator alone, and the
// program's copies cross the socket. Page-locked and managed memory lies in a file without a name
// that both sides map, the program at the device's address, so that host and device pointers are
// equal. Kernels run while the program waits in the call that launches them, so both sides never
// write at the same time.
//
// The first launch of a kernel and shape is timed; others of the same shape compute their results
// and take the first one's time on the timeline. Streams are a legal order of what they are
// given; events and cudaEventElapsedTime are in the simulated time.
//
// Arrays in two dimensions have the hidden layout of hardware; those that surfaces write, and those
// in three dimensions, lie row after row.
//
// Graphs keep calls and run them in the order in which they were added.
//
// Not modelled: textures in three dimensions, memory pools apart from cudaMallocAsync, processes
// that share memory: each is a function that the table has not, and the linker names it. Kernels do
// not reach memory that the program registers.
package cudart

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"syscall"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// Options say what a program finds and how much it may do.
type Options struct {
	Devices    []string                  // names; one of each is in the machine
	Budget     uint64                    // warp instructions of all launches
	PerLaunch  uint64                    // warp instructions of each launch; 0: as many as are left
	Functional bool                      // no launch is timed, apart from Profile
	Profile    Chosen                    // a launch whose report is asked for
	Times      func(kernel string) bool  // whether launches of a kernel are timed; nil: of each
	Check      gpusim.Tools              // that watch each launch and the calls of the host; then nothing is timed
	Idle       bool                      // no kernel runs: the program's own check must fail then
	Stderr     io.Writer                 // for what went wrong in kernels
	Place      func(site int64) diag.Pos // of a call, by its distance from cudaGetLastError in the program's code; nil knows none
	Memory     SharedMemory              // for page-locked and managed memory
	Context    context.Context           // ends launches
}

// SharedMemory is a file that the program has, too.
type SharedMemory interface {
	// Map returns zeroed bytes, whole pages, and where in the file they lie.
	Map(bytes int) (data []byte, place int, err error)
	Unmap(data []byte) error
}

// session is one program.
type session struct {
	program
	o       Options
	devices []*gpusim.Device
	threads map[uint64]*thread

	modules   []*module
	linked    int                  // the number of the module of separately compiled device code; 0 for none
	functions map[uint64]*function // by the host's address and by handle
	variables map[uint64]*variable // by the host's address

	memory  []*piece          // in the order of addresses
	pinned  map[uint64]uint64 // the ends of memory that the program registered, by its begin
	streams map[uint64]*gpusim.Stream
	events  map[uint64]*event
	handles uint64
	objects

	printed  bytes.Buffer     // by kernels, until the program waits for the device
	fault    status           // what a kernel did wrong, until the program waits for the device
	sticky   status           // the same from then on: every call fails
	stacks   int              // bytes of cudaLimitStackSize
	setAside int              // bytes of cudaLimitPersistingL2CacheSize
	left     uint64           // of the budget
	calls    int              // launches
	call     *call            // that is being served
	what     string           // the call in messages
	reason   string           // why it fails, for the user
	hint     string           // and what to do
	freed    map[uint64]int64 // by address: the call that freed what was there
	checks   map[*report.Launches]*report.Check
	ended    bool // in the middle of a call
	result   report.Program
}

// thread is a thread of the program.
type thread struct {
	device int
	last   status
}

// stop is the panic of a session that cannot go on.
type stop struct{ error }

// Serve runs the calls that come over a connection until the program has ended. The error is of
// the simulator, not of the program; Unreachable where the program ended while its memory was read or
// written.
func Serve(conn io.ReadWriter, o Options) (r *report.Program, err error) {
	devices, err := gpusim.OpenAll(o.Devices...)
	if err != nil {
		return nil, err
	}
	w := newWire(conn)
	s := newSession(w, devices, o)
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stop:
			s.ended = true
			r, err = s.finish(), p.error
		case broken:
			s.ended = true
			r, err = s.finish(), cmp.Or(s.absent(), s.unreachable(w.last)) // the program ended in the middle of a call
		default:
			panic(p)
		}
	}()
	for {
		c, err := w.next()
		if errors.Is(err, syscall.ECONNRESET) { // the program ended before it took all of an answer
			return s.finish(), cmp.Or(s.absent(), s.unreachable(w.last))
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return s.finish(), s.absent()
		} else if err != nil {
			return s.finish(), err
		}
		w.answer(uint64(s.serve(c)))
	}
}

func newSession(p program, devices []*gpusim.Device, o Options) *session {
	if o.Context != nil {
		devices[0].EndWith(o.Context)
	}
	return &session{
		program: p, o: o, devices: devices, threads: map[uint64]*thread{}, functions: map[uint64]*function{}, variables: map[uint64]*variable{},
		pinned: map[uint64]uint64{}, streams: map[uint64]*gpusim.Stream{}, events: map[uint64]*event{}, left: o.Budget, checks: map[*report.Launches]*report.Check{}, freed: map[uint64]int64{},
		objects: newObjects(),
	}
}

// serve does what one call asks for, and returns what the program gets.
func (s *session) serve(c *call) status {
	t := s.threads[c.thread]
	if t == nil {
		t = &thread{}
		s.threads[c.thread] = t
	}
	s.call, s.what, s.reason, s.hint = c, c.row.name, "", ""
	before := s.sticky
	r := s.do(c)
	if c.row.result == errorCode && r != success && r != notReady && !slices.Contains([]string{"cudaGetLastError", "cudaPeekAtLastError"}, c.row.name) {
		t.last = r
		if r != before {
			s.mistake(r)
		}
	}
	return r
}

// apart are the calls that a program may make when a kernel has failed.
var apart = []string{"cudaGetLastError", "cudaPeekAtLastError", "cudaDeviceReset", "cudaGetDeviceCount", "cudaGetDevice", "cudaGetDeviceProperties", "cudaDeviceGetAttribute", "cudaDriverGetVersion", "cudaRuntimeGetVersion"}

// do does what one call asks for now, or lets a graph keep it. When the program knows that a kernel has
// failed, all other calls fail.
func (s *session) do(c *call) status {
	if s.sticky != success && c.row.result == errorCode && !slices.Contains(apart, c.row.name) {
		return s.sticky
	}
	if g := s.capturing(c); g != nil {
		return s.keepCall(g, c)
	}
	return c.row.run(s, c)
}

// device returns the current device of a thread.
func (s *session) device(c *call) *gpusim.Device { return s.devices[s.threads[c.thread].device] }

// handle makes a number that stands for something of the session.
func (s *session) handle() uint64 {
	s.handles++
	return s.handles << 4
}

// waited is what the program sees when it has waited for the device: the text that kernels printed
// and what they did wrong.
func (s *session) waited() status {
	s.print(s.printed.Bytes())
	s.printed.Reset()
	s.sticky = cmp.Or(s.sticky, s.fault)
	return s.sticky
}

// nothing is a call that changes nothing here.
func (s *session) nothing(*call) status { return success }

func (s *session) getLastError(c *call) status {
	t := s.threads[c.thread]
	last := t.last
	t.last = success
	return last
}

func (s *session) peekLastError(c *call) status { return s.threads[c.thread].last }
