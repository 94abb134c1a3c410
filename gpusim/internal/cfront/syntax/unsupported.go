package syntax

// This file names the parts of C++ that are refused.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
)

// unsupported are the refused parts of C++, in C++'s own words, each with a way round.
var unsupported = map[string]string{
	"arrays that get a text":                   "write the characters in a list, such as {'a', 'b', 0}",
	"assignments to a part of ?:":              "write an if with an assignment on each side",
	"offsets with offsetof":                    "subtract addresses: (char*)&s.x - (char*)&s",
	"anonymous structs":                        "give the member a name",
	"anonymous unions":                         "give each member a field of its own, and convert bits with __float_as_int and its like",
	"base classes":                             "make the base a field, or repeat its members",
	"bit-fields":                               "use masks and shifts",
	"captures of *this":                        "capture this, or pass the object",
	"captures with values":                     "declare a variable before the lambda, and capture it",
	"class templates inside a struct":          "declare the template outside",
	"attributes with this word":                "write __attribute__",
	"choices with _Generic":                    "write overloads",
	"coroutines":                               "write a loop",
	"computed gotos":                           "use a switch in a loop",
	"indices in a list":                        "write the values in order",
	"macros with __VA_OPT__":                   "write ##__VA_ARGS__",
	"modules":                                  "include a header",
	"names of inner fields in a list":          "write a list in braces for the inner struct",
	"operators <=>":                            "define the comparisons that the kernel needs, such as operator<",
	"operators dynamic_cast":                   "use a number that says the type",
	"operators typeid":                         "use a template, or a number that says the type",
	"ranges of cases":                          "write a case per value, or an if",
	"raw texts":                                "write a text with escapes",
	"the words constinit and consteval":        "write constexpr",
	"types decltype(auto)":                     "write auto, or the type",
	"types decltype(x) of what has an address": "write the type: this one would be a reference",
	"types typeof(x)":                          "write decltype(x)",
	"variables in the condition of a switch":   "declare it before the switch",
	"wide characters and texts":                "write a character of one byte, or a number",
	"concepts":                                 "leave the constraint out, or use if constexpr",
	"conversion operators":                     "write a method, such as value()",
	"copy assignment operators":                "leave it out: a struct is copied field by field",
	"copy constructors":                        "leave it out: a struct is copied field by field",
	"deleted functions":                        "leave the declaration out",
	"destructors":                              "do its work in a method, and call that where the object ends",
	"friends that are no operators":            "declare the function outside, with public fields",
	"pointers to functions":                    "call the function by name, or pass it as a template argument",
	"functions with variable arguments":        "pass an array and its length",
	"numbers of 128 bits":                      "use two numbers of 64 bits",
	"numbers of type long double":              "use double: a kernel has nothing longer",
	"methods of one instance, or with other names of template parameters,": "name the parameters as the struct does, or specialize the whole struct",
	"move constructors":                          "leave it out: a struct is copied field by field",
	"mutable lambdas":                            "capture the variable by reference, or copy it inside of the lambda",
	"mutable fields":                             "leave out const of the method",
	"packed structs":                             "order the fields by size, or read bytes",
	"partial specializations":                    "specialize for all arguments, or use if constexpr",
	"pointers to members":                        "select the member with if or switch",
	"range-based for loops":                      "count: for (int i = 0; i < n; ++i)",
	"ref-qualified methods":                      "leave the & behind the parameters out",
	"rvalue references":                          "use a reference with one &, or a value",
	"specializations of constants":               "use a struct with a static constant",
	"static variables that are computed":         "leave out static",
	"static variables of structs":                "declare it __device__ outside, or make it static constexpr",
	"structured bindings of arrays":              "index the array",
	"structured bindings that refer":             "name the fields, or leave out & for copies",
	"template template parameters":               "pass the type itself, such as Vec<float>",
	"templates inside a template":                "write a function template of its own",
	"texture references":                         "pass a parameter of type cudaTextureObject_t; CUDA 12 has removed them",
	"thread_local variables":                     "declare it in the kernel: each thread has its own",
	"unions":                                     "convert the bits with __float_as_int and its like, or use two variables",
	"user-defined literals":                      "call a function",
	"using declarations inside functions":        "write the name with its namespace, such as a::f",
	"variadic templates":                         "write one template per number of arguments",
	"variables in the condition of a while loop": "declare it before the loop",
	"virtual methods":                            "make it a template, or switch over a number",
}

// Unsupported returns the refusal of a part of C++.
func Unsupported(at diag.Pos, what string) diag.Diagnostic {
	way, ok := unsupported[what]
	if !ok {
		panic("BUG: no way round for " + what)
	}
	return diag.Diagnostic{Pos: at, Code: diag.CUDAConstruct, Message: what + " are not supported", Hint: way}
}

// foreignWords are words of C++ and of its compilers that are not read, with what they begin.
var foreignWords = map[string]string{
	"offsetof": "offsets with offsetof", "__builtin_offsetof": "offsets with offsetof",
	"typeof": "types typeof(x)", "__typeof__": "types typeof(x)", "__typeof": "types typeof(x)", "typeid": "operators typeid",
	"constinit": "the words constinit and consteval", "consteval": "the words constinit and consteval",
	"__VA_OPT__": "macros with __VA_OPT__", "co_await": "coroutines", "co_yield": "coroutines", "co_return": "coroutines",
	"dynamic_cast": "operators dynamic_cast", "_Generic": "choices with _Generic", "__builtin_choose_expr": "choices with _Generic",
	"import": "modules", "export": "modules", "goto": "computed gotos", "__attribute": "attributes with this word",
}

