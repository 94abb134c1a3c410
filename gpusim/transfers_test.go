package gpusim_test

// This file asks the host's calls on memory what an H200 was asked
// (validation/h200/device/micro.txt and transfers.txt), and compares the answers.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h200"
)

// measuredLine returns what follows words on a line of a file of measurements.
func measuredLine(t *testing.T, file, words string) string {
	t.Helper()
	text, err := os.ReadFile("validation/h200/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, words+" -> "); ok {
			return strings.TrimSpace(rest)
		}
	}
	t.Fatalf("%s has no line %q", file, words)
	return ""
}

// pageable is memory that only the host knows.
func pageable(n int) []uint8 { return make([]uint8, n) }

// TestMeasuredAnswers: each line "err" about memory, streams, events and peers.
// One row may stand for calls that Go's types keep from being made otherwise.
func TestMeasuredAnswers(t *testing.T) {
	dev := openNamed(t, "H200")
	d64 := gpusim.Must(gpusim.Malloc[uint8](dev, 64))
	freed := func() *gpusim.Buffer[uint8] {
		b := gpusim.Must(gpusim.Malloc[uint8](dev, 64))
		b.Free()
		return b
	}
	registered := pageable(64)
	pinned := gpusim.Must(gpusim.MallocHost[uint8](dev, 4096))
	var never, other, before, after gpusim.Event
	s := dev.DefaultStream()
	micro := map[string]func() error{
		"cudaMalloc(1<<60)": func() error { _, err := gpusim.Malloc[uint8](dev, 1<<60); return err },
		"cudaFree twice":    func() error { return freed().Free() },
		"cudaFree(inside)":  func() error { return d64.View(4, 8).Free() },
		"memcpy 8 MiB past the end of a 64-byte allocation": func() error { return d64.CopyFrom(pageable(8 << 20)) },
	}
	transfers := []struct {
		words string
		call  func() error
	}{
		{"cudaFreeHost of pageable memory", func() error { return gpusim.FreeHost(dev, pageable(64)) }},
		{"cudaFreeHost of device memory", func() error { return gpusim.FreeHost(dev, d64.Slice()) }},
		{"cudaFreeHost inside", func() error { return gpusim.FreeHost(dev, pinned[16:]) }},
		{"cudaFreeHost null", func() error { return gpusim.FreeHost[uint8](dev, nil) }},
		{"cudaHostUnregister of pageable memory", func() error { return gpusim.HostUnregister(dev, registered) }},
		{"cudaHostRegister", func() error { return gpusim.HostRegister(dev, registered) }},
		{"cudaHostRegister again", func() error { return gpusim.HostRegister(dev, registered) }},
		{"cudaHostUnregister inside", func() error { return gpusim.HostUnregister(dev, registered[16:]) }},
		{"cudaHostUnregister", func() error { return gpusim.HostUnregister(dev, registered) }},
		{"cudaFreeHost twice", func() error { gpusim.FreeHost(dev, pinned); return gpusim.FreeHost(dev, pinned) }},
		{"copy of 65 bytes from a 64-byte allocation", func() error { return d64.CopyTo(pageable(65)) }},
		{"copy onto itself", func() error { return s.CopyDevice(d64, d64) }},
		{"overlapping copy", func() error { return s.CopyDevice(d64.View(0, 32), d64.View(16, 48)) }},
		{"2D copy, width above the pitch", func() error {
			return gpusim.Copy2D(s, gpusim.Rows[uint8]{d64.Slice(), 8}, gpusim.Rows[uint8]{pageable(64), 16}, 16, 2)
		}},
		{"2D copy past the end", func() error {
			return gpusim.Copy2D(s, gpusim.Rows[uint8]{d64.Slice(), 16}, gpusim.Rows[uint8]{pageable(128), 16}, 16, 5)
		}},
		{"2D copy of 0 rows", func() error {
			return gpusim.Copy2D(s, gpusim.Rows[uint8]{d64.Slice(), 16}, gpusim.Rows[uint8]{pageable(64), 16}, 16, 0)
		}},
		{"cudaMallocPitch of width 0", func() error { _, err := gpusim.MallocPitch[uint8](dev, 0, 10); return err }},
		{"cudaMallocPitch of height 0", func() error { _, err := gpusim.MallocPitch[uint8](dev, 100, 0); return err }},
		{"cudaMallocHost(0)", func() error { _, err := gpusim.MallocHost[uint8](dev, 0); return err }},
		{"elapsed of events that were not recorded", func() error { _, err := gpusim.Elapsed(&never, &other); return err }},
		{"query of an event that was not recorded", func() error { return done(never.Done()) }},
		{"wait for an event that was not recorded", func() error { return s.Wait(&never) }},
		{"synchronize an event that was not recorded", func() error { never.Synchronize(); return nil }},
		{"elapsed of events under way", func() error {
			s.Record(&before)
			s.Host("a millisecond", time.Millisecond, func() {})
			s.Record(&after)
			_, err := gpusim.Elapsed(&before, &after)
			return err
		}},
		{"query of an event under way", func() error { return done(after.Done()) }},
		{"query of the default stream under way", func() error { return done(s.Done()) }},
		{"elapsed", func() error { after.Synchronize(); _, err := gpusim.Elapsed(&before, &after); return err }},
		{"elapsed backwards", func() error { _, err := gpusim.Elapsed(&after, &before); return err }},
		{"enable itself as a peer", func() error { return dev.EnablePeerAccess(dev) }},
		{"disable a peer that was not enabled", func() error { return dev.DisablePeerAccess(dev) }},
		{"peer copy within a device", func() error { return s.CopyDevice(d64.View(0, 16), d64.View(32, 48)) }},
	}
	for words, call := range micro {
		answer(t, measuredLine(t, "device/micro.txt", "err "+words), words, call())
	}
	for _, tt := range transfers {
		answer(t, measuredLine(t, "host/transfers.txt", "err "+tt.words), tt.words, tt.call())
	}
	if back := gpusim.Must(gpusim.Elapsed(&after, &before)); back >= 0 {
		t.Errorf("elapsed backwards: got %v, measured a negative time", back)
	}
}

