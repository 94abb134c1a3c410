package fatbin

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// binaryOf makes a fat binary of entries.
func binaryOf(entries ...entry) []byte {
	var body []byte
	for _, e := range entries {
		head := make([]byte, entryBytes)
		binary.LittleEndian.PutUint16(head, uint16(e.kind))
		binary.LittleEndian.PutUint32(head[4:], entryBytes)
		binary.LittleEndian.PutUint64(head[8:], uint64(len(e.payload)))
		binary.LittleEndian.PutUint32(head[16:], uint32(e.compressed))
		binary.LittleEndian.PutUint32(head[28:], uint32(e.arch))
		binary.LittleEndian.PutUint64(head[40:], e.flags)
		body = append(append(body, head...), e.payload...)
	}
	head := make([]byte, HeaderBytes)
	binary.LittleEndian.PutUint32(head, magic)
	binary.LittleEndian.PutUint16(head[6:], HeaderBytes)
	binary.LittleEndian.PutUint64(head[8:], uint64(len(body)))
	return append(head, body...)
}

func TestPTX(t *testing.T) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	packed := w.EncodeAll([]byte(".version 9.5 // packed"), nil)
	machine := entry{kind: 2, arch: 90, payload: []byte("ELF")}
	for name, c := range map[string]struct {
		entries    []entry
		want, fail string
	}{
		"plain":      {entries: []entry{machine, {kind: kindPTX, arch: 90, payload: []byte(".version 9.5\x00\x00\x00")}}, want: ".version 9.5"},
		"packed":     {entries: []entry{{kind: kindPTX, flags: zstdFlag, compressed: len(packed), payload: append(packed, 0, 0)}}, want: ".version 9.5 // packed"},
		"newest":     {entries: []entry{{kind: kindPTX, arch: 90, payload: []byte("new")}, {kind: kindPTX, arch: 75, payload: []byte("old")}}, want: "new"},
		"no kernels": {},
		"machine":    {entries: []entry{machine}, fail: "machine code for sm_90 and no PTX; build it with -arch=compute_90"},
		"old":        {entries: []entry{{kind: kindPTX, flags: lz4Flag, payload: []byte("x")}}, fail: "--no-compress"},
		"damaged":    {entries: []entry{{kind: kindPTX, flags: zstdFlag, compressed: 3, payload: []byte("xyz")}}, fail: "cannot be decompressed"},
	} {
		got, err := PTX(binaryOf(c.entries...))
		if got != c.want || (err != nil) != (c.fail != "") || err != nil && !strings.Contains(err.Error(), c.fail) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// FuzzPTX: no bytes make it panic.
func FuzzPTX(f *testing.F) {
	f.Add(binaryOf(entry{kind: kindPTX, arch: 90, payload: []byte(".version 9.5")}))
	f.Add(binaryOf(entry{kind: kindPTX, flags: zstdFlag, compressed: 2, payload: []byte("xy")}, entry{kind: 2}))
	around := binaryOf() // whose two sizes together pass the largest number
	binary.LittleEndian.PutUint16(around[6:], 144)
	binary.LittleEndian.PutUint64(around[8:], ^uint64(0)-125)
	f.Add(around)
	f.Fuzz(func(_ *testing.T, data []byte) { PTX(data) })
}
