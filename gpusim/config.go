package gpusim

// This file holds a launch's configuration and checks it as CUDA does.

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/inspect"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/run"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// Dim3 is an extent in threads or blocks.
type Dim3 = arch.Dim3

// Dim makes an extent; directions left out are 1.
func Dim(x int, yz ...int) Dim3 {
	d := Dim3{X: x, Y: 1, Z: 1}
	switch len(yz) {
	case 0:
	case 1:
		d.Y = yz[0]
	case 2:
		d.Y, d.Z = yz[0], yz[1]
	default:
		panic("gpusim: Dim of more than three numbers")
	}
	return d
}

// Config is what is launched, and within which limits. CUDA: kernel<<<Grid, Block,
// Shared>>> with the attributes of the kernel.
type Config struct {
	Grid, Block Dim3
	// Cluster is the extents of a cluster in blocks, which divide those of the grid. The zero value: no clusters.
	// CUDA: cudaLaunchAttributeClusterDimension.
	Cluster Dim3
	Shared  int // bytes of dynamic shared memory per block
	// MaxShared lets the kernel have so many bytes of dynamic shared memory, where
	// a device has more than every kernel may use. 0 leaves the limit of every kernel.
	// CUDA: cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize.
	MaxShared int
	// Stack is the bytes of local memory per thread for calls of functions that call
	// themselves, whose depth the compiler cannot know. 0 means the default of 1024.
	// CUDA: cudaDeviceSetLimit(cudaLimitStackSize, n).
	Stack int

	// SetAside is the bytes of L2 that are kept for lines which accesses ask to keep, up to what the device allows;
	// Window is the part of memory whose accesses ask for it, or for the opposite.
	// CUDA: cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, n); cudaStreamAttributeAccessPolicyWindow.
	SetAside int
	Window   AccessWindow

	Settings // of the device, for this launch

	// MaxRegisters is the most registers per thread; 0 means the device's limit. Values
	// that do not fit are spilled to local memory. nvcc: -maxrregcount.
	MaxRegisters int
	// Without are passes of the compiler that are left out: PassUnroll | PassLicm.
	Without Passes

	// Instructions and Deadline end a kernel that does not end by itself, after
	// that many warp instructions or that much time. 0 means the defaults: twenty billion
	// instructions and half an hour. With them a launch also ends when no warp of it has ended for
	// about ten seconds of the simulator's time, which it counts in instructions and accesses.
	Instructions uint64
	Deadline     time.Duration
	// Stdout receives what gpu.Printf prints; nil means os.Stdout.
	Stdout io.Writer

	Options
}

// Options say how a launch is simulated and what is observed of it. They do not
// change what a correct kernel computes.
type Options struct {
	// Warm runs the launch once before the one that is reported, so that caches
	// hold what fits. The kernel then finds what it wrote itself.
	Warm bool
	// NoTime leaves the time out of the report and saves its simulation: warps take
	// turns with their accesses to the caches.
	NoTime bool
	// NoCaches leaves the caches and the traffic behind them out of the report,
	// and saves the replay of every access.
	NoCaches bool
	// NoCounters runs the kernel for its results alone, which is faster: the report has the number
	// of its instructions and no other counter, no lines, no caches and no time. It serves programs
	// that repeat launches.
	NoCounters bool
	// TraceBytes is the most memory that the recorded accesses of the launch may
	// take; 0 means 1 GiB. A launch with more is reported without caches.
	TraceBytes int64
	// As gives a launch that is not timed the time of an earlier one on the timeline: that of a
	// launch of the same kernel with the same shape.
	As *Report
	// Full simulates every block cycle by cycle. Otherwise, once some waves of blocks
	// of a large grid took equal times, the remaining waves get that time, as do the
	// iterations of a long loop. With Follow every cycle of these is simulated too.
	Full bool
	// Sample executes some blocks of a launch and estimates the report from them: Report.Sample. Memory is then as it was
	// before, and what the launch would have written cannot be read.
	Sample Sampling

	// Follow keeps what the warps of that many first blocks did in each cycle:
	// Report.Spans, and the picture chart.Warps.
	Follow int
	// WhatIf simulates the launch four times more, each time on a device where something
	// costs no time, and reports what that would save: Report.WhatIf.
	WhatIf bool
	// Rules looks for what to change in the kernel and estimates what that gains: Report.Rules.
	// With WhatIf the estimates are from its launches.
	Rules bool
	// Observe makes an observer for each worker, beside the counters. InOrder
	// runs the blocks one after another, for observers to whom order matters.
	Observe func() trace.Observer
	InOrder bool
	// Progress is called now and then with the number of blocks that ended, first
	// while the kernel runs, then while its time is simulated. nil means a line on the
	// terminal, or where Device.ShowProgress says, when the launch takes long.
	Progress func(done, total int)

	// Check is the tools that watch the launch, such as Racecheck | Initcheck. What they find
	// is Report.Check. The blocks run one after another.
	Check Tools
	// CheckBytes is the most memory that each tool may take; 0 means 1 GiB. Accesses beyond it are
	// not watched, which the result says.
	CheckBytes int64
	// Shuffle runs the blocks one after another in a random order with this seed, and
	// the warps of a block, too, from barrier to barrier. 0 gives the result of the order
	// of the grid. A device promises no order: a kernel whose results change is wrong. A
	// warp shuffle from a lane that brings no value gives a large number in place of 0. Every
	// other pair of seeds lets block 0 run last.
	Shuffle uint64
	// ZeroShared lets shared memory start with zeros. Otherwise it starts with random
	// bytes, which Shuffle changes: a device clears nothing.
	ZeroShared bool
	// Incoherent runs the blocks one after another, block b on SM b mod SMs, where each
	// SM has an L1 that does not know the stores of other SMs: a block may read stale
	// data, as on hardware. Otherwise every load sees memory.
	Incoherent bool
	// Workers is how many blocks run at the same time; 0 means as many as there are
	// processors. The results do not depend on it.
	Workers int
}