// done is what a query answers.
func done(yes bool) error {
	if yes {
		return nil
	}
	return diag.Diagnostic{Code: diag.NotReady, CUDA: "cudaErrorNotReady", Hint: "wait"}
}

// answer compares an error with CUDA's name of it.
func answer(t *testing.T, want, what string, err error) {
	t.Helper()
	got := "cudaSuccess"
	if err != nil {
		got = gpusim.CUDAName(err)
		var d diag.Diagnostic
		if refusedBy(err, &d); d.Hint == "" {
			t.Errorf("%s: %v has no remedy", what, err)
		}
		reached(d.Code)
	}
	if got != want {
		t.Errorf("%s: got %s (%v), measured %s", what, got, err, want)
	}
}

func refusedBy(err error, d *diag.Diagnostic) {
	switch e := err.(type) {
	case diag.Diagnostic:
		*d = e
	case diag.List:
		*d = e[0]
	}
}

// Coefficients is a variable to point to.
var Coefficients gpu.Constant[[4]float32]

func readCoefficients(x []float32) { x[0] = Coefficients.V[1] }

// TestPointers: each line "pointer" that was measured.
func TestPointers(t *testing.T) {
	dev := openNamed(t, "H200")
	device := gpusim.Must(gpusim.Malloc[uint8](dev, 4096))
	mapped := gpusim.Must(gpusim.MallocMapped[uint8](dev, 4096))
	pinned := gpusim.Must(gpusim.MallocHost[uint8](dev, 4096))
	variable := gpusim.Must(dev.Symbol(readCoefficients, "Coefficients")) // before something is freed, whose place it would take
	gone, freed := gpusim.Must(gpusim.MallocHost[uint8](dev, 64)), gpusim.Must(gpusim.Malloc[uint8](dev, 64))
	freedAt := gpusim.DevicePtr(freed.Address())
	registered, unregistered := pageable(64), pageable(64)
	for _, err := range []error{gpusim.FreeHost(dev, gone), freed.Free(), gpusim.HostRegister(dev, registered), gpusim.HostRegister(dev, unregistered), gpusim.HostUnregister(dev, unregistered)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var stack [4]uint8
	tests := []struct {
		file, words string
		pointer     any
	}{
		{"device/micro.txt", "pageable", pageable(8)}, {"device/micro.txt", "pinned", pinned}, {"device/micro.txt", "device", device},
		{"device/micro.txt", "device+16", device.View(16, 32)}, {"device/micro.txt", "stack", &stack},
		{"device/micro.txt", "constant_symbol", variable}, {"device/micro.txt", "registered", registered},
		{"host/transfers.txt", "mapped", mapped}, {"host/transfers.txt", "mapped+16", mapped.Slice()[16:]}, {"host/transfers.txt", "portable", pinned},
		{"host/transfers.txt", "freed pinned", gone}, {"host/transfers.txt", "device end-1", gpusim.DevicePtr(device.Address() + 4095)},
		{"host/transfers.txt", "freed device", freedAt}, {"host/transfers.txt", "unregistered", unregistered}, {"host/transfers.txt", "null", gpusim.DevicePtr(0)},
	}
	for _, tt := range tests {
		want := measuredLine(t, tt.file, "pointer "+tt.words)
		p, err := dev.Pointer(tt.pointer)
		if err != nil {
			t.Errorf("%s: %v", tt.words, err)
			continue
		}
		kind := p.CUDAType()
		got := fmt.Sprintf("cudaSuccess type=%c device=%d devicePointer=%s hostPointer=%s", kind[strings.Index(kind, "(")+1], p.Device, same(p.DevicePointer), same(p.HostPointer))
		if got != want {
			t.Errorf("%s: got %s, measured %s", tt.words, got, want)
		}
	}
	_, err := openNamed(t, "GeForce GTX 280").Pointer(pinned)
	refused(t, "no unified addressing", err, diag.NoSetting, "addresses of their own")
	_, err = dev.Pointer(7)
	refused(t, "a number", err, diag.BadPointer, "int points nowhere")
}

func same(p gpusim.DevicePtr) string {
	if p == 0 {
		return "null"
	}
	return "same"
}

// TestMeasuredPitch: each line "malloc_pitch" and "malloc3d".
func TestMeasuredPitch(t *testing.T) {
	dev := openNamed(t, "H200")
	rows := slices.Concat(h200.Micro("malloc_pitch"), h200.Transfers("malloc_pitch"))
	if len(rows) != 13 {
		t.Errorf("got %d rows, want 13", len(rows))
	}
	for _, row := range rows {
		m := gpusim.Must(gpusim.MallocPitch[uint8](dev, int(row["width_bytes"]), 10))
		if float64(m.Stride) != row["pitch"] {
			t.Errorf("%v bytes: got a pitch of %d, measured %v", row["width_bytes"], m.Stride, row["pitch"])
		}
	}
	for _, row := range h200.Transfers("malloc3d") {
		v := gpusim.Must(gpusim.Malloc3D[uint8](dev, int(row["width"]), int(row["height"]), int(row["depth"])))
		if last := v.Slice(v.Depth - 1); float64(v.Stride) != row["pitch"] || float64(v.Height) != row["ysize"] || len(last.Row(v.Height-1)) != v.Width {
			t.Errorf("%v: got stride %d, measured %v", row, v.Stride, row["pitch"])
		}
	}
	if z := gpusim.Must(gpusim.Malloc[uint8](dev, 0)); z.Address() != 0 || z.Free() != nil {
		t.Errorf("Malloc of 0 bytes: got address %#x, measured null and a free that succeeds", z.Address())
	}
}

// TestRandomMemory mallocs, copies and frees at random, in ten thousand
// sequences: no two allocations overlap, contents stay, nothing is left.
func TestRandomMemory(t *testing.T) {
	sequences := 10_000
	if testing.Short() {
		sequences = 500
	}
	for seed := range sequences {
		randomMemory(t, rand.New(rand.NewPCG(uint64(seed), 2)), openNamed(t, "H200"))
	}
}

// held is a live buffer and what it should hold.
type held struct {
	buffer *gpusim.Buffer[uint32]
	want   []uint32
}

func randomMemory(t *testing.T, rng *rand.Rand, dev *gpusim.Device) {
	t.Helper()
	const steps, most = 25, 8
	var live []held
	for range steps {
		switch i := rng.IntN(max(len(live), 1)); {
		case len(live) == 0 || len(live) < most && rng.IntN(2) == 0:
			n := 1 << rng.IntN(10)
			live = append(live, held{gpusim.Must(gpusim.Malloc[uint32](dev, n)), make([]uint32, n)})
		case rng.IntN(2) == 0:
			for j := range live[i].want {
				live[i].want[j] = rng.Uint32()
			}
			if err := live[i].buffer.CopyFrom(live[i].want); err != nil {
				t.Fatal(err)
			}
		default:
			release(t, live[i])
			live = slices.Delete(live, i, i+1)
		}
		apart(t, dev, live)
	}
	for _, h := range live {
		release(t, h)
	}
	if c := dev.Allocations(); c.Pieces != 0 || c.BlockBytes != 0 || dev.Leaks() != nil {
		t.Fatalf("after all was freed: %+v, leaks %v", c, dev.Leaks())
	}
	if err := dev.Close(); err != nil {
		t.Fatalf("Close: got %v, want nil", err)
	}
}

// release checks what a buffer holds and frees it.
func release(t *testing.T, h held) {
	t.Helper()
	if !slices.Equal(gpusim.Must(h.buffer.Host()), h.want) {
		t.Fatalf("the contents of a buffer of %d changed", len(h.want))
	}
	if err := h.buffer.Free(); err != nil {
		t.Fatal(err)
	}
}

// apart checks that as many allocations live as should, none within another.
func apart(t *testing.T, dev *gpusim.Device, live []held) {
	t.Helper()
	if c := dev.Allocations(); c.Pieces != len(live) {
		t.Fatalf("%d allocations live, want %d", c.Pieces, len(live))
	}
	for i, a := range live {
		for _, b := range live[:i] {
			if a.buffer.Address() < b.buffer.Address()+uint64(4*len(b.want)) && b.buffer.Address() < a.buffer.Address()+uint64(4*len(a.want)) {
				t.Fatalf("%d elements at %#x and %d at %#x overlap", len(a.want), a.buffer.Address(), len(b.want), b.buffer.Address())
			}
		}
	}
}

// TestLeaks: what is not freed is reported with the line that allocated it.
func TestLeaks(t *testing.T) {
	dev := openNamed(t, "H200")
	gpusim.Must(gpusim.Malloc[float32](dev, 100))
	gpusim.Must(dev.Symbol(readCoefficients, "Coefficients"))
	pinned := gpusim.Must(gpusim.MallocHost[float32](dev, 10))
	err := dev.Close()
	refused(t, "Close", err, diag.MemoryLeak, "transfers_test.go:", "Malloc of 100 float32: 400 bytes at 0x", "MallocHost of 10 float32")
	if n := len(err.(diag.List)); n != 2 {
		t.Errorf("got %d leaks, want 2: %v", n, err)
	}
	refused(t, "freed with the context", gpusim.FreeHost(dev, pinned), diag.BadHostMemory, "pageable")
}
