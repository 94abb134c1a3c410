package micro

// This file has the rows that are measured in cycles of one SM, or of all.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h200"
)

// row is one measured number and what the simulator has for it.
type row struct {
	name      string
	measured  float64
	simulated float64
	bandwidth bool // moves data through the chip: wider tolerance
	micros    bool // microseconds between two events
}

// measured returns the row of a family whose field has that value.
func measured(rows []map[string]float64, key string, value float64) map[string]float64 {
	for _, r := range rows {
		if r[key] == value {
			return r
		}
	}
	panic(fmt.Sprintf("no measurement with %s=%v", key, value))
}

var warpCounts = []int{1, 2, 4, 8, 16, 32}

// ffma: how many multiply-adds an SM does in a cycle, by warps and chains in each.
func (b *bench) ffma() []row {
	chains := []struct {
		ilp    int
		kernel any
		passes string
		steps  int // of each chain in an iteration
		args   []any
	}{
		{1, Ffma1, InOrder, 16, []any{b.sink}},
		{2, Ffma2, InOrder, 16, []any{float32(0), b.sink}},
		{4, Ffma4, InOrder, 16, []any{float32(0), b.sink}},
		{8, Ffma8, InOrder, 4, []any{float32(0), b.sink}},
	}
	const steps = 2000
	var rows []row
	for _, warps := range warpCounts {
		want := measured(h200.Throughput("ffma"), "warps_per_sm", float64(warps))
		for _, c := range chains {
			took := b.timed(launch{kernel: c.kernel, shape: shape{1, warps * lanes}, passes: c.passes, around: aroundLoop}, steps/c.steps, c.args...)
			name := fmt.Sprintf("ffma warps_per_sm=%d ilp%d", warps, c.ilp)
			rows = append(rows, row{name: name, measured: want[fmt.Sprintf("ilp%d", c.ilp)], simulated: float64(steps*c.ilp*warps) / took})
		}
	}
	return rows
}

// operations: 1024 of each, by one warp and by 32.
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
			return b.timed(launch{kernel: o.kernel, shape: shape{1, warps * lanes}, passes: Plain, around: aroundLoop}, steps/o.steps, b.sink)
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
	fma := b.timed(launch{kernel: FMALatency, shape: shape{1, 1}, passes: Plain}, steps/256, zeros[float32](b.device, 2))
	shfl := b.timed(launch{kernel: Shuffles, shape: shape{1, lanes}, passes: Plain}, steps/256, zeros[uint32](b.device, lanes))
	rows := []row{
		{name: "latency_ffma", measured: h200.Micro("latency_ffma")[0]["cycles"], simulated: fma / steps},
		{name: "latency_shfl", measured: h200.Micro("latency_shfl")[0]["cycles"], simulated: shfl / steps},
	}
	for _, want := range h200.Micro("latency_syncthreads") {
		threads := int(want["threads"])
		took := b.timed(launch{kernel: Barriers, shape: shape{1, threads}, passes: Plain}, steps/64)
		rows = append(rows, row{name: fmt.Sprintf("latency_syncthreads threads=%d", threads), measured: want["cycles"], simulated: took / steps})
	}
	return rows
}

// globalLatency: chains of loads through L1 and past it, by the bytes they go through.
func (b *bench) globalLatency() []row {
	const most, unrolled = 20000, 16
	var rows []row
	for _, want := range h200.Micro("latency_global") {
		stride := int(want["stride_bytes"]) / 4
		words := int(want["kb"]) * 256
		steps := min(words/stride, most)
		p := upload(b, chain(words, stride, 2*most))
		through := b.timed(launch{kernel: Chase, shape: shape{1, 1}, passes: Plain, around: aroundChain}, steps/unrolled, steps/unrolled, p, b.word)
		past := b.timed(launch{kernel: ChasePastL1, shape: shape{1, 1}, passes: Plain, around: aroundChain}, steps/unrolled, steps/unrolled, p, b.word)
		name := fmt.Sprintf("latency_global kb=%g", want["kb"])
		rows = append(rows,
			row{name: name + " ca_cycles", measured: want["ca_cycles"], simulated: through / float64(steps)},
			row{name: name + " cg_cycles", measured: want["cg_cycles"], simulated: past / float64(steps)})
		p.Free()
	}
	return rows
}

