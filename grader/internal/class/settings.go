package class

// This file reads what an instructor sets, from a folder outside of the repository.

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/grader/internal/course"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/hidden"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/internal/strictjson"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// SettingsFile is the file of an instructor's folder that holds Settings; it may be
// missing. Beside it may be a folder hidden with exercises, as package hidden reads them.
const (
	SettingsFile = "settings.json"
	hiddenFolder = "hidden"
)

// Settings are an instructor's.
type Settings struct {
	// Seed is secret. Mixed with the code of each kernel it draws inputs and sizes; 0 mixes
	// nothing.
	Seed uint64 `json:"seed"`
	// Variants gives each learner of the roster variants of tasks; 0 gives all learners those of the notebooks.
	Variants uint64 `json:"variants"`
	// Exercises are those to grade, by number or name; none is all of the course, and the word
	// "none" is no exercise.
	Exercises []string `json:"exercises"`
	// Tasks are those of notebooks to grade: chapters, IDs or "all"; none grades no task.
	Tasks []string `json:"tasks"`
	// Sizes are more sizes for the results of a kernel, by "07_coalescing Saxpy".
	Sizes map[string][]rubric.Size `json:"sizes"`
	// Weights are what a mark is worth, by a key of items; see package marks.
	Weights map[string]float64 `json:"weights"`

	exercises []exercise // to grade
	tasks     []*task.Task
	// overridden: Exercises are not those of the file, so its sizes may be of others.
	overridden bool
	all        []exercise // of the course, and hidden ones
	sizes      map[string][]rubric.Size
	text       string // stands for all of it
}

// exercise is an exercise to grade; hidden is its folder, if it has one.
type exercise struct {
	row    *rubric.Exercise
	hidden string
}

// Open reads the settings in an instructor's folder; "" is the settings of the course.
// only and tasks replace the exercises and the tasks, if there are any.
// seed replaces the seed, unless it is 0.
func Open(folder string, only, tasks []string, seed uint64) (*Settings, error) {
	s := &Settings{}
	if folder != "" {
		if err := s.read(folder); err != nil {
			return nil, err
		}
	}
	if len(only) > 0 {
		s.Exercises, s.overridden = only, true
	}
	if len(tasks) > 0 {
		s.Tasks = tasks
	}
	s.Seed = cmp.Or(seed, s.Seed)
	if err := s.choose(folder); err != nil {
		return nil, err
	}
	if err := errors.Join(s.checkSizes(), s.chooseTasks()); err != nil {
		return nil, err
	}
	graded := *s
	graded.Weights = nil // they change no verdict
	text, err := json.Marshal(graded)
	s.text += string(text)
	return s, err
}

// Keys returns the words that may name what is graded in weights and deadlines: all of the
// course, and hidden exercises.
func (s *Settings) Keys() (keys []string) {
	add := func(i scores.Item) {
		for _, key := range i.Keys() {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	for _, e := range s.all {
		for _, v := range grading.NewVerdicts(e.row, nil) {
			add(scores.Item{Kind: scores.Exercise, Exercise: v.Exercise, Kernel: v.Kernel})
		}
	}
	for i := range task.Tasks {
		add(scores.Item{Kind: scores.Task, Exercise: task.Tasks[i].ID})
	}
	return keys
}

// read reads the file of settings. Without it there must be a folder of hidden exercises.
func (s *Settings) read(folder string) error {
	file := filepath.Join(folder, SettingsFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		if !isFolder(filepath.Join(folder, hiddenFolder)) {
			return fmt.Errorf("%s holds neither %s nor a folder %s", folder, SettingsFile, hiddenFolder)
		}
		return nil
	}
	if err != nil {
		return err
	}
	return strictjson.Decode(file, text, s)
}

// choose finds the exercises, hidden ones included.
func (s *Settings) choose(folder string) error {
	var all []exercise
	for i := range rubric.Exercises {
		all = append(all, exercise{row: &rubric.Exercises[i]})
	}
	secret, err := s.hidden(folder)
	if err != nil {
		return err
	}
	all = append(all, secret...)
	s.all = all
	if len(s.Exercises) == 0 {
		s.exercises = all
		return nil
	}
	if slices.Equal(s.Exercises, []string{"none"}) {
		return nil
	}
	for _, word := range s.Exercises {
		i := slices.IndexFunc(all, func(e exercise) bool { return e.hidden != "" && e.row.Name == word })
		if i < 0 {
			row, err := course.FindExercise(word)
			if err != nil {
				return err
			}
			i = slices.IndexFunc(all, func(e exercise) bool { return e.row.Name == row.Name })
		}
		if slices.ContainsFunc(s.exercises, func(e exercise) bool { return e.row == all[i].row }) {
			return fmt.Errorf("exercises: %q names %s, which is there before: name each once", word, all[i].row.Name)
		}
		s.exercises = append(s.exercises, all[i])
	}
	return nil
}

// hidden loads the hidden exercises: every folder beside each other is one.
func (s *Settings) hidden(folder string) (list []exercise, err error) {
	if folder == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(filepath.Join(folder, hiddenFolder))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || !isFolder(filepath.Join(folder, hiddenFolder, e.Name())) {
			continue
		}
		at, err := filepath.Abs(filepath.Join(folder, hiddenFolder, e.Name()))
		if err != nil {
			return nil, err
		}
		row, err := hidden.Load(at)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == row.Name }) {
			return nil, fmt.Errorf("%s has the name of an exercise of the course: choose another", at)
		}
		list = append(list, exercise{row, at})
		s.text += filesText(at) + filesText(filepath.Dir(filepath.Join(at, hidden.StubFile)))
	}
	return list, nil
}

