package setup

// This file finds a Python interpreter that JupyterLab runs on.

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
)

// oldest and newest are the Python versions between which every pinned package has a
// ready-made file.
var (
	oldest = version{3, 9}
	newest = version{3, 14}
)

type version struct{ major, minor int }

func (v version) atLeast(w version) bool {
	return v.major > w.major || v.major == w.major && v.minor >= w.minor
}

func (v version) String() string { return fmt.Sprintf("%d.%d", v.major, v.minor) }

// interpreters lists the program names to try, the usual ones first.
var interpreters = []string{
	"python3", "python", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python3.9",
}

// findPython returns the path of the first interpreter that the packages exist for.
func findPython(ctx context.Context) (string, error) {
	var seen []string
	for _, name := range interpreters {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		v, err := pythonVersion(ctx, path)
		switch {
		case err != nil:
			seen = append(seen, fmt.Sprintf("%s does not start (%v)", name, err))
		case v.atLeast(oldest) && newest.atLeast(v):
			return path, nil
		default:
			seen = append(seen, fmt.Sprintf("%s is %s", name, v))
		}
	}
	found := "no python3 or python is on the PATH"
	if len(seen) > 0 {
		found = strings.Join(seen, ", ")
	}
	return "", &Problem{
		What:   fmt.Sprintf("The pinned JupyterLab needs Python %s to %s: %s.", oldest, newest, found),
		Remedy: remedies[needPython].on(runtime.GOOS),
	}
}

func pythonVersion(ctx context.Context, path string) (version, error) {
	out, err := exec.CommandContext(ctx, path, "-c", "import sys; print(*sys.version_info[:2])").Output()
	if err != nil {
		return version{}, err
	}
	var v version
	if _, err := fmt.Sscan(string(out), &v.major, &v.minor); err != nil {
		return version{}, fmt.Errorf("it does not print its version")
	}
	return v, nil
}
