package cfront

// This file keeps what is known while a function is made: its statements, its scopes and
// its variables.

import (
	"fmt"
	"go/ast"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// object is a variable, a parameter or a constant.
type object struct {
	name       string
	x          ast.Expr // in Go
	at         diag.Pos // of its declaration; without a line for what the compiler makes
	t          *typ
	ref        bool // x is its address
	c          *val // its value, of a constant
	tex        *sampler
	alias      *typ      // a type that is declared in the function
	shared     bool      // it is in shared memory
	uncaptured bool      // a lambda sees it and may not use it
	computed   bool      // it is a variable of a function that is evaluated: c is its value now
	cells      []*object // the elements of such an array
	outside    bool      // it is a constant outside of functions: a kernel has its value, no address
	fixed      *val      // its value where a constant is needed, of a const variable of the device
}

// sampler is what the reads of a texture say about it.
type sampler struct {
	dims int
	elem *typ
}

// texture returns the type of a texture in Go.
func (o *object) texture() ast.Expr {
	if o.tex == nil {
		return tree.Of("gpu.Texture2D", floatType.goType())
	}
	return tree.Of(fmt.Sprintf("gpu.Texture%dD", o.tex.dims), o.tex.elem.goType())
}

// fn is a function that is being made.
type fn struct {
	u        *unit
	env      *env
	declName string      // of the function in the source
	this     *structType // of a method
	seen     syntax.Seen // what the body sees
	in       *instance
	kernel   bool
	closure  bool // of a lambda
	result   *typ // nil while it is not known
	ref      bool // it returns a reference
	// static and constMethod are true of such methods.
	static, constMethod bool
	stmts               []ast.Stmt
	scopes              []map[string]*object
	flow                []*target
	at                  diag.Pos // of the statement
	temps               *int
	depth               int
	// converting is true while a constructor is chosen that converts a value.
	converting bool
	ev         *evaluation // not nil while constants are computed
	untaken    int         // above 0 where only types matter
	callDepth  int         // of functions that are evaluated
	returned   *val        // of a function that is evaluated
	tail       *tail       // of a function that calls itself last
}

// target is what break and continue may leave.
type target struct {
	loop        bool
	label       string // of the loop; break uses it where it is used
	inner       string // of the block that continue leaves; "" when Go's continue does
	labelUsed   bool
	innerUsed   bool
	insideInner bool
}

func (f *fn) push() { f.scopes = append(f.scopes, map[string]*object{}) }

func (f *fn) pop() { f.scopes = f.scopes[:len(f.scopes)-1] }

func (f *fn) declare(o *object) {
	f.notRepeated(o)
	f.scopes[len(f.scopes)-1][o.name] = o
}

// joined marks the scope of a body, which C++ counts to the scope of what stands before it:
// parameters, or the first part of a for.
const joined = ""

// pushJoined is push for such a scope.
func (f *fn) pushJoined() {
	f.push()
	f.scopes[len(f.scopes)-1][joined] = &object{}
}

// notRepeated refuses a second variable, or a second type, of one name in a scope.
func (f *fn) notRepeated(o *object) {
	if o.at.Line == 0 {
		return
	}
	f.env.notShadowed(o.name, o.at)
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if old := f.scopes[i][o.name]; old != nil && old.at.Line > 0 && (old.alias == nil) == (o.alias == nil) {
			refuse(o.at, diag.TypeError, "give one of them another name, or remove one", "%s is declared again: line %d declares it in the same block", o.name, old.at.Line)
		}
		if f.scopes[i][joined] == nil {
			return
		}
	}
}

func (f *fn) local(name string) *object {
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if o := f.scopes[i][name]; o != nil {
			return o
		}
	}
	return nil
}

// localType returns a type that the function declares.
func (f *fn) localType(name string) *typ {
	o := f.local(name)
	if o == nil {
		return nil
	}
	return o.alias
}

// add adds a statement at the place of the current one in C; nil may be filled later.
func (f *fn) add(s ast.Stmt) *tree.Stmt { return f.addAt(f.at, s) }

