package validation

// Random kernels: the compiler and the executor against the native run, with
// all passes, with as few as possible, and launched by a device with some.

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

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/compile/pass"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/validation/fuzz"
)

var (
	randomTime = flag.Duration("random", 30*time.Second, "how long random kernels are tried")
	randomSeed = flag.Uint64("seed", 0, "the first seed of the random kernels")
)

const (
	batchSize = 100 // random kernels of one native program
	foundDir  = "testdata/found"
)

// variant is one way to compile that must keep every bit.
type variant struct {
	name   string
	passes []pass.Pass
	// registers is the most of a device on which few are no mistake; 0: registers
	// are not allocated at all.
	registers int
	fused     bool // products may be fused with sums
	// launched kernels go through gpusim.Device.Launch, where Config.Passes chooses
	// the passes; the other fields do not count.
	launched bool
	choice   string // Config.Passes
}

// ways returns the ways a batch is compiled: with all passes and as many
// registers as the measured device has, with no pass that can be left out, with
// some passes and few registers, and launched by a device with some passes. The
// seed decides which.
func ways(seed uint64) []variant {
	r := rand.New(rand.NewPCG(seed, 2))
	some, few := somePasses(r), 8+r.IntN(16)
	choice := leftOut(somePasses(r))
	return []variant{
		{name: "every pass but fuse", passes: plain, registers: testSpec.Regs.PerThreadMax},
		{name: "no optional pass", passes: required()},
		{name: fmt.Sprintf("%d registers, passes %s", few, names(some)), passes: some, registers: few},
		{name: "launched with passes " + choice, launched: true, choice: choice},
	}
}

// everyPass is how a kernel is compiled by default. Fused products change the last
// bits, except in kernels whose products are rounded.
var everyPass = variant{name: "every pass", passes: pass.Default, fused: true}

// cramped is the measured device with registers as few as anybody likes.
var cramped = func() *arch.Spec {
	s := *testSpec
	s.Regs.PerThreadMin = 0
	return &s
}()

func required() []pass.Pass {
	return slices.DeleteFunc(slices.Clone(plain), func(p pass.Pass) bool { return !p.Always })
}

// somePasses leaves out passes at random.
func somePasses(r *rand.Rand) []pass.Pass {
	return slices.DeleteFunc(slices.Clone(plain), func(p pass.Pass) bool { return !p.Always && r.IntN(3) == 0 })
}

// leftOut spells the choice of passes for Config.Passes.
func leftOut(passes []pass.Pass) string {
	var out []string
	for _, p := range pass.Default {
		item := "-" + p.Name
		if !slices.ContainsFunc(passes, func(q pass.Pass) bool { return q.Name == p.Name }) && !slices.Contains(out, item) {
			out = append(out, item)
		}
	}
	return strings.Join(out, ",")
}

func names(passes []pass.Pass) string {
	list := make([]string, len(passes))
	for i, p := range passes {
		list[i] = p.Name
	}
	return strings.Join(list, ",")
}

// TestRandomKernels draws kernels for as long as -random says. A difference is
// shrunk, printed, and kept as a file that TestFoundKernels runs from then on.
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

// FuzzKernel runs one random kernel a seed.
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

// TestFoundKernels runs the kernels that once showed a difference.
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

// tryBatch tries a batch of seeds; false when a kernel fails.
func tryBatch(t *testing.T, first uint64) bool {
	list := make([]*fuzz.Kernel, batchSize)
	for i := range list {
		list[i] = fuzz.Generate(first + uint64(i))
	}
	return tryKernels(t, list)
}

// shrinkAtMost bounds how many failing kernels of a batch are shrunk.
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

// differences returns what went wrong with each kernel of a batch; "" for nothing.
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
	if !v.launched {
		return func(l fuzz.Launch) (fuzz.Outputs, error) { return simulate(b, l, v) }, nil
	}
	m, err := moduleOf(b)
	if err != nil {
		return nil, err
	}
	return func(l fuzz.Launch) (fuzz.Outputs, error) { return launchOnDevice(m, l, v.choice) }, nil
}

// simulate compiles and runs one kernel of a batch. A panic is an error, so that
// the kernel that caused it is named and shrunk.
func simulate(b fuzz.Batch, l fuzz.Launch, v variant) (out fuzz.Outputs, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	u, err := compile.LoadSource("kernels.go", []byte(b.Source))
	if err != nil {
		return out, err
	}
	var invalid error
	opt := compile.Options{Passes: v.passes, MaxRegisters: v.registers, After: func(name string, k *ir.Kernel) {
		if e := ir.Verify(k); e != nil && invalid == nil {
			invalid = fmt.Errorf("after %s: %w", name, e)
		}
	}}
	if v.registers > 0 {
		opt.Spec = cramped
	}
	k, err := u.Kernel(l.Name, opt)
	if err != nil || invalid != nil {
		return out, firstError(invalid, err)
	}
	args, out := fuzz.Args(l.Threads())
	symbols := map[string]any{}
	for name, value := range fuzz.Symbols(&out) {
		symbols["main."+name] = value
	}
	return out, Launch{Spec: testSpec, Grid: gpu.Dim3(l.Grid), Block: gpu.Dim3(l.Block), Shared: l.Shared, Args: args, Symbols: symbols, Budget: budget}.Run(k)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// keepSmall shrinks a kernel, keeps it, and shows it.
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

// oracle says what the kernels of a batch should write.
type oracle func(fuzz.Batch) ([]fuzz.Outputs, error)

// chooseOracle returns what to compare with while shrinking: the simulator
// without optional passes where that shows the difference too, because it needs
// no program built; else the native run.
func chooseOracle(t *testing.T, k *fuzz.Kernel, v variant) oracle {
	bare := func(b fuzz.Batch) ([]fuzz.Outputs, error) {
		out := make([]fuzz.Outputs, len(b.Launches))
		for i, l := range b.Launches {
			var err error
			if out[i], err = simulate(b, l, variant{passes: required()}); err != nil {
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

// failing says which of the tries still differ.
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
