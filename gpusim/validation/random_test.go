package validation

// This file compares random kernels on the simulated device with their native run: with all
// passes, without optional ones, and launched by a device with some.

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation/fuzz"
)

var (
	randomTime = flag.Duration("random", time.Second, "how long random kernels run, fifty at least")
	randomSeed = flag.Uint64("seed", 0, "the first seed of the random kernels")
)

const (
	batchSize = 50 // random kernels per native program
	foundDir  = "testdata/found"
)

// variant is a way to compile a kernel that must keep every bit.
type variant struct {
	name   string
	passes []pass.Pass
	// registers is the largest number of registers per thread; 0: no register allocation.
	registers int
	fused     bool // products may be fused with sums
	// launched: gpusim.Device.Launch runs the kernel, and without is its Config.Without. The
	// other fields are not used.
	launched bool
	without  gpusim.Passes
	// written: the kernel is printed as PTX and launched. The other fields are not used.
	written bool
}

// ways returns the ways to compile a batch: with all passes and all registers of the
// measured device, without optional passes, with random passes and few registers, and
// launched by a device with random passes. The seed determines the choice.
func ways(seed uint64) []variant {
	r := rand.New(rand.NewPCG(seed, 2))
	some, few := somePasses(r), 8+r.IntN(16)
	without := leftOut(r)
	return []variant{
		{name: "every pass but fuse", passes: plain, registers: testSpec.Regs.PerThreadMax},
		{name: "no optional pass", passes: required()},
		{name: fmt.Sprintf("%d registers, passes %s", few, names(some)), passes: some, registers: few},
		{name: fmt.Sprintf("launched with passes %v", without), launched: true, without: without},
		{name: "printed as PTX", written: true},
	}
}

// everyPass is the default way. Fused products change the last bits, except in kernels
// whose products are rounded.
var everyPass = variant{name: "every pass", passes: pass.Default, fused: true}

// cramped is the measured device without a lower limit of registers per thread.
var cramped = func() *arch.Spec {
	s := *testSpec
	s.Regs.PerThreadMin = 0
	return &s
}()

func required() []pass.Pass {
	return slices.DeleteFunc(slices.Clone(plain), func(p pass.Pass) bool { return !p.Always })
}

// somePasses leaves out each optional pass with a probability of one third.
func somePasses(r *rand.Rand) []pass.Pass {
	return slices.DeleteFunc(slices.Clone(plain), func(p pass.Pass) bool { return !p.Always && r.IntN(3) == 0 })
}

// leftOut draws a value of Config.Without, in which fuse is.
func leftOut(r *rand.Rand) gpusim.Passes {
	without := gpusim.PassFuse
	for p := gpusim.Passes(1); p < gpusim.AllPasses; p <<= 1 {
		if r.IntN(3) == 0 {
			without |= p
		}
	}
	return without
}

func names(passes []pass.Pass) string {
	list := make([]string, len(passes))
	for i, p := range passes {
		list[i] = p.Name
	}
	return strings.Join(list, ",")
}

// TestRandomKernels draws kernels for the time of -random. It makes a kernel that differs
// small, prints it, and keeps it in a file for TestFoundKernels.
func TestRandomKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	skipIfFused(t)
	tried := 0
	for start := time.Now(); time.Since(start) < *randomTime; tried += batchSize {
		if !tryBatch(t, *randomSeed+uint64(tried)) {
			return
		}
	}
	t.Logf("%d random kernels agree", tried)
}

// FuzzKernel runs one random kernel per seed.
func FuzzKernel(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		if testing.Short() {
			t.Skip("builds a program")
		}
		skipIfFused(t)
		tryKernels(t, []*fuzz.Kernel{fuzz.Generate(seed)})
	})
}

