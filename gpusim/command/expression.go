package command

// This file evaluates what stands in the place of a number: (n+255)/256, where n is a value of
// the same launch.

import (
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"strconv"
	"strings"

	"gpucourse/gpusim"
)

// names are the numbers that an expression can use.
type names map[string]constant.Value

// numbersOf returns the scalars of PARAM=VALUE words that are plain numbers.
func numbersOf(words []string) names {
	n := names{}
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		if v, err := strconv.ParseInt(value, 0, 64); err == nil {
			n[name] = constant.MakeInt64(v)
		} else if f, err := strconv.ParseFloat(value, 64); err == nil {
			n[name] = constant.MakeFloat64(f)
		}
	}
	return n
}

// ofBlock adds the extents of a block: block.x, block.y, block.z, and block, which is all threads.
func (n names) ofBlock(block gpusim.Dim3) {
	for name, v := range map[string]int{"block": block.Count(), "block.x": block.X, "block.y": block.Y, "block.z": block.Z} {
		if n[name] == nil {
			n[name] = constant.MakeInt64(int64(v))
		}
	}
}

// member is a name with a point, which a name of Go cannot have.
var member = regexp.MustCompile(`([A-Za-z_]\w*)\.([A-Za-z_])`)

// evaluated returns the number that an expression stands for, and any other text as it is.
func (n names) evaluated(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil || !strings.ContainsAny(text, "+-*/%<>() ") && n[text] == nil {
		return text
	}
	scope := types.NewPackage("launch", "launch")
	for name, value := range n {
		kind := types.UntypedInt
		if value.Kind() == constant.Float {
			kind = types.UntypedFloat
		}
		scope.Scope().Insert(types.NewConst(token.NoPos, scope, member.ReplaceAllString(name, "${1}_$2"), types.Typ[kind], value))
	}
	got, err := types.Eval(token.NewFileSet(), scope, token.NoPos, member.ReplaceAllString(text, "${1}_$2"))
	if err != nil || got.Value == nil {
		return text
	}
	if whole := constant.ToInt(got.Value); whole.Kind() == constant.Int {
		return whole.ExactString()
	}
	f, _ := constant.Float64Val(got.Value)
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// extent evaluates each part of X,Y,Z.
func (n names) extent(text string) string {
	parts := strings.Split(text, ",")
	for i, p := range parts {
		parts[i] = n.evaluated(strings.TrimSpace(p))
	}
	return strings.Join(parts, ",")
}

// values evaluates the numbers and lengths of PARAM=VALUE words.
func (n names) values(words []string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w
		name, value, ok := strings.Cut(w, "=")
		if _, err := os.Stat(value); !ok || err == nil {
			continue // a file's name may look like an expression
		}
		length, fill, filled := strings.Cut(value, ":")
		list[i] = name + "=" + n.evaluated(length)
		if filled {
			list[i] += ":" + fill
		}
	}
	return list
}