// checkSizes refuses a size that the exercise could not draw.
func (s *Settings) checkSizes() error {
	s.sizes = s.Sizes
	for id, sizes := range s.Sizes {
		k := s.kernel(id)
		if k == nil {
			return fmt.Errorf("sizes: no kernel to grade is called %q; write an exercise and a kernel, such as \"07_coalescing Saxpy\"", id)
		}
		for _, size := range sizes {
			if err := fits(k, size); err != nil {
				return fmt.Errorf("sizes of %s: %w", id, err)
			}
		}
	}
	return nil
}

// kernel returns a kernel by exercise and name, or nil.
func (s *Settings) kernel(id string) *rubric.Kernel {
	among := s.exercises
	if s.overridden {
		among = s.all
	}
	for _, e := range among {
		for i := range e.row.Kernels {
			if k := &e.row.Kernels[i]; id == e.row.Name+" "+k.Name {
				return k
			}
		}
	}
	return nil
}

// fits reports why a size is none that Spans could give.
func fits(k *rubric.Kernel, size rubric.Size) error {
	if len(k.Spans) == 0 {
		return errors.New("this kernel has no sizes but its own")
	}
	if len(size) != len(k.Spans) {
		return fmt.Errorf("%v has %d numbers, and a size has %s", size, len(size), strings.Join(k.SizeNames, ", "))
	}
	for i, span := range k.Spans {
		if !span.Has(size[i]) {
			return fmt.Errorf("%s is %d: it may be %v", k.SizeNames[i], size[i], span)
		}
	}
	return nil
}

// Names returns the names of the exercises to grade, and the tasks.
func (s *Settings) Names() (names []string) {
	for _, e := range s.exercises {
		names = append(names, e.row.Name)
	}
	if len(s.tasks) > 0 {
		names = append(names, "tasks "+strings.Join(s.Tasks, ", "))
	}
	return names
}

// Check grades the references of the hidden exercises, as a submission is graded. It
// returns an error for one without full marks.
func (s *Settings) Check(grade func([]isolated.Part) [][]*verdict.Verdict) error {
	var parts []isolated.Part
	for _, e := range s.exercises {
		if e.hidden != "" {
			parts = append(parts, isolated.Part{Exercise: e.row, Folder: e.hidden, Hidden: e.hidden})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	for _, verdicts := range grade(parts) {
		for _, v := range verdicts {
			if v.State != verdict.Done {
				return fmt.Errorf("the reference of a hidden exercise gets no full marks:\n%v", v)
			}
		}
	}
	return nil
}

// fingerprint returns a SHA-256 of a submission's files and answers, of the settings, and of whose variants count.
func fingerprint(learner string, parts []isolated.Part, given answered, s *Settings) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %q\n%s", scores.Version, s.text, given.text())
	if s.Variants != 0 {
		fmt.Fprintf(h, "%q\n", learner)
	}
	for _, p := range parts {
		fmt.Fprintf(h, "%q %s\n", p.Exercise.Name, filesText(p.Folder))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// mostBytes is the most that is read of a file. The grader reads no more of it either.
const mostBytes = 1 << 20

// filesText stands for the files in a folder. Of what is no regular file it says the kind
// alone: a pipe has no end.
func filesText(folder string) string {
	entries, _ := os.ReadDir(folder) // what cannot be read is graded as missing
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%q %v", e.Name(), e.Type())
		if e.Type().IsRegular() {
			fmt.Fprintf(&b, " %x", fileSum(filepath.Join(folder, e.Name())))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func fileSum(file string) []byte {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	h := sha256.New()
	io.Copy(h, io.LimitReader(f, mostBytes)) // a file that ends early has another sum
	return h.Sum(nil)
}