// dramLatency: a chain through memory that no cache holds.
func (b *bench) dramLatency() []row {
	const steps, stride, unrolled = 2000, 1024, 16
	p := upload(b, chain(2*steps*stride, stride, 2*steps))
	defer p.Free()
	took := b.timed(launch{kernel: Chase, shape: shape{1, 1}, passes: Plain, cold: true, around: aroundChain}, steps/unrolled, 0, p, b.word)
	return []row{{name: "latency_dram", measured: h200.Micro("latency_dram")[0]["cycles"], simulated: took / steps}}
}

// sharedLatency: chains of loads of shared memory, of one thread and of a warp
// whose lanes meet in banks.
func (b *bench) sharedLatency() []row {
	const steps, unrolled, bankSteps, bankUnrolled = 2048, 16, 256, 32
	var rows []row
	for _, want := range h200.Micro("latency_shared") {
		took := b.timed(launch{kernel: ChaseShared, shape: shape{1, 1}, passes: Plain, around: aroundChain}, steps/unrolled, int(want["stride"]), b.word)
		rows = append(rows, row{name: fmt.Sprintf("latency_shared stride=%g", want["stride"]), measured: want["cycles"], simulated: took / steps})
	}
	for _, want := range h200.Micro("latency_bank") {
		took := b.timed(launch{kernel: BankLatency, shape: shape{1, lanes}, passes: Plain}, bankSteps/bankUnrolled, int(want["stride"]), b.word)
		rows = append(rows, row{name: fmt.Sprintf("latency_bank stride=%g", want["stride"]), measured: want["cycles"], simulated: took / bankSteps})
	}
	return rows
}

// constLatency: chains of constant loads, by the bytes they go through.
func (b *bench) constLatency() []row {
	const steps, unrolled, stride = 4096, 16, 16
	l := launch{kernel: ChaseConst, shape: shape{1, 1}, passes: Plain, around: aroundChain}
	var rows []row
	for _, want := range h200.Micro("latency_const") {
		b.link(int(want["bytes"])/4, stride)
		took := b.timed(l, steps/unrolled, steps/unrolled, b.word)
		rows = append(rows, row{name: fmt.Sprintf("latency_const bytes=%g", want["bytes"]), measured: want["cycles"], simulated: took / steps})
	}
	return rows
}

// sharedLoads: what a load of shared memory takes of an SM, by stride and width.
func (b *bench) sharedLoads() []row {
	const iterations, unrolled, loads, warps = 200, 16, 8, 32
	each := float64(iterations / unrolled * unrolled * loads * warps)
	var rows []row
	for _, want := range h200.Throughput("shared_load") {
		for key, kernel := range map[string]any{"bytes4": SharedLoad4, "bytes8": SharedLoad8} {
			took := b.timed(launch{kernel: kernel, shape: shape{1, warps * lanes}, passes: Plain, around: aroundLoop}, iterations/unrolled, int(want["stride"]), b.sink)
			rows = append(rows, row{name: fmt.Sprintf("shared_load stride=%g %s", want["stride"], key), measured: want[key], simulated: took / each})
		}
	}
	return rows
}

// l1Hits: what a load that hits L1 takes of an SM, by warps and stride.
func (b *bench) l1Hits() []row {
	const iterations, unrolled, words = 1600, 16, 4096
	p := zeros[float32](b.device, words)
	var rows []row
	for _, warps := range warpCounts {
		want := measured(h200.Throughput("global_l1hit"), "warps", float64(warps))
		for _, stride := range []uint32{1, 2, 4, 8, 16, 32} {
			l := launch{kernel: GlobalHits, shape: shape{1, warps * lanes}, passes: InOrder, around: aroundLoop}
			took := b.timed(l, iterations/unrolled, p, b.sink, stride, uint32(words-1))
			key := fmt.Sprintf("stride%d", stride)
			rows = append(rows, row{name: fmt.Sprintf("global_l1hit warps=%d %s", warps, key), measured: want[key], simulated: took / float64(iterations*warps)})
		}
	}
	return append(rows, b.l1Vectors()...)
}

