package command

// This file compares headers with those that NumPy 2 writes.

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
)

// numpyHeader is what numpy.save writes before the elements of small arrays.
func numpyHeader(text string) string {
	return "\x93NUMPY\x01\x00v\x00" + fmt.Sprintf("%-117s\n", text)
}

// TestNpyHeaders: the headers are those of numpy.save, byte for byte, and are read as it reads them.
func TestNpyHeaders(t *testing.T) {
	double2 := report.Element{Bytes: 16, Scalars: []report.Scalar{{Bytes: 8, Float: true}, {Offset: 8, Bytes: 8, Float: true}}}
	record := report.Element{Bytes: 16, Scalars: []report.Scalar{{Bytes: 1, Signed: true}, {Offset: 8, Bytes: 8, Float: true}}}
	for _, test := range []struct {
		elem   report.Element
		length int
		text   string
	}{
		{scalar(ir.F32), 3, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }"},
		{double2, 4, "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 2), }"},
		{scalar(ir.U8), 2, "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }"},
		{scalar(ir.S64), 0, "{'descr': '<i8', 'fortran_order': False, 'shape': (0,), }"},
		{record, 2, "{'descr': [('f0', '|i1'), ('', '|V7'), ('f1', '<f8')], 'fortran_order': False, 'shape': (2,), }"},
	} {
		want := numpyHeader(test.text)
		if got := string(npyHeader(test.elem, test.length)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if n, _, err := readNpyHeader(strings.NewReader(want), test.elem); n != test.length || err != nil {
			t.Errorf("%s: got %d elements, %v, want %d", test.text, n, err, test.length)
		}
	}
}

// TestNpyOfOthers: headers of other shapes are read, and those of other values refused.
func TestNpyOfOthers(t *testing.T) {
	for _, test := range []struct {
		elem report.Element
		text string
		want int
		err  string
	}{
		{scalar(ir.S16), "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3, 4), }", 24, ""},
		{scalar(ir.U8), "{'descr': '|b1', 'fortran_order': False, 'shape': (5,), }", 5, ""},
		{scalar(ir.F32), "{'descr': '<f4', 'fortran_order': False, 'shape': (), }", 1, ""},
		{scalar(ir.F64), "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", 0, "column after column"},
		{scalar(ir.F32), "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }", 0, "big-endian float32"},
		{scalar(ir.F32), "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 0, "float64 (<f8), and float32 (<f4) is wanted: save it with .astype('<f4')"},
		{pair, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 0, "records"},
		{scalar(ir.F32), "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999), }", 0, "too large"},
		{scalar(ir.F32), "{}", 0, "none of NumPy's"},
	} {
		n, _, err := readNpyHeader(strings.NewReader(numpyHeader(test.text)), test.elem)
		if wrong := err != nil && (test.err == "" || !strings.Contains(err.Error(), test.err)); wrong || err == nil && (test.err != "" || n != test.want) {
			t.Errorf("%s: got %d, %v, want %d, %q", test.text, n, err, test.want, test.err)
		}
	}
	for _, text := range []string{"", "\x93NUM", "\x93NUMPY\x01", "\x93NUMPY\x02\x00\xff\xff\xff\xff{", "\x93NUMPY\x01\x00v\x00{"} {
		if _, _, err := readNpyHeader(strings.NewReader(text), pair); err == nil {
			t.Errorf("%q: got no error", text)
		}
	}
}
