package micro

// This file has the rows that are measured in cycles.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h200"

	"gonum.org/v1/gonum/floats"
)

// row is one measured number with its simulated counterpart.
type row struct {
	name      string
	measured  float64
	simulated float64
	bandwidth bool // moves data through the chip: wider tolerance
	micros    bool // microseconds between two events
}

// measured returns the row of a family whose field has a value.
func measured(rows []map[string]float64, key string, value float64) map[string]float64 {
	for _, r := range rows {
		if r[key] == value {
			return r
		}
	}
	panic(fmt.Sprintf("no measurement with %s=%v", key, value))
}

var warpCounts = []int{1, 2, 4, 8, 16, 32}

// ffma: multiply-adds per cycle of an SM, by warps and by chains per warp.
func (b *bench) ffma() []row {
	chains := []struct {
		ilp    int
		kernel any
		steps  int // of each chain in an iteration
		args   []any
	}{
		{1, Ffma1, 16, []any{b.sink}},
		{2, Ffma2, 16, []any{float32(0), b.sink}},
		{4, Ffma4, 16, []any{float32(0), b.sink}},
		{8, Ffma8, 4, []any{float32(0), b.sink}},
	}
	const steps = 2000
	var rows []row
	for _, warps := range warpCounts {
		want := measured(h200.Throughput("ffma"), "warps_per_sm", float64(warps))
		for _, c := range chains {
			took := b.timed(launch{kernel: c.kernel, shape: shape{1, warps * lanes}, without: InOrder, around: aroundLoop}, steps/c.steps, c.args...)
			name := fmt.Sprintf("ffma warps_per_sm=%d ilp%d", warps, c.ilp)
			rows = append(rows, row{name: name, measured: want[fmt.Sprintf("ilp%d", c.ilp)], simulated: float64(steps*c.ilp*warps) / took})
		}
	}
	return rows
}

// operations: cycles of 1024 operations, with one warp and with 32.
var operations = []struct {
	name   string
	kernel any
	steps  int // in an iteration
}{
	{"fadd", FAdd, 64},
	{"fmul", FMul, 64},
	{"iadd", IAdd, 64},
	{"imad", IMad, 64},
	{"shl", Shl, 64},
	{"idiv", IDiv, 32},
	{"irem", IRem, 32},
	{"fdiv", FDiv, 32},
	{"frcp", FRcp, 32},
	{"fsqrt", FSqrt, 64},
	{"rsqrt", Rsqrt, 64},
	{"sinf", Sin, 16},
	{"expf", Exp, 64},
	{"dadd", DAdd, 64},
	{"dfma", DFma, 64},
	{"ddiv", DDiv, 32},
	{"lmad", LMad, 64},
	{"i2f", I2F, 64},
}

func (b *bench) ops() []row {
	const steps, all = 1024, 32
	var rows []row
	for _, o := range operations {
		want := h200.Throughput("op " + o.name)[0]
		took := func(warps int) float64 {
			return b.timed(launch{kernel: o.kernel, shape: shape{1, warps * lanes}, without: Plain, around: aroundLoop}, steps/o.steps, b.sink)
		}
		rows = append(rows,
			row{name: "op " + o.name + " latency_cycles", measured: want["latency_cycles"], simulated: took(1) / steps},
			row{name: "op " + o.name + " throughput_lanes", measured: want["throughput_lanes_per_cycle_sm"], simulated: steps * all * lanes / took(all)})
	}
	return rows
}

// instructions: chains of multiply-adds and shuffles, and barriers.
func (b *bench) instructions() []row {
	const steps = 1024
	fma := b.timed(launch{kernel: FMALatency, shape: shape{1, 1}, without: Plain}, steps/256, zeros[float32](b.device, 2))
	shfl := b.timed(launch{kernel: Shuffles, shape: shape{1, lanes}, without: Plain}, steps/256, zeros[uint32](b.device, lanes))
	rows := []row{
		{name: "latency_ffma", measured: h200.Micro("latency_ffma")[0]["cycles"], simulated: fma / steps},
		{name: "latency_shfl", measured: h200.Micro("latency_shfl")[0]["cycles"], simulated: shfl / steps},
	}
	for _, want := range h200.Micro("latency_syncthreads") {
		threads := int(want["threads"])
		took := b.timed(launch{kernel: Barriers, shape: shape{1, threads}, without: Plain}, steps/64)
		rows = append(rows, row{name: fmt.Sprintf("latency_syncthreads threads=%d", threads), measured: want["cycles"], simulated: took / steps})
	}
	return rows
}

