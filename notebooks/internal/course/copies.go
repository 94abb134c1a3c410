package course

// This file makes the folder work, in which a learner works: copies of the notebooks,
// beside links to the exercises. Git ignores it, so `git pull` meets no changes there.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/grader/progress"
	"gpucourse/internal/ipynb"
)

// workFolder is the folder that JupyterLab shows, in the repository root. It has the
// layout of the repository, so that relative paths and links in notebooks hold there.
const workFolder = "work"

// linked are the entries of the repository root that the work folder links to.
var linked = []string{"exercises", "solutions", "gpusim", "README.md"}

// copied are the patterns of the files in notebooks/ that a learner gets a copy of.
var copied = []string{"*.ipynb", "*.md"}

// recordName is the file in work/notebooks that says what the copies were made from:
// names of files, and fingerprints of the originals.
const recordName = ".originals.json"

// copies are the learner's copies of one folder.
type copies struct {
	from, to  string            // folders
	goVersion string            // of the kernel; "" if it is unknown
	variants  map[string]int    // of the learner's tasks
	made      map[string]string // by name: the fingerprint of the original when the copy was made
}

// prepareWork makes or completes the work folder of the repository root and tells w
// about notebooks that the course has changed. It never changes what a learner wrote. goVersion
// is that of the kernel.
func prepareWork(root, goVersion string, w io.Writer) error {
	work := filepath.Join(root, workFolder)
	c := &copies{from: filepath.Join(root, "notebooks"), to: filepath.Join(work, "notebooks"), goVersion: goVersion, variants: variantsIn(root), made: map[string]string{}}
	if err := os.MkdirAll(c.to, 0o755); err != nil {
		return err
	}
	for _, name := range linked {
		err := os.Symlink(filepath.Join("..", name), filepath.Join(work, name))
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if text, err := os.ReadFile(c.record()); err == nil {
		_ = json.Unmarshal(text, &c.made) // without a record every copy counts as changed
	}
	if err := c.update(w); err != nil {
		return err
	}
	text, err := json.MarshalIndent(c.made, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(c.record(), append(text, '\n'), 0o644)
}

func (c *copies) record() string { return filepath.Join(c.to, recordName) }

// update copies what is new or changed, and takes away the untouched copies of
// files that the course has no more.
func (c *copies) update(w io.Writer) error {
	names, err := c.originals()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := c.updateOne(name, w); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.made)) {
		if slices.Contains(names, name) {
			continue
		}
		if file := filepath.Join(c.to, name); fingerprint(file) == c.made[name] {
			os.Remove(file)
		}
		delete(c.made, name)
	}
	return nil
}

// originals lists the names of the files that learners get copies of.
func (c *copies) originals() (names []string, err error) {
	for _, pattern := range copied {
		files, err := filepath.Glob(filepath.Join(c.from, pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			names = append(names, filepath.Base(file))
		}
	}
	return names, nil
}

// updateOne brings one copy up to date. A copy in which the learner changed a cell
// keeps its content under another name.
func (c *copies) updateOne(name string, w io.Writer) error {
	text, err := os.ReadFile(filepath.Join(c.from, name))
	if err != nil {
		return err
	}
	text = c.asHandedOut(name, text)
	file, original := filepath.Join(c.to, name), fingerprintOf(name, text)
	have := fingerprint(file)
	switch {
	case have != "" && original == c.made[name]:
		return nil
	case have == "":
	case have == c.made[name] || have == original:
		fmt.Fprintf(w, "%s: the course has a new version; yours was unchanged and is replaced.\n", name)
	default:
		kept, err := c.keep(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: the course has a new version; yours, with your changes, is now %s.\n", name, kept)
	}
	c.made[name] = original
	return os.WriteFile(file, text, 0o644)
}

// variantsIn returns the variants of the learner of a copy of the repository.
func variantsIn(root string) map[string]int {
	p, _ := progress.In(root).Read() // with an error it is empty
	return p.Variants
}

// asHandedOut returns the text of a copy. A notebook has no outputs there: they would answer
// what the learner is asked to predict. Its tasks have the learner's numbers.
func (c *copies) asHandedOut(name string, text []byte) []byte {
	if filepath.Ext(name) != ".ipynb" {
		return text
	}
	if without, err := cleared(text, c.goVersion, c.variants); err == nil {
		return without
	}
	return text
}

// keep gives the learner's copy a name of its own and returns it: 07_coalescing.yours1.ipynb.
func (c *copies) keep(name string) (string, error) {
	ext := filepath.Ext(name)
	for n := 1; ; n++ {
		kept := fmt.Sprintf("%s.yours%d%s", strings.TrimSuffix(name, ext), n, ext)
		if _, err := os.Lstat(filepath.Join(c.to, kept)); errors.Is(err, fs.ErrNotExist) {
			return kept, os.Rename(filepath.Join(c.to, name), filepath.Join(c.to, kept))
		}
	}
}

// cellSources is what a learner writes in a notebook. Outputs are left out: running
// a cell changes them.
type cellSources struct {
	Cells []struct {
		Type   string     `json:"cell_type"`
		Source ipynb.Text `json:"source"`
	} `json:"cells"`
}

// fingerprint identifies what a file says: a notebook's cells without their outputs,
// the bytes of every other file. It is "" if there is no such file.
func fingerprint(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return fingerprintOf(file, text)
}

// fingerprintOf does so for the text of a file.
func fingerprintOf(name string, text []byte) string {
	var nb cellSources
	if filepath.Ext(name) == ".ipynb" && json.Unmarshal(text, &nb) == nil {
		var b strings.Builder
		for _, cell := range nb.Cells {
			fmt.Fprintf(&b, "%q %q\n", cell.Type, string(cell.Source))
		}
		text = []byte(b.String())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// whereLearnerStopped returns the name of the notebook that the learner saved last, or of
// the first chapter.
func whereLearnerStopped(root string) string {
	files, _ := filepath.Glob(filepath.Join(root, workFolder, "notebooks", "*.ipynb"))
	if len(files) == 0 {
		return ""
	}
	last, variants := files[0], variantsIn(root)
	var saved int64
	for _, file := range files {
		text, err := os.ReadFile(file)
		original, _ := os.ReadFile(filepath.Join(root, "notebooks", filepath.Base(file)))
		info, failed := os.Stat(file)
		if without, bad := cleared(original, "", variants); bad == nil {
			original = without
		}
		if err != nil || failed != nil || cellsOf(text) == cellsOf(original) {
			continue
		}
		if at := info.ModTime().UnixNano(); at > saved {
			last, saved = file, at
		}
	}
	return filepath.Base(last)
}
