package fuzzcuda

import "strings"

// Break is a piece of C++ outside of the subset: a declaration before the kernel and a
// statement in it. A refusal names Named.
type Break struct{ Declaration, Statement, Named string }

// Breaks are correct C++, most of which nvcc compiles.
var Breaks = []Break{
	{"", "int b = 0; again: b++; if (b < 3) goto again; h += b;", "goto"},
	{"union U { int i; float f; };", "U u; u.f = 1.5f; h += u.i;", "union"},
	{"struct V { __device__ virtual int f() { return 1; } };", "V v; h += v.f();", "virtual"},
	{"struct V { int n; __device__ ~V() { n = 0; } };", "V v; h += v.n;", "destructor"},
	{"struct F { int a : 3; };", "F f; f.a = 5; h += f.a;", "bit"},
	{"", "int *p = new int(3); h += *p;", "new"},
	{"", "throw 3;", "throw"},
	{"", `asm("mov.u32 %0, 5;" : "=r"(id));`, "asm"},
	{"", "int list[3] = {1, 2, 3}; for (int x : list) h += x;", "for"},
	{"template <class... T> __device__ int count(T... x) { return sizeof...(x); }", "h += count(1, 2);", "variadic"},
	{"", "int (*f)(int) = nullptr; h += f(3);", "function"},
	{"", "static int calls = 0; h += calls++;", "static variable"},
	{"", "h += 'ab';", "is no character"},
	{"", "bool b = true; b++; h += b;", "bool"},
	{"", "h += __sin(1.0f);", "__sin"},
	{"", "switch (id) { { case 1: h++; } }", "case"},
	{"constexpr int host(int x) { return x + 1; }", "h += host(id);", "belongs to the host"},
	{"", "int b[id]; h += sizeof(b);", "not constant"},
	{"", `const char *s = "text"; h += s[0];`, "text"},
	{"", "auto f = []<class T>(T x) { return x; }; h += f(1);", "lambda"},
	{"", "try { h++; } catch (int) {}", "try"},
	{"", "h += dynamic_cast<int *>(&id) != nullptr;", "dynamic_cast"},
}

// With returns a program with a break in its kernel.
func (p Program) With(b Break) Program {
	kernel := "__global__ void K("
	text := strings.Replace(p.Text, kernel, b.Declaration+"\n"+kernel, 1)
	first := "unsigned long long h = 0;\n"
	i := strings.LastIndex(text, first) + len(first)
	return Program{p.Seed, text[:i] + "\t{ " + b.Statement + " }\n" + text[i:]}
}