// globalLatency: chains of loads through L1 and past it, by footprint.
func (b *bench) globalLatency() []row {
	const most, unrolled = 20000, 16
	var rows []row
	for _, want := range h200.Micro("latency_global") {
		if b.leavesOut() {
			continue
		}
		stride := int(want["stride_bytes"]) / 4
		words := int(want["kb"]) * 256
		steps := min(words/stride, most)
		p := upload(b, chain(words, stride, 2*most))
		through := b.timed(launch{kernel: Chase, shape: shape{1, 1}, without: Plain, around: aroundChain}, steps/unrolled, steps/unrolled, p, b.word)
		past := b.timed(launch{kernel: ChasePastL1, shape: shape{1, 1}, without: Plain, around: aroundChain}, steps/unrolled, steps/unrolled, p, b.word)
		name := fmt.Sprintf("latency_global kb=%g", want["kb"])
		rows = append(rows,
			row{name: name + " ca_cycles", measured: want["ca_cycles"], simulated: through / float64(steps)},
			row{name: name + " cg_cycles", measured: want["cg_cycles"], simulated: past / float64(steps)})
		p.Free()
	}
	return rows
}

// dramLatency: a chain of loads that miss all caches.
func (b *bench) dramLatency() []row {
	const steps, stride, unrolled = 2000, 1024, 16
	p := upload(b, chain(2*steps*stride, stride, 2*steps))
	defer p.Free()
	took := b.timed(launch{kernel: Chase, shape: shape{1, 1}, without: Plain, cold: true, around: aroundChain}, steps/unrolled, 0, p, b.word)
	return []row{{name: "latency_dram", measured: h200.Micro("latency_dram")[0]["cycles"], simulated: took / steps}}
}

// sharedLatency: chains of loads of shared memory, of one thread and of a warp with bank
// conflicts.
func (b *bench) sharedLatency() []row {
	const steps, unrolled, bankSteps, bankUnrolled = 2048, 16, 256, 32
	var rows []row
	for _, want := range h200.Micro("latency_shared") {
		took := b.timed(launch{kernel: ChaseShared, shape: shape{1, 1}, without: Plain, around: aroundChain}, steps/unrolled, int(want["stride"]), b.word)
		rows = append(rows, row{name: fmt.Sprintf("latency_shared stride=%g", want["stride"]), measured: want["cycles"], simulated: took / steps})
	}
	for _, want := range h200.Micro("latency_bank") {
		took := b.timed(launch{kernel: BankLatency, shape: shape{1, lanes}, without: Plain}, bankSteps/bankUnrolled, int(want["stride"]), b.word)
		rows = append(rows, row{name: fmt.Sprintf("latency_bank stride=%g", want["stride"]), measured: want["cycles"], simulated: took / bankSteps})
	}
	return rows
}

// constLatency: chains of constant loads, by footprint.
func (b *bench) constLatency() []row {
	const steps, unrolled, stride = 4096, 16, 16
	l := launch{kernel: ChaseConst, shape: shape{1, 1}, without: Plain, around: aroundChain}
	var rows []row
	for _, want := range h200.Micro("latency_const") {
		words := int(want["bytes"]) / 4
		links := make([]uint32, 16384)
		for i := range words {
			links[i] = uint32((i + stride) % words)
		}
		if err := gpusim.Must(b.device.Symbol(ChaseConst, "Chain")).CopyFrom(links); err != nil {
			b.t.Fatal(err)
		}
		took := b.timed(l, steps/unrolled, steps/unrolled, b.word)
		rows = append(rows, row{name: fmt.Sprintf("latency_const bytes=%g", want["bytes"]), measured: want["cycles"], simulated: took / steps})
	}
	return rows
}

// sharedLoads: cycles of an SM per load of shared memory, by stride and word size.
func (b *bench) sharedLoads() []row {
	const iterations, unrolled, loads, warps = 200, 16, 8, 32
	each := float64(iterations / unrolled * unrolled * loads * warps)
	var rows []row
	for _, want := range h200.Throughput("shared_load") {
		for key, kernel := range map[string]any{"bytes4": SharedLoad4, "bytes8": SharedLoad8} {
			took := b.timed(launch{kernel: kernel, shape: shape{1, warps * lanes}, without: Plain, around: aroundLoop}, iterations/unrolled, int(want["stride"]), b.sink)
			rows = append(rows, row{name: fmt.Sprintf("shared_load stride=%g %s", want["stride"], key), measured: want[key], simulated: took / each})
		}
	}
	return rows
}

