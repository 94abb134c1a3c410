// Package site writes the workbench as a folder of static files: the simulator compiled to
// WebAssembly, the page with its scripts, and what both know of devices and package gpu.
//
// The folder needs no server but one that hands out files, and asks no other host for
// anything. Building it takes Go alone: esbuild is a Go module that bundles the scripts, and
// the bundles of npm packages, codemirror.js and brotli.js, are part of this repository.
package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"

	"gpucourse/gpusim/arch"
	"gpucourse/grader/rubric"
)

// The files that the page loads.
const (
	ProgramFile = "gpucourse.wasm.bin" // Brotli; a name in .br would let servers say so, and browsers unpack it
	factsFile   = "site.json"
	firstFile   = "first.json"
)

// Effort is how hard the simulator is compressed: a quality of Brotli.
type Effort int

const (
	Quick Effort = 1                      // for a browser on the same machine
	Small Effort = brotli.BestCompression // for publishing
)

// window is the logarithm of how many bytes back a repetition may lie, the most that Brotli
// allows.
const window = 24

// loaded are the files that the pages need beside their scripts; they are kept for visits
// without a network.
func loaded() []string {
	list := []string{"./", "index.html", "course.html", "style.css", "worker.js", "wasm_exec.js", factsFile, firstFile, ProgramFile}
	for i := range rubric.Exercises {
		list = append(list, courseFolder+"/"+numberOf(&rubric.Exercises[i])+".json")
	}
	return list
}

// Publish writes the workbench into a folder, which it makes, as small as it gets.
func Publish(ctx context.Context, dir string) error { return Build(ctx, dir, Small) }

// Build writes the workbench into a folder, which it makes.
func Build(ctx context.Context, dir string, effort Effort) error {
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	page := filepath.Join(root, "workbench", "page")
	size := 0
	for _, step := range []func() error{
		func() (err error) {
			size, err = program(ctx, root, filepath.Join(dir, ProgramFile), effort)
			return err
		},
		func() error { return copyFiles(dir, page, "index.html", "course.html", "style.css") },
		func() error { return goScript(ctx, dir) },
		func() error { return scripts(dir, page, size) },
		func() error { return writeFacts(root, dir) },
		func() error { return writeFirst(ctx, root, filepath.Join(dir, firstFile)) },
		func() error { return writeCourse(root, dir) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func moduleRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "gpucourse").Output()
	return strings.TrimSpace(string(out)), err
}

// program compiles the simulator to WebAssembly and compresses it. Without inlining (-l) the
// program is as fast and compresses to a seventh less, measured with a product of matrices. It
// returns the bytes of the program before it is compressed.
func program(ctx context.Context, root, to string, effort Effort) (size int, err error) {
	raw := to + ".raw"
	defer os.Remove(raw)
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-o", raw, "gpucourse/workbench/tab")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if text, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("compiling the simulator to WebAssembly: %w\n%s", err, text)
	}
	code, err := os.ReadFile(raw)
	if err != nil {
		return 0, err
	}
	packed, err := compressed(code, effort)
	if err != nil {
		return 0, err
	}
	return len(code), os.WriteFile(to, packed, 0o644)
}

// compressed is code as Brotli, a quarter smaller than gzip at most effort. Not every browser
// unpacks Brotli for a script, so the worker brings a decoder.
func compressed(code []byte, effort Effort) ([]byte, error) {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: int(effort), LGWin: window})
	if _, err := w.Write(code); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}

func copyFiles(dir, from string, names ...string) error {
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// goScript copies the script with which Go runs in a browser; it belongs to the compiler.
func goScript(ctx context.Context, dir string) error {
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	return copyFiles(dir, filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm"), "wasm_exec.js")
}

// scripts bundles the scripts of the pages, which share a part, of the worker, and of the
// service worker, which keeps all of them. size is the number of bytes of the program.
func scripts(dir, page string, size int) error {
	keep := loaded()
	pages := bundled(dir, api.FormatESModule)
	pages.EntryPoints = []string{filepath.Join(page, "main.ts"), filepath.Join(page, "course.ts")}
	pages.Splitting = true
	result := api.Build(pages)
	for _, f := range result.OutputFiles {
		keep = append(keep, filepath.Base(f.Path))
	}
	list, err := json.Marshal(keep)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	workers := bundled(dir, api.FormatIIFE)
	workers.EntryPoints = []string{filepath.Join(page, "worker.ts"), filepath.Join(page, "offline.ts")}
	workers.Define = map[string]string{"loadedFiles": string(list), "programFile": strconv.Quote(ProgramFile), "programSize": strconv.Itoa(size)}
	return buildErrors(append(result.Errors, api.Build(workers).Errors...))
}

func bundled(dir string, format api.Format) api.BuildOptions {
	return api.BuildOptions{
		Outdir: dir, Write: true, Bundle: true, Format: format, Target: api.ES2022,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
	}
}

// bundle is what the pages use of npm packages: NAME.entry.js becomes NAME.js.
type bundle struct{ name, banner string }

var bundles = []bundle{
	{"codemirror", "CodeMirror 6 (MIT licence, LICENSE.codemirror)"},
	{"brotli", "brotli.js (MIT and Apache licences, LICENSE.brotli)"},
}

// Packages bundles the npm packages that npm ci installs in the folder of the page.
func Packages(ctx context.Context) error {
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	var failed []api.Message
	for _, b := range bundles {
		failed = append(failed, b.write(filepath.Join(root, "workbench", "page")).Errors...)
	}
	return buildErrors(failed)
}

func (b bundle) write(page string) api.BuildResult {
	file := func(ending string) string { return filepath.Join(page, b.name+ending) }
	options := bundled("", api.FormatESModule)
	options.EntryPoints, options.Outfile = []string{file(".entry.js")}, file(".js")
	options.Banner = map[string]string{"js": fmt.Sprintf("// %s, made of %s.entry.js. Do not edit.", b.banner, b.name)}
	return api.Build(options)
}

func buildErrors(messages []api.Message) error {
	if len(messages) == 0 {
		return nil
	}
	return fmt.Errorf("esbuild: %s", strings.Join(api.FormatMessages(messages, api.FormatMessagesOptions{}), "\n"))
}

// facts are what the pages know before the simulator is loaded.
type facts struct {
	Book        bool         `json:"book"` // stands in the folder above
	Devices     []string     `json:"devices"`
	Completions []completion `json:"completions"`
	Examples    []example    `json:"examples"`
	Chapters    []chapter    `json:"chapters"` // without their items
}

func writeFacts(root, dir string) error {
	list, err := completions(filepath.Join(root, "gpusim", "gpu"))
	if err != nil {
		return err
	}
	offered, err := examples()
	if err != nil {
		return err
	}
	named, err := chapters(root)
	if err != nil {
		return err
	}
	_, err = os.Stat(filepath.Join(dir, "..", "notebooks"))
	f := facts{Book: err == nil, Completions: list, Examples: offered, Chapters: named}
	for _, d := range arch.Devices {
		f.Devices = append(f.Devices, d.Name)
	}
	text, err := json.Marshal(f)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return os.WriteFile(filepath.Join(dir, factsFile), text, 0o644)
}