// l1Vectors: the same of two and four words, by 32 warps.
func (b *bench) l1Vectors() []row {
	const iterations, unrolled, words, warps = 1600, 16, 4096, 32
	wide := h200.Throughput("global_l1hit")
	want := wide[len(wide)-1]
	all := shape{1, warps * lanes}
	two := b.timed(launch{kernel: GlobalHits2, shape: all, passes: Plain, around: aroundLoop}, iterations/unrolled, zeros[gpu.Float2](b.device, words/2), b.sink, uint32(words/2-1))
	four := b.timed(launch{kernel: GlobalHits4, shape: all, passes: Plain, around: aroundLoop}, iterations/unrolled, b.vectors(words/4), b.sink, uint32(words/4-1))
	return []row{
		{name: "global_l1hit float2", measured: want["float2"], simulated: two / (iterations * warps)},
		{name: "global_l1hit float4", measured: want["float4"], simulated: four / (iterations * warps)},
	}
}

// placesOf is the word that a lane reads, by the pattern that a row of l1.txt names and
// its number there.
var placesOf = map[string]func(lane, by int) int{
	"same":            func(int, int) int { return 0 },
	"stride":          func(lane, by int) int { return lane * by },
	"offset":          func(lane, by int) int { return lane + by },
	"rows2":           func(lane, by int) int { return lane/16*by + lane%16 },
	"rows2_broadcast": func(lane, by int) int { return lane / 16 * by },
	"rows4":           func(lane, by int) int { return lane/8*by + lane%8 },
}

// l1Patterns: what a load that hits L1 takes of an SM, by the words that its lanes read.
func (b *bench) l1Patterns() []row {
	const iterations, loads, warps, words = 200, 16, 32, 1 << 15
	kernels := map[float64]launch{4: {kernel: L1Words}, 8: {kernel: L1Pairs}, 16: {kernel: L1Quads}}
	memory := map[float64]any{4: zeros[uint32](b.device, words), 8: zeros[uint64](b.device, words), 16: b.vectors(words)}
	var rows []row
	for _, want := range h200.L1("l1") {
		for pattern, place := range placesOf {
			by, named := want[pattern]
			if !named {
				continue
			}
			at := make([]int32, lanes)
			for lane := range at {
				at[lane] = int32(place(lane, int(by)))
			}
			l := kernels[want["bytes"]]
			l.shape, l.passes, l.around = shape{1, warps * lanes}, Plain, aroundLoop
			took := b.timed(l, iterations, memory[want["bytes"]], upload(b, at), int32(0), b.number)
			rows = append(rows, row{name: fmt.Sprintf("l1 bytes=%g %s=%g", want["bytes"], pattern, by), measured: want["warps32"], simulated: took / (iterations * loads * warps)})
		}
	}
	return rows
}

// l2Hits: what a load that hits L2 takes of a block, by blocks and stride. Fewer
// loads than were measured are enough: none depends on how many there were before.
func (b *bench) l2Hits() []row {
	const unrolled, words, warps, apart = 16, 1 << 22, 32, 8192
	p := zeros[float32](b.device, words)
	defer p.Free()
	var rows []row
	for _, want := range h200.L2("hits") {
		blocks := int(want["blocks"])
		n := 12
		if blocks > 33 {
			n = 3
		}
		for _, stride := range []uint32{1, 2, 4, 8, 32} {
			l := launch{kernel: GlobalApart, shape: shape{blocks, warps * lanes}, passes: InOrder, pastL1: true}
			took := b.timed(l, n, p, b.sink, stride, uint32(words-1), uint32(apart))
			key := fmt.Sprintf("stride%d", stride)
			rows = append(rows, row{name: fmt.Sprintf("global_l2hit blocks=%d %s", blocks, key), measured: want[key], simulated: took / float64(n*unrolled*warps), bandwidth: true})
		}
	}
	return rows
}

