package cudart

// This file launches kernels.

import (
	"errors"
	"fmt"
	"math"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// request is a launch as the program asks for it.
type request struct {
	kernel, args, stream uint64
	grid, block          gpusim.Dim3
	shared               uint64
}

func dim3(w []uint64) gpusim.Dim3 {
	side := func(n uint64) int { return int(min(n, math.MaxInt32)) }
	return gpusim.Dim3{X: side(w[0]), Y: side(w[1]), Z: side(w[2])}
}

func (s *session) launchKernel(c *call) status {
	w := c.words
	return s.launch(c, request{kernel: w[0], grid: dim3(w[1:]), block: dim3(w[4:]), args: w[7], shared: w[8], stream: w[9]})
}

func (s *session) launchCooperative(c *call) status {
	w := c.words
	f := s.kernelOf(w[0])
	if f == nil {
		return invalidFunction
	}
	d := s.device(c)
	blocks, err := d.MaxActiveBlocks(f.kernel, s.config(f, request{grid: dim3(w[1:]), block: dim3(w[4:]), shared: w[8]}))
	if err != nil {
		return s.complained(err, invalidConfig)
	}
	if grid := dim3(w[1:]); grid.Count() > blocks*d.Spec().SMs {
		return cooperativeTooBig
	}
	return s.launchKernel(c)
}

func (s *session) launchConfigured(c *call) status {
	w := s.fields(launchConfig, c.words[0])
	return s.launch(c, request{kernel: c.words[1], grid: dim3(w), block: dim3(w[3:]), shared: w[6], stream: w[7], args: c.words[2]})
}

// config is the configuration of a launch.
func (s *session) config(f *function, r request) gpusim.Config {
	return gpusim.Config{
		Grid: r.grid, Block: r.block, Shared: int(min(r.shared, math.MaxInt32)), MaxShared: f.maxShared, Stack: s.stacks,
		Instructions: s.left, Stdout: &s.printed,
	}
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
	config := s.config(f, r)
	args := gpusim.ParamBuffer(s.arguments(f.kernel, r.args))
	of := s.result.of(f, s.threads[c.thread].device, config)
	of.Calls++
	if s.o.Idle {
		return success
	}
	if !s.o.Functional && of.First == nil {
		config.Rules = true
	} else {
		config.NoTime, config.NoCaches, config.As = true, true, of.First
	}
	rep, err := stream.Launch(f.kernel, config, args)
	if err != nil {
		return s.failed(of, err)
	}
	s.spend(of, rep)
	return success
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
func (s *session) failed(of *Launches, err error) status {
	if d := (diag.Diagnostic{}); errors.As(err, &d) && d.Code == diag.InstructionBudget {
		panic(stop{fmt.Errorf("launch %d of kernel %s is not done after %.3g G warp instructions, the rest of the budget; give the program smaller arguments, or -budget: %w", of.Calls, of.Kernel, float64(s.left)/1e9, err)})
	}
	s.complain(err)
	const none = ^status(0)
	switch code := statusOf(err, none); {
	case code == none:
		panic(stop{fmt.Errorf("kernel %s cannot be run", of.Kernel)})
	case code.sticky():
		s.fault = code
		return success
	default:
		return code
	}
}

// sticky reports whether every call fails after the error, as after a fault of a kernel.
func (c status) sticky() bool { return c == 700 || c == 702 || c == 710 || c >= 714 && c <= 719 }

// spend takes a launch off the budget and into the result.
func (s *session) spend(of *Launches, r *gpusim.Report) {
	instructions, _ := r.Metric("smsp__inst_executed.sum")
	s.left -= min(uint64(instructions), s.left-1)
	if of.First == nil && !s.o.Functional {
		of.First = r
	}
	if of.First != nil {
		of.Microseconds += of.First.Time.Microseconds
	}
}

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

// Launches are the launches of one kernel with one shape on one device.
type Launches struct {
	Kernel       string
	Device       int
	Grid, Block  gpusim.Dim3
	Shared       int
	Calls        int
	Microseconds float64        // of all launches, each as long as the first; 0 when none was timed
	First        *report.Report // nil when none was timed
}
