package cfront

// This file chooses among overloads: as in C++, one must take no argument with a worse
// conversion than the others do, and one argument with a better one.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// candidate is a function that a call may mean.
type candidate struct {
	d       *syntax.Func // nil for a function of CUDA
	env     *env
	args    []targ
	host    bool // of the host
	method  bool
	matches []match // one per argument; in front of them that of a method's object
}

// template reports whether the candidate comes from a template.
func (c *candidate) template() bool { return c.d != nil && c.d.Template }

// rank is how far an argument must be converted, from the best.
type rank uint8

const (
	exact rank = iota
	promotion
	conversion
	toBool // of a pointer
	userDefined
)

// match is how an argument fits a parameter.
type match struct {
	rank      rank
	second    rank // orders conversions of one rank that begin alike
	reference bool // the parameter is one
	qualified bool // the parameter adds const
}

// better reports whether a is the better conversion of one argument.
func (a match) better(b match) bool {
	switch {
	case a.rank != b.rank:
		return a.rank < b.rank
	case a.second != b.second:
		return a.second < b.second
	}
	return a.reference == b.reference && !a.qualified && b.qualified
}

// better reports whether a call means a rather than b.
func (u *unit) better(a, b *candidate) bool {
	some := false
	for i := range a.matches {
		if b.matches[i].better(a.matches[i]) {
			return false
		}
		some = some || a.matches[i].better(b.matches[i])
	}
	switch {
	case some:
		return true
	case a.template() != b.template():
		return b.template()
	}
	return a.template() && u.special(a, b) && !u.special(b, a)
}

// special reports whether the template b takes whatever the template a takes.
func (u *unit) special(a, b *candidate) (yes bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(refusal); !ok {
				panic(r)
			}
			yes = false // its types follow from others: nothing is known of them
		}
	}()
	unique := bindArgs(a.d.TParams, nil, a.env.outer)
	for i, p := range a.d.TParams {
		arg := targ{t: &typ{k: structure, s: &structType{name: fmt.Sprintf("%sʹ%d", p.Name, i)}}}
		if p.Type != nil {
			v := intConstant(int64(10007+i), u.typeIn(p.Type, unique), diag.Pos{})
			arg = targ{v: &v}
		}
		unique.args[p.Name] = arg
	}
	bound := bindArgs(b.d.TParams, nil, b.env.outer)
	n := min(len(a.matches), len(a.d.Params), len(b.d.Params))
	for i := range n {
		u.deduceParameter(b.d.Params[i].Type, u.orderingType(a, i, unique), b.d.TParams, bound)
	}
	if _, ok := u.complete(b.d.TParams, bound); !ok || bound.conflict {
		return false
	}
	for i := range n {
		x, y := u.orderingType(a, i, unique), u.orderingType(b, i, bound)
		if !same(x, y) || x.String() != y.String() {
			return false
		}
	}
	return true
}

// orderingType returns the type of a parameter, with which C++ orders templates.
func (u *unit) orderingType(c *candidate, i int, e *env) *typ {
	t := u.typeIn(c.d.Params[i].Type, e)
	if _, ref := c.d.Params[i].Type.(*syntax.Reference); !ref && t.k == array {
		t = pointerTo(t.elem)
	}
	return t.plain()
}

// candidates returns the functions that take the arguments.
func (f *fn) candidates(list []*syntax.Func, args []val, explicit []targ, outer *env) (found []*candidate) {
	for _, d := range list {
		if d.Special || len(args) > len(d.Params) {
			continue
		}
		if c := f.candidate(d, args, explicit, outer); c != nil {
			found = append(found, c)
		}
	}
	return found
}

// best returns the candidate that a call means; nil for none.
func (f *fn) best(list []*candidate, at diag.Pos) *candidate {
	var best *candidate
	for _, c := range list {
		if best == nil || f.u.better(c, best) {
			best = c
		}
	}
	for i, c := range list {
		switch {
		case c == best || f.u.better(best, c):
		case !f.twice(c, best):
			f.ambiguousCall(c, best, at)
		case best.d.Body == nil:
			best = list[i]
		}
	}
	return best
}

