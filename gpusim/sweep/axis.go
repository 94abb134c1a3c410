package sweep

// This file reads axes: n=1024:1048576:x2, block=64,128,256, device=H100,H200.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Axis is a quantity that a sweep varies, with its values in their order.
type Axis struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // as a command line writes them
}

// Over returns an axis of some values.
func Over[T any](name string, values ...T) Axis {
	a := Axis{Name: name}
	for _, v := range values {
		a.Values = append(a.Values, fmt.Sprint(v))
	}
	return a
}

// AxisHelp explains what Parse reads.
const AxisHelp = `NAME=A,B,C lists values. FIRST:LAST:STEP counts from FIRST to LAST:
  n=1024:1048576:x2          each value is twice the one before: 1024, 2048, 4096 …
  n=0:32:4                   each value is 4 more: 0, 4, 8 … 32
  block=64,128,32x8          blocks of 64, of 128, and of 32 by 8 threads`

// Parse reads an axis.
func Parse(text string) (Axis, error) {
	name, values, ok := strings.Cut(text, "=")
	if a := (Axis{Name: name}); ok && name != "" && values != "" {
		for _, part := range Fields(values) {
			list, err := expand(part)
			if err != nil {
				return a, fmt.Errorf("%s: %w", text, err)
			}
			a.Values = append(a.Values, list...)
		}
		return a, a.check()
	}
	return Axis{}, fmt.Errorf("%q is no axis: write NAME=A,B,C or NAME=FIRST:LAST:STEP, for example n=1024:1048576:x2", text)
}

// check refuses a value that stands twice.
func (a Axis) check() error {
	seen := map[string]bool{}
	for _, v := range a.Values {
		if v == "" {
			return fmt.Errorf("%s=%s: a value is empty", a.Name, strings.Join(a.Values, ","))
		}
		if seen[v] {
			return fmt.Errorf("%s=%s: the value %s stands there twice", a.Name, strings.Join(a.Values, ","), v)
		}
		seen[v] = true
	}
	return nil
}

// Fields splits a text at its commas, except those in brackets: type arguments and template
// arguments of a kernel have commas too.
func Fields(text string) (parts []string) {
	depth, first := 0, 0
	for i, r := range text {
		switch r {
		case '[', '<':
			depth++
		case ']', '>':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[first:i]))
				first = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(text[first:]))
}

// expand returns the values that a part of a list stands for.
func expand(part string) ([]string, error) {
	ends := strings.Split(part, ":")
	if len(ends) == 1 {
		if v := number(part); v != nil {
			part = written(v)
		}
		return []string{part}, nil
	}
	step, times := "1", false
	if len(ends) == 3 {
		step, times = strings.CutPrefix(ends[2], "x")
	}
	first, last, by := number(ends[0]), number(ends[1]), number(step)
	if len(ends) > 3 || first == nil || last == nil || by == nil {
		return nil, fmt.Errorf("%q is not FIRST:LAST, FIRST:LAST:STEP or FIRST:LAST:xFACTOR of numbers", part)
	}
	if times {
		return multiplied(first, last, by)
	}
	return added(first, last, by)
}

// mostValues bounds the values of an axis and the points of a sweep.
const mostValues = 100_000

var zero, one = constant.MakeInt64(0), constant.MakeInt64(1)

// added counts in equal steps.
func added(first, last, by constant.Value) (values []string, err error) {
	if constant.Compare(by, token.LEQ, zero) || constant.Compare(first, token.GTR, last) {
		return nil, fmt.Errorf("the step must be above 0, and the first value not above the last")
	}
	for v := first; constant.Compare(v, token.LEQ, last); v = constant.BinaryOp(v, token.ADD, by) {
		if values = append(values, written(v)); len(values) > mostValues {
			return nil, errTooMany
		}
	}
	return values, nil
}

