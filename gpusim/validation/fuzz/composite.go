package fuzz

// This file draws statements about composite values: nested arrays, arrays of structs,
// slices, vectors, and pointers as arguments.

import "fmt"

// nested declares a two-dimensional array, fills part of it, and reads it back.
func nested(g *generator, _ int) *Stmt {
	v, ok := g.anyTarget()
	if !ok || v.typ == Bool {
		return nil
	}
	m := g.name("m")
	lines := fmt.Sprintf("{\nvar %s [3][4]%v\n%s[(%%s)%%%%3][%%s] = %%s\n", m, v.typ, m)
	exprs := []*Expr{g.index(16, 1), g.index(4, 1), g.expr(v.typ, 2)}
	switch g.IntN(3) {
	case 0:
		lines += fmt.Sprintf("%s[1] = %s[(%%s)%%%%3]\n", m, m)
		exprs = append(exprs, g.index(16, 1))
	case 1:
		i, j := g.name("i"), g.name("j")
		lines += fmt.Sprintf("for %s := range %s {\nfor %s := range %s[%s] {\n%s[%s][%s] += %v(%s*4+%s)\n}\n}\n", i, m, j, m, i, m, i, j, v.typ, i, j)
	case 2:
		r := g.name("r")
		lines += fmt.Sprintf("%s := &%s[(%%s)%%%%3]\n%s[2] = %%s\n", r, m, r)
		exprs = append(exprs, g.index(16, 1), g.expr(v.typ, 1))
	}
	lines += v.name + " = " + m + "[(%s)%%3][%s]\n}"
	return simple(lines, append(exprs, g.index(16, 1), g.index(4, 1))...)
}

// pairArray moves structs through an array.
func pairArray(g *generator, _ int) *Stmt {
	if len(g.pairs) == 0 {
		return nil
	}
	a, q := g.name("w"), pick(g, g.pairs)
	lines := "{\nvar " + a + " [4]pair\n" + a + "[%s] = " + q + "\n"
	exprs := []*Expr{g.index(4, 1)}
	switch g.IntN(4) {
	case 0:
		lines += a + "[%s].C[(%s)%%3] += %s\n"
		exprs = append(exprs, g.index(4, 1), g.index(16, 1), g.expr(U16, 1))
	case 1:
		lines += a + "[%s].turn(%s)\n"
		exprs = append(exprs, g.index(4, 1), g.expr(I32, 1))
	case 2:
		lines += a + "[3], " + a + "[0] = " + a + "[%s], " + a + "[1]\n"
		exprs = append(exprs, g.index(4, 1))
	case 3:
		e := g.name("e")
		lines += "for _, " + e + " := range " + a + " {\n" + q + ".A += " + e + ".sum()\n}\n"
	}
	return simple(lines+q+" = "+a+"[%s]\n}", append(exprs, g.index(4, 1))...)
}

// slicing reads a part of an input, or of a local array, as a slice.
func slicing(g *generator, _ int) *Stmt {
	s := g.name("s")
	if a, ok := g.anArray(); ok && g.chance(50) {
		v, ok := g.target(a.typ, len(g.scope))
		if !ok {
			return nil
		}
		from := g.IntN(a.len)
		head := fmt.Sprintf("{\n%s := %s[%d:]\n", s, a.name, from)
		return simple(head+s+"[len("+s+")-1] -= %s\n"+v.name+" += sumOf("+s+")\n}", g.expr(a.typ, 1))
	}
	if g.inHelper {
		return nil
	}
	t := pick(g, []Type{U8, I16, I32, U32, I64, F32, F64})
	v, ok := g.target(t, len(g.scope))
	if !ok {
		return nil
	}
	head := "{\n" + s + " := " + inputOf[t] + "[%s:]\n"
	if g.chance(50) {
		return simple(head+v.name+" += sumOf("+s+"[:len("+s+")&7]) + "+s+"[0]\n}", g.index(InputLen, 1))
	}
	return simple(head+"for i, e := range "+s+"[:5] {\n"+v.name+" = "+v.name+" - "+t.String()+"(e*"+t.String()+"(i))\n}\n}", g.index(InputLen/2, 1))
}

