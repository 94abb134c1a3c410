// Package fatbin reads fat binaries: what nvcc and clang put into a program as the code of its
// kernels.
//
// A fat binary is a header and entries, one for each form of the code: PTX as text, plain or
// compressed, and machine code of one architecture. The fields are little-endian, the numbers of
// their offsets as found in what nvcc 13.5 writes. Clang can put bare PTX in the place of it.
//
// Not read: machine code, and text that toolkits before 12.8 compressed with LZ4.
package fatbin

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// HeaderBytes is how many bytes Size needs.
const HeaderBytes = 16

const (
	magic        = 0xBA55ED50
	kindPTX      = 1
	entryBytes   = 64      // that every header of an entry has
	zstdFlag     = 0x8000  // the payload is compressed
	lz4Flag      = 0x2000  // by an older toolkit
	maximumBytes = 1 << 30 // of one fat binary or text
)

// Size returns the bytes of the fat binary that begins with a header, the header included; 0 if the
// bytes are no such header.
func Size(header []byte) int {
	if len(header) < HeaderBytes || binary.LittleEndian.Uint32(header) != magic {
		return 0
	}
	head, body := binary.LittleEndian.Uint16(header[6:]), binary.LittleEndian.Uint64(header[8:])
	if head < HeaderBytes || body > maximumBytes {
		return 0
	}
	return int(head) + int(body)
}

// entry is one form of the code.
type entry struct {
	kind, arch int
	flags      uint64
	compressed int // bytes of the payload without padding; 0 where it is plain
	text       int // bytes when it is no longer compressed
	payload    []byte
}

// PTX returns the text of the newest PTX in a fat binary; "" where the program has no kernels. An
// error says why the PTX cannot be read.
func PTX(data []byte) (string, error) {
	entries, err := entriesOf(data)
	if err != nil {
		return "", err
	}
	var best *entry
	for i := range entries {
		if e := &entries[i]; e.kind == kindPTX && (best == nil || e.arch > best.arch) {
			best = e
		}
	}
	switch {
	case best != nil:
		return best.ptx()
	case len(entries) > 0:
		return "", fmt.Errorf("the program holds machine code for sm_%d and no PTX; build it with -arch=compute_90", entries[0].arch)
	}
	return "", nil
}

// entriesOf lists the entries of a fat binary.
func entriesOf(data []byte) ([]entry, error) {
	size := Size(data)
	if size == 0 || size > len(data) {
		return nil, fmt.Errorf("the code of the program is no fat binary")
	}
	var entries []entry
	for rest := data[binary.LittleEndian.Uint16(data[6:]):size]; len(rest) >= entryBytes; {
		header, bytes := uint64(binary.LittleEndian.Uint32(rest[4:])), binary.LittleEndian.Uint64(rest[8:])
		if header < entryBytes || header > uint64(len(rest)) || bytes > uint64(len(rest))-header {
			return nil, fmt.Errorf("an entry of the fat binary goes beyond its end")
		}
		entries = append(entries, entry{
			kind: int(binary.LittleEndian.Uint16(rest)), arch: int(binary.LittleEndian.Uint32(rest[28:])),
			flags: binary.LittleEndian.Uint64(rest[40:]), compressed: int(binary.LittleEndian.Uint32(rest[16:])),
			text: int(min(binary.LittleEndian.Uint64(rest[56:]), maximumBytes)), payload: rest[header : header+bytes],
		})
		rest = rest[header+bytes:]
	}
	return entries, nil
}

// ptx returns the text of an entry of PTX.
func (e *entry) ptx() (string, error) {
	text := e.payload
	switch {
	case e.flags&lz4Flag != 0:
		return "", fmt.Errorf("the PTX is compressed as toolkits before 12.8 do it; build the program with --no-compress")
	case e.flags&zstdFlag != 0:
		if e.compressed > len(text) {
			return "", fmt.Errorf("the compressed PTX goes beyond its entry")
		}
		d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maximumBytes), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return "", err
		}
		defer d.Close()
		if text, err = d.DecodeAll(text[:e.compressed], nil); err != nil {
			return "", fmt.Errorf("the PTX cannot be decompressed: %w", err)
		}
	}
	return string(bytes.TrimRight(text, "\x00")), nil
}
