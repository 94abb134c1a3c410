// Package plan is calls of host threads as data: a list that is written down,
// handed in, and played on a simulated host.
//
// The machine: a Call names its thread and what it does; it does nothing by
// itself. Play makes the calls in order on a host with chosen devices. Threads
// start with their first call. Contexts and memory have names: the call that
// makes one gives the name, later calls use it. A call that fails leaves its
// name unknown, and the next call is made all the same, as in a program that
// does not look at results. PlayModule gives the plan a module of kernels and
// variables, which its calls may load. Checkers watch the launches of its kernels.
// A list of evidence from a kernel's report has the same form; it is read, not played.
//
//	main, worker := plan.Thread("main"), plan.Thread("worker")
//	o, err := plan.Play([]string{"H200"},
//		main.CtxCreate("c1", 0),
//		main.CtxPopCurrent(),
//		worker.CtxPushCurrent("c1"))
//
// Not modelled: calls at the same time. The order of the list is the order of
// the calls, whatever threads make them.
package plan

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/driver"
	"gpucourse/gpusim/report"
)

// Thread is a host thread, by its name.
type Thread string

// Call is one call of a thread.
type Call struct {
	Thread Thread
	Name   string // "CtxCreate", as the method is called
	Args   []any
	do     func(*player, *driver.Thread) error
}

// String returns `main.CtxCreate("c1", 0)`.
func (c Call) String() string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = fmt.Sprintf("%#v", a)
	}
	return fmt.Sprintf("%s.%s(%s)", c.Thread, c.Name, strings.Join(args, ", "))
}

// Outcome is what came of a plan.
type Outcome struct {
	Host    *driver.Host
	Answers []Answer
	// History is the calls on contexts with the stacks they left.
	History []driver.Call
	player  *player
}

// Answer is what one call came to.
type Answer struct {
	Call Call
	Err  error // a diag.Diagnostic, or that the call is evidence; nil when the call succeeded
	// Check is what the checkers found in the launch that the call made; nil when it made none.
	Check *report.Check
}

// Result returns CUDA's name of the answer.
func (a Answer) Result() string {
	if a.Err == nil {
		return "CUDA_SUCCESS"
	}
	return gpusim.CUDAName(a.Err)
}

// Play makes the calls on a host with the named devices. Its error is about the
// devices; what becomes of the calls stands in the outcome.
func Play(devices []string, calls ...Call) (*Outcome, error) {
	return PlayModule(devices, nil, calls...)
}

// PlayModule is Play with the module that ModuleLoad loads.
func PlayModule(devices []string, module *gpusim.Module, calls ...Call) (*Outcome, error) {
	host, err := driver.NewHost(devices...)
	if err != nil {
		return nil, err
	}
	p := &player{
		host: host, module: module, threads: map[Thread]*driver.Thread{}, contexts: map[string]*driver.Context{},
		created:  map[*driver.Context]string{},
		pointers: map[string]gpusim.DevicePtr{}, modules: map[string]*driver.Module{},
	}
	o := &Outcome{Host: host, player: p}
	for _, c := range calls {
		p.thread(c.Thread)
	}
	for _, c := range calls {
		p.found = nil
		err := c.do(p, p.thread(c.Thread))
		o.Answers = append(o.Answers, Answer{c, err, p.found})
	}
	o.History = host.History()
	return o, nil
}

// Alive lists the created contexts that were left, by name in order. A name that several
// contexts were given stands once for each.
func (o *Outcome) Alive() []string {
	var names []string
	for c, name := range o.player.created {
		if c.Alive() && c.Usage() > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Bytes returns n bytes at a pointer as a context sees them.
func (o *Outcome) Bytes(context, pointer string, n int) ([]byte, error) {
	reader := o.Host.Thread("reader")
	c, err := o.player.context(context)
	if err != nil {
		return nil, err
	}
	p, err := o.player.pointer(pointer)
	if err != nil {
		return nil, err
	}
	if err := reader.CtxPushCurrent(c); err != nil {
		return nil, err
	}
	bytes := make([]byte, n)
	return bytes, reader.MemcpyDtoH(bytes, p)
}

// player knows what the names stand for.
type player struct {
	host     *driver.Host
	module   *gpusim.Module // nil: there is none to load
	modules  map[string]*driver.Module
	threads  map[Thread]*driver.Thread
	contexts map[string]*driver.Context
	created  map[*driver.Context]string // by the name that it was given last
	pointers map[string]gpusim.DevicePtr
	work     *work         // of streams; nil before the first call on one
	found    *report.Check // in the launch of the current call
}

// thread starts a thread when it is first asked for.
func (p *player) thread(t Thread) *driver.Thread {
	if p.threads[t] == nil {
		p.threads[t] = p.host.Thread(string(t))
	}
	return p.threads[t]
}

// made gives a context a name.
func (p *player) made(c *driver.Context, name string) { p.contexts[name], p.created[c] = c, name }

// context finds the context of a name; "" is none.
func (p *player) context(name string) (*driver.Context, error) {
	c := p.contexts[name]
	if c == nil && name != "" {
		return nil, unknown(diag.WrongContext, "context", name, "CtxCreate or DevicePrimaryCtxRetain")
	}
	return c, nil
}

func (p *player) pointer(name string) (gpusim.DevicePtr, error) {
	at, ok := p.pointers[name]
	if !ok {
		return 0, unknown(diag.BadPointer, "memory", name, "MemAlloc")
	}
	return at, nil
}

// loaded finds the module of a name.
func (p *player) loaded(name string) (*driver.Module, error) {
	m := p.modules[name]
	if m == nil {
		return nil, unknown(diag.ModuleUnloaded, "module", name, "ModuleLoad")
	}
	return m, nil
}

func unknown(code diag.Code, what, name, by string) error {
	return diag.Diagnostic{
		Code: code, CUDA: "CUDA_ERROR_INVALID_VALUE",
		Message: fmt.Sprintf("no %s is called %q by now", what, name), Hint: by + " gives a name, when the call succeeds",
	}
}
