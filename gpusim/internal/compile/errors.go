package compile

// This file puts the type checker's errors into words for learners, with what
// they may have meant.

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
)

var (
	undefinedName   = regexp.MustCompile(`^undefined: (\w+)$`)
	undefinedInPkg  = regexp.MustCompile(`^undefined: (\w+)\.(\w+)$`)
	undefinedMember = regexp.MustCompile(`undefined \(type (.+) has no field or method (\w+)`)
	tooBigForInt    = regexp.MustCompile(`overflows.*\bu?int\b|\bu?int\b.*overflows`)
	wrongNumber     = regexp.MustCompile(`of type u?(?:int|float)\d*\) as (u?(?:int|float)\d*) value`)
	mismatched      = regexp.MustCompile(`mismatched types (u?(?:int|float)\d*) and (u?(?:int|float)\d*)\b`)
	arrayLength     = regexp.MustCompile(`^(?:invalid array length|array length) (\w+)`)
	unused          = regexp.MustCompile(`^declared and not used: (\w+)`)
)

// translate makes a Diagnostic of a type error.
func (b *build) translate(err types.Error) diag.Diagnostic {
	say := func(code diag.Code, hint, format string, args ...any) diag.Diagnostic {
		return b.src.diagnostic(err.Pos, code, hint, format, args...)
	}
	if m := undefinedName.FindStringSubmatch(err.Msg); m != nil {
		if slices.ContainsFunc(b.src.named[m[1]], func(d *decl) bool { return d.host }) {
			return b.packageVariable(err.Pos, m[1])
		}
		return say(diag.Undefined, suggest(m[1], b.visible(err)), "undefined: %s", m[1])
	}
	if m := undefinedInPkg.FindStringSubmatch(err.Msg); m != nil {
		return b.undefinedInPackage(err, m[1], m[2])
	}
	if m := undefinedMember.FindStringSubmatch(err.Msg); m != nil {
		return say(diag.Undefined, suggest(m[2], b.members(m[1])), "%s", err.Msg)
	}
	if m := unused.FindStringSubmatch(err.Msg); m != nil {
		return say(diag.Unused, "use it, or remove it; _ = "+m[1]+" keeps it", "%s is declared and not used", m[1])
	}
	if m := arrayLength.FindStringSubmatch(err.Msg); m != nil {
		return say(diag.ArrayLength, "make "+m[1]+" a const, or use gpu.DynamicShared, whose size the launch gives",
			"the length %s of an array is not constant", m[1])
	}
	if tooBigForInt.MatchString(err.Msg) {
		return say(diag.IntOverflow, "int and uint have 32 bits on the device; use int64 for larger numbers", "%s", err.Msg)
	}
	return say(diag.TypeError, conversionHint(err.Msg), "%s", strings.ReplaceAll(err.Msg, "\n\t", ": "))
}

// conversionHint says how to make numbers of one type.
func conversionHint(msg string) string {
	if m := wrongNumber.FindStringSubmatch(msg); m != nil {
		return "convert it: " + m[1] + "(…)"
	}
	if m := mismatched.FindStringSubmatch(msg); m != nil {
		return "convert one side: " + m[1] + "(…) or " + m[2] + "(…)"
	}
	return ""
}

// undefinedInPackage handles a name that an importable package does not have.
func (b *build) undefinedInPackage(err types.Error, pkg, name string) diag.Diagnostic {
	var names []string
	for _, p := range []*types.Package{gpuPackage(), mathPackage(), bitsPackage()} {
		if p.Name() == pkg {
			names = p.Scope().Names()
		}
	}
	hint := suggest(name, names)
	if pkg == gpuPackage().Name() {
		return b.src.diagnostic(err.Pos, diag.Undefined, hint, "undefined: %s.%s", pkg, name)
	}
	if hint == "" {
		hint = "the device has only part of package " + pkg
	}
	return b.src.diagnostic(err.Pos, diag.NoDeviceFunction, hint, "%s.%s is not there for kernels", pkg, name)
}

// visible returns the names in scope where err happened.
func (b *build) visible(err types.Error) (names []string) {
	scope := b.pkg.Scope().Innermost(err.Pos)
	if scope == nil {
		scope = b.pkg.Scope()
	}
	for ; scope != nil; scope = scope.Parent() {
		names = append(names, scope.Names()...)
	}
	for name := range b.src.named {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// members returns the fields and methods of the type printed as name.
func (b *build) members(name string) (names []string) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "struct "), "*")
	pkg := b.pkg
	if rest, ok := strings.CutPrefix(name, gpuPackage().Name()+"."); ok {
		pkg, name = gpuPackage(), rest
	}
	obj := pkg.Scope().Lookup(strings.TrimPrefix(name, pkg.Name()+"."))
	if obj == nil {
		return nil
	}
	if s, ok := obj.Type().Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			names = append(names, s.Field(i).Name())
		}
	}
	if n, ok := obj.Type().(*types.Named); ok {
		for i := range n.NumMethods() {
			names = append(names, n.Method(i).Name())
		}
	}
	return names
}

// suggest returns "did you mean x?" for the nearest of the names, or "".
func suggest(name string, among []string) string {
	if near := nearest(name, among); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// nearest returns the name that takes fewest edits to reach, if those are few.
func nearest(name string, among []string) string {
	best, at := "", 1+len(name)/3
	for _, other := range among {
		if other == name || other == "_" {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(other)); d < at || d == at && best == "" {
			best, at = other, d
		}
	}
	return best
}

// editDistance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
