package task

// This file holds the tasks of chapter 06.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
)

var transferTasks = []Task{
	varied(func(v [3]float64) Task {
		bytes, latency, rate := v[0], v[1], v[2]
		part := bytes / (1e3 * rate)
		in := named{"bytes": bytes, "code": plain(int(bytes)), "latency": latency, "rate": rate, "part": part, "perMicrosecond": 1e3 * rate, "each": latency + part, "all": 100 * (latency + part), "once": latency + 100*part}.in
		return Task{
			ID: "06.1", Title: "A hundred small copies", Form: Predict, After: "explain-sizes",
			Text: in("A bus has a latency of {latency} µs per copy and a rate of {rate} GB/s, from page-locked memory. A program makes 100 blocking copies of {bytes} bytes each. How many µs do all copies take?"),
			Ask: Number{
				Unit:    "µs",
				Answer:  timeOfCopies(100, bytes, latency, rate),
				Because: in("each copy takes {latency} µs and {bytes} bytes ÷ {rate} GB/s = {part} µs, and blocking copies follow each other"),
				Misread: []Misread{
					{timeOfCopies(1, 100*bytes, latency, rate), "that is one copy of all bytes: how many latencies do 100 copies have?"},
					{timeOfCopies(100, bytes, 0, rate), "you left out the latency of each copy"},
					{timeOfCopies(100, 0, latency, rate), in("you left out the bytes: {bytes} bytes take a part of a µs")},
					{timeOfCopies(1, bytes, latency, rate), "that is one of the copies"},
				},
				Nudge: in("the time of one copy is latency + bytes / rate; {rate} GB/s are {perMicrosecond} bytes per µs"),
			},
			Hints: Hints{
				Question: "How long does one of the copies take?",
				Look:     "The curve above is flat on the left, where the latency is nearly everything.",
				Hole:     in("all := 100 * ({latency} + {code}.0/___) // µs"),
				Solution: in("One copy takes {latency} + {bytes} / {perMicrosecond} = {each} µs. A hundred of them take {all} µs. One copy of all bytes would take {once} µs."),
			},
		}
	}, [3]float64{20e3, 4, 50}, [3]float64{30e3, 5, 50}, [3]float64{30e3, 6, 40}, [3]float64{25e3, 3, 50}),
	{
		ID: "06.2", Title: "The same memory, many times", Form: Repair, After: "explain-sizes",
		Text: "`Resend` sends the same numbers to many buffers of an H200, 1 MiB each time. They lie in ordinary memory, which the program got long ago. Make it faster; the buffers must hold the same at the end, and nothing may stay page-locked. Goal: at most 1000 µs.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Resend", Signature: "func(dev *gpusim.Device, buffers []*gpusim.Buffer[float32], host []float32)",
				Begin: resending,
				Goals: []rubric.ProgramGoal{{Name: "µs until all is done", Count: (*rubric.Played).Micros, Limit: 1000, HintOf: slowCopies}},
			},
			Wrong: []Wrong{{"often", "how often do you lock it?"}, {"locked", "take the lock off"}, {"early", "the copies must have ended"}, {"slowly", "whose memory is it?"}, {"new", "which call locks memory that exists?"}},
		},
		Hints: Hints{
			Question: "Why does a copy of this memory run at a third of the rate of the bus? What does it cost to change that, and how often must you pay?",
			Look:     "The table of section 2 has a call that locks memory which exists. The cell below it measures what locking costs.",
			Hole: `
notebook.OK(gpusim.___(dev, host))
for _, x := range buffers {
	notebook.OK(x.CopyFrom(host))
}
`,
		},
	},
	varied(func(v [4]int) Task {
		copyIn, kernel, out, chunks := v[0], v[1], v[2], v[3]
		partIn, partKernel, partOut := copyIn/chunks, kernel/chunks, out/chunks
		in := named{"in": copyIn, "kernel": kernel, "out": out, "chunks": chunks, "partIn": partIn, "partKernel": partKernel, "partOut": partOut, "all": copyIn + partKernel + partOut}.in
		return Task{
			ID: "06.3", Title: "A full pipeline", Form: Predict, After: "explain-lost",
			Text: in("All copies in of a program take {in} µs together, its kernels {kernel} µs, and its copies out {out} µs. Someone cuts the work into {chunks} equal chunks on {chunks} streams. Copies in, kernels and copies out run on three engines, and chunks cost nothing extra. After how many µs is all done?"),
			Ask: Number{
				Unit:    "µs",
				Answer:  func() float64 { return pipeline(chunks, float64(partIn), float64(partKernel), float64(partOut)) },
				Because: in("the copies in keep their engine busy for {in} µs; the last chunk then needs its kernel, {partKernel} µs, and its copy out, {partOut} µs"),
				Misread: []Misread{
					{Computed(copyIn + kernel + out), "that is without any overlap"},
					{Computed(copyIn), "the last chunk has arrived by then: what is left to do with it?"},
					{Computed(copyIn + partKernel), "the last chunk must go back too"},
					{Computed(copyIn + partOut), "the last chunk needs its kernel, too"},
					{Computed((copyIn + kernel + out) / chunks), "that is one chunk: how long is the busiest engine at work?"},
					{Computed(copyIn + kernel), "the kernels of the first chunks run while later chunks come in"},
				},
				Nudge: in("draw the three engines as three rows, and put the parts of {chunks} chunks into them"),
			},
			Hints: Hints{
				Question: "When has the last chunk arrived? What must still be done with it then?",
				Look:     "The picture of four chunks on four streams, above, has three rows of this kind.",
				Hole:     in("done := {chunks}*{partIn} + ___ + {partOut} // µs"),
				Solution: in("The last copy in ends after {chunks} × {partIn} = {in} µs. Its kernel takes {partKernel} µs and its copy out {partOut} µs: {all} µs."),
			},
		}
	}, [4]int{30, 20, 30, 5}, [4]int{40, 20, 40, 4}, [4]int{60, 30, 60, 6}, [4]int{40, 20, 40, 5}),
	{
		ID: "06.4", Title: "Four streams, and nothing overlaps", Form: Repair, After: "explain-events",
		Text: "`Chunked` works in four chunks on a Tesla K20c. Its results come out right here, because the simulator copies at once. It has two bugs: one would show on a real device, the other costs time. Mend both. Goals: one wait of the host, at most 95 µs.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Chunked", Signature: "func(dev *gpusim.Device, x *gpusim.Buffer[float32], host []float32)", Kernels: []string{"Relax"},
				Begin: chunking,
				Goals: []rubric.ProgramGoal{
					{Name: "waits of the host", Count: waits, Limit: 1, Hint: "while the host waits for a chunk, it gives the others no work: wait once, at the end"},
					{Name: "µs until all is done", Count: (*rubric.Played).Micros, Limit: 95, HintOf: slowChunks},
				},
			},
			Wrong: []Wrong{
				{"default", "is there a call that is in the default stream?"}, {"early", "who reads host next, and when?"},
				{"each", "wait once, at the end"}, {"apart", "the kernel needs the chunk"},
			},
		},
		Hints: Hints{
			Question: "The caller reads `host` after the call. Has everything arrived then? And which call of the loop is in no stream of its own?",
			Look:     "The picture at the beginning of section 5 shows what one call without a stream does to the others.",
			Hole: `
	notebook.Must(___.Launch(Relax, config, part))
	notebook.OK(s.CopyTo(values, part))
}
dev.___()
`,
		},
	},
	{
		ID: "06.5", Title: "Two buffers in turn", Form: Repair, After: "explain-events",
		Text: "The device has room for two chunks, and the host has eight. `Fold` loads one buffer while a kernel works on the other one. Two things are left to luck: whether a chunk has arrived when its kernel begins, and whether its kernel has ended when the next chunk overwrites it. Make both sure, without a wait of the host in the loop. Goals on a Tesla K20c: one wait of the host, at most 145 µs.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Fold", Signature: "func(dev *gpusim.Device, total, a, b *gpusim.Buffer[float32], host []float32)", Kernels: []string{"Accumulate"},
				Begin: folding,
				Goals: []rubric.ProgramGoal{
					{Name: "waits of the host", Count: waits, Limit: 1, Hint: "a stream can wait for an event, while the host continues"},
					{Name: "µs until all is done", Count: (*rubric.Played).Micros, Limit: 145, HintOf: slowFold},
				},
			},
			Wrong: []Wrong{
				{"unloaded", "has its chunk arrived?"}, {"reused", "does a kernel still need what is overwritten?"},
				{"one", "need two streams"}, {"host", "while the host continues"},
				{"strict", "which kernel used this buffer last?"}, {"shared", "keep them in one stream"},
			},
		},
		Hints: Hints{
			Question: "What must have ended before a kernel begins? What must have ended before a copy begins, from the third chunk on?",
			Look:     "The cell above lets one stream wait for an event of another. Here each stream waits for the other one.",
			Hole: `
if c >= 2 {
	notebook.OK(load.Wait(&used[i]))
}
notebook.OK(load.CopyFrom(buffers[i], host[c*n:(c+1)*n]))
notebook.OK(load.Record(&loaded[i]))
notebook.OK(work.Wait(___))
notebook.Must(work.Launch(Accumulate, config, total, buffers[i]))
notebook.OK(work.Record(___))
`,
		},
	},
	{
		ID: "06.6", Title: "The time of one kernel", Form: Host, After: "explain-events",
		Text: "Complete `TimeSettle`: it returns the time of the kernel alone, measured by the device.",
		Ask: Program{
			Program: rubric.Program{
				Name: "TimeSettle", Signature: "func(dev *gpusim.Device, x *gpusim.Buffer[float32], host []float32) time.Duration", Kernels: []string{"Settle"},
				Begin: timing,
			},
			Wrong: []Wrong{{"copies", "what else lies between your two events?"}, {"early", "what an event stands for has not ended"}, {"other", "in which stream do you record them?"}, {"report", "record one before the kernel"}},
		},
		Hints: Hints{
			Question: "Between which two calls does the kernel stand? When may you ask for the time?",
			Look:     "The table of section 5 has the call for the time between two events. The cell above shows what it answers too early.",
			Hole: `
notebook.OK(s.Record(&begin))
notebook.Must(s.Launch(Settle, config, x))
notebook.OK(s.Record(___))
`,
		},
	},
	{
		ID: "06.7", Title: "Copy it or leave it", Form: Repair, After: "explain-passes",
		Text: "A kernel reads `in`, 256 KiB, once, and `table`, 4 KiB, 32 times. `Mixed` leaves both with the host. Decide for each of them: copy it to the device first, or let the kernel fetch it. Goals for an H200: at most 4096 bytes copied to the device, and at most 300 000 bytes that the kernel reads over the bus. Give back what you allocate.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Mixed", Signature: "func(dev *gpusim.Device, out *gpusim.Buffer[float32], in, table []float32)", Kernels: []string{"Mix"},
				Begin: mixing,
				Goals: []rubric.ProgramGoal{
					{Name: "bytes copied to the device", Count: copiedIn, Limit: 4096, Hint: "each element of in is read once: what does the kernel gain when the same bytes cross the bus before it?"},
					{Name: "bytes over the bus for the kernel", Count: overBus, Limit: 300_000, Hint: "the table is read 32 times: how often does it cross the bus?"},
				},
			},
			Wrong: []Wrong{{"all", "each element of in is read once"}, {"other", "the table is read 32 times"}, {"kept", "free the copy"}},
		},
		Hints: Hints{
			Question: "How many bytes cross the bus for each array if you copy it, and how many if you leave it?",
			Look:     "The table above has the bytes over the bus for one to four passes.",
			Hole: `
near := notebook.Must(gpusim.Malloc[float32](dev, len(___)))
notebook.OK(dev.DefaultStream().CopyFrom(near, ___))
`,
		},
	},
	{
		ID: "06.8", Title: "Bytes over the bus", Form: Explain, After: "explain-passes",
		Text: "A kernel adds up 65 536 numbers of 4 bytes, 262 144 bytes in all. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   zeroCopied(threePasses),
			Counters: []string{"global_load_requests", "gld_transactions", busBytes},
			Because:  "three times the bytes of all numbers, and a header for each sector, crossed the bus while the kernel ran",
			Options: []Option{
				{
					Text:   "The numbers were copied to the device before the launch.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, busBytes) == 0 },
					Report: Launched(Device, threePasses, line(zeroCopyElements/256, 256), zeroed(zeroCopyElements), zeroed(zeroCopyElements), zeroCopyElements),
					Says:   "then the kernel would read nothing over the bus",
				},
				{
					Text: "The kernel reads each number from the host once.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, busBytes) > 4*zeroCopyElements && counter(r, busBytes) < 2*4*zeroCopyElements
					},
					Report: zeroCopied(onePass),
					Says:   "then hardly more than the 262 144 bytes of all numbers would cross the bus",
				},
				{
					Text: "The kernel reads the numbers from the host three times.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, busBytes) > 3*4*zeroCopyElements && counter(r, busBytes) < 4*4*zeroCopyElements
					},
				},
				{
					Text: "Neighbouring lanes read numbers that are 32 bytes apart, so that each load takes 32 sectors.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "gld_transactions") == 32*counter(r, "global_load_requests")
					},
					Report: zeroCopied(scatteredPass),
					Says:   "then there would be 32 transactions per request",
				},
			},
		},
		Hints: Hints{
			Question: "How many times 262 144 bytes crossed the bus?",
			Look:     "The table above has the bytes over the bus for one to four passes.",
			Hole:     "passes := busBytes / (35.0 / 32 * ___)",
			Solution: "A sector of 32 bytes takes 35 on the bus: 286 720 bytes per pass. The counter shows three times that.",
		},
	},
}

