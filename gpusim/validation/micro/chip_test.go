package micro

// This file has the rows that were measured in microseconds of whole launches.

import (
	"fmt"

	"gpucourse/gpusim/validation/h200"
)

// outside is the time between the events around a launch and the launch itself, in
// microseconds: the mean of the measured empty launches with at most one block per SM,
// minus the simulated time of one.
func (b *bench) outside() float64 {
	sum, n := h200.EmptyLaunch(), 1.0
	for _, r := range h200.Launches() {
		if r["blocks"] > float64(b.device.Spec().SMs) {
			continue
		}
		for _, threads := range launchThreads {
			sum, n = sum+r[fmt.Sprintf("threads%d", threads)], n+1
		}
	}
	return sum/n - b.micros(launch{kernel: Empty, shape: shape{1, lanes}})
}

var launchThreads = []int{32, 256, 1024}

// launches: empty launches by blocks and threads. Larger grids start blocks at the same
// rate.
func (b *bench) launches() []row {
	const most = 67584
	outside := b.outside()
	rows := []row{{name: "launch_empty_us", measured: h200.EmptyLaunch(), simulated: outside + b.micros(launch{kernel: Empty, shape: shape{1, 1}}), micros: true}}
	for _, want := range h200.Launches() {
		if want["blocks"] > most {
			continue
		}
		for _, threads := range launchThreads {
			took := b.micros(launch{kernel: Empty, shape: shape{int(want["blocks"]), threads}})
			rows = append(rows, row{name: fmt.Sprintf("launch blocks=%g threads%d", want["blocks"], threads), measured: want[fmt.Sprintf("threads%d", threads)], simulated: outside + took, micros: true})
		}
	}
	return rows
}

// perSecond returns the GB/s of n more vectors: the launch and the data that stay in L2 are
// the same for n and 2n.
func (b *bench) perSecond(n int, bytes float64, run func(n int64) float64) float64 {
	return float64(n) * bytes / (run(int64(2*n)) - run(int64(n))) / 1000
}

// streams: DRAM bandwidth of reads and copies.
func (b *bench) streams() []row {
	const n, vector = 1 << 22, 16
	a, o := b.vectors(2*n), b.vectors(2*n)
	defer a.Free()
	defer o.Free()
	wide := shape{132 * 16, 256}
	read := b.perSecond(n, vector, func(n int64) float64 {
		return b.micros(launch{kernel: StreamRead, shape: wide, without: Plain, cold: true}, a, b.sink, n)
	})
	copied := b.perSecond(n, 2*vector, func(n int64) float64 {
		return b.micros(launch{kernel: StreamCopy, shape: wide, without: Plain, cold: true}, a, o, n)
	})
	return []row{
		{name: "bandwidth_dram_read", measured: h200.Micro("bandwidth_dram_read")[0]["GBps"], simulated: read, bandwidth: true},
		{name: "bandwidth_dram_copy", measured: h200.Micro("bandwidth_dram_copy")[0]["GBps"], simulated: copied, bandwidth: true},
	}
}

// l2Stream: L2 bandwidth of ten successive launches between two events. A launch takes no
// longer between others (gaps). All ten are queued behind another kernel. In micro.txt the
// device was idle and waited for the host between them: 46.1 microseconds in place of 42.6.
func (b *bench) l2Stream() []row {
	const times, words, vector = 10, 1 << 20, 16
	a := b.vectors(words)
	defer a.Free()
	took := b.outside() + times*b.micros(launch{kernel: StreamRead, shape: shape{132 * 8, 256}, without: Plain}, a, b.sink, int64(words))
	perSecond := func(us float64) float64 { return times * words * vector / us / 1000 }
	return []row{{name: "bandwidth_l2_read_16MB", measured: perSecond(h200.Gaps("read mb=16")[0]["ten_us"]), simulated: perSecond(took), bandwidth: true}}
}

// dramReads: DRAM bandwidth of reads, by warps per SM.
func (b *bench) dramReads() []row {
	const n, vector = 1 << 21, 16
	p := b.vectors(2 * n)
	defer p.Free()
	var rows []row
	for _, want := range h200.Throughput("dram_read") {
		if b.leavesOut() {
			continue
		}
		l := launch{kernel: ReadEight, shape: shape{132, int(want["warps_per_sm"]) * lanes}, without: InOrder, cold: true}
		each := 8 * l.blocks * l.threads // all threads' vectors in an iteration
		few := n / each * each
		got := b.perSecond(few, vector, func(n int64) float64 { return b.micros(l, p, b.sink, n) })
		rows = append(rows, row{name: fmt.Sprintf("dram_read warps_per_sm=%g", want["warps_per_sm"]), measured: want["GBps"], simulated: got, bandwidth: true})
	}
	return rows
}

