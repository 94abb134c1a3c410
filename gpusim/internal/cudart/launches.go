package cudart

// This file launches kernels.

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/wording"
	"gpucourse/gpusim/report"
)

// request is a launch as the program asks for it.
type request struct {
	kernel, args, stream uint64
	named                gpusim.Named // instead of args
	grid, block          gpusim.Dim3
	shared               uint64
	values               []byte // the block of parameters, where it was read before
	cluster              gpusim.Dim3
	window               *gpusim.AccessWindow // nil: that of the stream
}

func dim3(w []uint64) gpusim.Dim3 {
	side := func(n uint64) int { return int(min(n, math.MaxInt32)) }
	return gpusim.Dim3{X: side(w[0]), Y: side(w[1]), Z: side(w[2])}
}

func (s *session) launchKernel(c *call) status { return s.launch(c, s.requested(c)) }

// requested is the launch that a call asks for.
func (s *session) requested(c *call) request {
	w := c.words
	return request{kernel: w[0], grid: dim3(w[1:]), block: dim3(w[4:]), args: w[7], shared: w[8], stream: w[9]}
}

func (s *session) launchCooperative(c *call) status {
	r := s.requested(c)
	if state := s.fits(c, r); state != success {
		return state
	}
	return s.launch(c, r)
}

// fits says whether the device holds all blocks of a launch at the same time.
func (s *session) fits(c *call, r request) status {
	f, d := s.kernelOf(r.kernel), s.device(c)
	if f == nil {
		return invalidFunction
	}
	blocks, err := d.MaxActiveBlocks(f.kernel, s.config(f, r))
	if err != nil {
		return s.complained(err, invalidConfig)
	}
	if r.grid.Count() > blocks*d.Spec().SMs {
		return cooperativeTooBig
	}
	return success
}

// The attributes of a launch, and the size of one.
const (
	attributeWindow      = 1
	attributeCooperative = 2
	attributeValueAt     = 8
	attributeCluster     = 4
	launchAttributeBytes = 72
)

func (s *session) launchConfigured(c *call) status {
	w := s.fields(launchConfig, c.words[0])
	r := request{kernel: c.words[1], grid: dim3(w), block: dim3(w[3:]), shared: w[6], stream: w[7], args: c.words[2]}
	cooperative := false
	for i := range w[9] {
		a := s.fields(launchAttribute, w[8]+i*launchAttributeBytes)
		switch a[0] {
		case attributeCooperative:
			cooperative = a[1] != 0
		case attributeWindow:
			w := s.windowAt(w[8] + i*launchAttributeBytes + attributeValueAt)
			r.window = &w
		case attributeCluster:
			r.cluster = dim3(a[1:])
		}
	}
	if cooperative {
		if state := s.fits(c, r); state != success {
			return state
		}
	}
	if g := s.capture.streams[r.stream]; g != nil {
		return s.keepLaunch(g, r)
	}
	return s.launch(c, r)
}

// config is the configuration of a launch.
func (s *session) config(f *function, r request) gpusim.Config {
	window := s.windows[r.stream]
	if r.window != nil {
		window = *r.window
	}
	return gpusim.Config{
		SetAside: s.setAside, Window: window,
		Grid: r.grid, Block: r.block, Cluster: r.cluster, Shared: int(min(r.shared, math.MaxInt32)), MaxShared: f.maxShared, Stack: s.stacks,
		Instructions: s.allowed(), Stdout: &s.printed,
	}
}

// allowed is how many warp instructions the next launch may execute.
func (s *session) allowed() uint64 {
	if s.o.PerLaunch > 0 {
		return min(s.left, s.o.PerLaunch)
	}
	return s.left
}