// l1Hits: cycles of an SM per load that hits L1, by warps and stride.
func (b *bench) l1Hits() []row {
	const iterations, unrolled, words = 1600, 16, 4096
	p := zeros[float32](b.device, words)
	var rows []row
	for _, warps := range warpCounts {
		want := measured(h200.Throughput("global_l1hit"), "warps", float64(warps))
		for _, stride := range []uint32{1, 2, 4, 8, 16, 32} {
			l := launch{kernel: GlobalHits, shape: shape{1, warps * lanes}, without: InOrder, around: aroundLoop}
			took := b.timed(l, iterations/unrolled, p, b.sink, stride, uint32(words-1))
			key := fmt.Sprintf("stride%d", stride)
			rows = append(rows, row{name: fmt.Sprintf("global_l1hit warps=%d %s", warps, key), measured: want[key], simulated: took / float64(iterations*warps)})
		}
	}
	return append(rows, b.l1Vectors()...)
}

// l1Vectors: the same with two and four words per lane and 32 warps.
func (b *bench) l1Vectors() []row {
	const iterations, unrolled, words, warps = 1600, 16, 4096, 32
	wide := h200.Throughput("global_l1hit")
	want := wide[len(wide)-1]
	all := shape{1, warps * lanes}
	two := b.timed(launch{kernel: GlobalHits2, shape: all, without: InOrder, around: aroundLoop}, iterations/unrolled, zeros[gpu.Float2](b.device, words/2), b.sink, uint32(1), uint32(words/2-1))
	four := b.timed(launch{kernel: GlobalHits4, shape: all, without: Plain, around: aroundLoop}, iterations/unrolled, b.vectors(words/4), b.sink, uint32(words/4-1))
	return []row{
		{name: "global_l1hit float2", measured: want["float2"], simulated: two / (iterations * warps)},
		{name: "global_l1hit float4", measured: want["float4"], simulated: four / (iterations * warps)},
	}
}

// placesOf returns the word that each lane reads, by the name of a pattern in l1.txt and
// its number.
var placesOf = map[string]func(lane, by int) int{
	"same":            func(int, int) int { return 0 },
	"stride":          func(lane, by int) int { return lane * by },
	"offset":          func(lane, by int) int { return lane + by },
	"rows2":           func(lane, by int) int { return lane/16*by + lane%16 },
	"rows2_broadcast": func(lane, by int) int { return lane / 16 * by },
	"rows4":           func(lane, by int) int { return lane/8*by + lane%8 },
}

// linesOf returns the line that each lane reads, by the name of a pattern in l1.txt. A lane
// reads the word of its number in the line.
var linesOf = map[string]func(lane, apart int) int{
	"lines32_apart": func(lane, apart int) int { return lane * apart },
	"lines8_apart":  func(lane, apart int) int { return lane / 4 * apart },
	"lines4_apart":  func(lane, apart int) int { return lane / 8 * apart },
}

// placesIn returns the words that the lanes read in a row of l1.txt, and the name of the
// row.
func placesIn(want map[string]float64) (at []int32, name string) {
	line := lineBytes / int(want["bytes"])
	for lane := range lanes {
		for pattern, by := range want {
			if place, ok := placesOf[pattern]; ok {
				at, name = append(at, int32(place(lane, int(by)))), fmt.Sprintf("%s=%g", pattern, by)
			}
			if place, ok := linesOf[pattern]; ok {
				at, name = append(at, int32(place(lane, int(by))*line+lane%line)), fmt.Sprintf("%s=%g", pattern, by)
			}
		}
	}
	return at, name
}

const lineBytes = 128

