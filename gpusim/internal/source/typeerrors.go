package source

// This file turns errors of the type checker into diagnostics with hints.

import (
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/internal/spelling"
)

var (
	undefinedName   = regexp.MustCompile(`^undefined: (\w+)$`)
	undefinedInPkg  = regexp.MustCompile(`^undefined: (\w+)\.(\w+)$`)
	undefinedMember = regexp.MustCompile(`undefined \(type (.+) has no field or method (\w+)`)
	tooBigForInt    = regexp.MustCompile(`overflows.*\bu?int\b|\bu?int\b.*overflows`)
	wrongNumber     = regexp.MustCompile(`of type u?(?:int|float)\d*\) as (u?(?:int|float)\d*) value`)
	mismatched      = regexp.MustCompile(`mismatched types (u?(?:int|float)\d*) and (u?(?:int|float)\d*)\b`)
	badLength       = regexp.MustCompile(`^invalid array length (.+) \(.*constant`)
	variableLength  = regexp.MustCompile(`^(?:invalid array length (\w+)$|array length (.+) \(.* must be constant$)`)
	undefinedLength = regexp.MustCompile(`^undefined array length (\w+)`)
	redeclared      = regexp.MustCompile(`^(?:(\w+) redeclared in this block|\tother declaration of (\w+))$`)
	constantTooBig  = regexp.MustCompile(`^(?:constant .*overflow|constant result is not representable|excessively )`)
	notInstantiated = regexp.MustCompile(`^cannot use generic (?:type|function) (\S+?)(?:\[.*\])? without instantiation`)
	notInferred     = regexp.MustCompile(`^in call to (\S+), cannot infer (\w+)`)
	unused          = regexp.MustCompile(`^declared and not used: (\S+)`)
)

// translate returns the diagnostic for a type error.
func (b *build) translate(err types.Error) diag.Diagnostic {
	say := func(code diag.Code, hint, format string, args ...any) diag.Diagnostic {
		return b.src.diagnostic(err.Pos, code, hint, format, args...)
	}
	if m := undefinedName.FindStringSubmatch(err.Msg); m != nil {
		if slices.ContainsFunc(b.src.named[m[1]], func(d *decl) bool { return d.host }) {
			return b.packageVariable(err.Pos, m[1])
		}
		return say(diag.Undefined, b.definitionHint(m[1], err), "undefined: %s", m[1])
	}
	if m := undefinedInPkg.FindStringSubmatch(err.Msg); m != nil {
		return b.undefinedInPackage(err, m[1], m[2])
	}
	if m := undefinedMember.FindStringSubmatch(err.Msg); m != nil {
		return say(diag.Undefined, b.suggest(m[2], func() []string { return b.members(m[1]) }), "%s", err.Msg)
	}
	if m := unused.FindStringSubmatch(err.Msg); m != nil {
		return say(diag.Unused, "use it, or remove it; _ = "+m[1]+" keeps it", "%s is declared and not used", m[1])
	}
	if m := redeclared.FindStringSubmatch(err.Msg); m != nil {
		return say(diag.DeclaredTwice, "keep one of the declarations", "%s is declared twice%s", m[1]+m[2], b.declaredAt(m[1]+m[2], b.src.Pos(err.Pos)))
	}
	if d, ok := b.lengthError(err); ok {
		return d
	}
	if d, ok := b.typeArgumentError(err); ok {
		return d
	}
	if constantTooBig.MatchString(err.Msg) {
		return say(diag.ConstantSize, "an integer constant has at most 512 bits; compute with smaller constants, or with variables", "%s", err.Msg)
	}
	if tooBigForInt.MatchString(err.Msg) {
		return say(diag.IntOverflow, "int and uint have 32 bits on the device; use int64 for larger numbers", "%s", err.Msg)
	}
	return say(diag.TypeError, conversionHint(err.Msg), "%s", strings.ReplaceAll(err.Msg, "\n\t", ": "))
}

// lengthError translates an error about the length of an array.
func (b *build) lengthError(err types.Error) (diag.Diagnostic, bool) {
	if m := variableLength.FindStringSubmatch(err.Msg); m != nil {
		length := m[1] + m[2]
		return b.src.diagnostic(err.Pos, diag.ArrayLength, "make "+length+" a const, or use gpu.DynamicShared, whose size the launch gives",
			"the length %s of an array is not constant", length), true
	}
	if m := badLength.FindStringSubmatch(err.Msg); m != nil {
		return b.src.diagnostic(err.Pos, diag.ArrayLength, "int has 32 bits on the device: a length is between 0 and 2147483647",
			"the length %s of an array is negative or too large", m[1]), true
	}
	if m := undefinedLength.FindStringSubmatch(err.Msg); m != nil {
		return b.src.diagnostic(err.Pos, diag.Undefined, b.definitionHint(m[1], err), "undefined: %s", m[1]), true
	}
	return diag.Diagnostic{}, false
}