// timeOfCopies returns the µs of blocking copies on a bus with a latency in µs and a rate in GB/s.
func timeOfCopies(n int, bytes, latency, rate float64) func() float64 {
	return func() float64 { return float64(n) * (latency + bytes/(1e3*rate)) }
}

// pipeline returns when chunks are done that pass three engines, each with its time per chunk.
func pipeline(chunks int, times ...float64) float64 {
	free := make([]float64, len(times)) // when each engine is free
	for range chunks {
		ready := 0.0
		for e, t := range times {
			ready = max(ready, free[e]) + t
			free[e] = ready
		}
	}
	return free[len(times)-1]
}

// numbers returns n random numbers that are multiples of 1/8.
func numbers(rng *rand.Rand, n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(rng.IntN(4096)-2048) / 8
	}
	return list
}

// locked returns page-locked memory that holds some numbers.
func locked(dev *gpusim.Device, values []float32) []float32 {
	host := gpusim.Must(gpusim.MallocHost[float32](dev, len(values)))
	copy(host, values)
	return host
}

// contents returns what a buffer holds, without a call that takes time.
func contents(x *gpusim.Buffer[float32]) func() []float32 {
	return func() []float32 { return slices.Clone(x.Slice()) }
}

// resending begins Resend.
func resending(_ int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open(Device))
	host := numbers(rng, 1<<18)
	var buffers []*gpusim.Buffer[float32]
	checks := []rubric.ProgramCheck{}
	for i := range 24 {
		x := gpusim.Must(gpusim.Malloc[float32](dev, len(host)))
		buffers = append(buffers, x)
		checks = append(checks, rubric.Holds(fmt.Sprintf("buffers[%d]", i), contents(x), host, "each buffer gets all elements of host"))
	}
	checks = append(checks,
		rubric.Ordered(rubric.OrderHints{Copy: "two copies use one buffer", Host: "the copies must have ended before the memory is given back", Return: "wait for the copies"}),
		rubric.Freed("memory stays page-locked for good: take the lock off when the last copy has ended"))
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, buffers, host}, Checks: checks}
}

