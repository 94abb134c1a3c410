package gpusim_test

// This file runs work in streams: what overlaps, and what is refused.

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
)

// Scale multiplies x by a.
func Scale(x []float32, a float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x[i] *= a
}

// chunked copies in, scales and copies out in chunks on streams, and returns the
// time it took and the result.
func chunked(t *testing.T, chunks, streams int, pinned bool) (time.Duration, []float32, *gpusim.Device) {
	t.Helper()
	const n = 1 << 20
	dev := openNamed(t, "H200")
	host := ramp(n)
	if pinned {
		host = gpusim.Must(gpusim.MallocHost[float32](dev, n))
		copy(host, ramp(n))
	}
	x := gpusim.Must(gpusim.Malloc[float32](dev, n))
	var all []*gpusim.Stream
	for i := range streams {
		all = append(all, dev.NewStream(fmt.Sprint("s", i)))
	}
	start := dev.Now()
	size := n / chunks
	for c := range chunks {
		s, part, view := all[c%streams], host[c*size:(c+1)*size], x.View(c*size, (c+1)*size)
		must(t, s.CopyFrom(view, part))
		gpusim.Must(s.Launch(Scale, gpusim.Config{Grid: gpusim.Dim(size / 256), Block: gpusim.Dim(256), Options: gpusim.Options{NoCaches: true}}, view, float32(2)))
		must(t, s.CopyTo(part, view))
	}
	dev.Synchronize()
	return dev.Now() - start, host, dev
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestChunksOverlap: copies of one chunk run beside those of another, if the
// memory is page-locked and there are streams; results are the same.
func TestChunksOverlap(t *testing.T) {
	one, result, _ := chunked(t, 1, 1, true)
	four, again, dev := chunked(t, 4, 4, true)
	staged, third, _ := chunked(t, 4, 4, false)
	if !slices.Equal(result, again) || !slices.Equal(result, third) || result[5] != 10 {
		t.Error("the results differ, or are wrong")
	}
	if float64(four) > 0.75*float64(one) {
		t.Errorf("4 chunks on 4 streams take %v, 1 chunk takes %v: want three quarters at most", four, one)
	}
	if staged < one {
		t.Errorf("staged copies take %v, page-locked ones without overlap %v", staged, one)
	}
	spans := dev.Timeline().Activities
	in, out := engineTime(spans, report.EngineCopyIn), engineTime(spans, report.EngineCopyOut)
	if in < 60*time.Microsecond || out < 60*time.Microsecond || len(spans) != 12 {
		t.Errorf("%d spans, %v in, %v out: want 12 and the time of 4 MiB each way", len(spans), in, out)
	}
}

func engineTime(spans []report.Activity, e any) time.Duration {
	var sum time.Duration
	for _, s := range spans {
		if any(s.Engine) == e {
			sum += s.End - s.Start
		}
	}
	return sum
}

// TestBandwidths: what page-locked and pageable copies of 64 MiB reach, within
// a tenth of what an H200 reached.
func TestBandwidths(t *testing.T) {
	const n = 64 << 20
	dev := openNamed(t, "H200")
	x := gpusim.Must(gpusim.Malloc[uint8](dev, n))
	pinned, plain := gpusim.Must(gpusim.MallocHost[uint8](dev, n)), make([]uint8, n)
	for _, tt := range []struct {
		what string
		copy func() error
		want float64 // GB/s
	}{
		{"pinned in", func() error { return x.CopyFrom(pinned) }, n / 1215.94e3}, {"pinned out", func() error { return x.CopyTo(pinned) }, n / 1217.64e3},
		{"pageable in", func() error { return x.CopyFrom(plain) }, n / 3943.76e3}, {"pageable out", func() error { return x.CopyTo(plain) }, n / 3723.89e3},
	} {
		start := dev.Now()
		must(t, tt.copy())
		got := n / float64(dev.Now()-start)
		if got < 0.85*tt.want || got > 1.1*tt.want {
			t.Errorf("%s: got %.2f GB/s, measured %.2f", tt.what, got, tt.want)
		}
	}
}

// TestPeerCopies: with peer access one copy, without it two over the host.
func TestPeerCopies(t *testing.T) {
	devices, err := gpusim.OpenAll("H200", "H200", "Tesla K20c")
	must(t, err)
	a, b, k := devices[0], devices[1], devices[2]
	x, y := upload(t, a, ramp(1<<20)), gpusim.Must(gpusim.Malloc[float32](b, 1<<20))
	var took []time.Duration
	for _, enable := range []bool{false, true} {
		if enable {
			must(t, b.EnablePeerAccess(a))
		}
		start := b.Now()
		must(t, b.DefaultStream().CopyDevice(y, x))
		b.Synchronize()
		took = append(took, b.Now()-start)
	}
	if !slices.Equal(gpusim.Must(y.Host()), ramp(1<<20)) || took[1]*5 > took[0] {
		t.Errorf("staged %v, direct %v: want the contents, and the direct copy five times as fast", took[0], took[1])
	}
	refused(t, "twice", b.EnablePeerAccess(a), diag.BadPeer, "cudaErrorPeerAccessAlreadyEnabled")
	refused(t, "another kind", k.EnablePeerAccess(a), diag.BadPeer, "cudaErrorPeerAccessUnsupported")
	must(t, b.DisablePeerAccess(a))
	refused(t, "not enabled", b.DisablePeerAccess(a), diag.BadPeer, "cudaErrorPeerAccessNotEnabled")
	refused(t, "other stream", a.DefaultStream().CopyFrom(y, ramp(4)), diag.OtherDevice, "another device than that of stream")
	refused(t, "other host", openNamed(t, "H200").DefaultStream().CopyDevice(upload(t, openNamed(t, "H200"), ramp(4)), x), diag.OtherDevice)
}

func TestStreamMistakes(t *testing.T) {
	dev := openNamed(t, "H200")
	s := dev.NewNonBlockingStream("mine")
	refused(t, "default", dev.DefaultStream().Destroy(), diag.BadStream, "default stream lives")
	must(t, s.Destroy())
	var e gpusim.Event
	for what, err := range map[string]error{
		"Destroy": s.Destroy(), "Record": s.Record(&e), "Wait": s.Wait(&e), "Host": s.Host("f", 0, func() {}),
		"CopyFrom": s.CopyFrom(upload(t, dev, ramp(4)), ramp(4)),
	} {
		refused(t, what, err, diag.BadStream, "stream mine has been destroyed", "cudaErrorInvalidResourceHandle")
	}
	_, err := s.Launch(Scale, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, upload(t, dev, ramp(4)), float32(1))
	refused(t, "Launch", err, diag.BadStream)
	other := openNamed(t, "H200")
	must(t, dev.DefaultStream().Record(&e))
	refused(t, "event of another host", other.DefaultStream().Wait(&e), diag.BadStream, "another host")
}

// TestZeroCopyTime: a kernel that reads the host's memory lasts as long as the
// bus needs.
func TestZeroCopyTime(t *testing.T) {
	const n = 1 << 20
	dev := openNamed(t, "H200")
	host := gpusim.Must(gpusim.MallocHost[float32](dev, n))
	out := gpusim.Must(gpusim.Malloc[float32](dev, n))
	start := dev.Now()
	gpusim.Must(dev.Launch(twice, gpusim.Config{Grid: gpusim.Dim(n / 256), Block: gpusim.Dim(256)}, out, host))
	if got, bus := dev.Now()-start, time.Duration(n*4*35/32*10/554); got < bus || got > bus*5/4 {
		t.Errorf("got %v, want a little more than the %v that the bus takes", got, bus)
	}
}

// TestMemset: all bytes of all rows are set, as one piece of work of the time that writing takes.
func TestMemset(t *testing.T) {
	dev := openNamed(t, "H200")
	a := gpusim.Must(dev.MallocArray(1000, 1))
	for _, rows := range [][2]int{{0, 0}, {1, 4}, {10, 13}, {500, 1000}} {
		must(t, dev.DefaultStream().Memset(7, a.View(rows[0], rows[1]), a.View(rows[1], rows[1])))
	}
	for i, got := range a.Bytes() {
		want := byte(7)
		if i == 0 || 4 <= i && i < 10 || 13 <= i && i < 500 {
			want = 0
		}
		if got != want {
			t.Fatalf("byte %d is %d, want %d", i, got, want)
		}
	}
	if w := dev.Timeline().Totals; len(w) != 1 || w[0].Name != "memset" || w[0].Count != 4 || w[0].Bytes != 506 {
		t.Errorf("got %+v", w)
	}
	must(t, a.Free())
	refused(t, "freed memory", dev.DefaultStream().Memset(0, a), diag.FreedMemory)
}
