package simt

// Arrays that are filled when they are used: what kernels read, and how much is filled.

import (
	"bytes"
	le "encoding/binary"
	"errors"
	"io"
	"testing"
)

// large makes the array out of a rig large, and fills it on first use: element i is 7·i.
func (r *rig) large() *Allocation {
	r.t.Helper()
	const unit = 12 // bytes: pieces are no pages
	a, err := r.memory.Alloc(reservedBytes, 256, "out")
	if err != nil {
		r.t.Fatal(err)
	}
	err = a.FillWith(unit, func(at int, data []byte) error {
		if at%unit != 0 || len(data)%4 != 0 {
			r.t.Errorf("a piece of %d bytes begins at byte %d", len(data), at)
		}
		for i := 0; i < len(data); i += 4 {
			le.LittleEndian.PutUint32(data[i:], uint32(7*(at+i)/4))
		}
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.launch.Windows[0] = Window{a.Base, a.End()}
	le.LittleEndian.PutUint64(r.launch.Params[r.p.Kernel.Params[0].Offset:], a.Base)
	return a
}

// farApart: thread i adds to element 65536·(i mod 256) + i/256.
const farApart = threadIndex + `
	and.s32 %r10, %r4, 255;
	shr.s32 %r15, %r4, 8;
	mad.s32 %r11, %r10, 65536, %r15;
	mad.wide.s64 %rd12, %r11, 4, %rd6;
	ld.global.s32 %r13, out[%rd12];
	add.s32 %r14, %r13, %r4;
	st.global.s32 out[%rd12], %r14;
	exit;`

const farAtomics = threadIndex + `
	and.s32 %r10, %r4, 255;
	shr.s32 %r15, %r4, 8;
	mad.s32 %r11, %r10, 65536, %r15;
	mad.wide.s64 %rd12, %r11, 4, %rd6;
	atom.global.add.s32 %r13, out[%rd12], %r4;
	exit;`

// storesOnly: thread i stores to element i, and pieces are written in part.
const storesOnly = threadIndex + `
	mad.wide.s64 %rd12, %r4, 4, %rd6;
	st.global.s32 out[%rd12], %r4;
	exit;`

// unknownObject: as tidy, through an address that does not say which array it is of.
const unknownObject = threadIndex + `
	mad.wide.s64 %rd12, %r4, 4, %rd6;
	ld.global.s32 %r13, [%rd12];
	add.s32 %r14, %r13, %r4;
	st.global.s32 [%rd12], %r14;
	exit;`

// fillingCase is a kernel and how many pieces of its array it uses, at most.
type fillingCase struct {
	name, body string
	most       int
}

// TestFillingOnUse: kernels do the same to an array that is filled on use as to one that was filled before, with one worker
// and with several, and what they do not use is not filled.
func TestFillingOnUse(t *testing.T) {
	for _, c := range []fillingCase{
		{"tidy", tidy, 65}, {"racy", racy, 2}, {"storesOnly", storesOnly, 65}, {"unknownObject", unknownObject, 65},
		{"farApart", farApart, 512}, {"farAtomics", farAtomics, 512},
	} {
		want := c.run(t, 1, true)
		for _, workers := range []int{1, 4} {
			if got := c.run(t, workers, false); !bytes.Equal(got, want) {
				t.Errorf("%s: %d workers, filled on use: the array differs from one that was filled before", c.name, workers)
			}
		}
	}
}

// run returns what the kernel leaves in parts of the array.
func (c *fillingCase) run(t *testing.T, workers int, before bool) []byte {
	t.Helper()
	const threads = reservedBytes / savedBytesPerThread // enough for several workers
	r := newRig(t, kernelOf(c.body)).with(make([]int32, 1), ramp(1), 1000).grid(dim3(threads/64, 1, 1), dim3(64, 1, 1))
	r.launch.Workers = workers
	a := r.large()
	if before {
		a.Bytes(0, len(a.Data))
	}
	r.must()
	n, got := a.Filled(), []byte(nil)
	const part, each = 1 << 10, 1 << 14 // a part of the array, as making all of it takes long
	for at := 0; at < len(a.Data); at += each {
		got = append(got, make([]byte, part)...)
		if _, err := a.ReadAt(got[len(got)-part:], int64(at)); err != nil {
			t.Fatal(err)
		}
	}
	if after := a.Filled(); after != n || !before && (n == 0 || n > c.most*fillBytes) {
		t.Errorf("%s: the kernel fills %d bytes, and reading %d; want at most %d and 0", c.name, n, after-n, c.most*fillBytes)
	}
	return got
}

// TestReadAtBounds: reading in the middle of pieces, and beyond the end.
func TestReadAtBounds(t *testing.T) {
	a := newRig(t, kernelOf(tidy)).with(make([]int32, 1), ramp(1), 1000).large()
	a.Bytes(fillBytes, fillBytes+1)
	got := make([]byte, 3*fillBytes)
	if n, err := a.ReadAt(got, fillBytes/2); n != len(got) || err != nil {
		t.Errorf("got %d bytes and %v, want %d", n, err, len(got))
	}
	for i := 0; i < len(got); i += 4 {
		if v := le.LittleEndian.Uint32(got[i:]); v != uint32(7*(fillBytes/2+i)/4) {
			t.Fatalf("element %d is %d", (fillBytes/2+i)/4, v)
		}
	}
	if n, err := a.ReadAt(got, int64(len(a.Data)-4)); n != 4 || !errors.Is(err, io.EOF) {
		t.Errorf("at the end: got %d bytes and %v, want 4 and the end of the file", n, err)
	}
}

// TestSet: all of a large array is set when it is used, and what it held is gone. A part, and an array of which somebody keeps
// a slice, are set at once.
func TestSet(t *testing.T) {
	a := newRig(t, kernelOf(tidy)).with(make([]int32, 1), ramp(1), 1000).large()
	last := len(a.Data) - 1
	read := func() (b [2]byte) {
		for i, at := range []int{4, last} {
			if _, err := a.ReadAt(b[i:i+1], int64(at)); err != nil {
				t.Fatal(err)
			}
		}
		return b
	}
	a.Bytes(0, 8)
	for _, c := range []struct {
		value byte
		most  int
	}{{5, 0}, {0, len(a.Data)}, {6, 0}} {
		a.Set(0, len(a.Data), c.value)
		if n, got := a.Filled(), read(); n > c.most || got != [2]byte{c.value, c.value} {
			t.Errorf("set to %d: got %v, and %d bytes are filled", c.value, got, n)
		}
	}
	a.Set(last, last+1, 9)
	if got := read(); got != [2]byte{6, 9} {
		t.Errorf("the last byte is set to 9: got %v", got)
	}
	a.Share()
	kept := a.Bytes(0, len(a.Data))
	a.Set(0, len(a.Data), 3)
	if kept[4] != 3 || kept[last] != 3 {
		t.Errorf("a slice of the memory holds %d and %d, want 3", kept[4], kept[last])
	}
}

// TestSavingPieces: a parallel run keeps the pieces of a large array that it writes, and no others, and gives them back.
func TestSavingPieces(t *testing.T) {
	r := newRig(t, kernelOf(farApart)).with(make([]int32, 1), ramp(1), 1000)
	a := r.large()
	run, err := newRun(t.Context(), r.p, &r.launch)
	if err != nil {
		t.Fatal(err)
	}
	before := run.own(granuleSizes[0])
	defer run.disown()
	owners := run.owners[a]
	const at, read = 5*fillBytes - 8, 9 * fillBytes
	if !owners.acquireRange(a.Base+at, 16, 1, true) || !owners.acquireRange(a.Base+read, 16, 1, false) {
		t.Fatal("a run of one chunk is in conflict")
	}
	copy(a.Bytes(at, at+16), make([]byte, 16))
	before.restore()
	for i := at; i < at+16; i += 4 {
		if got := le.LittleEndian.Uint32(a.Data[i:]); got != uint32(7*i/4) {
			t.Errorf("element %d is %d after the run was undone", i/4, got)
		}
	}
	if n := len(owners.saving.kept); n != 2 {
		t.Errorf("%d pieces are kept, want the 2 that are written", n)
	}
	if owners.acquireRange(a.Base+at, 4, 2, false) {
		t.Error("another chunk reads what was written")
	}
}
