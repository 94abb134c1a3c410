package source_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation/kernels"
)

type particle struct{ at, speed float32 }

func (p *particle) move(x []particle) { x[gpu.ThreadIdx.X].at += p.speed }

func plain(x []float32, n int) { x[gpu.ThreadIdx.X] = x[n] }

func copyAny[T any](out, in []T) { out[gpu.ThreadIdx.X] = in[gpu.ThreadIdx.X] }

func convert[In, Out ~int32 | ~float32](out []Out, in gpu.ReadOnly[In], m gpu.Pitched[Out]) {
	out[gpu.ThreadIdx.X] = Out(in[gpu.ThreadIdx.X]) + m.Row(0)[0]
}

func inTable[T any]() any {
	return copyAny[T]
}

func ofKernels[T kernels.Word]() any {
	return kernels.CopyOffset[T]
}

func ofAnotherModule[T any]() any {
	return maps.Clone[map[int32]T]
}

type celsius float32

// TestLoadFunc finds the names of function values.
func TestLoadFunc(t *testing.T) {
	for _, c := range []struct {
		fn   any
		want string
	}{
		{plain, "plain"},
		{copyAny[uint8], "copyAny[uint8]"},
		{copyAny[gpu.Float4], "copyAny[gpu.Float4]"},
		{copyAny[particle], "copyAny[particle]"},
		{copyAny[[3]int16], "copyAny[[3]int16]"},
		{convert[celsius, int32], "convert[celsius, int32]"},
		{inTable[float64](), "copyAny[float64]"},
		{ofKernels[uint16](), "CopyOffset[uint16]"},
	} {
		u, name, err := source.LoadFunc(c.fn)
		if err != nil || name != c.want {
			t.Errorf("got %q, %v, want %q", name, err, c.want)
			continue
		}
		if k, err := u.Lower(name, false); err != nil || k.Name != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLoadFuncRefuses passes values that have no declaration.
func TestLoadFuncRefuses(t *testing.T) {
	local := func(x []float32) { x[0] = 1 }
	beside, _ := func(out, in []int32) { out[0] = in[0] }, copyAny[int32]
	for want, fn := range map[string]any{
		"int is not a function":             3,
		"a function literal has no name":    local,
		"are on one line":                   beside,
		"Clone is named inside a generic":   ofAnotherModule[int32](),
		"(*particle).move is a method":      (&particle{}).move,
		"func([]float32) is not a function": (func([]float32))(nil),
	} {
		_, _, err := source.LoadFunc(fn)
		var list diag.List
		if !errors.As(err, &list) || list[0].Code != diag.NoSource || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want NoSource with %q", err, want)
		}
	}
}
