package gpusim_test

// Launches in time: the same cycles each time, cycles that follow the size of the
// input, and results and counters that do not depend on them.

import (
	"flag"
	"fmt"
	"math"
	"regexp"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/trace"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

var every = flag.Bool("every", false, "launch each case on each device, not a choice of them")

// smallCases are launches of the corpus of some ten thousand instructions.
func smallCases() []cases.Case {
	small := regexp.MustCompile(`^matmul.*_128$|^set|^rect|^reduce_|^transpose.*_512$|^vector_add_65536$|^local_dynamic$|^const_distinct_4$|^diverge|^atomic|^copy_stride_f32_4$`)
	var list []cases.Case
	for _, c := range kernels.Cases() {
		if small.MatchString(c.Name) {
			list = append(list, c)
		}
	}
	return list
}

// TestTimeIsDeterministic: neither processors nor workers show in what is played
// cycle by cycle. Each case is launched on one device, with -every on two.
func TestTimeIsDeterministic(t *testing.T) {
	for i, name := range []string{"matmul_tiled16_128", "reduce_shared", "transpose_naive_512", "atomic_spread", "local_dynamic"} {
		c, ok := cases.Find(smallCases(), name)
		if !ok {
			t.Fatalf("the case %s is gone", name)
		}
		for k, device := range []string{"H200", "K20c"} {
			if i%2 != k && !*every {
				continue
			}
			t.Run(name+"/"+device, func(t *testing.T) {
				repeats(t, func(workers int) []byte {
					return launchCase(t, device, c, gpusim.Config{Options: gpusim.Options{Workers: workers}}).JSON()
				})
			})
		}
	}
}

// timeDecides are the groups of metrics that depend on when things happen.
var timeDecides = map[string]bool{"Time": true, "What warps waited for": true, "Caches and device memory": true}

// TestTimeChangesNothingElse: with and without time, a launch writes the same and
// counts the same; and the instructions that are played are those executed. One case in
// three is launched, with -every each.
func TestTimeChangesNothingElse(t *testing.T) {
	for i, c := range smallCases() {
		if i%3 != 0 && !*every {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			seen := accesses{}
			timed := launchCase(t, "H200", c, gpusim.Config{Options: gpusim.Options{InOrder: true, Observe: func() trace.Observer { return trace.Observer{Access: seen.count} }}})
			plain := launchCase(t, "H200", c, gpusim.Config{Options: gpusim.Options{NoTime: true}})
			if got, want := fmt.Sprint(timed.Outputs), fmt.Sprint(plain.Outputs); got != want {
				t.Errorf("outputs with time %s, without %s", got, want)
			}
			compared := 0
			for _, m := range gpusim.Metrics() {
				if timeDecides[m.Group] {
					continue
				}
				got, ok := timed.Metric(m.Name)
				want, had := plain.Metric(m.Name)
				if got != want || ok != had {
					t.Errorf("%s: %v (%v) with time, %v (%v) without", m.Name, got, ok, want, had)
				}
				if ok {
					compared++
				}
			}
			if compared < 10 {
				t.Errorf("only %d counters were compared", compared)
			}
			checkPlayed(t, timed, seen)
		})
	}
}

// accesses counts what warps do to memory, by instruction.
type accesses map[int32]uint64

// count counts an access.
func (n accesses) count(a *trace.Access) { n[a.PC]++ }