// sameLine: what a load of one line takes, by how many blocks read it.
func (b *bench) sameLine() []row {
	const iterations, unrolled, warps = 64, 16, 8
	p := zeros[float32](b.device, 8)
	var rows []row
	for _, want := range h200.L2("line") {
		took := b.timed(launch{kernel: SameLine, shape: shape{int(want["blocks"]), warps * lanes}, passes: InOrder, around: aroundLoop}, iterations/unrolled, p, b.sink)
		rows = append(rows, row{name: fmt.Sprintf("same_line_volatile blocks=%g", want["blocks"]), measured: want["cycles"], simulated: took / (iterations * warps)})
	}
	return rows
}

// link makes a chain of so many words of constant memory.
func (b *bench) link(words, stride int) {
	links := make([]uint32, 16384)
	for i := range words {
		links[i] = uint32((i + stride) % words)
	}
	if err := gpusim.Must(b.device.Symbol(ChaseConst, "Chain")).CopyFrom(links); err != nil {
		b.t.Fatal(err)
	}
}

// firstConstants: a load of constants that a launch before left in L2 alone. The stamps
// around each take 25 cycles: one that hits takes 59 with them, 34 without (latency_const).
func (b *bench) firstConstants() []row {
	const stamps, steps = 25, 16
	var rows []row
	for _, step := range []int{16, 64, 1024} {
		sum := 0.0
		for _, cycles := range h200.Stamps(fmt.Sprintf("constants step=%d grid=1 block=32 prep=kept", step))[:steps] {
			sum += cycles - stamps
		}
		b.link(16384, step/4)
		took := b.timed(launch{kernel: ChaseConst, shape: shape{1, lanes}, passes: Plain}, 1, 0, b.word)
		rows = append(rows, row{name: fmt.Sprintf("constants step=%d", step), measured: sum / steps, simulated: took / steps})
	}
	return rows
}

// constLoads: what a load of constants takes, by its distinct addresses.
func (b *bench) constLoads() []row {
	const iterations, unrolled = 1000, 4
	var rows []row
	for _, want := range h200.Throughput("const_load") {
		for _, warps := range []int{1, 32} {
			took := b.timed(launch{kernel: ConstLoad, shape: shape{1, warps * lanes}, passes: Plain, around: aroundLoop}, iterations/unrolled, int(want["distinct"]), b.sink)
			key := fmt.Sprintf("warps%d", warps)
			rows = append(rows, row{name: fmt.Sprintf("const_load distinct=%g %s", want["distinct"], key), measured: want[key], simulated: took / float64(iterations*warps)})
		}
	}
	return rows
}

// diverge: what a round takes of an SM in which a warp goes so many ways.
func (b *bench) diverge() []row {
	const rounds, warps = 100, 32
	var rows []row
	for _, want := range h200.Throughput("diverge") {
		took := b.timed(launch{kernel: Diverge, shape: shape{1, warps * lanes}, passes: Plain, around: aroundLoop}, rounds, int(want["ways"]), b.sink)
		rows = append(rows, row{name: fmt.Sprintf("diverge ways=%g", want["ways"]), measured: want["warps32"], simulated: took / (rounds * warps)})
	}
	return rows
}

// sharedAtomics: what an atomic on shared memory takes, by how many words there are.
func (b *bench) sharedAtomics() []row {
	const iterations, unrolled, warps = 100, 4, 32
	var rows []row
	for _, want := range h200.Throughput("atomic_shared") {
		took := b.timed(launch{kernel: AtomicsShared, shape: shape{1, warps * lanes}, passes: Plain, around: aroundLoop}, iterations/unrolled, int(want["spread"]), b.number)
		rows = append(rows, row{name: fmt.Sprintf("atomic_shared spread=%g", want["spread"]), measured: want["cycles_per_warp_op_32warps"], simulated: took / (iterations * warps)})
	}
	return rows
}
