package command

// This file reads and writes arrays in NumPy's format .npy: a header in the words of Python, and
// the elements, little-endian.

import (
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gpucourse/gpusim/report"
)

const (
	npyEnding = ".npy"
	npyMagic  = "\x93NUMPY"
	npyAlign  = 64      // of the elements, bytes
	npyMost   = 1 << 16 // bytes of a header
)

// npyType names a scalar as NumPy does: "<f4".
func npyType(s report.Scalar) string {
	kind := typeOf(s)[:1]
	if s.Bytes == 1 {
		return "|" + kind + "1"
	}
	return "<" + kind + strconv.Itoa(s.Bytes)
}

// npyUniform returns the type of all scalars of an element without gaps; "" for others.
func npyUniform(elem report.Element) string {
	for i, s := range elem.Scalars {
		if s.Offset != i*s.Bytes || npyType(s) != npyType(elem.Scalars[0]) {
			return ""
		}
	}
	if n := len(elem.Scalars); n == 0 || n*elem.Scalars[0].Bytes != elem.Bytes {
		return ""
	}
	return npyType(elem.Scalars[0])
}

// npyRecord is the type of an element of different scalars: "[('f0', '<i4'), ('f1', '<f4')]".
func npyRecord(elem report.Element) string {
	var fields []string
	at := 0
	gap := func(to int) {
		if to > at {
			fields = append(fields, fmt.Sprintf("('', '|V%d')", to-at))
		}
	}
	for i, s := range elem.Scalars {
		gap(s.Offset)
		fields = append(fields, fmt.Sprintf("('f%d', '%s')", i, npyType(s)))
		at = s.Offset + s.Bytes
	}
	gap(elem.Bytes)
	return "[" + strings.Join(fields, ", ") + "]"
}

// npyHeader returns what stands before the elements. An element of several numbers of one type is
// a row.
func npyHeader(elem report.Element, length int) []byte {
	descr, shape := "'"+npyUniform(elem)+"'", fmt.Sprintf("(%d,)", length)
	switch n := len(elem.Scalars); {
	case descr == "''":
		descr = npyRecord(elem)
	case n > 1:
		shape = fmt.Sprintf("(%d, %d)", length, n)
	}
	text := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr, shape)
	const before = len(npyMagic) + 4 // the version and the length
	text += strings.Repeat(" ", npyAlign-1-(before+len(text))%npyAlign) + "\n"
	head := append([]byte(npyMagic), 1, 0)
	return append(binary.LittleEndian.AppendUint16(head, uint16(len(text))), text...)
}

var (
	npyDescr  = regexp.MustCompile(`'descr':\s*(?:'([^']*)'|(\[.*?\])\s*,\s*')`)
	npyOrder  = regexp.MustCompile(`'fortran_order':\s*True`)
	npyShape  = regexp.MustCompile(`'shape':\s*\(([\d,\s]*)\)`)
	fieldName = regexp.MustCompile(`\('[^']*',\s*'([^']*)'\)`)
)

// readNpyHeader reads what stands before the elements, and returns how many of a type there are,
// and their extents.
func readNpyHeader(r io.Reader, elem report.Element) (length int, shape []int, err error) {
	text, err := npyText(r)
	if err != nil {
		return 0, nil, err
	}
	descr, extents := npyDescr.FindStringSubmatch(text), npyShape.FindStringSubmatch(text)
	if descr == nil || extents == nil {
		return 0, nil, fmt.Errorf("its header is none of NumPy's: %q", text)
	}
	length = 1
	for _, n := range strings.FieldsFunc(extents[1], func(r rune) bool { return r == ',' || r == ' ' }) {
		extent, err := strconv.Atoi(n)
		if err != nil || extent > 0 && length > npyMostElements/extent {
			return 0, nil, fmt.Errorf("its shape (%s) is too large", extents[1])
		}
		length *= extent
		shape = append(shape, extent)
	}
	if npyOrder.MatchString(text) && len(shape) > 1 {
		return 0, nil, fmt.Errorf("its elements are column after column; save it with np.ascontiguousarray")
	}
	if descr[2] != "" {
		if got, want := unnamed(descr[2]), unnamed(npyRecord(elem)); got != want {
			return 0, nil, fmt.Errorf("it holds records %s, and %s are wanted", got, want)
		}
		return length, shape, nil
	}
	length, err = npyCount(descr[1], length, elem)
	return length, shape, err
}

// npyMostElements bounds the numbers in a file.
const npyMostElements = 1 << 40

// npyCount returns how many elements a number of scalars makes.
func npyCount(descr string, total int, elem report.Element) (int, error) {
	want, got := npyUniform(elem), strings.Replace(strings.Replace(descr, "|b1", "|u1", 1), "=", "<", 1)
	if want == "" {
		return 0, fmt.Errorf("it holds numbers %s, and records %s are wanted", descr, unnamed(npyRecord(elem)))
	}
	if got != want {
		return 0, fmt.Errorf("it holds %s (%s), and %s (%s) is wanted: save it with .astype('%s')", npyName(descr), descr, typeOf(elem.Scalars[0]), want, want)
	}
	each := len(elem.Scalars)
	if total%each != 0 {
		return 0, fmt.Errorf("its %d numbers are not a whole number of elements of %d", total, each)
	}
	return total / each, nil
}

// npyName is a type of NumPy as a number of bits: "float64".
func npyName(descr string) string {
	kinds := map[byte]string{'f': "float", 'i': "int", 'u': "uint", 'c': "complex", 'b': "bool"}
	if len(descr) < 3 || kinds[descr[1]] == "" {
		return "other values"
	}
	bytes, err := strconv.Atoi(descr[2:])
	if err != nil {
		return "other values"
	}
	if descr[0] == '>' {
		return fmt.Sprintf("big-endian %s%d", kinds[descr[1]], 8*bytes)
	}
	return kinds[descr[1]] + strconv.Itoa(8*bytes)
}

// unnamed is a type of records without the names of the fields.
func unnamed(descr string) string {
	var types []string
	for _, m := range fieldName.FindAllStringSubmatch(descr, -1) {
		types = append(types, m[1])
	}
	return "[" + strings.Join(types, " ") + "]"
}

// npyText returns the words of a header.
func npyText(r io.Reader) (string, error) {
	start := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(npyMagic)]) != npyMagic {
		return "", fmt.Errorf("it is no file of numpy.save")
	}
	size := make([]byte, 2)
	if start[len(npyMagic)] > 1 { // versions from 2 on
		size = make([]byte, 4)
	}
	if _, err := io.ReadFull(r, size); err != nil {
		return "", fmt.Errorf("it ends in its header")
	}
	n := int(binary.LittleEndian.Uint16(size))
	if len(size) > 2 {
		n = int(binary.LittleEndian.Uint32(size))
	}
	text := make([]byte, min(n, npyMost))
	if _, err := io.ReadFull(r, text); err != nil || n > npyMost {
		return "", fmt.Errorf("it ends in its header")
	}
	return string(text), nil
}
