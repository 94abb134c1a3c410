package handin

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
)

func known() (list []*rubric.Exercise) {
	for i := range rubric.Exercises {
		list = append(list, &rubric.Exercises[i])
	}
	return list
}

// files are the texts of files by path. A path that begins with "zip:" or "tgz:" goes into an
// archive: "zip:a/b.zip:07/kernel.go".
type files map[string]string

// solution returns the solution of an exercise by its number.
func solution(t testing.TB, number int) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "solutions", rubric.Exercises[number].Name, source.KernelFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// made writes files into a new folder.
func made(t testing.TB, list files) string {
	t.Helper()
	folder := t.TempDir()
	packed := map[string]files{}
	for name, text := range list {
		if parts := strings.SplitN(name, ":", 3); len(parts) == 3 {
			key := parts[0] + ":" + parts[1]
			if packed[key] == nil {
				packed[key] = files{}
			}
			packed[key][parts[2]] = text
			continue
		}
		put(t, filepath.Join(folder, name), []byte(text))
	}
	for key, members := range packed {
		kind, name, _ := strings.Cut(key, ":")
		pack := map[string]func(testing.TB, files) []byte{"zip": zipped, "tgz": tarred}[kind]
		put(t, filepath.Join(folder, name), pack(t, members))
	}
	return folder
}

func put(t testing.TB, file string, text []byte) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func zipped(t testing.TB, list files) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(list[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	return b.Bytes()
}

func tarred(t testing.TB, list files) []byte {
	t.Helper()
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	z := tar.NewWriter(g)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if err := z.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(list[name]))}); err != nil {
			t.Fatal(err)
		}
		z.Write([]byte(list[name]))
	}
	z.Close()
	g.Close()
	return b.Bytes()
}

