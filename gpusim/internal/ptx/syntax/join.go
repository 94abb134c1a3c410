package syntax

// This file joins the modules of several files into one, as NVIDIA's linker joins objects with
// device code that was compiled separately.

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// private is the linkage of what one file alone sees.
const private = ""

// Join returns the text of a module that has what several modules have. The error is a diag.List,
// or it names what two modules define for all files.
func Join(name string, texts []string) (string, error) {
	if len(texts) == 1 {
		return texts[0], nil
	}
	var b strings.Builder
	j := joiner{declared: map[string]int{}, defined: map[string]bool{}}
	for _, text := range texts {
		m, err := Parse(name, []byte(text))
		if err != nil {
			return "", err
		}
		j.modules = append(j.modules, m.linkages())
		for name, linkage := range m.linkages() {
			if j.declared[name]++; linkage == "visible" && j.defined[name] {
				return "", fmt.Errorf("two files define %s for all files: declare it extern in all but one, or make it static", name)
			}
			j.defined[name] = j.defined[name] || linkage == "visible"
		}
		j.files = append(j.files, slices.Max(slices.AppendSeq([]int{0}, maps.Keys(m.Sources))))
	}
	for i, text := range texts {
		b.WriteString(j.part(i, text))
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// joiner is what is known of the modules.
type joiner struct {
	modules  []map[string]string // the linkage of each name
	files    []int               // the largest number of a source file
	declared map[string]int      // how many modules declare a name
	defined  map[string]bool     // the names that a module defines for all
}

// linkages returns the linkage of each variable and function of the module.
func (m *Module) linkages() map[string]string {
	of := map[string]string{}
	for _, v := range m.Vars {
		of[v.Name] = v.Linkage
	}
	for _, f := range m.Funcs {
		if of[f.Name] == private || f.Body != nil {
			of[f.Name] = f.Linkage
		}
	}
	return of
}

var (
	header     = regexp.MustCompile(`(?m)^\s*\.(?:version|target|address_size)\b.*$`)
	fileNumber = regexp.MustCompile(`(\.file\s+|\.loc\s+|\binlined_at\s+)(\d+)`)
	word       = regexp.MustCompile(`[\w$]+`)
	debugText  = regexp.MustCompile(`^\$L__info_string\d+$`)
)

// part returns the text of module i with numbers of source files that no other module has, and
// likewise its private names.
func (j *joiner) part(i int, text string) string {
	before := i
	for _, n := range j.files[:i] {
		before += n
	}
	if i > 0 {
		text = header.ReplaceAllString(text, "")
	}
	text = fileNumber.ReplaceAllStringFunc(text, func(s string) string {
		m := fileNumber.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[2]) // digits
		return m[1] + strconv.Itoa(n+before)
	})
	return word.ReplaceAllStringFunc(text, func(w string) string {
		linkage, known := j.modules[i][w]
		if known && linkage == private && j.declared[w] > 1 || debugText.MatchString(w) {
			return fmt.Sprintf("%s$%d", w, i)
		}
		return w
	})
}

// single keeps one declaration of each variable: the definition, if the module has it.
func single(vars []*Var) (kept []*Var) {
	at := map[string]int{}
	for _, v := range vars {
		i, known := at[v.Name]
		switch {
		case !known:
			at[v.Name] = len(kept)
			kept = append(kept, v)
		case kept[i].Linkage == "extern" && v.Linkage != "extern":
			kept[i] = v
		}
	}
	return kept
}
