package hidden

// This file makes launches of a row: it evaluates expressions and runs the reference.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
)

// number evaluates an expression over the extents of a size.
func (k *Kernel) number(expression string, s rubric.Size) (float64, error) {
	p := types.NewPackage("row", "row")
	for i, name := range k.Extents {
		p.Scope().Insert(types.NewConst(token.NoPos, p, name, types.Typ[types.UntypedInt], constant.MakeInt64(int64(s[i]))))
	}
	v, err := types.Eval(token.NewFileSet(), p, token.NoPos, expression)
	if err != nil || v.Value == nil {
		return 0, fmt.Errorf("%q is no number for the size %v: %w", expression, s, err)
	}
	n, _ := constant.Float64Val(constant.ToFloat(v.Value))
	return n, nil
}

// mostElements bounds lengths and extents; a row is read as text from a file.
const mostElements = 1 << 24

// whole evaluates an expression that must be a whole number from least on.
func (k *Kernel) whole(expression string, s rubric.Size, least int) (int, error) {
	n, err := k.number(expression, s)
	if err != nil {
		return 0, err
	}
	if n != float64(int(n)) || int(n) < least || n > mostElements {
		return 0, fmt.Errorf("%q is %v for the size %v: it must be a whole number from %d to %d", expression, n, s, least, mostElements)
	}
	return int(n), nil
}

// shape returns the grid, the block and the dynamic shared memory of a launch.
func (k *Kernel) shape(s rubric.Size) (c rubric.Case, err error) {
	if c.Grid, err = k.dim(k.Grid, s); err != nil {
		return c, fmt.Errorf("grid: %w", err)
	}
	if c.Block, err = k.dim(k.Block, s); err != nil {
		return c, fmt.Errorf("block: %w", err)
	}
	if k.Shared != "" {
		c.Shared, err = k.whole(k.Shared, s, 0)
	}
	return c, err
}

func (k *Kernel) dim(expressions []string, s rubric.Size) (rubric.Dim, error) {
	d := [3]int{1, 1, 1}
	if len(expressions) < 1 || len(expressions) > len(d) {
		return rubric.Dim{}, fmt.Errorf("there are %d expressions: one to three are allowed", len(expressions))
	}
	for i, expression := range expressions {
		var err error
		if d[i], err = k.whole(expression, s, 1); err != nil {
			return rubric.Dim{}, err
		}
	}
	return rubric.Dim{X: d[0], Y: d[1], Z: d[2]}, nil
}

// arguments returns the arguments of a launch, with results as before it.
func (k *Kernel) arguments(s rubric.Size, rng *rubric.Random) ([]rubric.Arg, error) {
	params, err := k.parameters()
	if err != nil {
		return nil, err
	}
	if len(params) != len(k.Arguments) {
		return nil, fmt.Errorf("there are %d arguments, and the signature has %d parameters", len(k.Arguments), len(params))
	}
	var args []rubric.Arg
	for i, a := range k.Arguments {
		arg, err := k.argument(a, params[i], s, rng)
		if err != nil {
			return nil, fmt.Errorf("argument %s: %w", a.Name, err)
		}
		args = append(args, arg)
	}
	return args, nil
}

// parameters returns the types of the signature's parameters.
func (k *Kernel) parameters() (list []string, err error) {
	expr, err := parser.ParseExpr(k.Signature)
	f, ok := expr.(*ast.FuncType)
	if err != nil || !ok {
		return nil, fmt.Errorf("the signature %q is no type of a function", k.Signature)
	}
	for _, field := range f.Params.List {
		for range field.Names {
			list = append(list, types.ExprString(field.Type))
		}
	}
	return list, nil
}

// largest is the most that an int32 of an input is.
const largest = 1000

func (k *Kernel) argument(a Argument, kind string, s rubric.Size, rng *rubric.Random) (rubric.Arg, error) {
	if kind == "[]float32" || kind == "[]int32" {
		n, err := k.whole(a.Length, s, 0)
		switch {
		case err != nil:
			return nil, err
		case kind == "[]float32" && a.Result:
			return rubric.Result(a.Name, n, rng), nil
		case kind == "[]float32":
			return rubric.Input(a.Name, n, rng), nil
		case a.Result:
			return rubric.ResultInts(a.Name, n, rng), nil
		}
		return rubric.InputInts(a.Name, n, largest, rng), nil
	}
	v, err := k.number(a.Value, s)
	switch {
	case err != nil:
		return nil, err
	case kind == "int":
		return rubric.NewScalar(a.Name, int(v)), nil
	case kind == "float32":
		return rubric.NewScalar(a.Name, float32(v)), nil
	}
	return nil, fmt.Errorf("the type %s is unknown: []float32, []int32, float32 and int are allowed", kind)
}

// instructions limits a launch of the reference.
const instructions = 10_000_000

// launch returns the case of a size. The reference computes its results.
func (k *Kernel) launch(s rubric.Size, rng *rubric.Random, reference simulator.Program) (*rubric.Case, error) {
	c, err := k.shape(s)
	if err != nil {
		return nil, err
	}
	if c.Args, err = k.arguments(s, rng); err != nil {
		return nil, err
	}
	l := &simulator.Launch{Grid: c.Grid, Block: c.Block, Shared: c.Shared, Instructions: instructions}
	exact := c.Exact()
	for _, a := range exact.Args {
		l.Args = append(l.Args, a.Value())
	}
	if _, err := reference.Launch(l); err != nil {
		return nil, fmt.Errorf("the reference %s, %v: %w", k.Name, s, err)
	}
	for i, a := range c.Args {
		if !k.Arguments[i].Result {
			continue
		}
		switch a := a.(type) {
		case *rubric.Array[float32]:
			copy(a.Want, l.Args[i].([]float32))
		case *rubric.Array[int32]:
			copy(a.Want, l.Args[i].([]int32))
		}
	}
	return &c, nil
}
