package handin

// This file tells a submission from a folder of submissions.

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpucourse/grader/internal/answers"
	"gpucourse/grader/rubric"
)

// Submission is what one learner hands in.
type Submission struct {
	Name string // a name for a file, different from those of other submissions
	Path string // of a folder or a file
}

// Split returns the submission at a path, or the submissions in a folder of many, by name. A
// folder is one submission when exercises lie in it: a folder, a notebook or an archive with the
// whole name of an exercise, a copy of the repository, or folders and files of different exercises.
// Otherwise every folder, archive, Go file, notebook and file of progress in it is a submission.
func Split(path string, known []*rubric.Exercise) (list []Submission, many bool, err error) {
	if path, err = filepath.Abs(path); err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return nil, false, err
	}
	one := []Submission{{plain(bare(filepath.Base(path))), path}}
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return one, false, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, false, err
	}
	s := &search{known: known, root: path, found: &Found{}}
	if s.holdsExercises(path, entries) {
		return one, false, nil
	}
	for _, e := range entries {
		if isSubmission(filepath.Join(path, e.Name()), e) {
			list = append(list, Submission{e.Name(), filepath.Join(path, e.Name())})
		}
	}
	if len(list) == 0 {
		return one, false, nil
	}
	nameApart(list)
	return list, true, nil
}

// besideArchives is a folder that macOS puts into archives.
const besideArchives = "__MACOSX"

// isSubmission reports whether an entry of a class is a submission. A learner's name may begin with
// an underscore.
func isSubmission(path string, e os.DirEntry) bool {
	name := e.Name()
	switch {
	case strings.HasPrefix(name, "."), name == besideArchives:
		return false
	case e.Type().IsDir(), e.Type()&os.ModeSymlink != 0, isArchive(name), isGo(name):
		return true
	}
	return e.Type().IsRegular() && answers.Holds(path)
}

// holdsExercises reports whether a folder is one submission.
func (s *search) holdsExercises(folder string, entries []os.DirEntry) bool {
	root, seen, direct := place{path: folder}, map[*rubric.Exercise]bool{}, false
	for _, e := range entries {
		p := root.in(e.Name())
		if isHidden(e.Name()) {
			continue
		}
		if strings.EqualFold(e.Name(), exercisesFolder) && e.IsDir() && s.isCopy(p) {
			return true
		}
		named, by := s.named(bare(e.Name()))
		if named != nil && by == byName && !isGo(e.Name()) || strings.EqualFold(e.Name(), progressFile) {
			return true
		}
		held, inside := s.directly(p, e, named)
		if held != nil && seen[held] {
			return false // two learners' work on one exercise
		}
		seen[held], direct = true, direct || inside
	}
	return direct
}

// directly returns the exercise that an entry holds by itself, without looking into archives
// and into folders in it. inside: it is a part of a submission rather than one.
func (s *search) directly(p place, e os.DirEntry, named *rubric.Exercise) (held *rubric.Exercise, inside bool) {
	p.inside = named
	switch {
	case e.IsDir():
		if files := goFiles(p.path); len(files) > 0 {
			held = s.ofFiles(p, files)
		}
		return held, held != nil && held == named
	case !e.Type().IsRegular():
		return nil, false
	case isArchive(e.Name()):
		if named != nil && saysNoMore(words(withoutEnd(e.Name())), words(named.Name)) {
			return named, true
		}
		return nil, false
	case isGo(e.Name()):
		held = cmp.Or(s.declared(p.path), named)
		return held, held != nil
	}
	return nil, false
}

// progressFile is the name that the course gives to a file of progress: one in a folder makes the
// folder one submission.
const progressFile = "progress.json"

// isPaper reports whether a file may hold answers, by its name.
func isPaper(name string) bool { return answers.IsNamed(name) && !isHidden(name) }

// saysNoMore reports whether a name that means an exercise holds no word of another thing, such
// as the learner's name.
func saysNoMore(name, exercise []string) bool {
	number, _ := strconv.Atoi(exercise[0])
	for _, w := range name {
		n, err := strconv.Atoi(w)
		if !slices.Contains(exerciseWords, w) && !strings.Contains(strings.Join(exercise[1:], ""), w) && (err != nil || n != number) {
			return false
		}
	}
	return true
}

// mostName is the most bytes of a name: names of files have 255, and ends are put to it.
const mostName = 200

// plain returns a name that is UTF-8 without characters that control a screen or the direction of text, and no longer than
// mostName.
func plain(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(name[i:], "\uFFFD"):
			fmt.Fprintf(&b, "%%%02X", name[i])
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		default:
			b.WriteRune(r)
		}
	}
	text := b.String()
	if len(text) > mostName {
		text = strings.ToValidUTF8(text[:mostName], "") + "…"
	}
	return text
}

// nameApart gives submissions names that differ, whatever the case of letters. An archive has
// no end in its name, unless another submission has that name.
func nameApart(list []Submission) {
	taken := map[string]bool{}
	var rest []*Submission
	for i := range list {
		s := &list[i]
		if key := strings.ToLower(s.Name); plain(bare(s.Name)) == s.Name && !taken[key] {
			taken[key] = true
		} else {
			rest = append(rest, s)
		}
	}
	for _, s := range rest {
		whole := plain(s.Name)
		s.Name = plain(bare(s.Name))
		for n := 1; taken[strings.ToLower(s.Name)]; n++ {
			s.Name = whole
			if n > 1 {
				s.Name = fmt.Sprintf("%s~%d", whole, n)
			}
		}
		taken[strings.ToLower(s.Name)] = true
	}
}

// bare returns the name of an archive, a Go file or a file with answers without its end.
func bare(name string) string {
	if isGo(name) || isPaper(name) {
		return name[:len(name)-len(filepath.Ext(name))]
	}
	return withoutEnd(name)
}