// twice reports whether two candidates are a declaration and a definition of one function.
func (f *fn) twice(a, b *candidate) bool {
	if a.d == nil || b.d == nil || len(a.d.Params) != len(b.d.Params) || a.template() != b.template() || a.d.Body != nil && b.d.Body != nil {
		return false
	}
	for i := range a.d.Params {
		_, r := a.d.Params[i].Type.(*syntax.Reference)
		_, s := b.d.Params[i].Type.(*syntax.Reference)
		x, y := f.u.orderingType(a, i, a.env), f.u.orderingType(b, i, b.env)
		if r != s || !same(x, y) || x.String() != y.String() {
			return false
		}
	}
	return true
}

func (f *fn) ambiguousCall(a, b *candidate, at diag.Pos) {
	if a.d == nil {
		a, b = b, a
	}
	other := "that of CUDA"
	if b.d != nil {
		other = fmt.Sprintf("that of line %d", b.d.Pos.Line)
	}
	refuse(at, diag.TypeError, "convert the arguments to the types of one of them, or give one another name", "the call of %s is ambiguous: the function of line %d fits as well as %s", a.d.Name, a.d.Pos.Line, other)
}

// specialized returns the specialization of a template that is for the arguments of an
// instance, or the instance.
func (f *fn) specialized(list []*syntax.Func, best *candidate) *candidate {
	if best == nil || !best.template() {
		return best
	}
	for _, d := range list {
		if d.Special && d.Body != nil && f.specializes(d, best) {
			return &candidate{d: d, env: &env{}, args: best.args}
		}
	}
	return best
}

// specializes reports whether a specialization is for the arguments of an instance.
func (f *fn) specializes(d *syntax.Func, c *candidate) bool {
	if d.Spec != nil {
		spec := f.templateArgs(d.Spec)
		return len(spec) <= len(c.args) && sameArgs(spec, c.args[:len(spec)])
	}
	if len(d.Params) != len(c.d.Params) {
		return false
	}
	for i := range d.Params {
		if !same(f.typeOf(d.Params[i].Type), f.u.typeIn(c.d.Params[i].Type, c.env)) {
			return false
		}
	}
	return true
}

// candidate returns how the arguments match a function; nil when it does not take them.
func (f *fn) candidate(d *syntax.Func, args []val, explicit []targ, outer *env) *candidate {
	c := &candidate{d: d, env: &env{outer: outer}}
	if d.Template {
		c.env = bindArgs(d.TParams, explicit, outer)
		for i, a := range args {
			if a.list == nil {
				f.u.deduceParameter(d.Params[i].Type, a.t, d.TParams, c.env)
			}
		}
		full, ok := f.u.complete(d.TParams, c.env)
		if !ok || c.env.conflict {
			return nil
		}
		c.args = full
	} else if explicit != nil {
		return nil
	}
	for i, p := range d.Params {
		if i >= len(args) {
			if p.Init == nil {
				return nil
			}
			continue
		}
		matches, ok := f.matches(args[i], p, c.env)
		if !ok {
			return nil
		}
		c.matches = append(c.matches, matches)
	}
	return c
}

// matches returns how an argument fits a parameter. ok is false when it does not.
func (f *fn) matches(a val, p *syntax.Var, e *env) (how match, ok bool) {
	in := &fn{u: f.u, env: e}
	t := in.paramType(p)
	if a.list != nil {
		return match{rank: userDefined}, t.k == structure
	}
	from := a.t
	_, ref := p.Type.(*syntax.Reference)
	switch {
	case ref && !t.constant && t.k != array && (!same(from, t) || from.constant || !a.lv && a.chosen == nil && t.k != function):
		return match{}, false
	case ref:
		how = match{reference: true, qualified: t.constant && !from.constant && a.lv && same(from, t)}
	case from.k == array:
		from = pointerTo(from.elem)
	}
	how.rank, how.second, ok = f.rankOf(a, from, t, named(p.Type, "dim3"))
	if from.k == pointer && t.k == pointer {
		if from.elem.constant && !t.elem.constant {
			return match{}, false
		}
		how.qualified = how.qualified || t.elem.constant && !from.elem.constant
	}
	how.qualified = how.qualified || t.k == pointer && from.k == null && t.elem.constant
	return how, ok
}

