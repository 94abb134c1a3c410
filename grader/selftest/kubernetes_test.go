//go:build unix

package selftest

// This file runs the command of the Kubernetes job, once per part, as the job would.

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	classscores "gpucourse/grader/internal/scores"
)

// job is what the test reads of the manifest.
type job struct {
	Spec struct {
		CompletionMode           string
		Completions, Parallelism int
		Template                 struct {
			Spec struct {
				SecurityContext struct{ RunAsNonRoot bool }
				Containers      []struct {
					Command, Args []string
					VolumeMounts  []struct{ MountPath string }
				}
			}
		}
	}
}

// TestKubernetesJob: the parts of the manifest's job grade the whole class.
func TestKubernetesJob(t *testing.T) {
	text, err := os.ReadFile("../kubernetes.json")
	if err != nil {
		t.Fatal(err)
	}
	var j job
	if err := json.Unmarshal(text, &j); err != nil {
		t.Fatal(err)
	}
	pod := j.Spec.Template.Spec
	if j.Spec.CompletionMode != "Indexed" || !pod.SecurityContext.RunAsNonRoot || j.Spec.Completions < 2 {
		t.Errorf("got %+v, want an indexed job without root", j)
	}
	data, bin := t.TempDir(), t.TempDir()
	const learners = 3
	for i := range learners {
		copyFolder(t, "../../solutions/00_start", filepath.Join(data, "class", fmt.Sprint("learner", i), "00_start"))
	}
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(bin, "grader"))
	}
	if err != nil {
		t.Fatal(err)
	}
	c := pod.Containers[0]
	command := strings.ReplaceAll(c.Args[0], c.VolumeMounts[0].MountPath, data)
	for i := range j.Spec.Completions {
		cmd := exec.Command(c.Command[0], c.Command[1], command)
		cmd.Env = append(os.Environ(), asGrader+"=1", fmt.Sprint("JOB_COMPLETION_INDEX=", i), "PATH="+bin+":"+os.Getenv("PATH"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("part %d: %v: %s", i, err, out)
		}
	}
	results, err := classscores.Folder{Path: filepath.Join(data, "results")}.All()
	if err != nil || len(results) != learners {
		t.Fatalf("got %d results, %v, want %d", len(results), err, learners)
	}
	for _, r := range results {
		if r.Marks == 0 {
			t.Errorf("%s got no marks", r.Submission)
		}
	}
}