// slowCopies says why Resend takes long.
func slowCopies(p *rubric.Played) string {
	switch {
	case len(p.CallsOf("gpusim.HostRegister", "gpusim.MallocHost")) > 1:
		return "locking memory takes longer than a copy: how often do you lock it?"
	case len(p.CallsOf("gpusim.MallocHost")) > 0:
		return "new page-locked memory takes long to make: which call locks memory that exists?"
	}
	return "the host moves each copy through buffers of its own: whose memory is it?"
}

// halfway brings a number nearer to one half, as the kernels of this chapter's tasks do.
func halfway(v float32, rounds int) float32 {
	for range rounds {
		v = 0.5*v + 0.25
	}
	return v
}

// relaxed applies halfway to numbers.
func relaxed(values []float32, rounds int) []float32 {
	list := slices.Clone(values)
	for i := range list {
		list[i] = halfway(list[i], rounds)
	}
	return list
}

// chunking begins Chunked.
func chunking(_ int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open("Tesla K20c"))
	values := numbers(rng, 1<<16)
	host, x := locked(dev, values), gpusim.Must(gpusim.Malloc[float32](dev, len(values)))
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, x, host}, Checks: []rubric.ProgramCheck{
		rubric.Ordered(rubric.OrderHints{
			Kernel: "the kernel needs the chunk: work of one stream runs in order, that of two streams does not",
			Copy:   "the copy back needs what the kernel computes: work of one stream runs in order, that of two streams does not",
			Host:   "wait for the copy first", Return: "a copy in a stream returns at once: who reads host next, and when?",
		}),
		rubric.Holds("host", func() []float32 { return host }, relaxed(values, 200), "each element goes to the device, through the kernel, and back"),
	}}
}