// Sampling says whether a launch executes all of its blocks.
type Sampling uint8

// The values. A launch whose blocks need each other's results is executed whole, and says why: NotSampled.
const (
	SampleNever  = Sampling(run.SampleNever)
	SampleLarge  = Sampling(run.SampleLarge)  // where all blocks would take more than some seconds
	SampleAlways = Sampling(run.SampleAlways) // wherever that is possible
)

// The default limits of a launch.
const (
	defaultDeadline = 30 * time.Minute
	// defaultStack is what cudaDeviceGetLimit tells of cudaLimitStackSize unless
	// a program has set it.
	defaultStack = 1 << 10
)

// shape is the launch of a kernel that is compiled for a device.
func (c *Config) shape(s *arch.Spec, k *ir.Kernel) launch.Shape {
	return launch.Shape{Spec: s, Grid: c.Grid, Block: c.Block, Cluster: cmp.Or(c.Cluster, k.Cluster), Dynamic: c.Shared}.Of(k)
}

func (c *Config) setDefaults() {
	if c.Deadline == 0 {
		c.Deadline = defaultDeadline
	}
	if c.Stack == 0 {
		c.Stack = defaultStack
	}
	c.Stack = min(c.Stack, mostBytes) // more than can be simulated, and few enough not to overflow
	c.TraceBytes = cmp.Or(c.TraceBytes, limit.ObservedBytes)
	c.CheckBytes = cmp.Or(c.CheckBytes, limit.ObservedBytes)
}

// limits returns what ends the launch, its clock started.
func (c *Config) limits() simt.Limits {
	l := simt.Limits{Instructions: c.Instructions, Deadline: time.Now().Add(c.Deadline), Bytes: limit.StateBytes}
	if c.Instructions == 0 {
		l.Instructions, l.Work = limit.Instructions, limit.Work
	}
	return l
}

// rule is one condition on a launch. It returns what is wrong, or "".
type rule struct {
	code  diag.Code
	cuda  func(*arch.Spec) string
	hint  string
	wrong func(s *arch.Spec, k *ir.Kernel, c *Config) string
}

var launchRules = []rule{
	{diag.EmptyExtent, refusedLaunch, "every direction of the grid and the block is at least 1; gpusim.Dim(x) sets the others", emptyExtent},
	{diag.BlockTooLarge, refusedLaunch, "use smaller blocks and more of them", blockTooLarge},
	{diag.GridTooLarge, refusedLaunch, "let each thread do more, or use another direction of the grid", gridTooLarge},
	{diag.GridTooLarge, always(""), "launch fewer blocks, and let each thread do more", tooManyBlocks},
	{diag.GridTooLarge, always(""), "launch fewer blocks, and let each thread take several elements in a loop; or allow more instructions, with Config.Instructions or -instructions", tooManyWarps},
	{diag.NegativeSize, refusedLaunch, "ask for 0 or more", negativeSizes},
	{diag.SharedTooLarge, refusedLaunch, "use a smaller tile", sharedTooLarge},
	{diag.ParamsTooLarge, always(""), "put large data in a buffer", paramsTooLarge},
	{diag.ConstantTooLarge, always(invalidSymbol), constantHint, constantTooLarge},
	{diag.ClusterSize, always(invalidCluster), "choose a cluster whose extents divide those of the grid", clusterSize},
	{diag.BeyondBounds, always(invalidValue), "use smaller blocks, or promise more threads", launchBounds},
}