// multiplied counts in equal factors. Between whole numbers, values are rounded down.
func multiplied(first, last, by constant.Value) (values []string, err error) {
	if constant.Compare(by, token.LEQ, one) || constant.Compare(first, token.LEQ, zero) || constant.Compare(first, token.GTR, last) {
		return nil, fmt.Errorf("the factor must be above 1, and the first value above 0 and not above the last")
	}
	whole := isWhole(first) && isWhole(last)
	for v := first; constant.Compare(v, token.LEQ, last); v = constant.BinaryOp(v, token.MUL, by) {
		text := written(v)
		if f, _ := constant.Float64Val(v); whole && !isWhole(v) {
			text = strconv.FormatFloat(math.Floor(f), 'f', -1, 64)
		}
		if n := len(values); n == 0 || values[n-1] != text {
			values = append(values, text)
		}
		if len(values) > mostValues {
			return nil, errTooMany
		}
	}
	return values, nil
}

var errTooMany = fmt.Errorf("a sweep has at most %d values", mostValues)

func isWhole(v constant.Value) bool { return constant.ToInt(v).Kind() == constant.Int }

// number evaluates a constant expression, such as 1<<20; it is nil where a text is none.
func number(text string) constant.Value {
	got, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text)
	if err != nil || got.Value == nil || got.Value.Kind() != constant.Int && got.Value.Kind() != constant.Float {
		return nil
	}
	return got.Value
}

// written is a number as a command line has it.
func written(v constant.Value) string {
	if isWhole(v) {
		return constant.ToInt(v).ExactString()
	}
	f, _ := constant.Float64Val(v)
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// Numbers returns the values as numbers; ok is false where one is none.
func (a Axis) Numbers() (list []float64, ok bool) {
	for _, text := range a.Values {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, false
		}
		list = append(list, v)
	}
	return list, true
}

// Point is a place of a sweep: a value of each axis.
type Point struct {
	Index  int // in the order of the sweep, in which the last axis changes fastest
	axes   []Axis
	values []string // by axis
}

// points lists the points of axes.
func points(axes []Axis) ([]Point, error) {
	n := 1
	var names []string
	for _, a := range axes {
		if slices.Contains(names, a.Name) {
			return nil, fmt.Errorf("there are two axes %s", a.Name)
		}
		if len(a.Values) == 0 {
			return nil, fmt.Errorf("axis %s has no values", a.Name)
		}
		names = append(names, a.Name)
		if n *= len(a.Values); n > mostValues {
			return nil, errTooMany
		}
	}
	list := make([]Point, n)
	for i := range list {
		p := Point{Index: i, axes: axes, values: make([]string, len(axes))}
		rest := i
		for k := len(axes) - 1; k >= 0; k-- {
			p.values[k] = axes[k].Values[rest%len(axes[k].Values)]
			rest /= len(axes[k].Values)
		}
		list[i] = p
	}
	return list, nil
}

// Value returns the value on an axis.
func (p Point) Value(axis string) string {
	i := slices.IndexFunc(p.axes, func(a Axis) bool { return a.Name == axis })
	if i < 0 {
		panic(fmt.Sprintf("sweep: there is no axis %s: %v", axis, p))
	}
	return p.values[i]
}

// Int returns the value on an axis of whole numbers.
func (p Point) Int(axis string) int {
	n, err := strconv.Atoi(p.Value(axis))
	if err != nil {
		panic(fmt.Sprintf("sweep: axis %s: %v", axis, err))
	}
	return n
}

// Each calls do with the name and the value of each axis.
func (p Point) Each(do func(axis, value string)) {
	for i, a := range p.axes {
		do(a.Name, p.values[i])
	}
}

// byAxis returns the values by the names of their axes.
func (p Point) byAxis() map[string]string {
	m := map[string]string{}
	p.Each(func(axis, value string) { m[axis] = value })
	return m
}

// String returns the values: "n=1024 block=64".
func (p Point) String() string {
	var list []string
	p.Each(func(axis, value string) { list = append(list, axis+"="+value) })
	return strings.Join(list, " ")
}