// opened opens a submission, and returns what was found with the text of each kernel file.
func opened(t testing.TB, path string) (*Found, map[string]string) {
	t.Helper()
	found, err := Open(path, known(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(found.Close)
	texts := map[string]string{}
	for name, folder := range found.Folders {
		text, err := os.ReadFile(filepath.Join(folder, source.KernelFile))
		if err != nil {
			text = []byte("none")
		}
		texts[name] = string(text)
	}
	return found, texts
}

// nameForms are ways to write the name of an exercise with a number N and the words of a topic.
var nameForms = []func(number int, topic string) string{
	func(n int, topic string) string { return fmt.Sprintf("%02d_%s", n, topic) },
	func(n int, topic string) string { return fmt.Sprintf("%02d_%s", n, strings.ToUpper(topic)) },
	func(n int, topic string) string {
		return fmt.Sprintf("%02d-%s", n, strings.ReplaceAll(topic, "_", "-"))
	},
	func(n int, topic string) string {
		return fmt.Sprintf("%d %s (1)", n, strings.ReplaceAll(topic, "_", " "))
	},
	func(n int, topic string) string { return fmt.Sprintf("%02d_%s_final", n, topic) },
	func(n int, topic string) string { return fmt.Sprintf("%02d", n) },
	func(n int, topic string) string { return fmt.Sprint(n) },
	func(n int, topic string) string { return fmt.Sprintf("Exercise %d", n) },
	func(n int, topic string) string { return fmt.Sprintf("ex%02d", n) },
	func(n int, topic string) string { return topic },
	func(n int, topic string) string { return strings.ReplaceAll(topic, "_", "") },
	func(n int, topic string) string { return "my " + topic + " solution" },
	func(n int, topic string) string { return "übung" },
	func(n int, topic string) string { return "-rf ; $(x) 'q\" \t" },
	func(n int, topic string) string { return "CON" },
	func(n int, topic string) string { return strings.Repeat("long", 60) },
}

// layouts are ways to hand in a kernel file with a name of the exercise.
var layouts = []string{
	"%s/kernel.go", "hw1/%s/kernel.go", "a/b/c/d/e/%s/kernel.go", "%s/src/kernel.go", "%s/kernel.go.go", "%s/Kernel.go", "%s/main.go",
	"zip:x.zip:%s/kernel.go", "zip:%s.zip:kernel.go", "zip:x.zip:submission/%s/kernel.go", "tgz:x.tar.gz:./%s/kernel.go", "tgz:%s.tgz:kernel.go", "exercises/%s/kernel.go",
	`zip:x.zip:win\%s\kernel.go`, "zip:up.ZIP:%s/kernel.go",
	"%s.go", "kernel.go",
}

// TestEveryNameAndLayout: an exercise is found under every name in every layout, and nothing
// else is.
func TestEveryNameAndLayout(t *testing.T) {
	number := 0
	for i, form := range nameForms {
		for j, layout := range layouts {
			number = (number + 1) % len(rubric.Exercises)
			e, text := &rubric.Exercises[number], solution(t, number)
			_, topic, _ := strings.Cut(e.Name, "_")
			path := layout
			if strings.Contains(layout, "%s") {
				path = fmt.Sprintf(layout, form(number, topic))
			}
			found, got := opened(t, made(t, files{path: text}))
			if got[e.Name] != text || len(got) != 1 || len(found.Warnings) > 0 {
				t.Errorf("form %d, layout %d, %q: got %v and %q, want %s alone", i, j, path, slices.Sorted(maps.Keys(got)), found.Warnings, e.Name)
			}
		}
	}
}

// TestPlaces: which place counts, and what is said of the others.
func TestPlaces(t *testing.T) {
	right, other := solution(t, 7), solution(t, 7)+"\n// another\n"
	stub, err := os.ReadFile("../../stubs/07_coalescing/kernel.go")
	if err != nil {
		t.Fatal(err)
	}
	large := files{"zip:a.zip:07/kernel.go": right}
	for i := range mostUnpacked/mostOfFile + 1 {
		large[fmt.Sprintf("zip:a.zip:x/y%d.go", i)] = strings.Repeat("\n", mostOfFile)
	}
	tooDeep := strings.Repeat("d/", mostDepth+2)
	for _, c := range []struct {
		name    string
		files   files
		want    map[string]string
		warning string
	}{
		{"two exercises", files{"07/kernel.go": right, "13/kernel.go": solution(t, 13)}, files{"07_coalescing": right, "13_shared_memory": solution(t, 13)}, ""},
		{"flat", files{"a.go": right, "b.go": solution(t, 13)}, files{"07_coalescing": right, "13_shared_memory": solution(t, 13)}, ""},
		{"twice", files{"hw2/07_coalescing/kernel.go": other, "hw1/07_coalescing/kernel.go": right}, files{"07_coalescing": right}, "07_coalescing is in hw1/07_coalescing and in hw2/07_coalescing: the first is graded"},
		{"twice the same", files{"hw2/07_coalescing/kernel.go": right, "hw1/07_coalescing/kernel.go": right}, files{"07_coalescing": right}, ""},
		{"whole name first", files{"07/kernel.go": other, "z/07_coalescing/kernel.go": right}, files{"07_coalescing": right}, "z/07_coalescing and in 07"},
		{"changed first", files{"07_coalescing/kernel.go": string(stub), "z/a.go": right}, files{"07_coalescing": right}, ""},
		{"fewer folders first", files{"z/07/kernel.go": right, "a/b/07/kernel.go": other}, files{"07_coalescing": right}, "z/07 and in a/b/07"},
		{"no copy of the repository", files{"exercises/07_coalescing/kernel.go": right, "anna/07_coalescing/kernel.go": other}, files{"07_coalescing": right}, `copy of the repository: "anna" beside it was not looked at`},
		{"a copy of the repository", files{"gpucourse-main/go.mod": "", "gpucourse-main/exercises/07_coalescing/kernel.go": right, "gpucourse-main/solutions/07_coalescing/kernel.go": other,
			"gpucourse-main/exercises/08_allocation/kernel.go": solution(t, 8)}, files{"07_coalescing": right, "08_allocation": solution(t, 8)}, ""},
		{"declarations before a short name", files{"07_bank_conflicts/kernel.go": right}, files{"07_coalescing": right}, ""},
		{"a whole name before declarations", files{"07_coalescing/kernel.go": solution(t, 13)}, files{"07_coalescing": solution(t, 13)}, ""},
		{"no Go", files{"07/kernel.go": "no Go"}, files{"07_coalescing": "no Go"}, ""},
		{"only a name", files{"07_coalescing/README.md": "read"}, files{"07_coalescing": "none"}, ""},
		{"only a short name", files{"07/README.md": "read"}, nil, "07 has the name of 07_coalescing, and no Go file is in it"},
		{"another file", files{"x.go": "package x\n"}, nil, "x.go declares no function of an exercise"},
		{"no file of ours", files{"solution.pdf": "pdf", "a/b.txt": ""}, nil, "no exercise was found"},
		{"an old version inside", files{"07_coalescing/kernel.go": right, "07_coalescing/old/kernel.go": other}, files{"07_coalescing": right}, ""},
		{"too deep", files{tooDeep + "07/kernel.go": right}, nil, "more than"},
		{"hidden", files{".git/07_coalescing/kernel.go": right, "__MACOSX/07_coalescing/._kernel.go": right}, nil, ""},
		{"an archive in an archive", files{"zip:a.zip:b.zip": string(zipped(t, files{"07/kernel.go": right}))}, files{"07_coalescing": right}, ""},
		{"an archive that is none", files{"a.zip": "none"}, nil, "a.zip: the archive cannot be read"},
		{"an archive that is not read", files{"a.rar": "Rar!"}, nil, "hand in a folder or a zip"},
		{"out of the archive", files{"zip:a.zip:../07_coalescing/kernel.go": right}, nil, "a.zip/../07_coalescing/kernel.go: its name leads out of the archive"},
		{"out of the tar", files{"tgz:a.tgz:/07_coalescing/kernel.go": right}, nil, "leads out of the archive"},
		{"out of the archive on Windows", files{`zip:a.zip:..\..\07_coalescing\kernel.go`: right}, nil, "leads out of the archive"},
		{"a bomb", files{"zip:a.zip:07_coalescing/kernel.go": strings.Repeat("x", 20<<20)}, files{"07_coalescing": strings.Repeat("x", mostOfFile)}, ""},
		{"many large files", large, files{"07_coalescing": right}, "holds more than"},
		{"a kernel in CUDA C beside", files{"07/kernel.go": right, "07/kernel.cu": ""}, files{"07_coalescing": right}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, got := opened(t, made(t, c.files))
			if !maps.Equal(got, c.want) {
				t.Errorf("got %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(c.want)))
			}
			all := strings.Join(found.Warnings, "\n")
			if !strings.Contains(all, c.warning) || c.warning == "" && c.want != nil && all != "" {
				t.Errorf("got warnings %q, want %q", all, c.warning)
			}
		})
	}
}

// TestPapers: notebooks and files of progress are found, in archives too, with names of the
// submission.
func TestPapers(t *testing.T) {
	const progress = `{"version": 1, "items": {}}`
	for name, c := range map[string]struct {
		files files
		want  string
	}{
		"folders":                  {files{"a/07.ipynb": "{}", "work/progress.json": progress, "package.json": "{}"}, "a/07.ipynb work/progress.json"},
		"a copy of the repository": {files{"exercises/07_coalescing/kernel.go": solution(t, 7), "work/notebooks/07.ipynb": "{}"}, "work/notebooks/07.ipynb"},
		"an archive":               {files{"zip:a.zip:nb/07.ipynb": "{}", "tgz:b.tgz:progress.json": progress}, "nb/07.ipynb progress.json"},
		"checkpoints":              {files{".ipynb_checkpoints/07.ipynb": "{}", "__MACOSX/._07.ipynb": "{}", "07.ipynb": "{}"}, "07.ipynb"},
		"checkpoints in archives":  {files{"zip:a.zip:.ipynb_checkpoints/07.ipynb": "{}"}, ""},
	} {
		found, _ := opened(t, made(t, c.files))
		var got []string
		for _, p := range found.Papers {
			got = append(got, p.Shown)
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: got %q, want %q", name, text, c.want)
		}
	}
}

// TestHardLinks: a tar with a link for a file says so; there is no text in it.
func TestHardLinks(t *testing.T) {
	var b bytes.Buffer
	z := tar.NewWriter(&b)
	if err := z.WriteHeader(&tar.Header{Name: "07_coalescing/kernel.go", Typeflag: tar.TypeLink, Linkname: "/etc/passwd", Mode: 0o600}); err != nil {
		t.Fatal(err)
	}
	z.Close()
	found, got := opened(t, made(t, files{"a.tar": b.String()}))
	if len(got) > 0 || !strings.Contains(strings.Join(found.Warnings, "\n"), "kernel.go is a link or a device") {
		t.Errorf("got %v and %q", got, found.Warnings)
	}
}

// TestArchiveItself: a submission that is an archive is named in each warning.
func TestArchiveItself(t *testing.T) {
	folder := made(t, files{"07.7z": "7z"})
	found, err := Open(filepath.Join(folder, "07.7z"), known(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for _, w := range found.Warnings {
		if !strings.Contains(w, "07.7z") {
			t.Errorf("got the warning %q, want one that names 07.7z", w)
		}
	}
	if len(found.Warnings) == 0 {
		t.Error("got no warning")
	}
}

// TestHelpersStay: files beside a kernel file of another name come with it.
func TestHelpersStay(t *testing.T) {
	found, _ := opened(t, made(t, files{"saxpy.go": solution(t, 7), "helper.go": "package coalescing\n\nfunc help() {}\n"}))
	if _, err := os.Stat(filepath.Join(found.Folders["07_coalescing"], "helper.go")); err != nil || len(found.Warnings) > 0 {
		t.Errorf("got %v, %q, want helper.go beside kernel.go", err, found.Warnings)
	}
}

// TestLinksAreNotFollowed: no link leads out of a submission.
func TestLinksAreNotFollowed(t *testing.T) {
	outside := made(t, files{"07_coalescing/kernel.go": solution(t, 7)})
	folder := t.TempDir()
	for name, to := range map[string]string{"a": "", "13_shared_memory": "07_coalescing", "b.go": "07_coalescing/kernel.go", "up": ".."} {
		if err := os.Symlink(filepath.Join(outside, to), filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
	}
	found, got := opened(t, folder)
	if len(got) != 1 || found.Folders["13_shared_memory"] != filepath.Join(folder, "13_shared_memory") {
		t.Errorf("got %v, want the link with an exercise's name alone, which grading refuses", found.Folders)
	}
	if len(found.Warnings) != 3 {
		t.Errorf("got warnings %q, want one per other link", found.Warnings)
	}
}

// TestManyEntries: the number of files that are looked at is bounded.
func TestManyEntries(t *testing.T) {
	list := files{}
	for i := range mostEntries + 10 {
		list[fmt.Sprintf("%d.txt", i)] = ""
	}
	found, _ := opened(t, made(t, list))
	if !strings.Contains(strings.Join(found.Warnings, "\n"), "more than") {
		t.Errorf("got warnings %q, want one of too many files", found.Warnings)
	}
}

// TestSplit: what is one submission, and what is a class.
func TestSplit(t *testing.T) {
	k7, k13 := solution(t, 7), solution(t, 13)
	for _, c := range []struct {
		name  string
		files files
		want  string // names of submissions; "" is one
	}{
		{"exercises", files{"07_coalescing/kernel.go": k7, "notes/x": ""}, ""},
		{"short names", files{"07/kernel.go": k7, "13/kernel.go": k13}, ""},
		{"a copy", files{"exercises/07_coalescing/kernel.go": k7, "solutions/x": ""}, ""},
		{"archives of exercises", files{"zip:07.zip:kernel.go": k7, "zip:13_shared_memory.zip:kernel.go": k13}, ""},
		{"one file", files{"kernel.go": k7}, ""},
		{"files of exercises", files{"a.go": k7, "b.go": k13}, ""},
		{"nothing", files{"marks.csv": ""}, ""},
		{"learners", files{"anna/07_coalescing/kernel.go": k7, "bob/x": "", "marks.csv": ""}, "anna bob"},
		{"a folder around", files{"hw1/07_coalescing/kernel.go": k7}, "hw1"},
		{"numbered learners", files{"07_anna/kernel.go": k7, "08_bob/kernel.go": k7}, "07_anna 08_bob"},
		{"numbered learners with folders", files{"01_anna/07_coalescing/kernel.go": k7, "02_bob/07_coalescing/kernel.go": k7}, "01_anna 02_bob"},
		{"files of learners", files{"anna.go": k7, "bob.go": k7}, "anna bob"},
		{"archives of learners", files{"zip:anna.zip:07/kernel.go": k7, "tgz:bob.tar.gz:kernel.go": k7, "carl/kernel.go": k7}, "anna bob carl"},
		{"numbered archives of learners", files{"zip:07_anna.zip:07/kernel.go": k7, "zip:08_bob.zip:kernel.go": k7}, "07_anna 08_bob"},
		{"underscores", files{"_a1/07/kernel.go": k7, "b2/07/kernel.go": k7, "__MACOSX/x": "", ".git/x": ""}, "_a1 b2"},
		{"notebooks of learners", files{"a1.ipynb": "{}", "b2.json": `{"version": 1, "items": {}}`, "roster.json": "[]"}, "a1 b2"},
		{"notebooks of chapters", files{"07_coalescing.ipynb": "{}", "13_shared_memory.ipynb": "{}"}, ""},
		{"a file of progress", files{"progress.json": `{"version": 1, "items": {}}`, "notes/x": ""}, ""},
		{"one name twice", files{"zip:anna.zip:kernel.go": k7, "anna/kernel.go": k7, "ANNA/kernel.go": k7}, "ANNA anna.zip anna~2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, many, err := Split(made(t, c.files), known())
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, s := range list {
				names = append(names, s.Name)
			}
			if got := strings.Join(slices.Sorted(slices.Values(names)), " "); many != (c.want != "") || many && got != c.want {
				t.Errorf("got %q, many is %v, want %q", got, many, c.want)
			}
		})
	}
}

// TestNames: the name of a submission is one of a file, and a different one per submission.
func TestNames(t *testing.T) {
	var list []Submission
	for _, name := range []string{"a\xff", "a\xfe", "a\nb", "a\tb", strings.Repeat("x", 255), strings.Repeat("x", 254) + "y", "\ufffd", "-rf", "a b", "é", "a\u202eb", "a\u009bb"} {
		list = append(list, Submission{Name: name})
	}
	nameApart(list)
	seen := map[string]bool{}
	for _, s := range list {
		if len(s.Name) > mostName+10 || strings.ContainsAny(s.Name, "\n\t/\u202e\u009b") || s.Name != strings.ToValidUTF8(s.Name, "") || seen[s.Name] {
			t.Errorf("got the name %q", s.Name)
		}
		seen[s.Name] = true
	}
}