// checkLaunch returns what is wrong with launching k with c on a device.
func checkLaunch(s *arch.Spec, k *code, c *Config) error {
	var errs diag.List
	for _, r := range launchRules {
		if wrong := r.wrong(s, k.IR, c); wrong != "" {
			errs = append(errs, k.Diagnose(r.code, r.hint, "%s", wrong).WithCUDA(r.cuda(s)))
		}
	}
	errs = append(errs, k.Refused(inspect.CheckRegisters(k.IR))...)
	errs = append(errs, k.Refused(inspect.CheckFeatures(s, k.IR))...)
	if len(errs) == 0 {
		if wrong := tooManyRegisters(s, k, c); wrong != "" {
			errs = append(errs, k.Diagnose(diag.TooManyRegisters, "use smaller blocks", "%s", wrong).WithCUDA(outOfResources))
		}
	}
	return errs.Err()
}

func emptyExtent(_ *arch.Spec, _ *ir.Kernel, c *Config) string {
	if min(c.Block.X, c.Block.Y, c.Block.Z) < 1 {
		return fmt.Sprintf("block %s has no threads", c.Block)
	}
	if min(c.Grid.X, c.Grid.Y, c.Grid.Z) < 1 {
		return fmt.Sprintf("grid %s has no blocks", c.Grid)
	}
	return ""
}

func blockTooLarge(s *arch.Spec, _ *ir.Kernel, c *Config) string {
	if beyond(c.Block, s.Limits.Block) {
		return fmt.Sprintf("block %s is larger than the %s that %s allows", c.Block, s.Limits.Block, s.Name)
	}
	if n := c.Block.Count(); n > s.Limits.ThreadsPerBlock {
		return fmt.Sprintf("block %s has %d threads, %s allows %d", c.Block, n, s.Name, s.Limits.ThreadsPerBlock)
	}
	return ""
}

func gridTooLarge(s *arch.Spec, _ *ir.Kernel, c *Config) string {
	if !beyond(c.Grid, s.Limits.Grid) {
		return ""
	}
	return fmt.Sprintf("grid %s is larger than the %s that %s allows", c.Grid, s.Limits.Grid, s.Name)
}

// mostBlocks is more blocks than the default of Config.Instructions lets end, and few
// enough that numbers of threads do not overflow.
const mostBlocks = 1 << 35

func tooManyBlocks(s *arch.Spec, _ *ir.Kernel, c *Config) string {
	if beyond(c.Grid, s.Limits.Grid) || c.Grid.Count() <= mostBlocks {
		return ""
	}
	return fmt.Sprintf("grid %s has %d blocks, the simulator runs at most %d", c.Grid, c.Grid.Count(), mostBlocks)
}

// tooManyWarps finds a launch that would take hours, where nobody asked for that.
func tooManyWarps(s *arch.Spec, k *ir.Kernel, c *Config) string {
	if c.Instructions > 0 || c.Sample != SampleNever || tooManyBlocks(s, k, c) != "" || emptyExtent(s, k, c) != "" {
		return ""
	}
	shape := c.shape(s, k)
	warps, most := shape.Warps()*c.Grid.Count(), limit.Threads/s.WarpSize
	if warps <= most {
		return ""
	}
	return fmt.Sprintf("grid %s of blocks %s has %d warps, the simulator runs at most %d: a thread per byte of the memory that it lends", c.Grid, c.Block, warps, most)
}

// negativeSizes finds limits and sizes below 0, which no launch can keep.
func negativeSizes(_ *arch.Spec, _ *ir.Kernel, c *Config) string {
	for _, size := range []struct {
		name  string
		value int64
	}{
		{"MaxShared", int64(c.MaxShared)}, {"Stack", int64(c.Stack)}, {"MaxRegisters", int64(c.MaxRegisters)}, {"Deadline", int64(c.Deadline)},
		{"TraceBytes", c.TraceBytes}, {"CheckBytes", c.CheckBytes}, {"Follow", int64(c.Follow)}, {"Workers", int64(c.Workers)},
	} {
		if size.value < 0 {
			return fmt.Sprintf("%s is %d", size.name, size.value)
		}
	}
	return ""
}