func (f *fn) addAt(at diag.Pos, s ast.Stmt) *tree.Stmt {
	placed := &tree.Stmt{Stmt: s, At: f.u.at(at)}
	f.stmts = append(f.stmts, placed)
	return placed
}

// here gives a statement the place of the current one.
func (f *fn) here(s ast.Stmt) ast.Stmt { return &tree.Stmt{Stmt: s, At: f.u.at(f.at)} }

// set assigns a value to a variable that the compiler makes.
func (f *fn) set(to ast.Expr, v val) *tree.Stmt { return f.add(tree.Set(to, v.x)) }

// bare adds a statement without a place.
func (f *fn) bare(s ast.Stmt) *tree.Stmt { return f.addAt(diag.Pos{}, s) }

// capture runs do and returns the statements that it adds.
func (f *fn) capture(do func()) []ast.Stmt {
	saved := f.stmts
	f.stmts = nil
	defer func() { f.stmts = saved }()
	do()
	return f.stmts
}

// block runs do and returns a block of the statements that it adds.
func (f *fn) block(do func()) *ast.BlockStmt { return tree.Block(f.capture(do)) }

// temp returns the name of a new variable.
func (f *fn) temp() string {
	if f.temps == nil {
		f.temps = new(int)
	}
	*f.temps++
	return fmt.Sprintf("ʹt%d", *f.temps)
}

// body translates the body of a function.
func (f *fn) body(d *syntax.Func) {
	if d.Body == nil {
		refuse(d.Pos, diag.NoBody, "write it in this file, or include its file", "function %s has no body", d.Name)
	}
	if d.Result == nil && f.this != nil {
		f.initFields(d)
	}
	if t := f.tailOf(d); t != nil {
		f.tailLoop(t)
	} else {
		f.wholeBody(d)
	}
	f.pop()
}

// wholeBody translates the statements of a function.
func (f *fn) wholeBody(d *syntax.Func) {
	f.pushJoined()
	f.statements(d.Body.Stmts)
	f.pop()
	f.at = d.Ended
	if f.result != nil && f.result.k != void && !endsInReturn(d.Body) {
		f.missingReturn()
	}
}

func endsInReturn(b *syntax.Block) bool {
	if len(b.Stmts) == 0 {
		return false
	}
	_, ok := b.Stmts[len(b.Stmts)-1].(*syntax.Return)
	return ok
}

// missingReturn ends a function whose end C leaves undefined.
func (f *fn) missingReturn() {
	name := f.temp()
	f.add(tree.Var(name, f.resultType()))
	f.add(tree.Return(tree.Name(name)))
}

// statements translates statements. A mistake leaves one of them, and the next go on.
func (f *fn) statements(list []syntax.Stmt) {
	for _, s := range list {
		f.tried(s)
	}
}

func (f *fn) tried(s syntax.Stmt) {
	scopes, flow, depth := len(f.scopes), len(f.flow), f.depth
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			f.u.report(err)
			f.scopes, f.flow, f.depth = f.scopes[:scopes], f.flow[:flow], depth
			f.giveUp(s)
		}
	}()
	f.statement(s)
}

// giveUp declares the variables of a statement with a mistake, so that their uses are no
// mistakes of their own.
func (f *fn) giveUp(s syntax.Stmt) {
	switch d := s.(type) {
	case *syntax.TypeStmt:
		if u, ok := d.Decl.(*syntax.Struct); ok {
			f.declare(&object{name: u.Name, alias: badType})
		}
		if e, ok := d.Decl.(*syntax.Enum); ok {
			f.declare(&object{name: e.Name, alias: badType})
			for _, item := range e.Items {
				f.declare(&object{name: item.Name, x: tree.Name("nil"), t: badType})
			}
		}
	case *syntax.DeclStmt:
		for _, v := range d.Vars {
			for _, name := range append(v.Names, v.Name) {
				if f.scopes[len(f.scopes)-1][name] == nil {
					f.declare(&object{name: name, x: tree.Name("nil"), t: badType})
				}
			}
		}
	}
	if len(f.u.errs) == 0 {
		panic(refusal{}) // the mistake was reported in a function around
	}
}
