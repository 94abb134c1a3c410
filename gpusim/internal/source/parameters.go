package source

// This file finds the names of parameters, which PTX does not have, in the source that the PTX was made of.

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ptx"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// declared returns the names of a kernel's parameters as its source declares them; nothing where no source is at hand,
// or where it declares several kernels of that name and number of parameters.
func (u *PTX) declared(inPTX string) (d ptx.Declared) {
	i := slices.IndexFunc(u.m.Funcs, func(f *syntax.Func) bool { return f.Name == inPTX })
	if i < 0 {
		return d
	}
	var found []string
	for _, n := range slices.Sorted(maps.Keys(u.m.Sources)) {
		for _, names := range parameters(strings.Join(u.sourceOf(u.m.Sources[n]), "\n"), plainName(u.shown[inPTX]), len(u.m.Funcs[i].Params)) {
			if found != nil && !slices.Equal(found, names) {
				return d
			}
			found = names
		}
	}
	for _, name := range found {
		d.Params = append(d.Params, ptx.Param{Name: name})
	}
	return d
}

// plainName returns the name of a function without its namespaces and template arguments.
func plainName(name string) string {
	name, _, _ = strings.Cut(name, "<")
	return name[strings.LastIndex(name, ":")+1:]
}

var (
	comments     = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	lastName     = regexp.MustCompile(`.[\s*&](?:__restrict__\s*)?([A-Za-z_]\w*)\s*\)?\s*(?:\[[^\]]*\]\s*)*$`)
	defaultValue = regexp.MustCompile(`(?s)=.*$`)
)

// parameters returns the names of the parameters of each kernel in a C++ text that has a name and a number of them.
func parameters(text, kernel string, count int) (found [][]string) {
	if kernel == "" || !strings.Contains(text, kernel) {
		return nil
	}
	text = comments.ReplaceAllString(text, " ")
	for _, at := range regexp.MustCompile(`\b`+regexp.QuoteMeta(kernel)+`\s*\(`).FindAllStringIndex(text, -1) {
		before := text[:at[0]]
		if before = before[strings.LastIndexAny(before, ";}")+1:]; !strings.Contains(before, "__global__") {
			continue // a call
		}
		var names []string
		for _, p := range listed(text[at[1]:]) {
			if m := lastName.FindStringSubmatch(strings.TrimSpace(defaultValue.ReplaceAllString(p, ""))); m != nil {
				names = append(names, m[1])
			}
		}
		if len(names) == count {
			found = append(found, names)
		}
	}
	return found
}

// listed divides what stands up to the closing bracket at commas outside of brackets.
func listed(text string) (list []string) {
	depth, from := 0, 0
	for i, c := range text {
		switch c {
		case '(', '[', '{', '<':
			depth++
		case ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				list, from = append(list, text[from:i]), i+1
			}
		case ')':
			if depth == 0 {
				return append(list, text[from:i])
			}
			depth--
		}
	}
	return nil
}
