package main

// This file compiles the files of a repository.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// compileTime bounds nvcc on one file.
const compileTime = 2 * time.Minute

// mostHeaders bounds the folders that are added one by one because a header was missing.
const mostHeaders = 8

// repo is a repository in a folder.
type repo struct {
	folder  string
	sources []string            // the files .cu
	headers map[string][]string // all other files by their base names
}

// open lists the files of a repository.
func open(folder string) (*repo, error) {
	r := &repo{folder: folder, headers: map[string][]string{}}
	return r, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
		case filepath.Ext(path) == ".cu":
			r.sources = append(r.sources, path)
			fallthrough
		default:
			r.headers[d.Name()] = append(r.headers[d.Name()], path)
		}
		return err
	})
}

// compile returns the path of a file's PTX; "" where nvcc does not compile the file.
func (r *repo) compile(ctx context.Context, file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	key := fmt.Sprintf("%x", sha256.Sum256(append([]byte(file+"\n"), text...)))[:16]
	ptx := filepath.Join(*cache, filepath.Base(r.folder), key+".ptx")
	failed := ptx + ".failed"
	switch {
	case exists(ptx):
		return ptx, nil
	case exists(failed):
		return "", nil
	}
	if err := os.MkdirAll(filepath.Dir(ptx), 0o755); err != nil {
		return "", err
	}
	message, err := r.nvcc(ctx, file, ptx)
	if err != nil || message == "" {
		return ptx, err
	}
	return "", os.WriteFile(failed, []byte(message), 0o644)
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// missing matches what the host's compiler and nvcc say of a header that they do not find.
var missing = regexp.MustCompile(`(?:fatal error: |could not open source file ")([^":\n]+)(?:: No such file|")`)

// nvcc compiles a file. Where a header is missing that the repository has, its folder is added.
// The message is what nvcc says of a file that it does not compile.
func (r *repo) nvcc(ctx context.Context, file, ptx string) (message string, err error) {
	folders := r.usual(file)
	for range mostHeaders {
		message, err = run(ctx, file, ptx, folders)
		if err != nil || message == "" {
			return message, err
		}
		m := missing.FindStringSubmatch(message)
		if m == nil {
			return message, nil
		}
		folder := r.folderOf(m[1], file)
		if folder == "" || slices.Contains(folders, folder) {
			return message, nil
		}
		folders = append(folders, folder)
	}
	return message, nil
}

// run runs nvcc once.
func run(ctx context.Context, file, ptx string, folders []string) (message string, err error) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, compileTime)
	defer cancel()
	args := []string{"-ptx", "-arch=sm_90", "-lineinfo", "-w", "--expt-relaxed-constexpr", "--extended-lambda", "-o", ptx, file}
	for _, f := range folders {
		args = append(args, "-I"+f)
	}
	out, err := exec.CommandContext(ctx, nvcc, args...).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(bytes.TrimSpace(out)) + "\n" + exit.Error(), nil
	}
	return "", err
}

// usual returns the folders of a repository that hold headers by custom: those that hold the file,
// and theirs of these names.
func (r *repo) usual(file string) (folders []string) {
	for dir := filepath.Dir(file); strings.HasPrefix(dir, r.folder); dir = filepath.Dir(dir) {
		for _, name := range []string{"", "include", "inc", "common", "Common", "common/inc", "src", "utils"} {
			if folder := filepath.Join(dir, name); exists(folder) {
				folders = append(folders, folder)
			}
		}
	}
	return folders
}

// folderOf returns the folder from which a header is included, nearest to the file; "" for a header that
// the repository does not hold.
func (r *repo) folderOf(header, file string) string {
	best, common := "", -1
	for _, path := range r.headers[filepath.Base(header)] {
		folder, ok := strings.CutSuffix(path, "/"+filepath.ToSlash(filepath.Clean(header)))
		if n := shared(path, file); ok && n > common {
			best, common = folder, n
		}
	}
	return best
}

// shared is how many bytes two paths have in common at their beginning.
func shared(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