// l1Patterns: cycles of an SM per load that hits L1, by the words that its lanes read.
func (b *bench) l1Patterns() []row {
	const iterations, loads, warps, words = 25, 16, 32, 1 << 15
	kernels := map[float64]launch{4: {kernel: L1Words}, 8: {kernel: L1Pairs}, 16: {kernel: L1Quads}}
	memory := map[float64]any{4: zeros[uint32](b.device, words), 8: zeros[uint64](b.device, words), 16: b.vectors(words)}
	var rows []row
	for _, want := range h200.L1("l1") {
		if b.leavesOut() {
			continue
		}
		at, name := placesIn(want)
		l := kernels[want["bytes"]]
		l.shape, l.without, l.around = shape{1, warps * lanes}, Plain, aroundLoop
		took := b.timed(l, iterations, memory[want["bytes"]], upload(b, at), int64(0), b.number)
		rows = append(rows, row{name: fmt.Sprintf("l1 bytes=%g %s", want["bytes"], name), measured: want["warps32"], simulated: took / (iterations * loads * warps)})
	}
	return rows
}

// flights: cycles of one more pending load of a warp, by its wavefronts and by warps.
// Iterations wait for their loads; the difference is between two loads and four.
func (b *bench) flights() []row {
	p := zeros[uint32](b.device, 1<<15)
	return flightRows("flight", func(l launch, four bool, n int, stride int32) float64 {
		if l.kernel = Flight2; four {
			l.kernel = Flight4
		}
		return b.between(l, n, p, stride, int32(0), b.word)
	})
}

// sharedFlights: the same for shared memory.
func (b *bench) sharedFlights() []row {
	return flightRows("sflight", func(l launch, four bool, n int, stride int32) float64 {
		if l.kernel = SharedFlight2; four {
			l.kernel = SharedFlight4
		}
		return b.between(l, n, stride, int32(0), b.word)
	})
}

// flightRows returns the rows, with a function that returns the cycles of n iterations at a
// stride. It leaves out loads of few wavefronts and many warps, where arithmetic takes as
// long.
func flightRows(name string, took func(l launch, four bool, n int, stride int32) float64) []row {
	const iterations, least, more = 32, 8, 2
	var rows []row
	for _, want := range h200.L1(name + " bytes=4") {
		if want["loads"] != 4 || want["stride"] < least {
			continue
		}
		two := flightOf(name, want["stride"])
		for _, warps := range []int{1, 2} {
			l, key := launch{shape: shape{1, warps * lanes}, without: Plain}, fmt.Sprintf("warps%d", warps)
			rows = append(rows, row{
				name:      fmt.Sprintf("%s stride=%g %s", name, want["stride"], key),
				measured:  (want[key] - two[key]) / more,
				simulated: (took(l, true, iterations, int32(want["stride"])) - took(l, false, iterations, int32(want["stride"]))) / (iterations * more),
			})
		}
	}
	return rows
}

// flightOf returns the row of two loads.
func flightOf(name string, stride float64) map[string]float64 {
	return measured(h200.L1(fmt.Sprintf("%s bytes=4 stride=%g", name, stride)), "loads", 2)
}

// requests: cycles of an SM per load that bypasses L1, by lines and sectors.
func (b *bench) requests() []row {
	const iterations, loads, warps, words = 16, 16, 32, 1 << 22
	p := zeros[uint32](b.device, words)
	defer p.Free()
	var rows []row
	for _, want := range h200.Requests() {
		lines, sectors := int(want["lines"]), int(want["sectors"])
		l := launch{kernel: Requests, shape: shape{1, warps * lanes}, without: Plain, pastL1: true}
		took := b.between(l, iterations, p, upload(b, placesOn(lines, sectors)), int32(0), b.word)
		rows = append(rows, row{name: fmt.Sprintf("request lines=%d sectors=%d", lines, sectors), measured: want["warps32"], simulated: took / (iterations * loads * warps)})
	}
	return rows
}

// wideLoads: latency of a load that hits L2, by lines and sectors.
func (b *bench) wideLoads() []row {
	const loads, words = 256, 1 << 20
	p := zeros[uint32](b.device, words)
	defer p.Free()
	var rows []row
	for _, want := range h200.Wide() {
		lines, sectors := int(want["lines"]), int(want["sectors"])
		l := launch{kernel: Wide, shape: shape{1, lanes}, without: Plain, pastL1: true}
		took := b.between(l, loads, p, upload(b, placesOn(lines, sectors)), b.word)
		mean := (want["sm0"] + want["sm1"] + want["sm40"] + want["sm77"]) / 4
		rows = append(rows, row{name: fmt.Sprintf("wide lines=%d sectors=%d", lines, sectors), measured: mean, simulated: took / loads})
	}
	return rows
}