// stores: bandwidth of stores, by stride.
func (b *bench) stores() []row {
	const iterations, unrolled, words, word = 16, 4, 1 << 26, 4
	p := zeros[float32](b.device, words)
	defer p.Free()
	l := launch{kernel: Stores, shape: shape{1056, 256}, without: Plain}
	outside := b.outside()
	var rows []row
	for _, want := range h200.Throughput("store") {
		if b.leavesOut() {
			continue
		}
		took := outside + b.micros(l, iterations/unrolled, p, uint32(want["stride"]), uint32(words-1))
		rows = append(rows, row{
			name: fmt.Sprintf("store stride=%g", want["stride"]), measured: want["GBps_requested"],
			simulated: float64(l.blocks*l.threads*iterations*word) / took / 1000, bandwidth: true,
		})
	}
	return rows
}

// partStores: stores that write sectors in part and fit in L2, by the distance between the
// words of lanes. Fewer are simulated than were measured, to save time.
func (b *bench) partStores() []row {
	const measured, simulated, words, room = 64, 16, 1 << 20, 4 // megabytes
	p := zeros[uint32](b.device, words)
	defer p.Free()
	var rows []row
	for _, want := range h200.Partial() {
		if want["mb"] != room || b.leavesOut() {
			continue
		}
		apart := uint32(want["lane"] / 4)
		took := b.timed(launch{kernel: StorePart, shape: shape{132, 1024}, without: Plain}, simulated, p, apart, uint32(words-1))
		rows = append(rows, row{name: fmt.Sprintf("partial lane=%g", want["lane"]), measured: want["cycles"], simulated: took * measured / simulated, bandwidth: true})
	}
	return rows
}

// wholeStreams: copies, reads and writes of more than L2 holds, one vector per thread.
func (b *bench) wholeStreams() []row {
	const least, most, threads = 15360, 30720, 256
	in, out := b.vectors(most*threads), b.vectors(most*threads)
	defer in.Free()
	defer out.Free()
	outside := b.outside()
	var rows []row
	for _, x := range []struct {
		name   string
		kernel any
	}{{"copy", CopyAll}, {"read", ReadAll}, {"write", WriteAll}} {
		for _, want := range h200.Stream("stream " + x.name) {
			if want["blocks"] < least || want["blocks"] > most || b.leavesOut() {
				continue
			}
			took := outside + b.micros(launch{kernel: x.kernel, shape: shape{int(want["blocks"]), threads}}, out, in)
			rows = append(rows, row{name: fmt.Sprintf("stream %s blocks=%g", x.name, want["blocks"]), measured: want["us"], simulated: took, bandwidth: true})
		}
	}
	return rows
}

// globalAtomics: atomic additions per second, by the number of words.
func (b *bench) globalAtomics() []row {
	var rows []row
	for _, want := range h200.Throughput("atomic_global") {
		if b.leavesOut() {
			continue
		}
		took := b.atomics(int(want["spread"]))
		name, each := fmt.Sprintf("atomic_global spread=%g", want["spread"]), float64(atomicBlocks*atomicThreads*atomicIterations)/1000
		rows = append(rows,
			row{name: name + " no_return", measured: want["no_return_Gops"], simulated: each / took.add, bandwidth: true},
			row{name: name + " return", measured: want["return_Gops"], simulated: each / took.returned, bandwidth: true})
	}
	for _, want := range h200.L2("atomic") {
		if b.leavesOut() {
			continue
		}
		took := b.atomics(int(want["spread"]))
		name := fmt.Sprintf("atomic spread=%g", want["spread"])
		rows = append(rows,
			row{name: name + " add", measured: want["add16_us"], simulated: took.add, bandwidth: true},
			row{name: name + " return", measured: want["return16_us"], simulated: took.returned, bandwidth: true})
	}
	return rows
}

const (
	atomicBlocks, atomicThreads = 1024, 256
	atomicIterations            = 16
)

// atomicTimes has the microseconds of two launches of atomics: with unused and with used
// results.
type atomicTimes struct{ add, returned float64 }

// atomics returns the times of additions to spread words.
func (b *bench) atomics(spread int) atomicTimes {
	const unrolled = 4
	const whole = 1 << 19 // as measured, the words begin where a page does
	if took, known := b.added[spread]; known {
		return took
	}
	p := zeros[int32](b.device, max(spread, whole))
	defer p.Free()
	all, outside := shape{atomicBlocks, atomicThreads}, b.outside()
	b.added[spread] = atomicTimes{
		add:      outside + b.micros(launch{kernel: Atomics, shape: all, without: Plain}, atomicIterations/unrolled, p, spread),
		returned: outside + b.micros(launch{kernel: AtomicsReturned, shape: all, without: Plain}, atomicIterations/unrolled, p, spread, b.number),
	}
	return b.added[spread]
}
