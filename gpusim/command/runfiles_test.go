package command

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestRunNamesFiles: a file that is no part of a program, and one that is written over another, is
// refused before anything runs.
func TestRunNamesFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const kernel = "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n"
	for name, text := range map[string]string{"k.cu": kernel, "k.cpp": kernel, "k.txt": kernel, "k": kernel, "k.go": "package k\n", "page": ""} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"folder":                              "folder is a folder: name the files .cu",
		"k.cu folder":                         "folder is a folder",
		"k.cpp":                               "call it k.cu",
		"k.txt":                               "k.txt is no file .cu",
		"k":                                   "k is no file .cu",
		"k.go":                                "gpusim profile runs its kernels",
		"missing.cu":                          "no such file",
		"-report k.cu k.cu":                   "-report k.cu: that is the name of a source",
		"-html other.cu k.cu":                 "-html other.cu: that is the name of a source",
		"-html page -report ./page k.cu":      "page is read or written already",
		"-html new -trace folder/../new k.cu": "new is read or written already",
		"-trace folder k.cu":                  "-trace folder: that is a folder",
		"-html none/x.html k.cu":              "there is no folder none",
		"-I none k.cu":                        "-I none: there is no such folder",
		"-device H200,A10 k.cu":               `no device is called "A10" (did you mean "A100"?)`,
		"-budget many k.cu":                   `invalid argument "many" for "-budget" flag: it is no number that fits`,
		"-devcie H100 k.cu":                   "unknown flag: -devcie (did you mean -device?)",
	} {
		var out, errors bytes.Buffer
		status := Run(t.Context(), append([]string{"run"}, strings.Fields(line)...), &out, &errors)
		if status != exitUsage || !strings.Contains(errors.String(), want) {
			t.Errorf("gpusim run %s ends with %d and says %q, want %q", line, status, errors.String(), want)
		}
	}
	if text, err := os.ReadFile("k.cu"); err != nil || string(text) != kernel {
		t.Errorf("the source is now %q, %v", text, err)
	}
}

// TestUnknownCommand: the nearest command, and what to do with a file.
func TestUnknownCommand(t *testing.T) {
	for word, want := range map[string]string{"rum": "did you mean run?", "a.cu": "gpusim run a whole program", "a.go": "gpusim profile a.go", "frobnicate": `"frobnicate"; gpusim`} {
		var errors bytes.Buffer
		if status := Run(t.Context(), []string{word}, &errors, &errors); status != exitUsage || !strings.Contains(errors.String(), want) {
			t.Errorf("gpusim %s ends with %d and says %q", word, status, errors.String())
		}
	}
}
