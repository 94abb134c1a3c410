package syntax

// This file writes trees as text for comparisons.

import (
	"fmt"
	"strings"
)

// show returns a node as a list.
func show(node any) string {
	switch n := node.(type) {
	case nil:
		return "-"
	case Expr:
		if text, ok := showExpr(n); ok {
			return text
		}
		if text, ok := showType(n); ok {
			return text
		}
		return showStmt(n)
	}
	return fmt.Sprintf("%T", node)
}

func showExpr(node any) (string, bool) {
	switch n := node.(type) {
	case *Name:
		text := n.Key(n.Name)
		if n.Scope != nil {
			text = show(n.Scope) + "::" + n.Name
		}
		return text + showArgs(n.Args), true
	case *Literal:
		return n.Text, true
	case *Unary:
		if n.Postfix {
			return list("post"+n.Op, n.X), true
		}
		return list(n.Op, n.X), true
	case *Binary:
		return list(n.Op, n.X, n.Y), true
	case *Cond:
		return list("?", n.C, n.X, n.Y), true
	case *Call:
		return list("call "+show(n.Fun), nodes(n.Args)...), true
	case *Index:
		return list("index", n.X, n.I), true
	case *Member:
		return fmt.Sprintf("(%s %s %s)", map[bool]string{false: ".", true: "->"}[n.Arrow], show(n.X), n.Name), true
	case *Cast:
		kind := n.Kind
		if kind == "" {
			kind = "cast"
		}
		return list(kind, n.Type, n.X), true
	case *Construct:
		return list("make "+show(n.Type), nodes(n.Args)...), true
	case *List:
		return "{" + showAll(n.Elems) + "}", true
	case *Sizeof:
		if n.Type != nil {
			return list("sizeof", n.Type), true
		}
		return list("sizeof", n.X), true
	}
	return "", false
}

func showType(node any) (string, bool) {
	switch n := node.(type) {
	case *Named:
		text := n.Key(n.Name) + showArgs(n.Args)
		if n.Const {
			text = "const " + text
		}
		return text, true
	case *Pointer:
		if n.Const {
			return show(n.Elem) + "* const", true
		}
		return show(n.Elem) + "*", true
	case *Reference:
		return show(n.Elem) + "&", true
	case *Array:
		// The innermost extent stands first: int a[2][3] is int[3][2], two arrays of int[3].
		return show(n.Elem) + "[" + show(n.Len) + "]", true
	}
	return "", false
}

func showStmt(node any) string {
	switch n := node.(type) {
	case *Block:
		if n == nil {
			return "-"
		}
		text := "{"
		for _, s := range n.Stmts {
			text += " " + show(s)
		}
		return text + " }"
	case *DeclStmt:
		var vars []string
		for _, v := range n.Vars {
			text := v.Name + ": " + show(v.Type)
			if v.Init != nil {
				text += " = " + show(v.Init)
			}
			vars = append(vars, text)
		}
		return strings.Join(vars, " ")
	case *ExprStmt:
		return show(n.X)
	case *If:
		return list("if", present(n.Init, n.C, n.Then, n.Else)...)
	case *For:
		return list("for", n.Init, n.C, n.Post, n.Body)
	case *DoWhile:
		return list("do", n.Body, n.C)
	case *Switch:
		return list("switch", n.X, n.Body)
	case *Case:
		if n.X == nil {
			return "default"
		}
		return list("case", n.X)
	case *Return:
		if n.X == nil {
			return "return"
		}
		return list("return", n.X)
	case *Jump:
		return strings.TrimSpace(n.Word + " " + n.Label)
	}
	return fmt.Sprintf("%T", node)
}

// list writes an operator and its operands.
func list(op string, operands ...any) string {
	text := "(" + op
	for _, o := range operands {
		text += " " + show(o)
	}
	return text + ")"
}

// present leaves out the nodes that are not there.
func present(all ...any) (some []any) {
	for _, n := range all {
		if n != nil {
			some = append(some, n)
		}
	}
	return some
}

func nodes(list []Expr) (all []any) {
	for _, x := range list {
		all = append(all, x)
	}
	return all
}

func showAll(list []Expr) string {
	var all []string
	for _, x := range list {
		all = append(all, show(x))
	}
	return strings.Join(all, " ")
}

func showArgs(args []Arg) string {
	if args == nil {
		return ""
	}
	var all []string
	for _, a := range args {
		if a.Type != nil {
			all = append(all, show(a.Type))
		} else {
			all = append(all, show(a.Value))
		}
	}
	return "<" + strings.Join(all, ",") + ">"
}
