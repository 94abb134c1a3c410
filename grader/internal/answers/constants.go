package answers

// This file reads numbers and launches that are written as constants.

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"gpucourse/gpusim"
)

// mostExpression bounds the text of an expression.
const mostExpression = 1000

// value returns the value of a constant expression without names.
func value(e ast.Expr) (constant.Value, error) {
	text := textOf(e)
	if len(text) > mostExpression {
		return nil, errors.New("the answer is too long")
	}
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text)
	if err != nil || v.Value == nil {
		return nil, fmt.Errorf("the answer is %s, and a class is graded without running notebooks: write it as a constant, such as 4*32", text)
	}
	return v.Value, nil
}

// number returns a number.
func number(e ast.Expr) (float64, error) {
	v, err := value(e)
	if err != nil {
		return 0, err
	}
	if v = constant.ToFloat(v); v.Kind() != constant.Float {
		return 0, fmt.Errorf("the answer is %s, which is no number", textOf(e))
	}
	f, _ := constant.Float64Val(v)
	return f, nil
}

// whole returns a whole number.
func whole(e ast.Expr) (int, error) {
	f, err := number(e)
	const most = 1 << 40
	if err == nil && (f != float64(int(f)) || f > most || f < -most) {
		err = fmt.Errorf("%s is no whole number of a launch", textOf(e))
	}
	return int(f), err
}

// config returns gpusim.Config{Grid: gpusim.Dim(40), Block: gpusim.Dim(24), Shared: 0}.
func config(e ast.Expr) (c gpusim.Config, err error) {
	lit, ok := e.(*ast.CompositeLit)
	if !ok || textOf(lit.Type) != "gpusim.Config" {
		return c, fmt.Errorf("the answer is %s: write gpusim.Config{Grid: gpusim.Dim(…), Block: gpusim.Dim(…)} with numbers", textOf(e))
	}
	for _, element := range lit.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return c, errors.New("write Grid, Block and Shared with their names")
		}
		switch key := textOf(pair.Key); key {
		case "Grid":
			c.Grid, err = dim(pair.Value)
		case "Block":
			c.Block, err = dim(pair.Value)
		case "Shared":
			c.Shared, err = whole(pair.Value)
		default:
			err = fmt.Errorf("the task is about Grid, Block and Shared alone: leave %s out", key)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// dim returns gpusim.Dim(8, 4) or gpusim.Dim3{X: 8, Y: 4, Z: 1}.
func dim(e ast.Expr) (d gpusim.Dim3, err error) {
	var parts []ast.Expr
	switch e := e.(type) {
	case *ast.CallExpr:
		if textOf(e.Fun) == "gpusim.Dim" {
			parts = e.Args
		}
	case *ast.CompositeLit:
		if textOf(e.Type) == "gpusim.Dim3" {
			parts = e.Elts
		}
	}
	if len(parts) == 0 || len(parts) > 3 {
		return d, fmt.Errorf("%s is no gpusim.Dim of one to three numbers", textOf(e))
	}
	d = gpusim.Dim(1)
	extents := map[string]*int{"X": &d.X, "Y": &d.Y, "Z": &d.Z}
	for i, part := range parts {
		at := extents[string(rune('X'+i))]
		if pair, ok := part.(*ast.KeyValueExpr); ok {
			at, part = extents[textOf(pair.Key)], pair.Value
		}
		if at == nil {
			return d, fmt.Errorf("%s has another field than X, Y and Z", textOf(e))
		}
		if *at, err = whole(part); err != nil {
			return d, err
		}
	}
	return d, nil
}