// folding begins Fold.
func folding(_ int, rng *rand.Rand) *rubric.Start {
	const n, chunks = 1 << 14, 8
	dev := gpusim.Must(gpusim.Open("Tesla K20c"))
	values := numbers(rng, chunks*n)
	host := locked(dev, values)
	var buffers []*gpusim.Buffer[float32]
	for range 3 {
		buffers = append(buffers, gpusim.Must(gpusim.Malloc[float32](dev, n)))
	}
	want := make([]float32, n)
	for i, v := range values {
		want[i%n] += halfway(v, 150)
	}
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, buffers[0], buffers[1], buffers[2], host}, Checks: []rubric.ProgramCheck{
		rubric.Holds("total", contents(buffers[0]), want, "each chunk is added once"),
		rubric.Ordered(rubric.OrderHints{
			Kernel:  "a kernel begins when its stream is free: has its chunk arrived?",
			Kernels: "each kernel reads what the kernel before it has added up: keep them in one stream",
			Copy:    "a copy begins when its stream is free: does a kernel still need what is overwritten?",
			Host:    "wait for the device first", Return: "wait for the device at the end",
		}),
	}}
}

// slowChunks says why Chunked takes long.
func slowChunks(p *rubric.Played) string {
	if waits(p) > 1 {
		return "a chunk begins when the host has waited for the chunk before it"
	}
	return "the chunks run one after the other: is there a call that is in the default stream?"
}

