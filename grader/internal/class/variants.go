package class

// This file says which variants of tasks a learner has. A learner's file says it too, but anybody can write one: what
// counts follows from the seed and the roster.

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"gpucourse/grader/internal/answerkey"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/progress"
	"gpucourse/grader/task"
)

// VariantsOf returns the variants of a learner's tasks by ID, those of the notebooks left out. Nobody's are empty.
func (s *Settings) VariantsOf(learner string) map[string]int {
	all := map[string]int{}
	if s.Variants == 0 || learner == "" {
		return all
	}
	for i := range task.Tasks {
		t := &task.Tasks[i]
		if v := s.drawn(learner, t.ID, t.Variants()); v > 0 {
			all[t.ID] = v
		}
	}
	return all
}

// AnswerKey returns the key of what is graded, and of all tasks where the settings name none.
func (s *Settings) AnswerKey(learners []scores.Learner) *answerkey.Key {
	k := &answerkey.Key{Tasks: s.tasks, Learners: learners, Variants: s.VariantsOf, Order: s.order}
	if len(s.Tasks) == 0 {
		for i := range task.Tasks {
			k.Tasks = append(k.Tasks, &task.Tasks[i])
		}
	}
	for _, e := range s.exercises {
		k.Exercises = append(k.Exercises, answerkey.Exercise{Exercise: e.row, Hidden: e.hidden})
	}
	return k
}

// HandOut returns the progress with which a learner begins: variants, and an order of sentences.
func (s *Settings) HandOut(learner string) *progress.Progress {
	return &progress.Progress{
		Version: progress.Version, Order: s.order(learner),
		Variants: s.VariantsOf(learner), Items: map[string]*progress.Item{},
	}
}

// order returns the order of the sentences of a learner's choices.
func (s *Settings) order(learner string) int { return 1 + s.drawn(learner, "order", task.Orders-1) }

// drawn returns a number below n that follows from the seed, a learner and a name.
func (s *Settings) drawn(learner, name string, n int) int {
	key := binary.LittleEndian.AppendUint64(nil, s.Variants)
	h := hmac.New(sha256.New, key)
	h.Write([]byte(strings.ToLower(learner) + "\x00" + name))
	return int(binary.LittleEndian.Uint64(h.Sum(nil)) % uint64(n))
}

// learner returns whose submission a name means; "" if nobody's.
func (w *work) learner(submission string) string {
	if w.Learner == nil {
		return ""
	}
	return w.Learner(submission)
}