// launch runs a kernel.
func (s *session) launch(c *call, r request) status {
	f := s.kernelOf(r.kernel)
	stream := s.stream(c, r.stream)
	switch {
	case s.sticky != success:
		return s.sticky
	case s.fault != success:
		return success // the kernel would not run; the program does not know yet
	case f == nil:
		return invalidFunction
	case stream == nil:
		return invalidResource
	}
	var args any = r.named
	if r.named == nil {
		if r.values == nil {
			r.values = s.arguments(f.kernel, r.args)
		}
		args = gpusim.ParamBuffer(r.values)
	}
	l := &pending{stream: stream, f: f, config: s.config(f, r), args: args}
	l.of = s.launchesOf(f, s.threads[c.thread].device, l.config)
	l.of.Calls++
	f.calls++
	s.calls++
	if s.o.Idle {
		return success
	}
	if s.o.Check != 0 {
		return s.checked(l)
	}
	return s.execute(l)
}

// pending is a launch that the program may make.
type pending struct {
	stream *gpusim.Stream
	f      *function
	config gpusim.Config
	args   any
	of     *report.Launches
}

// execute runs a launch. The first of its kernel and shape is timed, and the one that was asked for.
func (s *session) execute(l *pending) status {
	asked := s.o.Profile.is(l.of.Kernel, l.f.calls)
	timed := asked || l.of.Timed == nil && !s.o.Functional && (s.o.Times == nil || s.o.Times(l.of.Kernel))
	if timed {
		l.config.Rules = true
	} else {
		l.config.NoCounters, l.config.As = true, l.of.Timed
	}
	r, err := l.stream.Launch(l.f.kernel, l.config, l.args)
	if err != nil {
		return s.failed(l, err)
	}
	instructions, _ := r.Metric("smsp__inst_executed.sum")
	s.left -= min(uint64(instructions), s.left-1)
	if asked {
		s.result.Profiled = r
	}
	if timed && l.of.Timed == nil {
		l.of.Timed = r
	}
	return success
}

// checked runs a launch under the eyes of tools. It is not timed.
func (s *session) checked(l *pending) status {
	found, err := l.stream.Check(s.o.Check, l.f.kernel, l.config, l.args)
	if found == nil {
		return s.failed(l, err)
	}
	s.found(l.of, found)
	if err := cmp.Or(err, found.Fault); err != nil {
		return s.failed(l, err)
	}
	return success
}

// found keeps what tools found in a launch.
func (s *session) found(of *report.Launches, found *report.Check) {
	if all := s.checks[of]; all != nil {
		all.Add(found)
		return
	}
	s.checks[of] = found
	s.result.Checks = append(s.result.Checks, found)
}

// arguments reads the parameters of a launch.
func (s *session) arguments(k *gpusim.Kernel, args uint64) []byte {
	offsets, sizes := k.ParamInfo()
	if len(sizes) == 0 {
		return nil
	}
	last := len(sizes) - 1
	block := make([]byte, offsets[last]+sizes[last])
	for i, part := range s.gather(args, sizes) {
		copy(block[offsets[i]:], part)
	}
	return block
}

// failed is what the program sees of a launch that failed. What a kernel did wrong shows when the
// program waits for the device.
func (s *session) failed(l *pending, err error) status {
	if errors.Is(err, diag.InstructionBudget) || errors.Is(err, diag.DeadlinePassed) || errors.Is(err, diag.Cancelled) {
		panic(stop{s.unfinished(l, err)})
	}
	err = wording.CUDA.Worded(err)
	const none = ^status(0)
	switch code := statusOf(err, none); {
	case code == none:
		panic(stop{fmt.Errorf("%s cannot be run: %w", s.which(l), err)})
	case code.sticky():
		if s.o.Check == 0 {
			s.complain(s.withStray(err, l))
		}
		s.fault = code
		return success
	default:
		s.what = s.which(l)
		return s.complained(err, code)
	}
}

// which names a launch.
func (s *session) which(l *pending) string {
	return fmt.Sprintf("launch %d of kernel %s", l.f.calls, l.of.Kernel)
}