// rankOf ranks the conversion of a value. ok is false where C++ has none.
func (f *fn) rankOf(a val, from, t *typ, dim3 bool) (first, second rank, ok bool) {
	switch {
	case from.k == bad, same(from, t):
		return exact, exact, true
	case t.enum != nil || from.scoped():
		return 0, 0, false
	case from.number() && t.number():
		switch {
		case from.enum != nil && from.enum.decl.Base != nil && from.k == t.k:
			return promotion, exact, true
		case promoted(from).k == t.k || from.k == float && t.k == double:
			return promotion, promotion, true
		}
		return conversion, exact, true
	case t.k == pointer && (from.k == null || from.k == pointer && t.elem.k == void || a.literal && a.c.i == 0):
		return conversion, exact, true
	case f.converting && (t.k == structure || from.k == structure): // C++ converts by one constructor or operator
	case t.k == structure && t.s.vector && !dim3:
	case t.k == structure && f.constructible(from, t):
		return userDefined, exact, true
	case from.k == structure && t.k != structure && hasMethod(from.s, "operator type"):
		return userDefined, f.secondRank(a, t), true
	case t.k == boolean && from.k == pointer:
		return toBool, exact, true
	}
	return 0, 0, false
}

// secondRank ranks what follows the conversion operator of a struct.
func (f *fn) secondRank(a val, t *typ) rank {
	var to *val
	f.unevaluated(func() { to = f.conversionOf(a) })
	r, _, _ := f.rankOf(*to, to.t, t, false)
	return r
}

// named reports whether a type is written as a name.
func named(t syntax.Type, name string) bool {
	if r, ok := t.(*syntax.Reference); ok {
		t = r.Elem
	}
	n, ok := t.(*syntax.Named)
	return ok && n.Name == name
}

// chooseMethod returns the best method of a name; nil for none. A const object has only const
// methods; others prefer methods that are not const.
func (f *fn) chooseMethod(s *structType, name string, args []val, constant bool, at diag.Pos, explicit ...targ) *candidate {
	return f.best(f.methods(s, name, args, constant, explicit...), at)
}

// methods returns the methods of a name that take the arguments.
func (f *fn) methods(s *structType, name string, args []val, constant bool, explicit ...targ) (list []*candidate) {
	if s.decl == nil {
		return nil
	}
	for _, d := range s.decl.Methods {
		if d.Name != name || d.Defaulted || len(args) > len(d.Params) || constant && !d.Const && !d.Attrs.Static && d.Result != nil {
			continue
		}
		if c := f.candidate(d, args, explicit, s.env); c != nil {
			c.method, c.matches = true, slices.Insert(c.matches, 0, match{reference: true, qualified: d.Const && !constant})
			list = append(list, c)
		}
	}
	return list
}

// chooseNamed returns the best function of a name. Where the program declares none that hides
// them, those of CUDA stand beside its own.
func (f *fn) chooseNamed(name *syntax.Name, args []val, explicit []targ, builtin bool, at diag.Pos) *candidate {
	functions := f.functions(name, args)
	list := f.candidates(functions, args, explicit, nil)
	if len(list) > 0 && builtin && len(explicit) == 0 && !slices.ContainsFunc(list, func(c *candidate) bool { return c.d.Space != "" }) {
		list = append(list, f.cudaCandidates(name.Name, args)...)
	}
	if len(list) > 0 {
		list = append(list, f.hostCandidates(name, functions, args, explicit)...)
	}
	return f.specialized(functions, ofDevice(f.best(list, at), at))
}