// vectors loads a vector or some of its elements, and stores one.
func vectors(g *generator, _ int) *Stmt {
	if g.inHelper {
		return nil
	}
	at := fmt.Sprintf("o4[g*%d+%d]", Vectors, g.IntN(Vectors))
	switch g.IntN(4) {
	case 0:
		return simple(at+" = if4[%s]", g.index(InputLen, 2))
	case 1:
		return simple(at+" = gpu.Float4{X: %s, W: %s}", g.expr(F32, 2), g.expr(F32, 1))
	case 2:
		f, ok := g.target(F32, len(g.scope))
		if !ok {
			return nil
		}
		w := g.name("w")
		return simple("{\n"+w+" := if4[%s]\n"+w+".Y = float32("+w+".Y * %s)\n"+f.name+" = "+w+".X - "+w+".Y\n"+at+" = "+w+"\n}", g.index(InputLen, 2), g.expr(F32, 1))
	default:
		i, ok := g.target(I32, len(g.scope))
		if !ok {
			return nil
		}
		return simple(i.name+" += ii2[%s].Y ^ ii2[%s].X", g.index(InputLen, 1), g.index(InputLen, 1))
	}
}

// pass passes a pointer to a function, or chooses one of two pointers.
func pass(g *generator, _ int) *Stmt {
	v, ok := g.anyTarget()
	if !ok || v.typ == Bool || !g.mayPoint {
		return nil
	}
	if g.chance(50) {
		name := "bump"
		if g.far() {
			name = "bumpFar"
		}
		return simple(name+"(&"+v.name+", %s)", g.expr(v.typ, 2))
	}
	other, _ := g.target(v.typ, len(g.scope))
	if other == v {
		return nil
	}
	p := g.name("p")
	return simple("{\n"+p+" := &"+v.name+"\nif %s {\n"+p+" = &"+other.name+"\n}\n*"+p+" -= %s\n}", g.expr(Bool, 2), g.expr(v.typ, 2))
}

// special reads an input through a function of package gpu.
func special(g *generator, t Type, d int) *Expr {
	in, ok := inputOf[t]
	if !ok || g.inHelper {
		return nil
	}
	return of(t, pick(g, []string{"gpu.Ldg", "gpu.LoadVolatile"})+"(&"+in+"[%s])", g.index(InputLen, d-1))
}

func vectorField(g *generator, t Type, d int) *Expr {
	if g.inHelper {
		return nil
	}
	return of(t, "if4[%s]."+pick(g, []string{"X", "Y", "Z", "W"}), g.index(InputLen, d-1))
}

// tally counts with atomics in shared memory, whose order does not matter.
func tally(g *generator, _ int) *Stmt {
	v, ok := g.target(I32, len(g.scope))
	if !ok || !g.uniform {
		return nil
	}
	return &Stmt{
		Lines: []string{
			"for k := t; k < 8; k += " + fmt.Sprint(g.block) + " {\ntallies[k] = 0\n}", "gpu.SyncThreads()",
			"gpu.AtomicAdd(&tallies[%s], %s)", "gpu.SyncThreads()", v.name + " ^= tallies[%s]", "gpu.SyncThreads()",
		},
		Exprs: []*Expr{g.index(8, 2), g.expr(I32, 2), g.index(8, 2)},
	}
}

// tile writes values to a padded tile by rows and reads them by columns.
func tile(g *generator, _ int) *Stmt {
	v, ok := g.target(F32, len(g.scope))
	if !ok || !g.uniform {
		return nil
	}
	return &Stmt{
		Lines: []string{"tile[t/8][t%%8] = %s", "gpu.SyncThreads()", v.name + fmt.Sprintf(" -= tile[(t*5%%%%%d)/8][(t*5%%%%%d)%%%%8]", g.block, g.block), "gpu.SyncThreads()"},
		Exprs: []*Expr{g.expr(F32, 2)},
	}
}

// closure calls a function literal that reads, and may write, captured variables.
func closure(g *generator, _ int) *Stmt {
	v, ok := g.anyTarget()
	if !ok || v.typ == Bool {
		return nil
	}
	f, x := g.name("f"), g.name("x")
	head := fmt.Sprintf("{\n%s := func(%s %v) %v {\n", f, x, v.typ, v.typ)
	if g.chance(50) && g.mayPoint {
		head += v.name + " -= " + x + "\n"
	}
	return simple(head+"return "+v.typ.String()+"("+x+" * "+v.name+") - %s\n}\n"+v.name+" = "+f+"(%s) + "+f+"(3)\n}", g.expr(v.typ, 2), g.expr(v.typ, 2))
}

// plainInt counts in int. The numbers stay small, because int has 64 bits natively and 32
// on the device.
func plainInt(g *generator, _ int) *Stmt {
	v, ok := g.target(I32, len(g.scope))
	if !ok {
		return nil
	}
	n := g.name("n")
	return simple("{\n"+n+" := (%s) - 7\n"+n+" = "+n+"*3 - int(%s) + ("+n+"/4)*("+n+"%%5) - ("+n+">>2)\nif "+n+" > 12 {\n"+n+" -= 100\n}\n"+
		v.name+" -= int32("+n+")\n}", g.index(256, 2), g.expr(U8, 2))
}