// unfinished is the error of a launch that was ended before its end.
func (s *session) unfinished(l *pending, err error) error {
	which := s.which(l) + s.where(s.call.site)
	switch allowed := l.config.Instructions; {
	case errors.Is(err, diag.Cancelled):
		return fmt.Errorf("%s was ended: %w", which, err)
	case errors.Is(err, diag.DeadlinePassed):
		return fmt.Errorf("%s did not end: %w", which, err)
	case s.o.PerLaunch > 0 && allowed == s.o.PerLaunch:
		return fmt.Errorf("%s did not end; a launch may execute %s (give the program smaller arguments, or gpusim run a larger -instructions; %s): %w", which, billions(allowed), waiting, err)
	default:
		return fmt.Errorf("%s did not end; %s were left of the budget of %s (give the program smaller arguments, or gpusim run a larger -budget; %s): %w", which, billions(allowed), billions(s.o.Budget), waiting, err)
	}
}

// waiting says what no budget helps.
const waiting = "a loop that waits for the host never ends, because the program waits while a kernel runs"

func billions(n uint64) string {
	const few = 1e6
	if n < few {
		return diag.Count(int64(n), "warp instructions")
	}
	return fmt.Sprintf("%.3g billion warp instructions", float64(n)/1e9)
}

// sticky reports whether every call fails after the error, as after a fault of a kernel.
func (c status) sticky() bool { return c == 700 || c == 702 || c == 710 || c >= 714 && c <= 719 }

func (s *session) funcAttributes(c *call) status {
	f := s.kernelOf(c.words[1])
	if f == nil {
		return invalidFunction
	}
	d := s.device(c)
	r, err := d.Resources(f.kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)})
	if err != nil {
		return s.complained(err, invalidFunction)
	}
	cc := uint64(d.Spec().CC.Major*10 + d.Spec().CC.Minor)
	s.fill(funcAttributes, c.words[0], map[string]uint64{
		"sharedSizeBytes": uint64(r.Shared), "localSizeBytes": uint64(r.StackFrame), "numRegs": uint64(r.Registers),
		"maxThreadsPerBlock": uint64(s.mostThreads(d, f)), "ptxVersion": cc, "binaryVersion": cc,
		"maxDynamicSharedSizeBytes": uint64(max(f.maxShared, d.Spec().Shared.PerBlock-r.Shared)),
	})
	return success
}

// mostThreads is the largest block that a kernel can be launched with.
func (s *session) mostThreads(d *gpusim.Device, f *function) int {
	least, most := d.Spec().WarpSize, d.Spec().Limits.ThreadsPerBlock
	for most > least {
		if _, err := d.MaxActiveBlocks(f.kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(most)}); err == nil {
			return most
		}
		most -= least
	}
	return most
}

// The attributes of cudaFuncSetAttribute.
const (
	attributeMaxShared = 8
	attributeCarveout  = 9
)

func (s *session) setFuncAttribute(c *call) status {
	f := s.kernelOf(c.words[0])
	switch {
	case f == nil:
		return invalidFunction
	case c.words[1] == attributeMaxShared:
		if int(uint32(c.words[2])) > s.device(c).Spec().Shared.PerBlockOptin {
			return invalidValue
		}
		f.maxShared = int(uint32(c.words[2]))
	case c.words[1] != attributeCarveout:
		return invalidValue
	}
	return success
}

// cachePreferences is how many there are: none, shared, L1 and equal.
const cachePreferences = 4

func (s *session) setCacheConfig(c *call) status {
	f := s.kernelOf(c.words[0])
	switch {
	case f == nil:
		return invalidFunction
	case c.words[1] >= cachePreferences:
		return invalidValue
	}
	return success // devices since cc 7.0 take it as a hint and divide their memory themselves
}

func (s *session) maxActiveBlocks(c *call) status {
	f := s.kernelOf(c.words[1])
	if f == nil {
		return invalidFunction
	}
	blocks, err := s.device(c).MaxActiveBlocks(f.kernel, s.config(f, request{grid: gpusim.Dim(1), block: gpusim.Dim(int(uint32(c.words[2]))), shared: c.words[3]}))
	if err != nil {
		return s.complained(err, invalidValue)
	}
	s.writeWord(c.words[0], uint64(blocks), 4)
	return success
}
