package nvcc

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"gpucourse/internal/gofiles"
)

// notDecided are the thresholds of passes that nvcc does not decide, by file.
var notDecided = map[string][]string{
	"address.go":             {"factor >= 31"},                                                                        // bits of a shift
	"constant_offset.go":     {"max(u.Off + by, -u.Off - by) > maxOffset"},                                            // bits of an instruction
	"cse.go":                 {"len(in.Src) > 4"},                                                                     // operands that the key of an expression holds
	"code_sinking.go":        {"len(in.Src) > 4"},                                                                     // the same
	"multiply.go":            {"by < 3"},                                                                              // the arithmetic
	"polynomial.go":          {"len(x.terms) > maxTerms", "len(z.terms) <= maxTerms"},                                 // the cost of the analysis
	"rules.go":               {"exp > smallest", "in.Type.Bytes() < 4", "narrow.Bytes() >= 4", "in.Type.Bytes() > 4"}, // formats of numbers
	"runtime_unroll_loop.go": {"l.by > maxStep", "l.by * uint64(s.Factor) > maxGrowth"},                               // no counter may wrap
	"schedule.go":            {"s.preds >= predicates"},                                                               // predicates that a thread has
	"unroll_copy.go":         {"len(in.Src) > len(args)"},                                                             // the size of a buffer
}

// TestThresholdsStandHere: passes and the register allocator compare with no number above 2, but
// for those of notDecided. What nvcc decides is a number of a Profile.
func TestThresholdsStandHere(t *testing.T) {
	found := map[string][]string{}
	for _, dir := range []string{"../pass", "../regalloc"} {
		for file, list := range thresholds(t, dir) {
			found[file] = list
			for _, c := range list {
				if !slices.Contains(notDecided[file], c) {
					t.Errorf("%s/%s compares %s: a number that nvcc decides by belongs to a Profile", dir, file, c)
				}
			}
		}
	}
	for file, list := range notDecided {
		for _, c := range list {
			if !slices.Contains(found[file], c) {
				t.Errorf("notDecided lists %s of %s, which is gone", c, file)
			}
		}
	}
}

// thresholds returns the comparisons by <, <=, > and >= with an integer constant above 2 in the
// Go files of a folder, tests aside. Imported packages are not read, so their constants do not count.
func thresholds(t *testing.T, dir string) map[string][]string {
	p, found := gofiles.Read(t, dir), map[string][]string{}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.BinaryExpr); ok && ordering(c.Op) && (large(p.Info.Types[c.X]) || large(p.Info.Types[c.Y])) {
				found[p.Name(f)] = append(found[p.Name(f)], types.ExprString(c))
			}
			return true
		})
	}
	return found
}

func ordering(op token.Token) bool {
	return op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
}

// large reports whether a constant is an integer above 2.
func large(v types.TypeAndValue) bool {
	return v.Value != nil && v.Value.Kind() == constant.Int && constant.Compare(v.Value, token.GTR, constant.MakeInt64(2))
}

// TestNumbersHaveOneReader: the fields of a Profile are not exported, and one file beside the
// profiles reads each. So a change of what nvcc decides touches at most two files: the profile
// and the rule.
func TestNumbersHaveOneReader(t *testing.T) {
	p, readers := gofiles.Read(t, "."), map[types.Object][]string{}
	for id, object := range p.Info.Uses {
		if file := p.Name(id); !slices.Contains(profiles, file) && !slices.Contains(readers[object], file) {
			readers[object] = append(readers[object], file)
		}
	}
	numbers := 0
	for _, f := range fields(p.Types.Scope().Lookup("Profile").Type()) {
		numbers++
		if f.Exported() || len(readers[f]) != 1 {
			t.Errorf("%s is exported, or other than one file reads it: %q", f.Name(), readers[f])
		}
	}
	if numbers < 25 {
		t.Errorf("%d fields found, want at least 25", numbers)
	}
}

// fields returns the fields of a struct type; for one that is a struct, its fields.
func fields(typ types.Type) (list []*types.Var) {
	for f := range typ.Underlying().(*types.Struct).Fields() {
		if _, ok := f.Type().Underlying().(*types.Struct); ok {
			list = append(list, fields(f.Type())...)
		} else {
			list = append(list, f)
		}
	}
	return list
}