// placesOn returns a word for each lane, on a number of lines and sectors per line.
func placesOn(lines, sectors int) []int32 {
	at := make([]int32, lanes)
	for lane := range at {
		at[lane] = int32(lane%lines*lineBytes/4 + lane/lines%sectors*8)
	}
	return at
}

// l2Hits: cycles of a block per load that hits L2, by blocks and stride. Fewer loads are
// simulated than were measured, to save time. With as many loads, rows of 132 blocks and
// more would be up to 5 % faster.
func (b *bench) l2Hits() []row {
	const unrolled, words, warps, apart = 16, 1 << 22, 32, 8192
	p := zeros[float32](b.device, words)
	defer p.Free()
	var rows []row
	for _, want := range h200.Hits() {
		blocks := int(want["blocks"])
		for _, stride := range []uint32{1, 2, 4, 8, 32} {
			if b.leavesOut() {
				continue
			}
			n := l2Iterations(blocks, stride)
			l := launch{kernel: GlobalApart, shape: shape{blocks, warps * lanes}, without: InOrder, pastL1: true}
			took := b.timed(l, n, p, b.sink, stride, uint32(words-1), uint32(apart))
			key := fmt.Sprintf("stride%d", stride)
			rows = append(rows, row{name: fmt.Sprintf("global_l2hit blocks=%d %s", blocks, key), measured: want[key], simulated: took / float64(n*unrolled*warps), bandwidth: true})
		}
	}
	return rows
}

// l2Iterations returns the iterations of a loop of l2Hits: fewer if it reads more lines.
func l2Iterations(blocks int, stride uint32) int {
	switch {
	case blocks <= 33 && stride < lanes:
		return 12
	case blocks <= 33:
		return 3
	case stride < lanes:
		return 3
	}
	return 2
}

// sameLine: cycles per load of one line, by the number of blocks that read it.
func (b *bench) sameLine() []row {
	const iterations, unrolled, warps = 64, 16, 8
	p := zeros[float32](b.device, 8)
	var rows []row
	for _, want := range h200.L2("line") {
		took := b.timed(launch{kernel: SameLine, shape: shape{int(want["blocks"]), warps * lanes}, without: InOrder, around: aroundLoop}, iterations/unrolled, p, b.sink)
		rows = append(rows, row{name: fmt.Sprintf("same_line_volatile blocks=%g", want["blocks"]), measured: want["cycles"], simulated: took / (iterations * warps)})
	}
	return rows
}

// constLoads: cycles per load of constants, by distinct addresses.
func (b *bench) constLoads() []row {
	const iterations, unrolled = 1000, 4
	var rows []row
	for _, want := range h200.Throughput("const_load") {
		for _, warps := range []int{1, 32} {
			took := b.timed(launch{kernel: ConstLoad, shape: shape{1, warps * lanes}, without: Plain, around: aroundLoop}, iterations/unrolled, int(want["distinct"]), b.sink)
			key := fmt.Sprintf("warps%d", warps)
			rows = append(rows, row{name: fmt.Sprintf("const_load distinct=%g %s", want["distinct"], key), measured: want[key], simulated: took / float64(iterations*warps)})
		}
	}
	return rows
}

// constants: latencies of loads whose lanes read several words, from each of the constant
// caches and from L2.
func (b *bench) constants() []row {
	if err := gpusim.Must(b.device.Symbol(ConstSteps, "Chain")).CopyFrom(make([]uint32, 16384)); err != nil {
		b.t.Fatal(err)
	}
	rows := slices.Concat(b.constHits(), b.constMids(), b.constMisses())
	for _, blocks := range []int{1, 132} {
		rows = append(rows, b.constSteps(blocks, "kept", []int{16, 64, 1024})...)
		rows = append(rows, b.constSteps(blocks, "profiler", nil)...) // further ones: chance says from which part of L2
	}
	return rows
}

// constLines returns the cycles per load of a chain that hits.
func (b *bench) constLines(lines, apart, step int) float64 {
	const loads, walk, word = 256, 512, 4
	took := func(n int) float64 {
		return b.timed(launch{kernel: ConstLines, shape: shape{1, lanes}, without: Plain}, n, walk, lines, apart/word, step/word, b.word)
	}
	return (took(2*loads) - took(loads)) / loads
}

