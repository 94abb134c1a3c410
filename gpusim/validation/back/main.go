// Command back renews the stored facts on which the passes of ptxas are tested alone: kernels in
// the PTX of nvcc's front end, and what ptxas made of each of them.
//
//	go run ./gpusim/validation/h200/verify -timing=false -out /tmp/launches
//	go run ./gpusim/validation/back -launches /tmp/launches
//
// It needs nvcc, ptxas and nvdisasm, and no GPU. testdata holds the PTX of our own kernels and
// numbers of ptxas's code, and no machine code.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

var (
	root     = flag.String("root", "gpusim/validation", "the `folder` whose files .cu are compiled")
	launches = flag.String("launches", "", "the `folder` with the launches of the course")
	out      = flag.String("out", "gpusim/validation/back/testdata", "the `folder` to write")
)

const (
	perFile      = 20 // kernels that are kept of one file, at most
	courseFiles  = 15 // files with launches of the course
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
			archive.Files, facts = append(archive.Files, txtar.File{Name: f.name, Data: []byte(text)}), append(facts, of...)
		}
	}
	fmt.Printf("%d kernels of %d files\n", len(facts), len(archive.Files))
	return store(*out, archive, facts)
}

// file is a source: how it is called, where it lies, where its headers lie, and how many of its
// kernels are kept at most.
type file struct {
	name, path string
	include    []string
	most       int
}

// sources lists the files .cu below root, and files with the launches of the course.
func sources(dir string) (list []file, err error) {
	headers := []string{filepath.Join(*root, "h200/include"), filepath.Join(*root, "h200/cases")}
	err = filepath.WalkDir(*root, func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".cu" {
			list = append(list, file{strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(*root)+"/"), path, headers, perFile})
		}
		return err
	})
	if err != nil || *launches == "" {
		return list, err
	}
	course, err := ofCourse(dir)
	return append(list, course...), err
}

// ofCourse writes files that hold the launches of the course. One file would have more constants
// than a module may have.
func ofCourse(dir string) (list []file, err error) {
	found, err := filepath.Glob(filepath.Join(*launches, "*.cu"))
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(path string) bool { return filepath.Base(path) == "main.cu" })
	for i := range courseFiles {
		var text strings.Builder
		for at := i; at < len(found); at += courseFiles { // neighbours have alike constants and code
			fmt.Fprintf(&text, "#include %q\n", filepath.Base(found[at]))
		}
		f := file{name: fmt.Sprintf("course%02d.cu", i), include: []string{*launches}, most: mostOfCourse}
		f.path = filepath.Join(dir, f.name)
		if err := os.WriteFile(f.path, []byte(text.String()), 0o600); err != nil {
			return nil, err
		}
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
