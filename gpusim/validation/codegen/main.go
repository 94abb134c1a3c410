// Command codegen renews the stored facts by which our compiler is compared with nvcc, in three ways: the front half,
// from source to PTX; the back half, from nvcc's PTX to machine code; and the whole.
//
//	go run ./gpusim/validation/h200/verify -timing=false -out /tmp/launches
//	go run ./gpusim/validation/codegen -launches /tmp/launches
//	go test ./gpusim/validation/codegen -run 'Front|Drawn' -update
//
// It needs nvcc, ptxas and nvdisasm, and no GPU. testdata holds the PTX of our own kernels, sources that the tree has in
// another language or not at all, and numbers of nvcc's code, and no machine code.
package main

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

var (
	root     = flag.String("root", "gpusim/validation", "the `folder` whose files .cu are compiled")
	launches = flag.String("launches", "", "the `folder` with the launches of the course")
	only     = flag.String("only", "", "renew one file, of this `name`, and keep the others")
	out      = flag.String("out", "gpusim/validation/codegen/testdata", "the `folder` to write")
)

const (
	perFile      = 20 // kernels that are kept of one file, at most
	courseFiles  = 27 // files with kernels of the course
	mostOfCourse = 25 // kernels that are kept of those
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	if err := renew(); err != nil {
		log.Fatal(err)
	}
}

// renew compiles all files, chooses kernels and writes them with what ptxas made of them.
func renew() error {
	dir, err := os.MkdirTemp("", "back")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	files, err := sources(dir)
	if err != nil {
		return err
	}
	archive, facts, seen := &txtar.Archive{}, []fact(nil), map[string]bool{}
	if *only != "" {
		if archive, facts, err = others(*only); err != nil {
			return err
		}
		files = slices.DeleteFunc(files, func(f file) bool { return f.name != *only })
	}
	for _, f := range files {
		text, err := frontEnd(f)
		if err != nil {
			return err
		}
		if text == "" {
			continue
		}
		text = choose(text, f.most, seen)
		of, err := assemble(f.name, text, dir)
		if err != nil {
			return err
		}
		if len(of) > 0 {
			archive.Files, facts = append(archive.Files, f.stored(text)...), append(facts, of...)
		}
	}
	fmt.Printf("%d kernels of %d files\n", len(facts), len(archive.Files))
	return store(*out, archive, facts)
}

// others returns what is stored of all files but one.
func others(name string) (*txtar.Archive, []fact, error) {
	archive, facts, err := stored(*out)
	if err != nil {
		return nil, nil, err
	}
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == name || f.Name == ptxOf(name) })
	return archive, slices.DeleteFunc(facts, func(f fact) bool { return f.File == name }), nil
}

// file is a source: how it is called, where it lies, where its headers lie, and how many of its
// kernels are kept at most. One that is not in the tree has its text.
type file struct {
	name, path string
	include    []string
	most       int
	text       string
}

// stored returns what the archive keeps of a file with this PTX.
func (f file) stored(text string) (list []txtar.File) {
	if f.text != "" {
		list = append(list, txtar.File{Name: f.name, Data: []byte(f.text)})
	}
	return append(list, txtar.File{Name: ptxOf(f.name), Data: []byte(text)})
}

// ptxOf returns the name of a file's PTX in the archive.
func ptxOf(name string) string { return strings.TrimSuffix(name, ".cu") + ".ptx" }

// sources lists the files .cu below root, and files with the launches of the course.
func sources(dir string) (list []file, err error) {
	headers := []string{filepath.Join(*root, "h200/include"), filepath.Join(*root, "h200/cases")}
	err = filepath.WalkDir(*root, func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".cu" {
			name := strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(*root)+"/")
			list = append(list, file{name: name, path: path, include: headers, most: perFile})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	course, err := ofCourse()
	if err != nil {
		return nil, err
	}
	texts := append(course,
		file{name: "neighbours.cu", text: strings.Join(drawn(), ""), most: drawnKernels},
		file{name: "mixed.cu", text: strings.Join(mixed(), ""), most: mixedKernels},
		file{name: "indexing.cu", text: strings.Join(indexing(), ""), most: len(indexing())})
	for _, f := range texts {
		f.path = filepath.Join(dir, f.name)
		if err := os.WriteFile(f.path, []byte(f.text), 0o600); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

var (
	hostPart = regexp.MustCompile(`(?ms)^static void launch\(.*?^\}  // namespace`)
	includes = regexp.MustCompile(`(?m)^#include .*\n`)
)

const (
	hostInclude = "#include \"host.cuh\"\n"
	wholeBank   = "__constant__ float Table[16384]" // no constant of another kernel has room beside it
)

// ofCourse returns files that hold the kernels of the course. One file would have more constants
// than a module may have.
func ofCourse() (list []file, err error) {
	found, err := filepath.Glob(filepath.Join(*launches, "*.cu"))
	if err != nil {
		return nil, err
	}
	parts, seen := make([]strings.Builder, courseFiles), map[string]bool{}
	heads, at := make([]map[string]bool, courseFiles), 0
	for _, path := range found {
		name := strings.TrimSuffix(filepath.Base(path), ".cu")
		all, err := os.ReadFile(path)
		if err != nil || name == "main" {
			continue
		}
		text := hostPart.ReplaceAllString(string(all), "}  // namespace")
		_, text, _ = strings.Cut(text, "\n") // the comment names the launch
		key := plain(text, name)
		if seen[key] {
			continue
		}
		seen[key] = true
		if strings.Contains(text, wholeBank) {
			list = append(list, file{name: "constants.cu", most: 1, text: strings.Replace(text, hostInclude, "#include <cstdint>\n", 1)})
			at = (at + 1) % courseFiles
			continue
		}
		if heads[at] == nil {
			heads[at] = map[string]bool{"#include <cstdint>\n": true}
		}
		for _, include := range includes.FindAllString(text, -1) {
			heads[at][include] = include != hostInclude
		}
		parts[at].WriteString(includes.ReplaceAllString(text, ""))
		at = (at + 1) % courseFiles // neighbours have alike constants and code
	}
	for i := range parts {
		f := file{name: fmt.Sprintf("course%02d.cu", i), most: mostOfCourse}
		for _, include := range slices.Sorted(maps.Keys(heads[i])) {
			if heads[i][include] {
				f.text += include
			}
		}
		f.text += parts[i].String()
		list = append(list, f)
	}
	return list, nil
}

// frontEnd returns the PTX that nvcc makes of a file; "" if nvcc refuses it.
func frontEnd(f file) (string, error) {
	args := []string{"-std=c++17", "-arch=sm_90", "-w", "-ptx", "-o", "-", f.path}
	for _, dir := range f.include {
		args = append(args, "-I", dir)
	}
	text, err := exec.Command("nvcc", args...).Output()
	if _, refused := err.(*exec.ExitError); refused {
		log.Printf("%s: nvcc refuses it", f.name)
		return "", nil
	}
	return string(text), err
}