// slowFold says why Fold takes long.
func slowFold(p *rubric.Played) string {
	if waits(p) <= 1 && len(p.CallsOf("Stream.Wait")) > 0 {
		return "copies and kernels take turns, because a copy waits too long: which kernel used this buffer last?"
	}
	return "nothing overlaps: a copy and a kernel at the same time need two streams"
}

// waits counts the waits of the host.
var waits = rubric.Made("Stream.Synchronize", "Device.Synchronize", "Event.Synchronize")

// timing begins TimeSettle.
func timing(_ int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open("Tesla K20c"))
	values := numbers(rng, 1<<14)
	host, x := locked(dev, values), gpusim.Must(gpusim.Malloc[float32](dev, len(values)))
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, x, host}, Checks: []rubric.ProgramCheck{
		rubric.Holds("host", func() []float32 { return host }, relaxed(values, 150), "the copies and the launch stay as they are"),
		rubric.Ordered(rubric.OrderHints{Kernel: "the kernel needs the numbers", Copy: "the copy back needs the results", Host: "wait first", Return: "wait for the copy back"}),
		func(p *rubric.Played) *rubric.Mistake {
			const events = 3 * time.Microsecond // that two events and the launch between them take at most
			var kernel time.Duration
			for _, a := range dev.Timeline().Activities {
				if a.Engine == report.EngineCompute {
					kernel += a.End - a.Start
				}
			}
			got := p.Results[0].(time.Duration)
			m := &rubric.Mistake{What: fmt.Sprintf("the result is %v, and the kernel took %v", got, kernel)}
			switch {
			case got > kernel+events:
				m.Hint = "what else lies between your two events?"
			case got < kernel && len(p.CallsOf("gpusim.Elapsed")) == 0:
				m.Hint = "the device takes the time of an event: record one before the kernel, and one behind it"
			case got < kernel:
				m.Hint = "an event is a point in a stream, behind what the stream was given before: in which stream do you record them?"
			default:
				return nil
			}
			return m
		},
	}}
}