// ofDevice refuses a function of the host.
func ofDevice(c *candidate, at diag.Pos) *candidate {
	if c != nil && c.host {
		refuse(at, diag.HostPackage, "mark it __device__, or convert the arguments", "the call means the function %s of line %d, which belongs to the host", c.d.Name, c.d.Pos.Line)
	}
	return c
}

// hostCandidates returns the functions of the host that stand beside those of the device, or in
// the namespaces of the arguments' types, and take the arguments.
func (f *fn) hostCandidates(name *syntax.Name, functions []*syntax.Func, args []val, explicit []targ) (list []*candidate) {
	var hosts []*syntax.Func
	for _, key := range hostKeys(name, functions, args) {
		hosts = append(hosts, f.u.p.hostFuncs[key]...)
	}
	for _, d := range hosts {
		if d.Order > name.Order && name.Order != 0 || d.Template && definesAgain(functions, d) != nil {
			continue
		}
		if o := definesAgain(functions, d); o != nil {
			refuse(o.Pos, diag.TypeError, "write one with __host__ __device__, or give one another name", "function %s is defined again: line %d defines one of the host with these parameters", o.Name, d.Pos.Line)
		}
		f.u.attempt(func() { // its types may be those of the host
			for _, c := range f.candidates([]*syntax.Func{d}, args, explicit, nil) {
				c.host = true
				list = append(list, c)
			}
		})
	}
	return list
}

// definesAgain returns the function of the device with a body and the parameters of one of the host.
func definesAgain(functions []*syntax.Func, host *syntax.Func) *syntax.Func {
	for _, o := range functions {
		if o.Body != nil && o.Space == host.Space && sameFunction(o, host) {
			return o
		}
	}
	return nil
}

// hostKeys returns where functions of the host stand that a name may mean.
func hostKeys(name *syntax.Name, functions []*syntax.Func, args []val) (keys []string) {
	add := func(space string) {
		if key := (syntax.Seen{Space: space}).Key(name.Name); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, d := range functions {
		add(d.Space)
	}
	for _, a := range args {
		if space, ok := spaceOf(a.t); ok && !name.Qualified {
			add(space)
		}
	}
	return keys
}

// cudaCandidates returns the functions of CUDA that a call may mean beside those of the
// program. Only those of numbers are listed: the others take addresses.
func (f *fn) cudaCandidates(name string, args []val) (list []*candidate) {
	for _, params := range cudaOverloads(name, args) {
		c := &candidate{}
		for i, k := range params {
			first, second, ok := f.rankOf(args[i], args[i].t, basic(k), false)
			if !ok {
				break
			}
			c.matches = append(c.matches, match{rank: first, second: second})
		}
		if len(c.matches) == len(args) {
			list = append(list, c)
		}
	}
	return list
}

// cudaOverloads returns the types of the parameters of CUDA's functions of a name, as many as
// there are arguments.
func cudaOverloads(name string, args []val) (list [][]kind) {
	alike := func(n int, kinds ...kind) {
		for _, k := range kinds {
			if n == len(args) {
				list = append(list, slices.Repeat([]kind{k}, n))
			}
		}
	}
	fixed, isSimple := simple[name]
	family, isFamily := floatMath[name]
	switch {
	case isSimple && len(fixed.params) == len(args):
		var ofKinds []kind
		for _, t := range fixed.params {
			ofKinds = append(ofKinds, t.k)
		}
		list = append(list, ofKinds)
	case name == "min" || name == "max":
		alike(2, integer, uinteger, long, ulong, longlong, ulonglong, float, double)
	case name == "abs":
		alike(1, integer, long, longlong, float, double)
	case isFamily:
		alike(len(family[0].params), float, double)
	}
	return list
}