// typeArgumentError translates an error about type arguments that are missing.
func (b *build) typeArgumentError(err types.Error) (diag.Diagnostic, bool) {
	if m := notInstantiated.FindStringSubmatch(err.Msg); m != nil {
		return b.src.diagnostic(err.Pos, diag.TypeArguments, "write them in brackets: "+withTypeArgument(m[1]), "%s lacks its type arguments", m[1]), true
	}
	if m := notInferred.FindStringSubmatch(err.Msg); m != nil {
		return b.src.diagnostic(err.Pos, diag.TypeArguments, "write it in brackets: "+withTypeArgument(m[1])+"(…)",
			"the type argument %s of %s does not follow from the arguments of the call", m[2], m[1]), true
	}
	return diag.Diagnostic{}, false
}

// withTypeArgument returns an example of a generic name with its type argument.
func withTypeArgument(name string) string {
	switch name {
	case "gpu.Constant", "gpu.Global", "gpu.Shared":
		return name + "[[16]float32]"
	}
	return name + "[float32]"
}

// declaredAt lists the lines that declare a name of the package: ", in line 5 and
// in line 9". A local name gives "". Here is where the text will stand.
func (b *build) declaredAt(name string, here diag.Pos) string {
	var at []string
	for _, d := range b.src.named[name] {
		at = append(at, "in "+b.src.Pos(d.node.Pos()).From(here))
	}
	if len(at) < 2 {
		return ""
	}
	return ", " + strings.Join(at, " and ")
}

// importPaths are the paths of the packages that kernels may import, by name.
var importPaths = map[string]string{"gpu": layout.GPUPath, "math": "math", "bits": "math/bits"}

// definitionHint says what an undefined name may stand for.
func (b *build) definitionHint(name string, err types.Error) string {
	if path := importPaths[name]; path != "" {
		return "import " + strconv.Quote(path)
	}
	return b.suggest(name, func() []string { return b.visible(err) })
}

// suggest returns "did you mean x?" for the nearest of the names. It looks for no more
// names than a compilation lists: a search takes long.
func (b *build) suggest(name string, among func() []string) string {
	if b.suggested++; b.suggested > limit.Mistakes {
		return ""
	}
	return spelling.Suggest(name, among())
}

// conversionHint suggests a conversion where numbers have different types.
func conversionHint(msg string) string {
	if m := wrongNumber.FindStringSubmatch(msg); m != nil {
		return "convert it: " + m[1] + "(…)"
	}
	if m := mismatched.FindStringSubmatch(msg); m != nil {
		return "convert one side: " + m[1] + "(…) or " + m[2] + "(…)"
	}
	return ""
}

// hostFunctions are the functions of Go's packages that the device does not have.
// They are spelled right, so that a hint suggests no other name.
var hostFunctions = map[string]map[string]bool{
	"math": set("Acosh Asinh Atanh Dim Erfcinv Erfinv Ilogb J0 J1 Jn Lgamma Logb Nextafter32 Pow10 Remainder Y0 Y1 Yn"),
	"bits": set("Add Add32 Add64 Div Div32 Div64 LeadingZeros8 LeadingZeros16 Len8 Len16 OnesCount8 OnesCount16 Rem Rem32 Rem64 Reverse8 Reverse16 ReverseBytes ReverseBytes16 ReverseBytes32 ReverseBytes64 Sub Sub32 Sub64 TrailingZeros8 TrailingZeros16"),
}

func set(names string) map[string]bool {
	s := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		s[name] = true
	}
	return s
}

// undefinedInPackage returns the diagnostic for a name that an importable package
// does not have.
func (b *build) undefinedInPackage(err types.Error, pkg, name string) diag.Diagnostic {
	var names []string
	for _, p := range []*types.Package{gpuPackage(), mathPackage(), bitsPackage()} {
		if p.Name() == pkg {
			names = p.Scope().Names()
		}
	}
	hint := ""
	if !hostFunctions[pkg][name] {
		hint = b.suggest(name, func() []string { return names })
	}
	if pkg == gpuPackage().Name() {
		return b.src.diagnostic(err.Pos, diag.Undefined, hint, "undefined: %s.%s", pkg, name)
	}
	if hint == "" {
		hint = "the device has only part of package " + pkg
	}
	return b.src.diagnostic(err.Pos, diag.NoDeviceFunction, hint, "kernels cannot use %s.%s", pkg, name)
}

// visible returns the names in scope at the position of err.
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

// members returns the fields and methods of a type, by the name in a message.
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