// TestFoundKernels runs the kernels of testdata/found, which once differed.
func TestFoundKernels(t *testing.T) {
	skipIfFused(t)
	files, err := filepath.Glob(foundDir + "/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("none was found so far")
	}
	texts := make([]string, len(files))
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	b, err := fuzz.Join(texts)
	if err != nil {
		t.Fatal(err)
	}
	want, err := b.Native(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range ways(0) {
		for i, diff := range differences(b, want, v) {
			if diff != "" {
				t.Errorf("%s, %s: %s", files[i], v.name, diff)
			}
		}
	}
}

func skipIfFused(t *testing.T) {
	t.Helper()
	if fusesNatively() {
		t.Skip("this machine's Go fuses x*y + z, so that native results are not what the source says")
	}
}

// tryBatch runs a batch of seeds. It returns false if a kernel fails.
func tryBatch(t *testing.T, first uint64) bool {
	list := make([]*fuzz.Kernel, batchSize)
	for i := range list {
		list[i] = fuzz.Generate(first + uint64(i))
	}
	return tryKernels(t, list)
}

// shrinkAtMost is the largest number of failing kernels per batch that are made small.
const shrinkAtMost = 3

func tryKernels(t *testing.T, list []*fuzz.Kernel) bool {
	t.Helper()
	b, err := fuzz.BatchOf(list)
	if err != nil {
		t.Fatal(err)
	}
	want, err := b.Native(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	shrunk := map[uint64]bool{}
	for _, v := range append(ways(list[0].Seed), everyPass) {
		for i, diff := range differences(b, want, v) {
			if diff == "" {
				continue
			}
			t.Errorf("seed %d, %s: simulated against native: %s", list[i].Seed, v.name, diff)
			if seed := list[i].Seed; !shrunk[seed] && len(shrunk) < shrinkAtMost {
				shrunk[seed] = true
				keepSmall(t, list[i], v)
			}
		}
	}
	return !t.Failed()
}

// differences returns the difference of each kernel of a batch, or "".
func differences(b fuzz.Batch, want []fuzz.Outputs, v variant) []string {
	diffs := make([]string, len(b.Launches))
	run, err := v.runner(b)
	if err != nil {
		diffs[0] = err.Error()
		return diffs
	}
	for i, l := range b.Launches {
		got, err := run(l)
		switch {
		case want[i].Err != "":
			diffs[i] = "the native run fails, so the generator is wrong: " + want[i].Err
		case v.written && err != nil && strings.Contains(err.Error(), "calls itself"): // not simulated in PTX
		case err != nil:
			diffs[i] = err.Error()
		case !v.fused || l.Rounded:
			diffs[i] = got.Diff(want[i])
		}
	}
	return diffs
}

// runner returns what runs one kernel of a batch the variant's way.
func (v variant) runner(b fuzz.Batch) (func(fuzz.Launch) (fuzz.Outputs, error), error) {
	switch {
	case v.written:
		u, err := loadBatch(b)
		return func(l fuzz.Launch) (fuzz.Outputs, error) { return launchWritten(u, l) }, err
	case !v.launched:
		u, err := loadBatch(b)
		return func(l fuzz.Launch) (fuzz.Outputs, error) { return simulate(u, l, v) }, err
	}
	m, err := moduleOf(b)
	if err != nil {
		return nil, err
	}
	return func(l fuzz.Launch) (fuzz.Outputs, error) { return launchOnDevice(m, l, v.without) }, nil
}

// panicked makes a panic an error.
func panicked(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v", p)
	}
}

// loadBatch loads the source of all kernels of a batch.
func loadBatch(b fuzz.Batch) (u source.Unit, err error) {
	defer panicked(&err)
	return source.LoadText("kernels.go", []byte(b.Source))
}

// simulate compiles and runs one kernel of a batch. A panic is an error, so that
// the kernel that caused it is named and shrunk.
func simulate(u source.Unit, l fuzz.Launch, v variant) (out fuzz.Outputs, err error) {
	defer panicked(&err)
	var invalid error
	opt := compile.Options{Passes: v.passes, MaxRegisters: v.registers, After: func(name string, k *ir.Kernel) {
		if e := ir.Verify(k); e != nil && invalid == nil {
			invalid = fmt.Errorf("after %s: %w", name, e)
		}
	}}
	if v.registers > 0 {
		opt.Spec = cramped
	}
	k, err := compile.Kernel(u, l.Name, opt)
	if err != nil || invalid != nil {
		return out, firstError(invalid, err)
	}
	args, out := fuzz.Args(l.GridThreads())
	symbols := map[string]any{}
	for name, value := range fuzz.Symbols(&out) {
		symbols["main."+name] = value
	}
	return out, Launch{Shape: onTestDevice(l), Args: args, Symbols: symbols, Budget: budget}.Run(k)
}

// onTestDevice is the shape of a launch on testSpec.
func onTestDevice(l fuzz.Launch) launch.Shape {
	l.Spec = testSpec
	return l.Shape
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// keepSmall makes a failing kernel small, keeps it in a file and prints it.
func keepSmall(t *testing.T, k *fuzz.Kernel, v variant) {
	t.Helper()
	oracle := chooseOracle(t, k, v)
	small, err := fuzz.Shrink(k, batchSize/2, func(tries []*fuzz.Kernel) ([]bool, error) {
		return failing(tries, v, oracle)
	})
	if err != nil {
		t.Errorf("shrinking stopped: %v", err)
	}
	file := filepath.Join(foundDir, fmt.Sprintf("%d.txt", k.Seed))
	if err := os.MkdirAll(foundDir, 0o755); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(file, []byte(small.Text()), 0o644); err != nil {
		t.Error(err)
	}
	program := filepath.Join(os.TempDir(), small.Name+".go")
	b, err := fuzz.BatchOf([]*fuzz.Kernel{small})
	if err == nil {
		err = os.WriteFile(program, []byte(b.Source), 0o644)
	}
	if err != nil {
		t.Error(err)
	}
	t.Logf("seed %d, shrunk and kept as %s:\n%s\nsee its code: go run ./gpusim/cmd/gpusim compile -ir %s %s", k.Seed, file, small.Text(), program, small.Name)
}

// oracle returns what the kernels of a batch must write.
type oracle func(fuzz.Batch) ([]fuzz.Outputs, error)

// chooseOracle returns the oracle for making a kernel small. The simulator without optional
// passes is preferred, if it shows the difference too, because it needs no build. Otherwise
// it is the native run.
func chooseOracle(t *testing.T, k *fuzz.Kernel, v variant) oracle {
	bare := func(b fuzz.Batch) ([]fuzz.Outputs, error) {
		u, err := loadBatch(b)
		if err != nil {
			return nil, err
		}
		out := make([]fuzz.Outputs, len(b.Launches))
		for i, l := range b.Launches {
			if out[i], err = simulate(u, l, variant{passes: required()}); err != nil {
				out[i].Err = err.Error()
			}
		}
		return out, nil
	}
	if fails, err := failing([]*fuzz.Kernel{k}, v, bare); err == nil && fails[0] {
		return bare
	}
	return func(b fuzz.Batch) ([]fuzz.Outputs, error) { return b.Native(t.TempDir()) }
}

// failing returns which of the kernels still differ.
func failing(tries []*fuzz.Kernel, v variant, right oracle) ([]bool, error) {
	b, err := fuzz.BatchOf(tries)
	if err != nil {
		return nil, err
	}
	want, err := right(b)
	if err != nil {
		return nil, err
	}
	fails := make([]bool, len(tries))
	for i, diff := range differences(b, want, v) {
		fails[i] = diff != "" && want[i].Err == ""
	}
	return fails, nil
}