// mixing begins Mixed.
func mixing(_ int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open(Device))
	values, table := numbers(rng, 1<<16), make([]float32, 1<<10)
	for i := range table {
		table[i] = float32(rng.IntN(8))
	}
	want := make([]float32, len(values))
	for i, v := range values {
		for k := range 32 {
			want[i] += v * table[(i+128*k)%len(table)]
		}
	}
	in, factors := locked(dev, values), locked(dev, table)
	out := gpusim.Must(gpusim.Malloc[float32](dev, len(values)))
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, out, in, factors}, Checks: []rubric.ProgramCheck{
		rubric.Holds("out", contents(out), want, "the kernel gets out, in, the table and its length"),
		rubric.Ordered(rubric.OrderHints{Kernel: "the kernel needs what is copied", Copy: "the copy comes before the kernel", Host: "wait first", Return: "wait for the device"}),
		rubric.Freed("free the copy when the kernel has ended"),
	}}
}

// copiedIn counts the bytes that copies moved to the device.
func copiedIn(p *rubric.Played) (bytes float64) {
	for _, a := range p.Devices[0].Timeline().Activities {
		if a.Engine == report.EngineCopyIn {
			bytes += float64(a.Bytes)
		}
	}
	return bytes
}

// overBus counts the bytes that kernels read over the bus.
func overBus(p *rubric.Played) (bytes float64) {
	for _, c := range p.CallsOf("Device.Launch", "Stream.Launch") {
		bytes += counter(c.Results[0].(*gpusim.Report), busBytes)
	}
	return bytes
}

// zeroCopyElements is how many numbers zeroCopied reads.
const zeroCopyElements = 1 << 16

// busBytes are the bytes that a kernel reads over the bus.
const busBytes = "pcie__read_bytes.sum"

// threePasses adds up an element per thread and pass, a block further in each pass.
func threePasses(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for p := range 3 {
		sum += in[(i+256*p)%n]
	}
	out[i] = sum
}

// zeroCopied reports on threePasses with numbers in memory of the host.
func zeroCopied(kernel any) func() *gpusim.Report {
	return func() *gpusim.Report {
		const n = zeroCopyElements
		dev := gpusim.Must(gpusim.Open(Device))
		host := gpusim.Must(gpusim.MallocHost[float32](dev, n))
		out := gpusim.Must(gpusim.Malloc[float32](dev, n))
		return gpusim.Must(dev.Launch(kernel, line(n/256, 256), out, host, n))
	}
}

// onePass sets out[i] to in[i].
func onePass(out, in []float32, n int) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n {
		out[i] = in[i]
	}
}

// scatteredPass reads each number once, and lanes read numbers that are eight apart.
func scatteredPass(out, in []float32, n int) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n {
		out[i] = in[i*8%n+i*8/n]
	}
}