// prefixes of characters and texts, with what they begin.
var literalPrefixes = map[string]string{"L": "wide characters and texts", "u": "wide characters and texts", "U": "wide characters and texts", "u8": "wide characters and texts", "R": "raw texts"}

// refuseWord refuses the word of the current statement that is not read, if any.
func (p *parser) refuseWord() {
	for i := p.i; i > 0; i-- {
		t, next := p.tokens[i], p.tokens[min(i+1, len(p.tokens)-1)]
		if i < p.i && (t.Is(";") || t.Is("{") || t.Is("}")) {
			return
		}
		if what := foreignWords[t.Text]; what != "" && t.Kind == lex.Ident && !p.declared(t.Text) {
			p.unsupported(t.Pos, what)
		}
		if what := literalPrefixes[t.Text]; what != "" && (next.Kind == lex.Char || next.Kind == lex.String) {
			p.unsupported(t.Pos, what)
		}
		if t.Is("<=") && next.Is(">") {
			p.unsupported(t.Pos, "operators <=>")
		}
	}
}

func (p *parser) unsupported(at diag.Pos, what string) { panic(syntaxError{Unsupported(at, what)}) }

// refuse notes why kernels cannot use the struct. The first reason counts.
func (s *Struct) refuse(at diag.Pos, what string) {
	if s.Refused == nil && !bundled(at) {
		d := Unsupported(at, what)
		s.Refused = &d
	}
}

// bundled reports whether a place is in a header that belongs to the compiler. These use a
// few constructs more than programs may.
func bundled(at diag.Pos) bool { return strings.HasPrefix(at.File, "<") }

// operators are those that a program may define for its structs. The others change what &&, a
// comma or the memory of an object mean.
var operators = words("+ - * / % ^ & | ~ == != < > <= >= << >> += -= *= /= %= ^= &= |= <<= >>= ++ -- [] ()")

// operator refuses a definition of an operator that has another meaning here.
func (p *parser) operator(f *Func, method bool) {
	op, isOperator := strings.CutPrefix(f.Name, "operator")
	if isOperator && operators[op] && op != "()" && !hasOperands(op, f, method) {
		p.fail(f.Pos, diag.Syntax, "give it the operands that it has in an expression", "operator%s cannot have %s", op, diag.Count(len(f.Params), "parameters"))
	}
	if !isOperator || op == "" || op[0] == ' ' || operators[op] && !(op == "&" && method && len(f.Params) == 0) || op == "=" && method {
		return
	}
	if op[0] == '"' {
		p.unsupported(f.Pos, "user-defined literals")
	}
	if first := op[0]; first == '_' || 'a' <= first && first <= 'z' {
		return // another name, or a conversion
	}
	p.fail(f.Pos, diag.CUDAConstruct, "write a function with a name", "an operator%s of a program is not supported", op)
}

// hasOperands reports whether the definition of an operator has as many parameters as the
// operator can have operands. The object of a method is one.
func hasOperands(op string, f *Func, method bool) bool {
	n := len(f.Params)
	if method {
		n++
	}
	switch op {
	case "~":
		return n == 1
	case "+", "-", "*", "&", "++", "--":
		return n == 1 || n == 2
	}
	return n == 2
}

// refuseWords refuses words of a declaration that change its meaning.
func (p *parser) refuseWords(a Attrs) {
	for _, t := range a.Odd {
		p.unsupported(t.Pos, oddWords[t.Text])
	}
}

// oddWords are words before a declaration that are read and refused.
var oddWords = map[string]string{
	"virtual": "virtual methods", "mutable": "mutable fields", "thread_local": "thread_local variables", "packed": "packed structs", "__packed__": "packed structs",
}

func isOdd(t lex.Token) bool { return oddWords[t.Text] != "" }

// special refuses the members that C++ calls by itself, and notes it in the struct.
func (s *Struct) checkMethod(f *Func) {
	defaulted := f.Defaulted && !f.Deleted
	switch {
	case f.Deleted:
		s.refuse(f.Pos, "deleted functions")
	case f.Name == "~"+s.Name && !defaulted:
		s.refuse(f.Pos, "destructors")
	case f.Name == "operator type":
		s.refuse(f.Pos, "conversion operators")
	case len(f.Params) == 0 || defaulted:
	case f.Name == s.Name && s.isSelf(f.Params[0]):
		s.refuse(f.Pos, "copy constructors")
	case f.Name == "operator=" && s.isSelf(f.Params[0]):
		s.refuse(f.Pos, "copy assignment operators")
	}
	if i := slices.IndexFunc(f.Attrs.Odd, isOdd); i >= 0 {
		s.refuse(f.Attrs.Odd[i].Pos, oddWords[f.Attrs.Odd[i].Text])
	}
}

// isSelf reports whether a parameter is of the struct's own type, or a reference to it.
func (s *Struct) isSelf(v *Var) bool {
	t := v.Type
	if r, ok := t.(*Reference); ok {
		t = r.Elem
	}
	n, ok := t.(*Named)
	return ok && n.Scope == nil && n.Name == s.Name
}
