package source

// This file finds the numbers in the code of a kernel. Sizes and inputs follow from them, so
// that a special case for a number is met.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"maps"
	"math"
	"math/bits"
	"regexp"
	"slices"

	"gpucourse/grader/rubric"
)

// mostBits bounds the constants that are computed: constants of constants grow without end.
const mostBits = 64

// Constants returns the numbers that are written in a declaration and in all that it uses from
// its package, in ascending order.
func (s *Submission) Constants(name string) *rubric.Constants {
	c := &constants{named: map[string]ast.Expr{}, values: map[float64]bool{}, compared: map[float64]bool{}, moduli: map[int]bool{}}
	var decls []ast.Node
	for _, used := range slices.Sorted(maps.Keys(s.reachable(name))) {
		decls = append(decls, s.fileOf(used).decls[used])
	}
	for _, d := range decls {
		ast.Inspect(d, c.declare)
	}
	for _, d := range decls {
		ast.Inspect(d, c.collect)
	}
	maps.DeleteFunc(c.values, func(v float64, _ bool) bool { return c.compared[v] })
	return &rubric.Constants{
		Compared: slices.Sorted(maps.Keys(c.compared)), Others: slices.Sorted(maps.Keys(c.values)), Moduli: slices.Sorted(maps.Keys(c.moduli)),
		Narrow: c.narrow, Cut: c.cut,
	}
}

// constants collects numbers.
type constants struct {
	named            map[string]ast.Expr
	values, compared map[float64]bool
	moduli           map[int]bool
	narrow           bool
	cut              int
}

// narrowTypes hold 16 bits or fewer.
var narrowTypes = regexp.MustCompile(`^(u?int(8|16)|byte)$`)

// declare remembers the constants of a declaration. Those that count with iota are left out.
func (c *constants) declare(n ast.Node) bool {
	if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.CONST {
		for _, spec := range d.Specs {
			v := spec.(*ast.ValueSpec)
			for i, value := range v.Values {
				c.named[v.Names[i].Name] = value
			}
		}
	}
	return true
}

// collect takes the numbers that stand in a part of the code.
func (c *constants) collect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		c.narrow = c.narrow || narrowTypes.MatchString(n.Name)
	case *ast.AssignStmt:
		switch n.Tok {
		case token.REM_ASSIGN:
			c.narrows(token.REM, n.Rhs[0])
		case token.AND_ASSIGN:
			c.narrows(token.AND, n.Rhs[0])
		case token.SHL_ASSIGN:
			c.narrows(token.SHL, n.Rhs[0])
		}
	case *ast.CaseClause:
		c.compare(n.List...)
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "min" || f.Name == "max") {
			c.compare(n.Args...)
		}
	case *ast.BinaryExpr:
		switch n.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			c.compare(n.X, n.Y)
		case token.REM, token.AND, token.QUO, token.SHR:
			c.modulus(n)
		}
		if variable := c.number(n.X, 0) == nil; variable && (n.Op == token.REM || n.Op == token.AND || n.Op == token.SHL || n.Op == token.SHR) {
			c.narrows(n.Op, n.Y)
		}
	}
	e, ok := n.(ast.Expr)
	return !ok || !c.add(c.values, e)
}

// compare takes the numbers that something is compared with, and those whose multiples it is compared with.
func (c *constants) compare(list ...ast.Expr) {
	for _, e := range list {
		if c.add(c.compared, e) {
			continue
		}
		if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.MUL {
			c.add(c.compared, b.X)
			c.add(c.compared, b.Y)
		}
	}
}

// add takes the number that an expression is; false where it is none.
func (c *constants) add(to map[float64]bool, e ast.Expr) bool {
	v := c.number(e, 0)
	if v != nil {
		f, _ := constant.Float64Val(v)
		to[f] = true
	}
	return v != nil
}

// modulus takes m of x%m and x/m, and a power of two m of x&(m-1) and of the shift that divides by m.
func (c *constants) modulus(b *ast.BinaryExpr) {
	v := c.number(b.Y, 0)
	if v == nil {
		return
	}
	m, exact := constant.Int64Val(constant.ToInt(v))
	switch {
	case !exact || m < 1 || m > math.MaxInt32:
	case b.Op == token.SHR && m < 31:
		c.moduli[1<<m] = true
	case b.Op == token.REM, b.Op == token.QUO:
		c.moduli[int(m)] = true
	case b.Op == token.AND && m&(m+1) == 0:
		c.moduli[int(m)+1] = true
	}
}

// narrows notes a mask, a modulus or a shift to the left that cuts numbers to few bits, as y of x&y, x%y and x<<y, and a shift to
// the right that tells large numbers from small ones.
func (c *constants) narrows(op token.Token, y ast.Expr) {
	const fewest, most, shift, mostCut = 1 << 9, 1 << 17, 8, 1 << 21
	v := c.number(y, 0)
	if v == nil {
		return
	}
	n, exact := constant.Int64Val(constant.ToInt(v))
	switch {
	case !exact:
	case op == token.SHL:
		c.narrow = c.narrow || n >= shift
	case op == token.SHR:
		if n < int64(bits.Len(mostCut)) && 1<<n > most {
			c.narrow, c.cut = true, max(c.cut, 1<<n)
		}
	default:
		c.narrow = c.narrow || fewest <= n+1 && n <= mostCut
		if most < n && n <= mostCut {
			c.cut = max(c.cut, int(n))
		}
	}
}

// number returns the value of a constant expression, nil when it is none. deep counts the
// names and operators around it.
func (c *constants) number(e ast.Expr, deep int) constant.Value {
	const deepest = 30
	if deep > deepest {
		return nil
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		return bounded(constant.MakeFromLiteral(e.Value, e.Kind, 0))
	case *ast.ParenExpr:
		return c.number(e.X, deep+1)
	case *ast.Ident:
		if value := c.named[e.Name]; value != nil {
			return c.number(value, deep+1)
		}
	case *ast.UnaryExpr:
		if x := c.number(e.X, deep+1); x != nil && e.Op == token.SUB {
			return constant.UnaryOp(e.Op, x, 0)
		}
	case *ast.BinaryExpr:
		x, y := c.number(e.X, deep+1), c.number(e.Y, deep+1)
		if x != nil && y != nil {
			return computed(x, e.Op, y)
		}
	}
	return nil
}

// computed returns what a binary operator makes of two numbers, nil where this file does not
// compute it.
func computed(x constant.Value, op token.Token, y constant.Value) constant.Value {
	switch op {
	case token.SHL, token.SHR:
		by, exact := constant.Uint64Val(constant.ToInt(y))
		if x = constant.ToInt(x); !exact || by > mostBits || x.Kind() != constant.Int {
			return nil
		}
		return bounded(constant.Shift(x, op, uint(by)))
	case token.QUO:
		if constant.Sign(y) == 0 {
			return nil
		}
		if x.Kind() == constant.Int && y.Kind() == constant.Int {
			op = token.QUO_ASSIGN // of integers
		}
	case token.ADD, token.SUB, token.MUL:
	default:
		return nil
	}
	return bounded(constant.BinaryOp(x, op, y))
}

// bounded returns a number that is not too large; nil for others and for text.
func bounded(v constant.Value) constant.Value {
	if v.Kind() == constant.Int && constant.BitLen(v) <= mostBits {
		return v
	}
	if v.Kind() == constant.Float {
		if f, _ := constant.Float64Val(v); !math.IsInf(f, 0) {
			return constant.MakeFloat64(f)
		}
	}
	return nil
}