// checkPlayed checks that what was executed was issued, but for branches to the
// next instruction, which devices do not have, and that nothing is busy for longer
// than there is time.
func checkPlayed(t *testing.T, r *gpusim.Report, seen accesses) {
	t.Helper()
	played := r.Time.Timing
	if played == nil || played.Waves.Total != 0 {
		t.Fatalf("not every block was played cycle by cycle: %+v", played)
	}
	issued, spent := uint64(0), uint64(0)
	for pc := range played.ByPC {
		x := &played.ByPC[pc]
		issued, spent = issued+x.Issued, spent+x.Issued+x.Stalled()
		if n := seen[int32(pc)]; x.Issued < n {
			t.Errorf("instruction %d was issued %d times, and made %d accesses", pc, x.Issued, n)
		}
	}
	const mayFall = 0.06 // of all instructions: what the corpus has of branches to the next one, and a little
	if all, _ := r.Metric("inst_executed"); float64(issued) > all || float64(issued) < all*(1-mayFall) {
		t.Errorf("%d instructions were issued, %v executed", issued, all)
	}
	if spent > played.WarpCycles {
		t.Errorf("warps issued and waited for %d cycles, and were there for %d", spent, played.WarpCycles)
	}
	for k, busy := range played.Busy {
		if busy > float64(played.Cycles) {
			t.Errorf("resource %d is busy for %v of %d cycles", k, busy, played.Cycles)
		}
	}
}

func copyWords(out, in []gpu.Float4) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i]
}

func readWords(out, in []gpu.Float4) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if v := in[i]; v.X+v.Y+v.Z+v.W < -1 {
		out[0] = v
	}
}

func writeWords(out, in []gpu.Float4) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = gpu.Float4{X: 1, Y: 2, Z: 3, W: 4}
}

// TestTimeFollowsBytes: four times the bytes take four times as long, less what
// one block takes. There is more than L2 holds, so that memory sets the time. Launches on an
// A100 and an H200, which take longest, need -every.
func TestTimeFollowsBytes(t *testing.T) {
	for _, x := range []struct {
		name, device string
		kernel       any
	}{
		{"copy", "C2050", copyWords}, {"read", "C2050", readWords}, {"write", "C2050", writeWords},
		{"copy", "K20c", copyWords}, {"read", "K20c", readWords}, {"write", "K20c", writeWords},
		{"read", "V100", readWords}, {"read", "A100", readWords},
		{"copy", "H200", copyWords}, {"read", "H200", readWords},
	} {
		t.Run(x.name+"/"+x.device, func(t *testing.T) {
			const threads, bytes = 256, 16
			dev := openNamed(t, x.device)
			blocks := max(3*dev.Spec().Caches.L2.Bytes/2, 1<<24) / (threads * bytes)
			if blocks > 1<<13 && !*every {
				t.Skip("a big L2")
			}
			in, out := gpusim.Must(gpusim.Malloc[gpu.Float4](dev, 4*blocks*threads)), gpusim.Must(gpusim.Malloc[gpu.Float4](dev, 4*blocks*threads))
			defer in.Free()
			defer out.Free()
			cycles := func(blocks int) float64 {
				return launch(t, dev, x.kernel, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads)}, out, in).Time.Cycles
			}
			start, once, fourfold := cycles(1), cycles(blocks), cycles(4*blocks)
			if ratio := (fourfold - start) / (once - start); math.Abs(ratio-4) > 0.2 {
				t.Errorf("%v, %v and %v cycles for 1, %d and %d blocks: %v times as long, want 4", start, once, fourfold, blocks, 4*blocks, ratio)
			}
		})
	}
}

// TestEqualWavesAreAsTheWhole: what is left of a grid takes as long as the waves that
// were played, when L2 is full and memory sets the time.
func TestEqualWavesAreAsTheWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("a big grid, twice")
	}
	const blocks, threads = 30720, 256
	dev := open(t)
	in, out := gpusim.Must(gpusim.Malloc[gpu.Float4](dev, blocks*threads)), gpusim.Must(gpusim.Malloc[gpu.Float4](dev, blocks*threads))
	cycles := func(full bool) float64 {
		r := launch(t, dev, copyWords, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads), Options: gpusim.Options{Full: full}}, out, in)
		if all := r.Time.WaveSampling() == ""; all != full {
			t.Errorf("full: %v, played whole: %v", full, all)
		}
		return r.Time.Cycles
	}
	if some, all := cycles(false), cycles(true); math.Abs(some/all-1) > 0.03 {
		t.Errorf("%v cycles by equal waves, %v of the whole grid", some, all)
	}
}