// beyond reports whether a is larger than b in some direction.
func beyond(a, b Dim3) bool { return a.X > b.X || a.Y > b.Y || a.Z > b.Z }

// sharedTooLarge holds dynamic shared memory against what every kernel may have,
// or what the kernel was allowed beyond that.
func sharedTooLarge(s *arch.Spec, k *ir.Kernel, c *Config) string {
	if c.Shared < 0 {
		return fmt.Sprintf("%d bytes of dynamic shared memory are asked for", c.Shared)
	}
	need := fmt.Sprintf("a block of %s needs %d bytes of shared memory and the launch asks for %d more", k.Name, k.SharedBytes, c.Shared)
	switch sum := k.SharedBytes + min(c.Shared, mostBytes); {
	case sum <= s.Shared.PerBlock:
		return ""
	case sum > s.Shared.PerBlockOptin:
		return fmt.Sprintf("%s, %s has %d per block", need, s.Name, s.Shared.PerBlockOptin)
	case k.SharedBytes > s.Shared.PerBlock:
		return fmt.Sprintf("%s, of which %d may be declared on %s: the rest must be dynamic", need, s.Shared.PerBlock, s.Name)
	case c.Shared > c.MaxShared:
		return fmt.Sprintf("%s, a block may have %d on %s, and up to %d when the launch sets MaxShared", need, s.Shared.PerBlock, s.Name, s.Shared.PerBlockOptin)
	}
	return ""
}

// paramsTooLarge says what is wrong with the size of the parameters. Since CUDA 12.1 kernels in PTX may
// have more on devices of compute capability 7.0 and above.
func paramsTooLarge(s *arch.Spec, k *ir.Kernel, _ *Config) string {
	most := s.Limits.ParamBytes
	if k.Origin != nil && s.CC.Major >= 7 {
		most = limit.ParameterBytes
	}
	if k.ParamBytes <= most {
		return ""
	}
	return fmt.Sprintf("the parameters of %s take %d bytes, %s allows %d", k.Name, k.ParamBytes, s.Name, most)
}

const constantHint = "put large tables in global memory"

func constantTooLarge(s *arch.Spec, k *ir.Kernel, _ *Config) string {
	n := kernel.ConstantEnd(k)
	if n <= s.Limits.ConstBytes {
		return ""
	}
	return fmt.Sprintf("the constant variables of %s take %d bytes, %s has %d", k.Name, n, s.Name, s.Limits.ConstBytes)
}

// mostInCluster is how many blocks a cluster may have: more than 8 are possible on some devices only, as CUDA says.
const mostInCluster = 16

func clusterSize(s *arch.Spec, k *ir.Kernel, c *Config) string {
	cluster := c.shape(s, k).Cluster
	switch none := (Dim3{}); {
	case cluster == none:
		return ""
	case c.Cluster != none && k.Cluster != none && c.Cluster != k.Cluster:
		return fmt.Sprintf("the launch asks for clusters of %s blocks, %s for %s", c.Cluster, k.Name, k.Cluster)
	case min(cluster.X, cluster.Y, cluster.Z) < 1:
		return fmt.Sprintf("cluster %s has no blocks", cluster)
	case !s.Has(arch.ClusterLaunches):
		return fmt.Sprintf("%s need compute capability %v, %s has %v", arch.ClusterLaunches.Info().Name, arch.ClusterLaunches.Info().From, s.Name, s.CC)
	case cluster.Count() > mostInCluster:
		return fmt.Sprintf("cluster %s has %d blocks, %s allows %d", cluster, cluster.Count(), s.Name, mostInCluster)
	case c.Grid.X%cluster.X+c.Grid.Y%cluster.Y+c.Grid.Z%cluster.Z > 0:
		return fmt.Sprintf("the grid %s is no whole number of clusters %s", c.Grid, cluster)
	}
	return ""
}

func launchBounds(_ *arch.Spec, k *ir.Kernel, c *Config) string {
	if k.MaxThreads == 0 || c.Block.Count() <= k.MaxThreads {
		return ""
	}
	return fmt.Sprintf("block %s has %d threads, //gpu:launchbounds of %s promises at most %d", c.Block, c.Block.Count(), k.Name, k.MaxThreads)
}

// tooManyRegisters reports a block that no SM can hold.
func tooManyRegisters(s *arch.Spec, k *code, c *Config) string {
	shape := c.shape(s, k.IR)
	if shape.Occupancy().Limits.Registers > 0 {
		return ""
	}
	return fmt.Sprintf("%d threads of %s with %d registers each do not fit an SM of %s", shape.Threads(), k.Name(), shape.Registers, s.Name)
}
