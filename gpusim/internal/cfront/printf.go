package cfront

// This file translates printf and assert, whose arguments are texts.

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/printf"
)

// assert stops the kernel where a condition does not hold.
func (f *fn) assert(x *syntax.Call, _ *syntax.Name) val {
	if len(x.Args) != 1 {
		refuse(x.Pos, diag.TypeError, "write one condition", "assert takes one argument")
	}
	c := f.truth(x.Args[0])
	why := tree.String(fmt.Sprintf("%s in line %d does not hold", diag.Assertion, x.Pos.Line))
	f.add(tree.If(tree.Not(tree.Paren(c.x)), tree.Do(tree.Apply(tree.Path(inCUDA("Trap")), why))))
	return val{t: voidType, at: x.Pos}
}

// printf translates printf. The format stays as C has it.
func (f *fn) printf(x *syntax.Call, _ *syntax.Name) val {
	var format *syntax.Literal
	if len(x.Args) > 0 {
		format, _ = x.Args[0].(*syntax.Literal)
	}
	if format == nil || !strings.HasPrefix(format.Text, `"`) {
		refuse(x.Pos, diag.PrintfFormat, "write the format as a literal", "printf: the format is not a literal")
	}
	text, ok := lex.Text(format.Text)
	if !ok {
		refuse(format.Pos, diag.PrintfFormat, `use escapes such as \n and \t`, "printf: the format cannot be read")
	}
	text, args := f.texts(text, x.Args[1:])
	checkVerbs(text, len(args), format.Pos)
	list := []ast.Expr{tree.String(text)}
	for _, a := range args {
		v := f.rvalue(f.expr(a))
		if v.t.k == pointer {
			v = f.cast(v, sizeType)
		}
		v = f.promote(f.number(v, "printf"))
		if v.c != nil {
			v.x = f.keep(v)
		}
		list = append(list, v.x)
	}
	return val{x: f.u.call("gpu.Printf", x.Pos, list...), t: voidType, at: x.Pos}
}

// texts puts arguments that are literals into the format in the place of %s.
func (f *fn) texts(format string, args []syntax.Expr) (string, []syntax.Expr) {
	used := make([]bool, len(args))
	text := printf.Texts(format, func(i int) (string, bool) {
		if i >= len(args) {
			return "", false
		}
		l, ok := args[i].(*syntax.Literal)
		if !ok || !strings.HasPrefix(l.Text, `"`) {
			return "", false
		}
		s, ok := lex.Text(l.Text)
		used[i] = ok
		return s, ok
	})
	var rest []syntax.Expr
	for i, a := range args {
		if !used[i] {
			rest = append(rest, a)
		}
	}
	return text, rest
}

// checkVerbs refuses a format whose verbs do not fit the arguments.
func checkVerbs(format string, args int, at diag.Pos) {
	read, bad := printf.Kernel(format)
	verbs, _ := printf.Verbs(format)
	if slices.ContainsFunc(verbs, func(v printf.Verb) bool { return v.Char == 's' }) {
		bad = "%s"
	}
	switch {
	case bad != "":
		refuse(at, diag.PrintfFormat, "print numbers", "printf: %s is not for kernels", bad)
	case read != format:
		refuse(at, diag.PrintfFormat, "print a size as %llu, with a cast to unsigned long long, and write a precision in digits",
			"printf: a device prints some of the format as it stands: it reads the lengths h, l and ll, and no precision from an argument")
	case len(verbs) != args:
		refuse(at, diag.PrintfFormat, "give one argument for each verb", "printf: the format has %s for %s", diag.Count(len(verbs), "verbs"), diag.Count(args, "arguments"))
	}
}
