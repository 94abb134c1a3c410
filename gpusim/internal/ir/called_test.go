package ir_test

import (
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// TestCalled: inlined functions of one line stand for their call, those of more lines for themselves.
func TestCalled(t *testing.T) {
	at := func(line int) diag.Pos { return diag.Pos{File: "k.cu", Line: line} }
	kernel := func(line int) *ir.Frame { return &ir.Frame{Pos: at(line), Func: "k"} }
	k := ir.Kernel{Frames: []ir.Frame{
		{},
		{Pos: at(20), Func: "k"},
		{Pos: at(3), Func: "wraps", Caller: kernel(21)},
		{Pos: at(5), Func: "fills", Caller: kernel(22)},
		{Pos: at(6), Func: "fills", Caller: kernel(22)},
		{Pos: at(3), Func: "wraps", Caller: &ir.Frame{Pos: at(6), Func: "fills", Caller: kernel(22)}},
		{Pos: at(3), Func: "wraps", Caller: &ir.Frame{Pos: at(8), Func: "again", Caller: kernel(23)}},
	}}
	for i, want := range []int{0, 20, 21, 5, 6, 6, 23} {
		if got := k.Called(ir.PosID(i)).Pos.Line; got != want {
			t.Errorf("frame %d: got line %d, want %d", i, got, want)
		}
	}
}
