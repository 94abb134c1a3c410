package task_test

// This file looks at the variants of tasks.

import (
	"strings"
	"testing"

	"gpucourse/grader/task"
)

// TestVariants: the variants of a task differ in their texts alone by numbers, and a sentence that is not finished is found.
func TestVariants(t *testing.T) {
	varied, chapters := 0, map[string]bool{}
	for i := range task.Tasks {
		row := &task.Tasks[i]
		if row.Variants() == 1 {
			continue
		}
		varied++
		chapters[row.Chapter()] = true
		texts := map[string]int{}
		for variant := range row.Variants() {
			v := row.As(variant)
			if before, twice := texts[v.Text]; twice {
				t.Errorf("%s: variants %d and %d have the same text", row.ID, before, variant)
			}
			texts[v.Text] = variant
			if v.ID != row.ID || v.Title != row.Title || v.Form != row.Form || v.After != row.After || v.Variant != variant {
				t.Errorf("%s: variant %d is another task: %s %s", row.ID, variant, v.ID, v.Title)
			}
			for _, text := range append(v.Steps(), v.Text) {
				if strings.Contains(text, "%!") {
					t.Errorf("%s, variant %d: %q", row.ID, variant, text)
				}
			}
		}
		if row.As(row.Variants()) != row || row.As(-1) != row {
			t.Errorf("%s: a variant that is none is not the task itself", row.ID)
		}
	}
	t.Logf("%d tasks vary, in %d chapters", varied, len(chapters))
	if varied < 20 || len(chapters) < 10 {
		t.Errorf("%d tasks of %d chapters vary, want 20 of 10", varied, len(chapters))
	}
}

// TestAnswersVary: where a number is asked for, two learners with different variants have different answers in most tasks.
func TestAnswersVary(t *testing.T) {
	tasks, same := 0, 0
	for i := range task.Tasks {
		row := &task.Tasks[i]
		if _, number := row.Ask.(task.Number); !number || row.Variants() == 1 {
			continue
		}
		tasks++
		answers := map[float64]bool{}
		for variant := range row.Variants() {
			answers[row.As(variant).Ask.(task.Number).Answer()] = true
		}
		if len(answers) == 1 {
			t.Errorf("%s has one answer in all variants", row.ID)
		}
		if len(answers) < row.Variants() {
			same++
		}
	}
	if 4*same > tasks {
		t.Errorf("%d of %d tasks have one answer in two variants, want a quarter at most", same, tasks)
	}
}