// constHits: loads that hit the first constant cache, by distinct words.
func (b *bench) constHits() []row {
	var rows []row
	for _, want := range h200.Lines("hit") {
		n := int(want["addresses"])
		rows = append(rows, row{name: fmt.Sprintf("constants hit addresses=%d", n), measured: want["cycles"], simulated: b.constLines(n, 4, 0)})
	}
	return rows
}

// constMids: loads that hit the second constant cache.
func (b *bench) constMids() []row {
	const line = 64
	var rows []row
	for _, want := range h200.Lines("mid") {
		lines, apart := int(want["lines"]), int(want["apart"])
		rows = append(rows, row{
			name:     fmt.Sprintf("constants mid apart=%d lines=%d", apart, lines),
			measured: want["cycles"], simulated: b.constLines(lines, apart, max(line, lines*apart)),
		})
	}
	return rows
}

// constMisses: loads that miss both constant caches. Loads of one word give the cycles
// around the load.
func (b *bench) constMisses() []row {
	const word = 4
	var rows []row
	for _, one := range h200.Lines("first") {
		if one["warps"] != 1 || one["lines"] != 1 {
			continue
		}
		took := func(lines float64) float64 {
			return b.timed(launch{kernel: ConstLines, shape: shape{1, lanes}, without: Plain}, 1, 0, int(lines), int(one["apart"])/word, 0, b.word)
		}
		for _, want := range h200.Lines("first") {
			if want["warps"] == 1 && want["apart"] == one["apart"] && want["lines"] > 1 {
				rows = append(rows, row{
					name:     fmt.Sprintf("constants first apart=%g lines=%g", want["apart"], want["lines"]),
					measured: want["cycles"], simulated: one["cycles"] + took(want["lines"]) - took(1),
				})
			}
		}
	}
	return rows
}

// constSteps: the extra cycles of the first constant compared with a hit in the first
// cache, and of those after it, by their distance in bytes.
func (b *bench) constSteps(blocks int, prep string, steps []int) []row {
	const loads, word = 17, 4
	stamps := func(step int) []float64 {
		return h200.Stamps(fmt.Sprintf("constants step=%d grid=%d block=%d prep=%s", step, blocks, lanes, prep))
	}
	took := func(n, step int) float64 {
		return b.timed(launch{kernel: ConstSteps, shape: shape{blocks, lanes}, without: Plain, cold: prep == "profiler"}, n, step/word, b.word)
	}
	once, first, hit := took(loads, 0), stamps(16)[0], stamps(16)[1]
	again := (took(2*loads, 0) - once) / loads
	name := fmt.Sprintf("constants grid=%d prep=%s", blocks, prep)
	rows := []row{{name: name + " first", measured: first - hit, simulated: once - loads*again}}
	for _, step := range steps {
		rows = append(rows, row{
			name:     fmt.Sprintf("%s step=%d", name, step),
			measured: floats.Sum(stamps(step)[1:]) - (loads-1)*hit, simulated: took(loads, step) - once,
		})
	}
	return rows
}

// diverge: cycles of an SM per iteration in which a warp takes a number of branches.
func (b *bench) diverge() []row {
	const rounds, warps = 100, 32
	var rows []row
	for _, want := range h200.Throughput("diverge") {
		took := b.timed(launch{kernel: Diverge, shape: shape{1, warps * lanes}, without: Plain, around: aroundLoop}, rounds, int(want["ways"]), b.sink)
		rows = append(rows, row{name: fmt.Sprintf("diverge ways=%g", want["ways"]), measured: want["warps32"], simulated: took / (rounds * warps)})
	}
	return rows
}

// sharedAtomics: cycles per atomic on shared memory, by the number of words, of warps that
// end with a store. In throughput.txt warps end with an atomic on global memory, which
// delays others by up to 300 cycles (ends).
func (b *bench) sharedAtomics() []row {
	const iterations, unrolled, warps = 100, 4, 32
	var rows []row
	for _, want := range h200.SharedAtomics() {
		took := b.timed(launch{kernel: AtomicsShared, shape: shape{1, warps * lanes}, without: Plain, around: aroundLoop}, iterations/unrolled, int(want["spread"]), b.number)
		rows = append(rows, row{name: fmt.Sprintf("atomic_shared spread=%g", want["spread"]), measured: want["store"], simulated: took / (iterations * warps)})
	}
	return rows
}
