package course

// This file checks the files that make containers of the course.

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// rootFile reads a file of the repository.
func rootFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// instructions returns the instructions of the Dockerfile, a line each.
func instructions(t *testing.T) (list []string) {
	t.Helper()
	for line := range strings.Lines(string(rootFile(t, "Dockerfile"))) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

func TestDevcontainerFitsItsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "devcontainer.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	text := rootFile(t, ".devcontainer/devcontainer.json")
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	var file struct {
		Build             struct{ Dockerfile string }
		RemoteUser        string
		PostCreateCommand string
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	rootFile(t, filepath.Join(".devcontainer", file.Build.Dockerfile))
	if user := "USER " + file.RemoteUser; !slices.Contains(instructions(t), user) {
		t.Errorf("the Dockerfile lacks %s", user)
	}
	if _, err := parseFlags(strings.Fields(strings.TrimPrefix(file.PostCreateCommand, "go run ./notebooks")), &bytes.Buffer{}); err != nil {
		t.Errorf("%s: %v", file.PostCreateCommand, err)
	}
}

// TestContainerNeedsNoRoot: the last user is none with rights, and what runs as root before
// installs Debian packages and makes the user, nothing else.
func TestContainerNeedsNoRoot(t *testing.T) {
	user := "root"
	for _, line := range instructions(t) {
		name, rest, _ := strings.Cut(line, " ")
		switch {
		case name == "USER":
			user = rest
		case name == "RUN" && user == "root" && !strings.HasPrefix(rest, "apt-get ") && !strings.HasPrefix(rest, "useradd "):
			t.Errorf("as root: %s", line)
		case regexp.MustCompile(`\b(curl|wget|ADD)\b`).MatchString(line):
			t.Errorf("a source that is no package registry: %s", line)
		}
	}
	if user == "root" || user == "0" {
		t.Error("the container runs as root")
	}
}

// TestContainerStartsTheCourse: the container's command is one that the program knows.
func TestContainerStartsTheCourse(t *testing.T) {
	list := instructions(t)
	var args []string
	if err := json.Unmarshal([]byte(strings.TrimPrefix(list[len(list)-1], "CMD ")), &args); err != nil {
		t.Fatal(err)
	}
	opt, err := parseFlags(args[1:], &bytes.Buffer{})
	if err != nil || args[0] != "notebooks" || opt.ip != "0.0.0.0" || !opt.noBrowser {
		t.Errorf("got %q, %v, want notebooks on all addresses, without a browser", args, err)
	}
}

// TestContainerHasTheGoOfTheModule: the container fetches the version of Go that go.mod names.
func TestContainerHasTheGoOfTheModule(t *testing.T) {
	version := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(rootFile(t, "go.mod"))
	if version == nil {
		t.Fatal("go.mod names no version of Go")
	}
	if want := "GOTOOLCHAIN=go" + string(version[1]); !strings.Contains(string(rootFile(t, "Dockerfile")), want) {
		t.Errorf("the Dockerfile lacks %s", want)
	}
}
